// A small simulated venue for tests of its trading half: three markets with a few resting orders, one EOA, one deposit
// wallet with an owner and a session key. Keys are TEST-ONLY.
import { createHash } from 'node:crypto'

import * as Address from 'ox/Address'
import * as Secp256k1 from 'ox/Secp256k1'

import { createWallets } from '#simulator/auth/wallets.ts'
import { createManualClock, type ControlledClock } from '#simulator/clock.ts'
import { createExchange, type Exchange } from '#simulator/exchange/exchange.ts'
import { createBarriers } from '#simulator/faults/barriers.ts'
import { createFaults } from '#simulator/faults/faults.ts'
import { tradeStatusStepsOf } from '#simulator/faults/trade-status-steps.ts'
import { createRequestLog } from '#simulator/ledger/request-log.ts'
import type { VenueNames } from '#simulator/profile.ts'
import { createRandom } from '#simulator/random.ts'
import type { ListedMarket } from '#simulator/types.ts'
import { createVenue, type VenueParts } from '#simulator/venue.ts'

export const START = 1_790_000_000_000
export const SHARE = 1_000_000n

export const NAMES: VenueNames = {
  name: 'Test venue',
  chain_id: 137,
  header_prefix: 'VENUE',
  response_header_prefix: 'Venue',
  auth_domain: 'ClobAuthDomain',
  exchange_domain: 'Venue CTF Exchange',
  contracts: {
    ctf_exchange_v2: `0x${'11'.repeat(20)}`,
    neg_risk_exchange_v2: `0x${'22'.repeat(20)}`,
    exchange_v3: `0x${'33'.repeat(20)}`,
  },
}

export const KEYS = { owner: testKey('owner'), session: testKey('session'), eoa: testKey('eoa') } as const
export const DEPOSIT_WALLET = `0x${'d0'.repeat(20)}`

/** A private key that anybody can make again. */
function testKey(label: string): `0x${string}` {
  return `0x${createHash('sha256').update(`TEST-ONLY ${label}`).digest('hex')}`
}

export function addressOf(key: `0x${string}`): string {
  return Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: key })).toLowerCase()
}

/** A market whose ids follow from a number. */
export function testMarket(number: number, changes: Partial<ListedMarket> = {}): ListedMarket {
  return {
    conditionId: `0x${number.toString(16).padStart(64, '0')}`,
    eventId: String(number),
    tokens: [`${number}01`, `${number}02`],
    outcomes: ['Yes', 'No'],
    negRisk: false,
    tick: 100,
    minimumSize: 5n * SHARE,
    secondsDelay: 0,
    acceptingOrders: true,
    closed: false,
    gameStart: null,
    clearBookOnStart: false,
    fee: { rate: 50_000n, exponent: 1 },
    winner: null,
    ...changes,
  }
}

export type VenueChoice = Partial<Omit<VenueParts, 'clock'>> & {
  readonly clock?: ControlledClock
  /** Wallets to fund beside the test accounts. */
  readonly funded?: readonly string[]
}

/** Builds the venue; nothing listens yet. Market 1 is ordinary, 2 neg-risk, 3 has a delay of three seconds. */
export function buildVenue(choice: VenueChoice = {}) {
  const clock = choice.clock ?? createManualClock(START)
  const random = createRandom('test venue')
  const faults = createFaults({ clock, random: random.fork('faults') })
  const log = createRequestLog({ clock })
  const wallets = createWallets()
  const exchange = createExchange({
    clock,
    random: random.fork('exchange'),
    statusStepsOf: tradeStatusStepsOf(faults),
  })
  wallets.addDepositWallet({
    address: DEPOSIT_WALLET,
    owner: addressOf(KEYS.owner),
    sessions: [
      {
        address: addressOf(KEYS.session),
        scopes: ['CLOB', 'COMBOSRFQ'],
        validUntil: Math.floor(clock.now() / 1000) + 180 * 86_400,
      },
    ],
  })
  const markets = [
    testMarket(1),
    testMarket(2, { negRisk: true, tick: 10 }),
    testMarket(3, { secondsDelay: 3 }),
  ] as const
  for (const market of markets) {
    exchange.list(market)
    quote(exchange, market)
  }
  for (const wallet of [DEPOSIT_WALLET, addressOf(KEYS.eoa), ...(choice.funded ?? [])]) {
    exchange.deposit(wallet.toLowerCase(), 10_000n * SHARE)
    exchange.grantShares(wallet.toLowerCase(), markets[0].tokens[0], 500n * SHARE)
  }
  const barriers = createBarriers()
  const parts = { clock, random, profile: NAMES, exchange, wallets, faults, barriers, log }
  const venue = createVenue({ ...parts, ...choice })
  const { services } = venue
  return {
    ...parts,
    ...venue,
    markets,
    /** Starts one of the three on loopback; 0 picks a port. Returns the port. */
    listen: (service: keyof typeof services, port: number): Promise<number> => services[service].listen(port),
    async close(): Promise<void> {
      barriers.releaseAll()
      await Promise.all(Object.values(services).map((service) => service.close()))
    },
  }
}

/** Three levels a side around 0.50, by a wallet of their own. */
function quote(exchange: Exchange, market: ListedMarket): void {
  exchange.deposit('maker', 100_000n * SHARE)
  for (const [index, token] of market.tokens.entries()) {
    for (const step of [1, 2, 3]) {
      exchange.place({
        id: createHash('sha256').update(`${token} ${step}`).digest('hex'),
        wallet: 'maker',
        owner: 'maker',
        token,
        side: 'BUY',
        price: 5_000 - 200 * index - 100 * step,
        size: BigInt(1_000 * step) * SHARE,
        type: 'GTC',
        postOnly: false,
        expiresAt: null,
        budget: null,
        signed: null,
      })
    }
  }
}

/** Waits, turn by turn of the event loop, until something holds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 5_000
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`never happened: ${what}`)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}
