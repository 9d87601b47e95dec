/** Combos in this tab: the draft, asking for a quote, accepting it once, declining it. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ComboQuote } from '../platform/api/client.ts'
import { readAmount } from '../platform/format/figures.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import { createComboLists } from '../data/account/combo-lists.ts'
import { rejectText } from '../words/reject-text.ts'
import { createComboDraft, toggled } from './drafts/combo-draft.ts'
import type { ComboDraft, DraftLeg } from './drafts/combo-draft.ts'
import { faultText } from '../platform/api/client.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Acting, News } from './send.ts'

const ASK_TIMEOUT_MS = 45_000
const ACCEPT_TIMEOUT_MS = 30_000

/** Builds them and follows the topics. `performance` counts milliseconds that no change of the clock moves. */
export function createCombos(
  deps: Pick<Acting, 'client' | 'intents' | 'frame' | 'announcer' | 'mint'> & {
    readonly live: Pick<Live, 'watch'>
    readonly view: {
      readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>
      readonly performance: Pick<Performance, 'now'>
    }
  },
) {
  const { client, announcer, view } = deps
  const draft = createComboDraft(view.localStorage)
  const accepted = new Set<string>()
  const isAsking = createStore(false)
  const has = (id: string) => draft.get().legs.some(({ outcomeId }) => outcomeId === id)
  const lists = createComboLists({ ...deps, now: () => view.performance.now() })

  return {
    draft,
    has,
    /** Adds or removes a leg, and answers with the words that it said. */
    toggle(leg: DraftLeg): string {
      draft.update((old) => toggled(old, leg))
      const { length } = draft.get().legs
      const text = `${leg.outcomeName} ${has(leg.outcomeId) ? 'added to' : 'taken from'} the combo: ${length} ${length === 1 ? 'leg' : 'legs'}`
      announcer.say(text)
      return text
    },
    ...lists,
    /** A question is under way. */
    isAsking: isAsking as Readable<boolean>,
    /** Asks for a quote of the combo draft; answers the reason when there is none. */
    async ask({ legs, side, size }: ComboDraft): Promise<Result<null, string>> {
      if (isAsking.get()) return err('A quote is being asked for.')
      const amount = readAmount(size, 6)
      if (amount === null) return err('The size is not an amount.')
      isAsking.set(true)
      const asked = legs.map(({ outcomeId }) => outcomeId)
      const body = { clientOrderId: deps.mint(), legs: asked, side, size: amount }
      const answer = await client.call('quoteCombo', { body }, { timeoutMs: ASK_TIMEOUT_MS })
      isAsking.set(false)
      if (!answer.ok) return err(faultText(answer.error))
      const { quote, reject } = answer.value
      if (quote === null) return err(reject === null ? 'No quote.' : rejectText(reject.code, reject.message))
      lists.note(quote)
      return ok(null)
    },
    /** Sends the acceptance, once per quote and page; again only after a refusal that says that nothing was sent. */
    accept(quote: ComboQuote): Promise<Result<null, string>> {
      const { quoteId, rfqId } = quote
      if (accepted.has(quoteId)) return Promise.resolve(err('This quote was accepted before.'))
      accepted.add(quoteId)
      const clientOrderId = deps.mint()
      const { promise, resolve } = Promise.withResolvers<Result<null, string>>()
      const request = async () => {
        const body = { clientOrderId, rfqId, quoteId }
        const answer = await client.call('acceptCombo', { body }, { timeoutMs: ACCEPT_TIMEOUT_MS })
        return answer.ok ? ok({ ...answer.value, order: null, result: endOf(answer.value) }) : answer
      }
      const tell = ({ at, text, code }: News) => {
        // A refusal says that nothing was sent.
        if (at === 'rejected' && code !== 'combo_already_accepted') accepted.delete(quoteId)
        resolve(at === 'accepted' ? ok(null) : err(code === null ? text : rejectText(code, text)))
      }
      deps.intents.follow({ id: clientOrderId, kind: 'order', request, tell })
      return promise
    },
    isAccepted: (quote: ComboQuote) => accepted.has(quote.quoteId),
    /** Declines; answers the reason when it could not. */
    async dismiss(quote: ComboQuote): Promise<Result<null, string>> {
      const answer = await client.call('dismissCombo', { params: { rfqId: quote.rfqId }, body: {} })
      return answer.ok ? ok(null) : err(faultText(answer.error))
    },
  }
}

/** An acceptance that the venue has taken is no longer unknown, whatever becomes of it. */
function endOf({ result }: { readonly result: string }): 'accepted' | 'rejected' | 'unknown' {
  return result === 'rejected' || result === 'unknown' ? result : 'accepted'
}
