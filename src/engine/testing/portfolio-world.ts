/** A wallet's life at the venue for tests of the portfolio: trades of its own key and of others, shares that go without one, late lists. */
import type { MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, micros, ZERO, type Micros } from '#core/money.ts'
import type { Fill, FillStatus, Side } from '#core/order/order.ts'
import type { PositionStatus } from '#core/position/position.ts'
import type { DataPosition } from '#ports/venue-data.ts'
import { marketId, price } from './market-fakes.ts'
import { fill, list, NO, row, YES, type PortfolioFixture } from './portfolio-fixture.ts'

type Trade = {
  readonly outcomeId: OutcomeId
  readonly side: Side
  readonly size: Micros
  /** Paid or received. */
  readonly cash: Micros
  readonly at: Instant
  /** Null of a trade that is not of the terminal's key, and of shares that went otherwise. */
  readonly number: number | null
}

/** Builds one in which nothing has happened, of these outcomes. */
export function createWorld(outcomes: readonly OutcomeId[]) {
  const trades: Trade[] = []
  const fills: Fill[] = []

  function isFailed(number: number | null): boolean {
    return number !== null && fills[number]?.status === 'failed'
  }

  function held(outcomeId: OutcomeId): Micros {
    return figuresOf(outcomeId).size
  }

  function figuresOf(outcomeId: OutcomeId) {
    let [size, cost, realised] = [0n, 0n, 0n]
    const own = trades.filter((one) => one.outcomeId === outcomeId && !isFailed(one.number))
    for (const one of own.toSorted((a, b) => a.at - b.at)) {
      if (one.side === 'BUY') {
        size += one.size
        cost += one.cash
        continue
      }
      const gone = one.size < size ? one.size : size
      const part = size === 0n ? 0n : (cost * gone) / size
      size -= gone
      cost -= part
      realised += one.cash - part
    }
    const [first, last] = [own.at(0)?.at ?? null, own.at(-1)?.at ?? null]
    return { size: micros(size), cost: micros(cost), realised: micros(realised), first, last }
  }

  function rowOf(outcomeId: OutcomeId, status: PositionStatus): DataPosition {
    const { size, cost, realised, first, last } = figuresOf(outcomeId)
    const cut = (value: bigint): Micros => micros(value - (value % 100n))
    return row(0, {
      outcomeId,
      marketId: marketOf(outcomeId),
      status,
      size: cut(size),
      cost: cut(cost),
      realised: cut(realised),
      firstAt: first,
      lastAt: last,
    })
  }

  function report(fixture: PortfolioFixture, number: number, change: Partial<Fill>): void {
    const before = fills[number]
    if (before === undefined) return
    const after = { ...before, ...change }
    fills[number] = after
    fixture.fills[fixture.fills.findIndex(({ tradeId }) => tradeId === after.tradeId)] = after
    fixture.bus.publish('fill', after)
  }

  return {
    held,
    /** A trade; one of the own key is received as a fill. */
    trade(
      fixture: PortfolioFixture,
      trade: Pick<Trade, 'outcomeId' | 'side' | 'size'> & {
        readonly steps: number
        readonly fee: Micros | null
      },
      isOwn: boolean,
    ): void {
      const { outcomeId, side, size, steps, fee } = trade
      const at = fixture.clock.now()
      const number = isOwn ? fills.length : null
      const cash = micros((size * BigInt(steps)) / 10_000n)
      trades.push({ outcomeId, side, size, cash, at, number })
      if (number === null) return
      const traded = { outcomeId, marketId: marketOf(outcomeId), side, size, price: price(steps), fee }
      const one = fill(number, { ...traded, status: 'matched', at })
      fills.push(one)
      fixture.receive(one)
    },
    /** Shares go without a trade, as a merge or a redemption takes them. */
    take(outcomeId: OutcomeId, size: Micros, share: Micros, at: Instant): void {
      if (size === 0n) return
      const cash = micros((size * share) / 1_000_000n)
      trades.push({ outcomeId, side: 'SELL', size, cash, at, number: null })
    },
    step(fixture: PortfolioFixture, which: number, status: FillStatus): void {
      const open = fills.flatMap((one, number) => (isOpen(one) ? number : []))
      const number = open[which % Math.max(1, open.length)]
      if (number !== undefined) report(fixture, number, { status })
    },
    /** Fees of own fills become known. */
    learnFees(fixture: PortfolioFixture): void {
      for (const [number, one] of fills.entries()) {
        if (one.fee !== null) continue
        fixture.feesLearnt += 1
        report(fixture, number, { fee: micros(1_230n) })
      }
    },
    /** The data service shows what is true now. */
    list(fixture: PortfolioFixture, resolved: boolean): void {
      const known = outcomes.filter((outcomeId) => trades.some((one) => one.outcomeId === outcomeId))
      const isHeld = (outcomeId: OutcomeId): boolean => held(outcomeId) > 0n
      const rows = (status: PositionStatus, of: readonly OutcomeId[]) =>
        list(...of.map((outcomeId) => rowOf(outcomeId, status)))
      fixture.lists.open = rows('open', resolved ? [] : known.filter(isHeld))
      fixture.lists.redeemable = rows('redeemable', resolved ? known.filter(isHeld) : [])
      fixture.lists.closed = rows(
        'closed',
        known.filter((outcomeId) => !isHeld(outcomeId)),
      )
    },
    /** The order book's balances show what is true now. */
    balance(fixture: PortfolioFixture): void {
      for (const outcomeId of outcomes) fixture.balances.set(outcomeId, addMicros(held(outcomeId), ZERO))
    },
  }
}

/** The catalog knows one market of two outcomes. */
function marketOf(outcomeId: OutcomeId): MarketId {
  return marketId(outcomeId === YES || outcomeId === NO ? 1 : 3)
}

function isOpen({ status }: Fill): boolean {
  return status !== 'confirmed' && status !== 'failed'
}
