/**
 * The terminal's answer to an order that is being written: its cost, and whether it would be placed. While a newer one is
 * awaited the former figures of the outcome stay, marked as not current.
 */
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Aimed } from '../../data/account/intent.ts'
import type { ApiFault, Client, PreviewResult } from '../../platform/api/client.ts'
import { valueOf } from '../../platform/api/queries.ts'
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

export const DEBOUNCE_MS = 80
const RENEW_MS = 400
const TIMEOUT_MS = 5_000

type Over = { readonly client: Pick<Client, 'call'>; readonly now: () => number }

/** The question as text: the same for the same order. */
export function questionOf(terms: PreviewTerms | null): string {
  return JSON.stringify(terms, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

/** The read of one asker, each outcome for itself; its answer names the question. */
export function previewOf(over: Over, asker: string, terms: PreviewTerms | null) {
  return queryOptions({
    queryKey: ['preview', asker, terms?.orders[0]?.outcomeId],
    queryFn:
      terms === null
        ? skipToken
        : async ({ signal }) => {
            const answers = valueOf(await askTerminal(over, terms, signal))
            const [last = null, purchase = null] = terms.orders.flatMap((order, at): readonly Preview[] => {
              const answer = answers[at]
              return answer === undefined ? [] : [{ terms: { ...terms, ...order }, answer }]
            })
            return { question: questionOf(terms), last, purchase }
          },
  })
}

/** Asks the same again once book, mode or own orders have changed: not too often, and one question at a time. */
export function createRenewal(
  queries: QueryClient,
  queryKey: QueryKey,
  after: (ms: number, task: () => void) => () => void,
) {
  let cancel: (() => void) | null = null
  function renew(): void {
    cancel ??= after(RENEW_MS, () => {
      cancel = null
      if (queries.isFetching({ queryKey }) > 0) renew()
      else void queries.refetchQueries({ queryKey })
    })
  }
  return { renew, stop: () => cancel?.() }
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
