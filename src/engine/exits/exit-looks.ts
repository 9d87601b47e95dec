/** Has an exit look at the present: its book, what is free of its outcome, the clock, and whether it may act. */
import { bestBid, type BookView } from '#core/book/book.ts'
import { parseClientOrderId, type ClientOrderId, type OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros, type Micros } from '#core/money.ts'
import { isInForce } from '#core/order/attached-exit.ts'
import type { Price } from '#core/price.ts'
import { holdOf, isClockRight, momentOf, type ExitEntry, type ExitsState } from './exit-actor.ts'

/** One look of one exit; nothing for one that is over. */
export function lookAt(state: ExitsState, entry: ExitEntry): void {
  const exit = entry.machine.state()
  if (!isInForce(exit)) return
  const { outcomeId } = exit
  const source = state.quoteBooks.source(outcomeId)
  const book = source.ok ? source.value.book : null
  const isClosed = state.orders.gate(state.orders.epoch(), { outcomeId, ids: [] }) !== null
  entry.machine.send({
    type: 'look',
    now: momentOf(state),
    freshId: freshId(state),
    isPaused: entry.isRecalling || isClosed || state.leaving.has(outcomeId),
    top:
      book === null
        ? null
        : {
            bestBid: bestBid(book),
            firmBid: firmBid(book),
            evidence: state.quoteBooks.evidence(book),
            minOrderSize: book.minOrderSize,
            tickSize: book.tickSize,
          },
    isResolved: !source.ok && source.error.code === 'market_closed' && source.error.value === 'resolved',
    free: freeShares(state, outcomeId),
    startsAt: startOf(state, outcomeId),
    clockRightAt: state.clockSkew.rightAt(),
    held: {
      sale: holdOf(state, outcomeId, state.venueRefusal(false)?.code ?? null),
      target: holdOf(state, outcomeId, state.venueRefusal(true)?.code ?? null),
    },
  })
}

/** The price down to which the bids offer the market's minimum: what is less moves no trailing stop. */
function firmBid({ bids, minOrderSize }: BookView): Price | null {
  let offered = 0n
  for (const [price, size] of bids) {
    offered += size
    if (offered >= minOrderSize) return price
  }
  return null
}

/** A time that has come by this host's clock has that clock measured before it acts. */
export function measureForTime(state: ExitsState, { machine }: ExitEntry): void {
  const { timeDueSince } = machine.state().waits
  if (timeDueSince !== null && !isClockRight(state, timeDueSince)) void state.clockSkew.check()
}

function freshId({ random }: ExitsState): ClientOrderId {
  const id = parseClientOrderId(random.uuidV7())
  if (id === null) throw new Error('a fresh UUIDv7 is none')
  return id
}

/** Looks of all exits of an outcome. */
export function lookAtOutcome(state: ExitsState, outcomeId: OutcomeId): void {
  for (const entry of state.ofOutcome.get(outcomeId) ?? []) lookAt(state, entry)
}

/** Shares held that no open order may take; null when that is not known. */
export function freeShares({ holdings }: ExitsState, outcomeId: OutcomeId): Micros | null {
  const held = holdings.held(outcomeId)
  return held === null ? null : micros(held - holdings.reserved(outcomeId))
}

/** The start of the market's game, else of its event. */
export function startOf({ catalog }: ExitsState, outcomeId: OutcomeId): Instant | null {
  const known = catalog.outcome(outcomeId)
  return known?.market.gameStartTime ?? known?.event.startTime ?? null
}
