/**
 * Asks the backend what the order in the ticket would cost and be answered. Only the answer to the newest question is
 * taken; until it is there the former figures stay, marked as not current.
 */
import { formatMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { TimeInForce } from '#core/order/order.ts'
import type { Aimed } from '../../data/account/intent.ts'
import { faultText } from '../../platform/api/client.ts'
import type { Client, PreviewResult } from '../../platform/api/client.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import { endOf } from '../../data/markets/draft.ts'
import type { Ends } from '../../data/markets/draft.ts'
import type { OtherSide } from '../sale.ts'

export type PreviewTerms = Omit<Aimed, 'outcomeName'> & {
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** For GTD. */
  readonly ends: Ends | null
  /** Purchase of the other outcome after a sale beyond the holding. */
  readonly purchase: Pick<OtherSide, 'outcomeId' | 'price' | 'size'> | null
  /** Set for a sale: own resting sales are cancelled first. */
  readonly frees?: boolean
}

/** The question for an order as it is pressed. */
export function previewTerms(
  aim: Pick<PreviewTerms, 'outcomeId' | 'side' | 'price' | 'size'> & {
    readonly other: OtherSide | null
    readonly frees?: boolean
  },
  type: Pick<PreviewTerms, 'timeInForce' | 'postOnly' | 'ends'>,
): PreviewTerms {
  const { outcomeId, side, price, size, other } = aim
  const freeing = aim.frees === true ? { frees: true } : {}
  if (other === null) return { outcomeId, side, price, size, ...type, purchase: null, ...freeing }
  const { outcomeName: _name, ...purchase } = other
  const sold = subtractMicros(size, other.size)
  return sold > ZERO
    ? { outcomeId, side, price, size: sold, ...type, purchase, ...freeing }
    : { ...purchase, side: 'BUY', ...type, purchase: null }
}

/** An answer with the question that it answers. */
export type Preview = { readonly terms: PreviewTerms; readonly answer: PreviewResult }

export type PreviewState = {
  /** The last answer, of whatever was asked; null before the first. */
  readonly last: Preview | null
  /** The answer to the purchase of the same question; null where it has none. */
  readonly purchase: Preview | null
  /** True if it answers the order as it is in the ticket now. */
  readonly isCurrent: boolean
  /** Why there are no newer figures, as text; empty when there are. */
  readonly fault: string
}

export const DEBOUNCE_MS = 80
const RENEW_MS = 400
const TIMEOUT_MS = 5_000

const NOTHING: PreviewState = { last: null, purchase: null, isCurrent: false, fault: '' }

/** Builds the asking over the API client and timers. */
export function createPreviews(options: {
  readonly client: Pick<Client, 'call'>
  readonly now: () => number
  readonly after: (ms: number, task: () => void) => () => void
}) {
  const state = createStore<PreviewState>(NOTHING)
  let terms: PreviewTerms | null = null
  let key = ''
  let cancelTimer: (() => void) | null = null
  let running: AbortController | null = null
  let isRenewalDue = false

  function forget(): void {
    cancelTimer?.()
    cancelTimer = null
    running?.abort()
    running = null
    isRenewalDue = false
  }

  function wait(ms: number): void {
    cancelTimer = options.after(ms, () => {
      cancelTimer = null
      void send()
    })
  }

  async function send(): Promise<void> {
    if (terms === null) return
    const asked = terms
    const abort = new AbortController()
    running = abort
    const ends = asked.ends === null ? null : endOf(asked.ends, options.now())
    const body = (order: Pick<PreviewTerms, 'outcomeId' | 'price' | 'size'>) => ({
      outcomeId: order.outcomeId,
      price: order.price,
      size: order.size,
      timeInForce: asked.timeInForce,
      postOnly: asked.postOnly,
      ...(ends === null ? {} : { expiresAt: ends }),
    })
    const { purchase } = asked
    const freeing = asked.frees === true ? { cancelsSales: true } : {}
    const how = { signal: abort.signal, timeoutMs: TIMEOUT_MS }
    const answer =
      purchase === null
        ? await options.client.call(
            'previewOrder',
            { body: { ...body(asked), side: asked.side, ...freeing } },
            how,
          )
        : await options.client.call(
            'previewBothSides',
            {
              body: {
                sale: { ...body(asked), side: 'SELL', ...freeing },
                purchase: { ...body(purchase), side: 'BUY' },
              },
            },
            how,
          )
    if (running !== abort) return
    running = null
    if (answer.ok) state.set({ ...answered(asked, answer.value), isCurrent: true, fault: '' })
    else state.update((old) => ({ ...old, isCurrent: false, fault: faultText(answer.error) }))
    if (isRenewalDue) {
      isRenewalDue = false
      wait(RENEW_MS)
    }
  }

  return {
    state: state as Readable<PreviewState>,
    /** The order as it is now; null while it is not a whole order. */
    ask(next: PreviewTerms | null) {
      const nextKey = next === null ? '' : keyOf(next)
      if (nextKey === key) return
      key = nextKey
      terms = next
      forget()
      if (next === null) {
        state.set(NOTHING)
        return
      }
      const last = state.get().last
      const isSameOutcome = last !== null && last.terms.outcomeId === next.outcomeId
      const kept = isSameOutcome ? state.get() : NOTHING
      state.set({ ...kept, isCurrent: false, fault: '' })
      wait(DEBOUNCE_MS)
    },
    /** Book, mode or own orders have changed: asks the same again, not too often. */
    renew: () => {
      if (terms === null || cancelTimer !== null) return
      if (running !== null) isRenewalDue = true
      else wait(RENEW_MS)
    },
    stop: () => {
      forget()
      key = ''
      terms = null
    },
  }
}

function answered(
  terms: PreviewTerms,
  answer: PreviewResult | { readonly sale: PreviewResult; readonly purchase: PreviewResult },
): Pick<PreviewState, 'last' | 'purchase'> {
  if (!('sale' in answer)) return { last: { terms, answer }, purchase: null }
  const bought = { ...terms, ...terms.purchase, side: 'BUY', purchase: null } as const
  return {
    last: { terms, answer: answer.sale },
    purchase: { terms: bought, answer: answer.purchase },
  }
}

function keyOf(terms: PreviewTerms): string {
  return JSON.stringify([
    terms.outcomeId,
    terms.side,
    terms.price,
    formatMicros(terms.size),
    terms.timeInForce,
    terms.postOnly,
    terms.ends,
    terms.frees ?? false,
    terms.purchase === null
      ? null
      : [terms.purchase.outcomeId, terms.purchase.price, formatMicros(terms.purchase.size)],
  ])
}
