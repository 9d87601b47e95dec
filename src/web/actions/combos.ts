/** Combos in this tab: the combo draft, requests and positions from their topics, deadlines from the arrival of each message. */
import { comboPosition, comboRfq } from '#contract/records/combos.ts'
import type { ClientOrderId } from '#core/ids.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { faultText } from '../platform/api/client.ts'
import type { Client, ComboPosition, ComboQuote, ComboRfq } from '../platform/api/client.ts'
import { readAmount } from '../platform/format/figures.ts'
import { createListStore } from '../platform/live/list-store.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Announcer } from '../platform/page/messages.ts'
import type { Frame } from '../platform/page/frame.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { rejectText } from '../words/reject-text.ts'
import { createComboDraft, toggled } from './drafts/combo-draft.ts'
import type { ComboDraft, DraftLeg } from './drafts/combo-draft.ts'

export type Combos = {
  readonly draft: Store<ComboDraft>
  readonly toggle: (leg: DraftLeg) => void
  readonly rfqs: ListStore<ComboRfq>
  readonly positions: ListStore<ComboPosition>
  /** A question is under way. */
  readonly isAsking: Readable<boolean>
  /** Asks for a quote of the combo draft; answers the reason when there is none. */
  readonly ask: (draft: ComboDraft) => Promise<Result<null, string>>
  /** Sends the acceptance, once per quote and page; again only after a refusal that says that nothing was sent. */
  readonly accept: (quote: ComboQuote) => Promise<Result<null, string>>
  readonly isAccepted: (quote: ComboQuote) => boolean
  /** Declines; answers the reason when it could not. */
  readonly dismiss: (quote: ComboQuote) => Promise<Result<null, string>>
  /** Announces once that the quote has expired. */
  readonly sayExpired: (quote: ComboQuote) => void
  /** Milliseconds left to accept, on the monotonic clock from the arrival of the message. */
  readonly remainingMs: (quote: ComboQuote) => number
}

const ASK_TIMEOUT_MS = 45_000
const ACCEPT_TIMEOUT_MS = 30_000
const MAX_DEADLINES = 200

/** Builds them and follows the topics. `performance` counts milliseconds that no change of the clock moves. */
export function createCombos(deps: {
  readonly client: Client
  readonly live: Pick<Live, 'watch'>
  readonly frame: Frame
  readonly announcer: Announcer
  readonly mint: () => ClientOrderId
  readonly view: {
    readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>
    readonly performance: Pick<Performance, 'now'>
  }
}): Combos {
  const { client, announcer, view } = deps
  const draft = createComboDraft(view.localStorage)
  const deadlines = new Map<string, number>()
  const accepted = new Set<string>()
  const saidExpired = new Set<string>()
  const isAsking = createStore(false)
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
    const deadline = view.performance.now() + quote.expiresInMs
    deadlines.set(quote.quoteId, Math.min(deadline, deadlines.get(quote.quoteId) ?? deadline))
    if (deadlines.size <= MAX_DEADLINES) return
    for (const oldest of deadlines.keys()) {
      deadlines.delete(oldest)
      return
    }
  }

  function sayExpired({ quoteId: id }: ComboQuote): void {
    if (saidExpired.has(id)) return
    saidExpired.add(id)
    announcer.alert('The quote has expired')
  }

  const take = (part: 'snapshot' | 'delta') => (data: unknown) => {
    for (const { quote, state } of rfqs[part](data)) if (quote !== null && state === 'live') note(quote)
  }
  deps.live.watch('combo_rfqs', { snapshot: take('snapshot'), delta: take('delta'), lost: rfqs.lost })
  deps.live.watch('combo_positions', positions)

  return {
    draft,
    toggle(leg) {
      draft.update((old) => toggled(old, leg))
      const { legs } = draft.get()
      const isIn = legs.some(({ outcomeId }) => outcomeId === leg.outcomeId)
      announcer.say(`${leg.outcomeName} ${isIn ? 'added to' : 'taken from'} the combo: ${legs.length} legs`)
    },
    rfqs,
    positions,
    isAsking,
    async ask({ legs, side, size }) {
      if (isAsking.get()) return err('A quote is being asked for.')
      const amount = readAmount(size, 6)
      if (amount === null) return err('The size is not an amount.')
      isAsking.set(true)
      const answer = await client.call(
        'quoteCombo',
        {
          body: {
            clientOrderId: deps.mint(),
            legs: legs.map(({ outcomeId }) => outcomeId),
            side,
            size: amount,
          },
        },
        { timeoutMs: ASK_TIMEOUT_MS },
      )
      isAsking.set(false)
      if (!answer.ok) return err(faultText(answer.error))
      const { quote, reject } = answer.value
      if (quote === null) return err(reject === null ? 'No quote.' : rejectText(reject.code, reject.message))
      note(quote)
      return ok(null)
    },
    async accept(quote) {
      if (accepted.has(quote.quoteId)) return err('This quote was accepted before.')
      accepted.add(quote.quoteId)
      const answer = await client.call(
        'acceptCombo',
        {
          body: { clientOrderId: deps.mint(), rfqId: quote.rfqId, quoteId: quote.quoteId },
        },
        { timeoutMs: ACCEPT_TIMEOUT_MS },
      )
      if (!answer.ok) {
        // A request that the terminal refused was not carried out; after any other fault the outcome is unknown.
        if (answer.error.kind === 'problem' && answer.error.problem.status < 500) {
          accepted.delete(quote.quoteId)
        }
        return err(faultText(answer.error))
      }
      const { result, reject } = answer.value
      if (result !== 'rejected') return ok(null)
      if (reject?.code !== 'combo_already_accepted') accepted.delete(quote.quoteId)
      return err(reject === null ? 'Refused.' : rejectText(reject.code, reject.message))
    },
    isAccepted: (quote) => accepted.has(quote.quoteId),
    async dismiss(quote) {
      const answer = await client.call('dismissCombo', { params: { rfqId: quote.rfqId }, body: {} })
      return answer.ok ? ok(null) : err(faultText(answer.error))
    },
    sayExpired,
    remainingMs: (quote) => (deadlines.get(quote.quoteId) ?? 0) - view.performance.now(),
  }
}
