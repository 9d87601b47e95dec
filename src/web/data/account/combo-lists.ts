/** Combo requests and positions from their topics, and the deadline of each quote from the arrival of its message. */
import { comboPosition, comboRfq } from '#contract/records/combos.ts'
import type { ComboPosition, ComboQuote, ComboRfq } from '../../platform/api/client.ts'
import { createListStore } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Announcer } from '../../platform/page/messages.ts'
import type { Frame } from '../../platform/page/frame.ts'

const MAX_DEADLINES = 200

/** Follows the topics. `now` counts milliseconds that no change of the clock moves. */
export function createComboLists(deps: {
  readonly live: Pick<Live, 'watch'>
  readonly frame: Frame
  readonly announcer: Pick<Announcer, 'alert'>
  readonly now: () => number
}) {
  const deadlines = new Map<string, number>()
  const saidExpired = new Set<string>()
  const rfqs = createListStore<ComboRfq>({
    decode: comboRfq.decode,
    keyOf: ({ clientOrderId }) => clientOrderId,
    order: (a, b) => (a.askedAt < b.askedAt ? 1 : -1),
    onChange: () => deps.frame.mark(rfqs.flush),
    onItem({ state, quote }, before) {
      if (before?.state === 'live' && state === 'expired' && quote !== null) sayExpired(quote)
    },
  })
  const positions = createListStore<ComboPosition>({
    decode: comboPosition.decode,
    keyOf: ({ id }) => id,
    order: (a, b) => ((a.updatedAt ?? 0) < (b.updatedAt ?? 0) ? 1 : -1),
    onChange: () => deps.frame.mark(positions.flush),
  })

  /** A later message can only shorten what was understood before. */
  function note(quote: ComboQuote): void {
    const deadline = deps.now() + quote.expiresInMs
    deadlines.set(quote.quoteId, Math.min(deadline, deadlines.get(quote.quoteId) ?? deadline))
    if (deadlines.size <= MAX_DEADLINES) return
    for (const oldest of deadlines.keys()) {
      deadlines.delete(oldest)
      return
    }
  }

  /** Announces once that the quote has expired. */
  function sayExpired({ quoteId: id }: ComboQuote): void {
    if (saidExpired.has(id)) return
    saidExpired.add(id)
    deps.announcer.alert('The quote has expired')
  }

  const take = (part: 'snapshot' | 'delta') => (data: unknown) => {
    for (const { quote, state } of rfqs[part](data)) if (quote !== null && state === 'live') note(quote)
  }
  deps.live.watch('combo_rfqs', { snapshot: take('snapshot'), delta: take('delta'), lost: rfqs.lost })
  deps.live.watch('combo_positions', positions)

  return {
    rfqs,
    positions,
    note,
    sayExpired,
    /** Milliseconds left to accept, by that clock from the arrival of the message. */
    remainingMs: (quote: ComboQuote) => (deadlines.get(quote.quoteId) ?? 0) - deps.now(),
  }
}
