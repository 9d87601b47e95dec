/**
 * Asks the backend what the order in the ticket would cost and be answered. Only the answer to the newest question is
 * taken; until it is there the former figures stay, marked as not current.
 */
import type { Side, TimeInForce } from '#core/order/order.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Aimed } from '../../data/account/intent.ts'
import { faultText } from '../../platform/api/client.ts'
import type { ApiFault, Client, PreviewResult } from '../../platform/api/client.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import { endOf } from '../../data/markets/draft.ts'

type OrderType = {
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
}

/** A question: an order, or a sale and the purchase of the other outcome that follows it. */
export type PreviewTerms = OrderType & {
  readonly orders: readonly Omit<Aimed, 'outcomeName'>[]
  /** Minutes of a GTD order. */
  readonly ends: number | null
  /** Own resting sales are cancelled first. */
  readonly frees?: boolean
}

/** An order with the answer about it. */
export type Preview = {
  readonly terms: OrderType & Omit<Aimed, 'outcomeName'>
  readonly answer: PreviewResult
}

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
    const answer = await askTerminal(options, asked, abort.signal)
    if (running !== abort) return
    running = null
    if (answer.ok) {
      const [last = null, purchase = null] = asked.orders.flatMap((order, at) => {
        const one = answer.value[at]
        return one === undefined ? [] : [{ terms: { ...asked, ...order }, answer: one }]
      })
      state.set({ last, purchase, isCurrent: true, fault: '' })
    } else state.update((old) => ({ ...old, isCurrent: false, fault: faultText(answer.error) }))
    if (isRenewalDue) {
      isRenewalDue = false
      wait(RENEW_MS)
    }
  }

  return {
    state: state as Readable<PreviewState>,
    /** The order as it is now; null while it is not a whole order. */
    ask(next: PreviewTerms | null) {
      const nextKey = JSON.stringify(next, (_, value: unknown) =>
        typeof value === 'bigint' ? `${value}` : value,
      )
      if (nextKey === key) return
      key = nextKey
      terms = next
      forget()
      if (next === null) {
        state.set(NOTHING)
        return
      }
      const last = state.get().last
      const isSameOutcome = last?.terms.outcomeId === next.orders[0]?.outcomeId
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

async function askTerminal(
  { client, now }: { readonly client: Pick<Client, 'call'>; readonly now: () => number },
  { orders: [first, second], timeInForce, postOnly, ends, frees }: PreviewTerms,
  signal: AbortSignal,
): Promise<Result<readonly PreviewResult[], ApiFault>> {
  const how = { signal, timeoutMs: TIMEOUT_MS }
  const bodyOf = <S extends Side>(side: S, { outcomeId, price, size }: Omit<Aimed, 'outcomeName'>) => ({
    outcomeId,
    side,
    price,
    size,
    timeInForce,
    postOnly,
    ...(ends !== null && { expiresAt: endOf(ends, now()) }),
    ...(frees === true && side === 'SELL' && { cancelsSales: true }),
  })
  if (first === undefined) return ok([])
  if (second === undefined) {
    const answer = await client.call('previewOrder', { body: bodyOf(first.side, first) }, how)
    return answer.ok ? ok([answer.value]) : answer
  }
  const body = { sale: bodyOf('SELL', first), purchase: bodyOf('BUY', second) }
  const answer = await client.call('previewBothSides', { body }, how)
  return answer.ok ? ok([answer.value.sale, answer.value.purchase]) : answer
}
