/** Own orders, fills, attached exits, cash and holdings and the trading mode at an instant of a replay: read from the marks alone, which are few. */
import type { Instant } from '#core/market/market.ts'
import type { EventId, ExitId, OutcomeId } from '#core/ids.ts'
import type { AttachedExit } from '#core/order/attached-exit.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { Holding, Holdings } from '#core/position/position.ts'
import type { EventPnl } from '#core/position/resolution-pnl.ts'
import type { Mark } from '#core/recording/records.ts'
import type { TradingState } from '#core/trading-state.ts'
import type { ReplayChange } from './contract.ts'

export type ReplayOwn = ReturnType<typeof createReplayOwn>

const OWN: ReadonlySet<Mark['kind']> = new Set(['order', 'fill', 'exit', 'trading', 'account'])

/** @param marks  oldest first */
export function createReplayOwn(marks: readonly Mark[]) {
  const own = marks.filter(({ kind }) => OWN.has(kind))
  const orders = new Map<string, Order>()
  const fills = new Map<string, Fill>()
  const exits = new Map<ExitId, AttachedExit>()
  const held = new Map<OutcomeId, Holding>()
  const ifWins = new Map<EventId, EventPnl>()
  let account: Holdings | null = null
  let trading: TradingState | null = null
  let next = 0

  function take(mark: Mark): ReplayChange | null {
    switch (mark.kind) {
      case 'order':
        if (mark.order.id === null) return null
        orders.set(mark.order.id, mark.order)
        return { what: 'order', order: mark.order }
      case 'fill':
        fills.set(`${mark.fill.tradeId} ${mark.fill.orderId}`, mark.fill)
        return { what: 'fill', fill: mark.fill }
      case 'exit':
        exits.set(mark.exit.id, mark.exit)
        return { what: 'exits' }
      case 'trading':
        trading = mark.trading
        return { what: 'state' }
      case 'account': {
        const outcomeIds = [...mark.gone, ...mark.account.held.map(({ outcomeId }) => outcomeId)]
        if (mark.isWhole) outcomeIds.push(...held.keys())
        if (mark.isWhole) held.clear()
        for (const id of mark.gone) held.delete(id)
        for (const holding of mark.account.held) held.set(holding.outcomeId, holding)
        account = mark.account
        if (mark.isWhole) ifWins.clear()
        for (const id of mark.over) ifWins.delete(id)
        for (const pnl of mark.ifWins) ifWins.set(pnl.eventId, pnl)
        return { what: 'account', outcomeIds: [...new Set(outcomeIds)] }
      }
      default:
        return null
    }
  }

  /** Whoever wrote it is not trusted: one that is not understood hides no other. */
  function taken(mark: Mark): ReplayChange | null {
    try {
      return take(mark)
    } catch {
      return null
    }
  }

  return {
    /** Moves on to an instant; answers what changed on the way. */
    moveTo(at: Instant): readonly ReplayChange[] {
      const changes: ReplayChange[] = []
      for (let mark = own[next]; mark !== undefined && mark.at <= at; mark = own[next]) {
        next += 1
        const change = taken(mark)
        if (change !== null) changes.push(change)
      }
      return changes
    },
    /** Begins again, before everything. */
    restart(): void {
      orders.clear()
      fills.clear()
      exits.clear()
      held.clear()
      ifWins.clear()
      account = null
      trading = null
      next = 0
    },
    /** Open ones, and those that ended. */
    orders: (): Iterable<Order> => orders.values(),
    order: (id: string): Order | null => orders.get(id) ?? null,
    fills: (): Iterable<Fill> => fills.values(),
    exits: (): Iterable<AttachedExit> => exits.values(),
    trading: (): TradingState | null => trading,
    /** Null where they are not recorded. */
    holdings: (): Holdings | null => account && { ...account, held: [...held.values()] },
    holding: (id: OutcomeId): Holding | null => held.get(id) ?? null,
    /** Results of each outcome; null where they are not recorded. */
    ifWins: (): readonly EventPnl[] | null => account && [...ifWins.values()],
  }
}
