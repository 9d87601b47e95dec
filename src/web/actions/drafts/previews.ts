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

type Asked = Omit<Aimed, 'outcomeName'>

/** A question: an order, or a sale and the purchase of the other outcome that follows it. */
export type PreviewTerms = {
  readonly orders: readonly Asked[]
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** Minutes of a GTD order. */
  readonly ends: number | null
  /** Own resting sales are cancelled first. */
  readonly frees?: boolean
}

/** An order with the answer about it. */
export type Preview = {
  readonly terms: Pick<PreviewTerms, 'timeInForce' | 'postOnly'> & Asked
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

type Over = { readonly client: Pick<Client, 'call'>; readonly now: () => number }

/** Builds the asking over the API client and timers. */
export function createPreviews(
  over: Over & { readonly after: (ms: number, task: () => void) => () => void },
) {
  const state = createStore<PreviewState>(NOTHING)
  let terms: PreviewTerms | null = null
  let key = ''
  let cancelTimer: (() => void) | null = null
  let running: AbortController | null = null

  function begin(next: PreviewTerms | null): void {
    terms = next
    cancelTimer?.()
    cancelTimer = null
    running?.abort()
    running = null
  }

  function wait(ms: number): void {
    cancelTimer = over.after(ms, () => {
      cancelTimer = null
      // One question at a time.
      if (running === null) void send()
      else wait(RENEW_MS)
    })
  }

  async function send(): Promise<void> {
    if (terms === null) return
    const asked = terms
    const abort = new AbortController()
    running = abort
    const answer = await askTerminal(over, asked, abort.signal)
    if (running !== abort) return
    running = null
    if (!answer.ok) {
      state.update((old) => ({ ...old, isCurrent: false, fault: faultText(answer.error) }))
      return
    }
    const [last = null, purchase = null] = asked.orders.flatMap((order, at) => {
      const one = answer.value[at]
      return one === undefined ? [] : [{ terms: { ...asked, ...order }, answer: one }]
    })
    state.set({ last, purchase, isCurrent: true, fault: '' })
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
      begin(next)
      const isSameOutcome = state.get().last?.terms.outcomeId === next?.orders[0]?.outcomeId
      state.update((old) => ({ ...(isSameOutcome ? old : NOTHING), isCurrent: false, fault: '' }))
      if (next !== null) wait(DEBOUNCE_MS)
    },
    /** Book, mode or own orders have changed: asks the same again, not too often. */
    renew: () => {
      if (terms !== null && cancelTimer === null) wait(RENEW_MS)
    },
    stop: () => {
      begin(null)
      key = ''
    },
  }
}

async function askTerminal(
  { client, now }: Over,
  { orders: [first, second], timeInForce, postOnly, ends, frees }: PreviewTerms,
  signal: AbortSignal,
): Promise<Result<readonly PreviewResult[], ApiFault>> {
  const how = { signal, timeoutMs: TIMEOUT_MS }
  const bodyOf = <S extends Side>(side: S, { outcomeId, price, size }: Asked) => ({
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
