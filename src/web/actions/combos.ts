/** Combos in this tab: the draft, asking for a quote, accepting it once, declining it. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { faultText } from '../platform/api/client.ts'
import type { ComboQuote } from '../platform/api/client.ts'
import { readAmount } from '../platform/format/figures.ts'
import { createStore } from '../platform/state/store.ts'
import type { Memory, Readable } from '../platform/state/store.ts'
import { createComboLists } from '../data/account/combo-lists.ts'
import { rejectText } from '../words/reject-text.ts'
import { createComboDraft, createLegs } from './drafts/combo-draft.ts'
import type { ComboDraft } from './drafts/combo-draft.ts'
import type { Acting } from './send.ts'

/** Builds them and follows the topics. `performance` counts milliseconds that no change of the clock moves. */
export function createCombos(
  deps: Pick<Acting, 'client' | 'intents' | 'frame' | 'announcer' | 'mint'> & {
    readonly live: Pick<Acting['live'], 'watch'>
    readonly view: { readonly localStorage: Memory; readonly performance: Pick<Performance, 'now'> }
  },
) {
  const { client, announcer, view } = deps
  const draft = createComboDraft(view.localStorage)
  const accepted = new Set<string>()
  const isAsking = createStore(false)
  const lists = createComboLists({ ...deps, now: () => view.performance.now() })

  return {
    draft,
    ...createLegs(draft, announcer),
    ...lists,
    /** A question is under way. */
    isAsking: isAsking as Readable<boolean>,
    /** Asks for a quote of the combo draft; answers the reason when there is none. */
    async ask({ legs, side, size }: ComboDraft): Promise<Result<null, string>> {
      if (isAsking.get()) return err('A quote is already being requested.')
      const amount = readAmount(size, 6)
      if (amount === null) return err('The size is not a number.')
      isAsking.set(true)
      const body = { clientOrderId: deps.mint(), legs: legs.map((leg) => leg.outcomeId), side, size: amount }
      const answer = await client.call('quoteCombo', { body })
      isAsking.set(false)
      if (!answer.ok) return err(faultText(answer.error))
      const { quote, reject } = answer.value
      if (quote === null) return err(reject === null ? 'No quote.' : rejectText(reject.code, reject.message))
      lists.note(quote)
      return ok(null)
    },
    /** Sends the acceptance, once per quote and page; again only after a refusal that says that nothing was sent. */
    async accept(quote: ComboQuote): Promise<Result<null, string>> {
      const { quoteId, rfqId } = quote
      if (accepted.has(quoteId)) return err('This quote was already accepted.')
      accepted.add(quoteId)
      const clientOrderId = deps.mint()
      const { at, text, code } = await deps.intents.follow({
        id: clientOrderId,
        kind: 'order',
        async request() {
          const answer = await client.call('acceptCombo', { body: { clientOrderId, rfqId, quoteId } })
          if (!answer.ok) return answer
          const { result, reject, replayed } = answer.value
          // Taken by the venue it is no longer unknown, whatever becomes of it.
          const end = result === 'rejected' || result === 'unknown' ? result : 'accepted'
          return ok({ clientOrderId, result: end, order: null, reject, replayed })
        },
        tell(news) {
          // A refusal says that nothing was sent.
          if (news.at === 'rejected' && news.code !== 'combo_already_accepted') accepted.delete(quoteId)
        },
      })
      return at === 'accepted' ? ok(null) : err(code === null ? text : rejectText(code, text))
    },
    isAccepted: (quote: ComboQuote) => accepted.has(quote.quoteId),
    /** Declines; answers the reason when it could not. */
    async dismiss(quote: ComboQuote): Promise<Result<null, string>> {
      const answer = await client.call('dismissCombo', { params: { rfqId: quote.rfqId }, body: {} })
      return answer.ok ? ok(null) : err(faultText(answer.error))
    },
  }
}
