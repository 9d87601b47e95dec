/** Builds the adapter: every port of the venue behind one profile and one set of secrets, which stay inside it. */
import { rootCertificates, setDefaultCACertificates } from 'node:tls'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { AccountIdentity, VenueAccount } from '#ports/venue-account.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type { VenueCombos } from '#ports/venue-combos.ts'
import type { VenueData } from '#ports/venue-data.ts'
import type { MarketFeed, SportsFeed, UserFeed } from '#ports/venue-feeds.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'
import type { VenueHeartbeat } from '#ports/venue-heartbeat.ts'
import type { FeedTap } from '#ports/recording.ts'
import type { VenueSigns } from '#ports/venue-signs.ts'
import type { PointName, VenueTrading } from '#ports/venue-trading.ts'
import { createCredentialHolder } from './auth/credentials.ts'
import { createL1Signer } from './auth/l1.ts'
import type { Credentials } from './auth/l2.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createChannel, type Channel } from './channel.ts'
import { createAccount } from './clob/account.ts'
import type { Spender } from './clob/standing.ts'
import { createHeartbeat } from './clob/heartbeat.ts'
import { createTrading, type TradingSigner } from './clob/trading.ts'
import { createCombos } from './combos/combos.ts'
import { createData } from './data/data.ts'
import { limitCalls, paceCalls } from './limiter.ts'
import type { ChannelName } from './endpoints.ts'
import { createMarketFeed } from './feeds/market.ts'
import { createSportsFeed } from './feeds/sports.ts'
import { createUserFeed } from './feeds/user.ts'
import { createGeoblock } from './geoblock.ts'
import { createHttp } from './http.ts'
import type { VenueProfile } from './profile.ts'
import { createSignerLimits } from './signer-limits.ts'
import { createSigns } from './signs.ts'
import { checksumAddress, createCurve, type Curve } from './signing/curve.ts'
import { domainSeparator } from './signing/domains.ts'
import { createOrderSigner } from './signing/order.ts'
import { keepWarm } from './warm.ts'

export type VenueSecrets = {
  /** The deposit wallet; without it nothing can be placed. */
  readonly walletAddress: string | null
  /** Address that the credentials belong to; derived from the key when that is given. */
  readonly signerAddress: string | null
  readonly sessionKey: Uint8Array | null
  readonly credentials: Credentials | null
}

export type Venue = {
  readonly trading: VenueTrading
  readonly account: VenueAccount
  readonly catalog: VenueCatalog
  readonly data: VenueData
  /** Null when the profile has no combos address. */
  readonly combos: VenueCombos | null
  readonly marketFeed: MarketFeed
  readonly userFeed: UserFeed
  readonly sportsFeed: SportsFeed
  readonly geoblock: VenueGeoblock
  readonly heartbeat: VenueHeartbeat
  readonly signs: VenueSigns
  /** Ends every connection and overwrites the key. */
  close(): Promise<void>
}

/**
 * Parts of the venue without an account: nothing behind them can sign, place or cancel, as none is given a key or
 * credentials.
 */
type PublicVenue = Pick<Venue, 'catalog' | 'marketFeed' | 'sportsFeed' | 'geoblock' | 'signs' | 'close'> & {
  readonly clockSkew: VenueAccount['clockSkew']
}

/** The service of each channel, and its connections. */
const CHANNELS: Readonly<
  Record<
    ChannelName,
    readonly [keyof Pick<VenueProfile['urls'], 'clob' | 'catalog' | 'data' | 'combos' | 'geoblock'>, number]
  >
> = {
  orders: ['clob', 4],
  cancels: ['clob', 4],
  cancel_all: ['clob', 4],
  heartbeat: ['clob', 1],
  account: ['clob', 6],
  market: ['clob', 4],
  catalog: ['catalog', 4],
  data: ['data', 2],
  combo_quotes: ['combos', 2],
  combos: ['combos', 2],
  geoblock: ['geoblock', 1],
}

/** Without the service nothing is ever sent on its channels. */
function openChannels({ urls }: VenueProfile, clock: Clock): Readonly<Record<ChannelName, Channel>> {
  const opened = Object.entries(CHANNELS).map(([name, [service, connections]]) => {
    const { origin } = urls[service] ?? urls.clob
    return [name, createChannel({ origin, connections, clock })] as const
  })
  return Object.fromEntries(opened) as Record<ChannelName, Channel>
}

/** Whatever a variable of the machine adds: a certificate is judged by the authorities that Node itself brings along. */
function trustPublicAuthoritiesOnly(): void {
  setDefaultCACertificates(rootCertificates)
}

function spendersOf({ contracts }: VenueProfile): readonly Spender[] {
  const { exchange, negRiskExchange, negRiskAdapter } = contracts
  const all = [
    { name: 'exchange', address: exchange, isExchange: true },
    { name: 'neg-risk exchange', address: negRiskExchange, isExchange: true },
    { name: 'neg-risk adapter', address: negRiskAdapter, isExchange: false },
  ]
  return all.flatMap(({ address, ...rest }) =>
    address === null ? [] : [{ ...rest, address: address.toLowerCase() }],
  )
}

