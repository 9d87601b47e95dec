/** A month of an account's trading for the pictures: each trade is made on its own day by the venue's clock, at a price beside the book. */
import { createRandom } from '#simulator/random.ts'
import type { TestSimulator } from '../harness.ts'

const DAYS = 31
const DAY_MS = 86_400_000
const MARKETS = 9
const TRIPS_A_DAY = 5
const CENT = 100
/** Held from the venue's beginning, which is today: its trades would be older than its shares. */
const HELD = '4210000'
/** So long do the books go on after a purchase. */
const WALK_MS = 9_000

type Level = { readonly price: number }
type Market = {
  readonly id: string
  readonly fair: number
  readonly closed: boolean
  readonly listed?: { readonly tick: number; readonly secondsDelay: number }
  readonly books?: readonly {
    readonly token: string
    readonly bids: readonly Level[]
    readonly asks: readonly Level[]
  }[]
}

type Placed = { readonly id: string; readonly answer: { readonly kind: string; readonly status: unknown } }

/** Trades on each day of the last month; the clocks agree again at the end. A terminal that runs meanwhile books them on their days. */
export async function tradeForAMonth({ control }: TestSimulator): Promise<void> {
  const random = createRandom('a month of trades')
  const ids = ((await control('/markets')) as readonly Market[])
    .filter(({ id, fair, closed }) => id !== HELD && !closed && fair > 2_000 && fair < 8_000)
    .slice(0, MARKETS)
    .map(({ id }) => id)

  let aheadMs = 0

  async function trade(id: string, side: 'BUY' | 'SELL', away: number, shares: number): Promise<void> {
    const { books, listed } = (await control(`/market/${id}`)) as Market
    const [book] = books ?? []
    const best = (side === 'BUY' ? book?.bids : book?.asks)?.[0]?.price
    if (book === undefined || listed === undefined || best === undefined) return
    const size = String(shares * 1_000_000)
    const order = {
      kind: 'foreign_place',
      token: book.token,
      side,
      price: best + (side === 'BUY' ? -away : away),
      size,
    }
    const { id: order_id, answer } = (await control('/order', order)) as Placed
    if (answer.kind !== 'placed' || answer.status !== 'live') return
    // A trader there may have been quicker: then it is filled too.
    await control('/order', { kind: 'fill', order_id }).catch(() => undefined)
  }

  for (let day = DAYS; day > 0; day -= 1) {
    for (let trip = 0; trip < TRIPS_A_DAY; trip += 1) {
      const id = ids[random.integer(0, ids.length - 1)] ?? ''
      const shares = 20 * random.integer(2, 12)
      // One trip after the other: the venue books them as they come, the terminal by their time.
      const hour = 3_600_000 * (9 + 2 * trip)
      await control('/clock', { skew_ms: hour - day * DAY_MS - aheadMs })
      await trade(id, 'BUY', CENT * random.integer(0, 2), shares)
      await control('/clock', { skew_ms: hour + 60_000 * random.integer(4, 110) - day * DAY_MS - aheadMs })
      // The books have gone on meanwhile, for and against.
      const { fair } = (await control(`/market/${id}`)) as Market
      const moved = fair + CENT * random.integer(-12, 9)
      await control('/market', { market_id: id, fair: Math.min(Math.max(moved, 1_500), 8_500) })
      await control('/clock', { advance_ms: WALK_MS })
      aheadMs += WALK_MS
      await trade(id, 'SELL', CENT * random.integer(-3, 2), shares)
    }
  }
  const { now } = (await control('/clock', { skew_ms: 0 })) as { readonly now: number }
  await control('/clock', { skew_ms: Date.now() - now })
}
