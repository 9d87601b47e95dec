/** A simulated venue without simulated traders: only the test trades, so its ledger can be compared exactly. */
import type { TestContext } from 'node:test'
import { addressOfKey } from '#simulator/accounts.ts'
import type { HostTime } from '#simulator/clock.ts'
import type { VenueNames } from '#simulator/profile.ts'
import type { RunningSimulator } from '#simulator/running.ts'
import { startTestSimulator, type TestSimulator } from '../harness.ts'
import type { Truth } from './truth.ts'

/** The world's first market: a tick of 0.001, at least 5 shares, and 250 of each account's shares in its first outcome. */
const MARKET = '4210000'

export type QuietVenue = TestSimulator & {
  readonly simulator: RunningSimulator
  readonly market: QuietMarket
  readonly truth: () => Promise<Truth>
  /** A foreign order: BUY or SELL of the first outcome, price in steps of 0.0001, size in whole shares. */
  readonly placeForeign: (
    side: 'BUY' | 'SELL',
    price: number,
    shares: number,
    marketId?: string,
  ) => Promise<string>
}

export type QuietMarket = {
  readonly conditionId: string
  readonly tokens: readonly [string, string]
  readonly minimumSize: string
  readonly tick: number
  readonly negRisk: boolean
}

type Described = { readonly listed: QuietMarket }

/** Starts the venue inside this process, on free ports; it ends with the test. */
export async function startQuietVenue(
  context: TestContext,
  options: {
    readonly seed: string
    readonly host?: HostTime
    readonly profile?: VenueNames
    /** Nothing but the event of the first markets: a terminal starts in half the time. */
    readonly isSmall?: true
    /** Only the first so many events. */
    readonly firstEvents?: number
  },
): Promise<QuietVenue> {
  const { isSmall, ...rest } = options
  const started = await startTestSimulator(context, {
    traderRate: 0,
    ...rest,
    ...(isSmall === true ? { firstEvents: 1 } : {}),
  })
  const { simulator, control } = started
  const { listed } = (await control(`/market/${MARKET}`)) as Described
  const wallet = addressOfKey(simulator.accounts.eoaKey)

  async function placeForeign(
    side: 'BUY' | 'SELL',
    price: number,
    shares: number,
    marketId = MARKET,
  ): Promise<string> {
    const { tokens } = ((await control(`/market/${marketId}`)) as Described).listed
    // An offer is made as a bid for the other outcome: that takes cash, which the other account has plenty of.
    const [token, at] = side === 'BUY' ? [tokens[0], price] : ([tokens[1], 10_000 - price] as const)
    const size = String(shares * 1_000_000)
    const placed = (await control('/order', {
      kind: 'foreign_place',
      wallet,
      token,
      side: 'BUY',
      price: at,
      size,
    })) as { readonly id: string; readonly answer: { readonly kind: string } }
    if (placed.answer.kind !== 'placed') throw new Error(`refused: ${JSON.stringify(placed)}`)
    return placed.id
  }

  return {
    ...started,
    market: listed,
    placeForeign,
    async truth() {
      const ledger = (await control('/ledger')) as Truth
      const own = simulator.accounts.depositWallet.toLowerCase()
      return {
        requests: ledger.requests,
        orders: ledger.orders.filter(({ order }) => order.wallet === own),
        fills: ledger.fills.filter((fill) => fill.wallet === own),
        balances: ledger.balances.filter((balance) => balance.wallet === own),
      }
    },
  }
}