function tradingSigner(
  curve: Curve,
  profile: VenueProfile,
  key: Uint8Array | null,
  wallet: string | null,
): TradingSigner | null {
  if (key === null || wallet === null) return null
  const separator = (verifyingContract: string, version: '2' | '3' = '2'): Uint8Array =>
    domainSeparator({
      name: profile.exchangeDomain,
      version,
      chainId: profile.chainId,
      verifyingContract,
    })
  return {
    wallet,
    hasKey: () => key.some((byte) => byte !== 0),
    exchange: separator(profile.contracts.exchange),
    negRiskExchange: separator(profile.contracts.negRiskExchange),
    combosExchange: separator(profile.contracts.combosExchange, '3'),
    sign: createOrderSigner({
      curve,
      chainId: profile.chainId,
      key,
      form: { kind: 'session', wallet, sessionAddress: curve.address(key) },
    }),
  }
}

/**
 * Builds the venue's ports. Opens connections to the order book ahead of need when there is an account to trade with.
 *
 * @throws when the session key is no private key; configuration checks that first
 */
export async function createVenue(parts: {
  readonly profile: VenueProfile
  readonly secrets: VenueSecrets
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly points?: (name: PointName) => void
  /** Receives each value of derived credentials, for the log's redactor. */
  readonly onSecret?: (secret: string) => void
  /** Receives the frames of the public channels; the user channel has none. */
  readonly tap?: FeedTap
}): Promise<Venue> {
  const { profile, secrets, clock, random, log } = parts
  if (profile.urls.clob.protocol === 'https:') trustPublicAuthoritiesOnly()
  const curve = await createCurve(random.bytes(32))
  const key = secrets.sessionKey === null ? null : Uint8Array.from(secrets.sessionKey)
  const checksum = (address: string | null): string | null =>
    address === null ? null : checksumAddress(address)
  const identity: AccountIdentity = {
    walletAddress: checksum(secrets.walletAddress),
    signerAddress: key === null ? checksum(secrets.signerAddress) : curve.address(key),
    hasKey: key !== null,
    hasConfiguredCredentials: secrets.credentials !== null,
  }
  const holder = createCredentialHolder({
    configured: secrets.credentials,
    signerAddress: identity.signerAddress,
    headerPrefix: profile.headerPrefix,
    ...(parts.onSecret === undefined ? {} : { onSecret: parts.onSecret }),
  })
  const l1 =
    key === null
      ? null
      : createL1Signer({
          curve,
          key,
          domainName: profile.authDomain,
          chainId: profile.chainId,
          headerPrefix: profile.headerPrefix,
        })
  const channels = openChannels(profile, clock)
  const limits = createSignerLimits(clock)
  const signs = createSigns()
  const http = paceCalls(
    createHttp({
      channels,
      clock,
      log,
      responseHeaderPrefix: profile.responseHeaderPrefix,
      limits,
      signs,
      signers: () => ({
        l1,
        l2: holder.current()?.sign ?? null,
        cancels: holder.last()?.sign ?? null,
      }),
    }),
    clock,
  )
  const dataHttp = limitCalls(http, clock)
  const signer = tradingSigner(curve, profile, key, identity.walletAddress)
  const geoblock = createGeoblock(http, profile.urls.geoblock)
  const hasAccount = key !== null || secrets.credentials !== null
  const warmed = hasAccount ? [channels.orders, channels.cancels, channels.cancel_all] : []
  const cool = warmed.map((channel) => keepWarm(channel, clock))
  const { marketFeed: marketUrl, userFeed: userUrl, sportsFeed: sportsUrl } = profile.urls
  const tap = parts.tap === undefined ? {} : { tap: parts.tap }
  const marketFeed = createMarketFeed({ url: marketUrl, clock, random, log, ...tap })
  const userFeed = createUserFeed({ url: userUrl, clock, random, log, holder })
  const sportsFeed = createSportsFeed({ url: sportsUrl, clock, random, log, ...tap })
  return {
    marketFeed,
    userFeed,
    sportsFeed,
    catalog: createCatalog(http, clock),
    data: createData({
      http: dataHttp,
      log,
      wallet: profile.urls.data === null ? null : identity.walletAddress,
    }),
    combos:
      profile.urls.combos === null
        ? null
        : createCombos({
            http,
            dataHttp,
            clock,
            random,
            log,
            holder,
            wallet: identity.walletAddress,
            signer,
          }),
    account: createAccount({
      http,
      clock,
      holder,
      identity,
      spenders: spendersOf(profile),
      geoblock,
    }),
    trading: createTrading({
      http,
      limits,
      clock,
      random,
      holder,
      signer,
      geoblock,
      ...(parts.points === undefined ? {} : { point: parts.points }),
    }),
    geoblock,
    heartbeat: createHeartbeat(http),
    signs,
    async close() {
      for (const stop of cool) stop()
      for (const feed of [marketFeed, userFeed, sportsFeed]) feed.stop()
      key?.fill(0)
      await Promise.all(Object.values(channels).map((channel) => channel.close()))
    },
  }
}

/** The same venue without an account, and without every port that would need one. */
export async function createPublicVenue(
  parts: Omit<Parameters<typeof createVenue>[0], 'secrets' | 'points' | 'onSecret'>,
): Promise<PublicVenue> {
  const secrets = { walletAddress: null, signerAddress: null, sessionKey: null, credentials: null }
  const venue = await createVenue({ ...parts, secrets })
  const { catalog, marketFeed, sportsFeed, geoblock, signs } = venue
  return {
    catalog,
    marketFeed,
    sportsFeed,
    geoblock,
    signs,
    close: () => venue.close(),
    clockSkew: () => venue.account.clockSkew(),
  }
}
