/** Closing or hedging a position by one press (PAGE-1): sent as it was seen, or not and the reason is said (PAGE-4). */
import type { Micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import { wayOutOf } from '../data/account/intent.ts'
import type { Aimed, Sent } from '../data/account/intent.ts'
import type { Position } from '../platform/api/client.ts'
import { staleText } from '../words/portfolio-text.ts'
import { WHY_NOT } from '../words/why-not.ts'
import { exitQuote } from './exit-quote.ts'
import type { ExitMode, ExitTerms } from './exit-quote.ts'
import { createSamePress, quoteBlock, stateBlock, stateNow } from './guard.ts'
import { followLimits } from './seen.ts'
import { isOnItsWay, refused } from './send.ts'
import type { Acting } from './send.ts'

export type Exits = ReturnType<typeof createExits>
/** Figures that were shown when it was pressed. */
export type ExitPress = ReturnType<Exits['press']>

/** Builds them. */
export function createExits(parts: Acting) {
  const { client, intents, positions, now } = parts
  const samePress = createSamePress<Sent>(({ refusals }) => refusals.length === 0)
  const worstSeen = followLimits(positions, now)
  const quoteOf = (position: Position, mode: ExitMode, asked: Micros | null) =>
    exitQuote(position, mode, asked, parts.prices())

  /** Why a press would be refused now, before anybody presses; null when it would not. */
  function barred(position: Position, mode: ExitMode, asked: Micros | null = null): string | null {
    if (!positions.get().current || !parts.live.isReceiving()) return WHY_NOT.linkLost
    const stale = staleText(position)
    if (stale !== null && mode !== 'hedge') return stale
    const { terms, why } = quoteOf(position, mode, asked)
    if (terms === null) return why
    const isIt = ({ outcomeId, side }: Aimed) => outcomeId === terms.outcomeId && side === terms.side
    const other = intents.list.get().find((one) => isOnItsWay(one) && isIt(one))
    return other === undefined ? null : other.state === 'sending' ? WHY_NOT.sideInFlight : WHY_NOT.sideUnknown
  }

  function send({ mode, heldOutcomeId, asked, ...order }: ExitTerms, worstPrice: Price): Sent {
    const clientOrderId = parts.mint()
    const body = { clientOrderId, outcomeId: heldOutcomeId, worstPrice }
    const request = () =>
      mode === 'hedge'
        ? client.call('hedgePosition', { body })
        : client.call('exitPosition', {
            body: { ...body, mode, ...(asked !== null && { size: order.size }) },
          })
    const outgoing = { ...order, clientOrderId, wayOut: wayOutOf(heldOutcomeId, mode) }
    return { intents: intents.send([outgoing], request, (answer) => answer), refusals: [] }
  }

  /** @param asked  the part to close; null for all */
  function press(position: Position, mode: ExitMode, asked: Micros | null = null) {
    const quote = quoteOf(position, mode, asked)
    const worst = quote.terms === null ? null : worstSeen(position, mode, quote.terms.price)
    return { outcomeId: position.outcomeId, mode, asked, quote, armed: stateNow(parts, false).mode, worst }
  }

  /** Sends what was pressed, no worse than it was shown, or says why not. */
  function judge({ outcomeId, mode, asked, quote, armed, worst }: ReturnType<typeof press>): Sent {
    const position = positions.get().items.find((one) => one.outcomeId === outcomeId)
    if (position?.status !== 'open') return refused(WHY_NOT.notHeld)
    if (quote.terms === null || worst === null) return refused(quote.why ?? WHY_NOT.noQuote)
    const { terms, why } = quoteOf(position, mode, asked)
    const now = stateNow(parts, terms?.postOnly ?? false)
    const block = stateBlock(now, armed) ?? barred(position, mode, asked) ?? why
    if (block !== null || terms === null) return refused(block ?? WHY_NOT.noQuote)
    const moved = quoteBlock(quote.terms, terms.price, { ...now, tick: position.tickSize ?? 1 })
    return moved === null ? send(terms, worst) : refused(moved)
  }

  /** A second press within 350 ms is the same press. */
  const release = (made: ReturnType<typeof press>): Sent =>
    samePress(`${made.mode} ${made.outcomeId} ${made.asked}`, now(), () => judge(made)).made

  return { barred, worstSeen, press, release }
}
