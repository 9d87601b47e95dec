/**
 * The `doctor`'s checks of the venue and of the account there (API-10): one finding each, what was
 * found and what to do. Invariant: reads only; nothing is created, changed or sent that could cost money.
 */
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import type { OutcomeId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import { unreachable } from '#lib/never.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadFault, SessionSigner, VenueAccount } from '#ports/venue-account.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'

/** One way to the venue, tried once. A fault is described in words without an address. */
export type Passage = {
  /** `data service`, `market channel`. */
  readonly name: string
  readonly attempt: () => Promise<Result<null, string>>
}

type ExaminedVenue = {
  readonly clock: Clock
  readonly account: VenueAccount
  /** The account is a paper one, of which there is nothing to examine. Left out: it is not. */
  readonly isPaper?: boolean
  /** Any outcome of the venue: with it approvals of shares are looked at, too. */
  readonly outcomeId?: OutcomeId | null
  readonly catalog: Pick<VenueCatalog, 'leagues'>
  readonly geoblock: VenueGeoblock
  /** Services and channels that no other check uses. */
  readonly passages: readonly Passage[]
  /** Tried last and only with credentials. */
  readonly userChannel: Passage
}

const warn = (check: string, found: string, cure: string): Finding => illFinding(check, 'warn', found, cure)
const fail = (check: string, found: string, cure: string): Finding => illFinding(check, 'fail', found, cure)

const MAX_SKEW_MS = 5_000
const SKEW_WARNING_MS = 1_000
const SLOW_MS = 2_000

const NOT_TOLD = { closedOnly: null, missingApprovals: null } as const

/** Every check, in the order in which they are worth reading. */
export async function examineVenue(venue: ExaminedVenue): Promise<readonly Finding[]> {
  const [clock, geoblock, catalog, ...passages] = await Promise.all([
    examineClock(venue),
    examineGeoblock(venue),
    tryPassage(venue.clock, {
      name: 'catalog service',
      attempt: async () => wordsOf(await venue.catalog.leagues()),
    }),
    ...venue.passages.map((passage) => tryPassage(venue.clock, passage)),
  ])
  const isClockWrong = clock.some(({ check, state }) => check === 'clock' && state === 'fail')
  const account = await examineAccount(venue, isClockWrong)
  const signed =
    venue.account.hasCredentials() && venue.isPaper !== true
      ? [await tryPassage(venue.clock, venue.userChannel)]
      : []
  return [...clock, geoblock, catalog, ...passages, ...account, ...signed]
}

function wordsOf(result: Result<unknown, ReadFault>): Result<null, string> {
  return result.ok ? { ok: true, value: null } : { ok: false, error: result.error.detail }
}

async function tryPassage(clock: Clock, { name, attempt }: Passage): Promise<Finding> {
  const startedAt = clock.monotonic()
  const outcome = await attempt()
  const tookMs = Math.round(clock.monotonic() - startedAt)
  if (!outcome.ok) {
    return fail(
      name,
      outcome.error,
      "check the network, the firewall and this address in the profile; the venue's status page tells of an outage",
    )
  }
  return tookMs > SLOW_MS
    ? warn(name, `answers in ${tookMs} ms`, 'a host closer to the venue would be faster')
    : wellFinding(name, `answers in ${tookMs} ms`)
}

async function examineClock({ clock, account }: ExaminedVenue): Promise<readonly Finding[]> {
  let skewMs: number | null = null
  const service = await tryPassage(clock, {
    name: 'order-book service',
    attempt: async () => {
      const skew = await account.clockSkew()
      if (skew.ok) skewMs = skew.value
      return wordsOf(skew)
    },
  })
  return [service, clockFinding(skewMs)]
}

function clockFinding(skewMs: number | null): Finding {
  if (skewMs === null) {
    return fail('clock', 'not compared: the venue did not give its time', 'see order-book service')
  }
  const found = `${Math.abs(skewMs)} ms ${skewMs > 0 ? 'behind' : 'ahead of'} the venue's`
  if (Math.abs(skewMs) > MAX_SKEW_MS) {
    return fail('clock', found, 'nothing trades beyond 5 s: run chrony or timesyncd')
  }
  return Math.abs(skewMs) > SKEW_WARNING_MS
    ? warn('clock', found, 'run chrony or timesyncd')
    : wellFinding('clock', found)
}

async function examineGeoblock({ geoblock }: ExaminedVenue): Promise<Finding> {
  const answer = await geoblock.check()
  if (answer.kind === 'failed') {
    return fail(
      'geographic check',
      `no answer: ${answer.error}`,
      'nothing trades until it is answered; check urls.geoblock of the profile and the network',
    )
  }
  return answer.blocked
    ? fail(
        'geographic check',
        'the venue does not serve this host',
        'this host may watch but not trade; there is no way around it',
      )
    : wellFinding('geographic check', 'this host may trade')
}

async function examineAccount(venue: ExaminedVenue, isClockWrong: boolean): Promise<readonly Finding[]> {
  const { account } = venue
  const { identity } = account
  if (venue.isPaper === true) {
    return [wellFinding('account', 'on paper: orders are matched here and never sent')]
  }
  if (identity.walletAddress === null) {
    return [
      warn(
        'account',
        'no wallet: markets only',
        'set VENUE_WALLET_ADDRESS and VENUE_SESSION_KEY to trade, or practise with `sesame start --paper`',
      ),
    ]
  }
  if (!identity.hasKey && !identity.hasConfiguredCredentials) {
    return [
      warn(
        'account',
        'a wallet without a key: positions can be read, nothing can be placed',
        'set VENUE_SESSION_KEY',
      ),
    ]
  }
  const credentials = await examineCredentials(account)
  if (credentials.state === 'fail' && isClockWrong)
    return [{ ...credentials, cure: CLOCK_FIRST }, NOT_CHECKED]
  if (credentials.state === 'fail' || !account.hasCredentials()) return [credentials, NOT_CHECKED]
  return [credentials, ...(await examineSigner(venue)), ...(await examineMoney(venue))]
}

const CLOCK_FIRST =
  'set the clock right first: the venue refuses requests signed at the wrong time, whatever the key'

/** The venue tells none of it without credentials; a key of nobody looks the same until then. */
const NOT_CHECKED = warn(
  'session key',
  'not checked: whether the wallet knows it, its scopes and its end, balance, approvals, closed-only mode',
  'the first start makes credentials; run doctor again then, before you arm',
)

async function examineCredentials(account: VenueAccount): Promise<Finding> {
  const check = 'credentials'
  if (!account.hasCredentials()) {
    const derived = await account.deriveCredentials()
    if (derived.kind === 'none_yet') {
      return warn(check, 'the venue has none for this key yet', 'the first start makes them')
    }
    if (derived.kind !== 'ready') {
      const detail = 'detail' in derived ? `: ${derived.detail}` : ''
      return fail(check, `${CREDENTIAL_WORDS[derived.kind]}${detail}`, CREDENTIAL_CURE)
    }
  }
  const read = await account.balance('COLLATERAL')
  if (!read.ok && (read.error.kind === 'unauthorized' || read.error.kind === 'no_credentials')) {
    return fail(
      check,
      'the venue does not accept them',
      'remove VENUE_CLOB_API_* to have them derived from the session key, or set those of this signer and wallet',
    )
  }
  if (!account.identity.hasKey) {
    return warn(
      check,
      'accepted, but no key to sign orders',
      'set VENUE_SESSION_KEY to place orders; without it, only cancels work',
    )
  }
  return wellFinding(check, 'accepted')
}

const CREDENTIAL_WORDS = {
  auth_rejected: "the venue refuses the session key's signature",
  geoblocked: 'the venue does not serve this host',
  derive_failed: 'they cannot be derived',
  network: 'the venue could not be asked',
} as const
const CREDENTIAL_CURE =
  "check that the session key is authorised for the wallet and that auth_domain, chain_id and header_prefix of the profile are the venue's"

async function examineSigner({ account, clock }: ExaminedVenue): Promise<readonly Finding[]> {
  const { hasKey, walletAddress } = account.identity
  if (!hasKey) return []
  const check = 'session key'
  const listing = await account.keyListing()
  if (!listing.ok) {
    return [
      warn(
        check,
        `not compared with the wallet, the venue's list was not read: ${listing.error.detail}`,
        'try again later',
      ),
    ]
  }
  switch (listing.value.kind) {
    case 'not_told':
      return [
        warn(
          check,
          'not compared with the wallet: the venue does not show its list of session keys',
          "compare both addresses with the venue's own page; the first order shows whether they fit",
        ),
      ]
    case 'other_wallet':
      return [
        fail(
          'wallet',
          `wallet_mismatch: the key belongs to ${listing.value.wallet}, set is ${walletAddress ?? 'none'}`,
          'set VENUE_WALLET_ADDRESS to the wallet of the key, or VENUE_SESSION_KEY to a key of the wallet',
        ),
      ]
    case 'not_listed':
      return [
        wellFinding('wallet', 'the one that the venue names'),
        fail(
          check,
          'the venue does not list it for the wallet: revoked, ended, or never authorised',
          'authorise it again as the owner of VENUE_WALLET_ADDRESS, or set a key that is listed',
        ),
      ]
    case 'listed': {
      const { signer } = listing.value
      return [
        wellFinding('wallet', 'the one that the venue names'),
        wellFinding(check, 'listed for the wallet'),
        scopeFinding(signer),
        expiryFinding(signer, clock.now()),
      ]
    }
    default:
      return unreachable(listing.value)
  }
}

async function examineMoney({ account, outcomeId = null }: ExaminedVenue): Promise<readonly Finding[]> {
  const read = await account.balance('COLLATERAL')
  if (!read.ok) return [warn('balance', `not read: ${read.error.detail}`, 'try again later')]
  const { balance } = read.value
  const standing = await account.standing(outcomeId)
  const { closedOnly, missingApprovals } = standing.ok ? standing.value : NOT_TOLD
  const amount = `${formatMicros(balance)} pUSD`
  return [
    balance === 0n
      ? warn('balance', amount, "fund the wallet on the venue's own page")
      : wellFinding('balance', amount),
    missingApprovals === null
      ? warn('approvals', 'the venue does not report them', 'try again later')
      : missingApprovals.length > 0
        ? fail(
            'approvals',
            `missing: ${missingApprovals.join(', ')}`,
            "approve trading for this wallet on the venue's own page",
          )
        : wellFinding('approvals', 'given'),
    closedOnly === null
      ? warn('closed-only mode', 'the venue does not report it', 'try again later')
      : closedOnly
        ? fail(
            'closed-only mode',
            'on: the venue takes only orders that close positions of this wallet',
            'ask the venue why; selling and cancelling work',
          )
        : wellFinding('closed-only mode', 'off'),
  ]
}

const DAY_MS = 86_400_000
const EXPIRY_WARNING_MS = 7 * DAY_MS

/** The finding on the scopes of a session key. */
function scopeFinding({ scopes }: SessionSigner): Finding {
  const check = 'scopes'
  const found = scopes.length === 0 ? 'none' : scopes.join(', ')
  if (!scopes.includes('ALL') && !scopes.includes('CLOB')) {
    return fail(check, found, 'orders need CLOB: authorise the key with CLOB and COMBOSRFQ')
  }
  return scopes.includes('ALL') || scopes.includes('COMBOSRFQ')
    ? wellFinding(check, found)
    : warn(check, found, 'combos need COMBOSRFQ as well')
}

/** When it ends, a week ahead with what to do. */
function expiryFinding({ validUntil }: SessionSigner, now: number): Finding {
  const check = 'key expiry'
  if (validUntil === null) return wellFinding(check, 'no end')
  const days = Math.floor(Math.abs(validUntil - now) / DAY_MS)
  const found = validUntil <= now ? `ended ${days} days ago` : `ends in ${days} days`
  const cure = 'authorise a new session key, replace VENUE_SESSION_KEY, restart, revoke the old one'
  if (validUntil <= now) return fail(check, found, cure)
  return validUntil - now < EXPIRY_WARNING_MS ? warn(check, found, cure) : wellFinding(check, found)
}
