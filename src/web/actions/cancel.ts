/** Cancels: sent at every press, in every mode, whatever the page knows. Nothing here refuses or delays one (INV-16). */
import type { Side } from '#core/order/order.ts'
import type { CancelAllResult, Client, Order } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import { openOrders } from '../data/account/own-levels.ts'
import type { CancelAllState } from '../words/cancel-text.ts'
import { ALL, createCancelFollow, namesOf } from './cancel-follow.ts'
import type { CancelFollowOptions } from './cancel-follow.ts'
import type { Intents } from './send.ts'

export type CancelsOptions = CancelFollowOptions & {
  readonly client: Pick<Client, 'call'>
  readonly intents: Pick<Intents, 'list' | 'follow'>
  /** Offers to end the stops that a Cancel All leaves working. */
  readonly offerToEnd: (stops: CancelAllResult['workingStops']) => void
  readonly announcer: CancelFollowOptions['announcer']
  readonly after: (ms: number, task: () => void) => void
}

const LATE_MS = 3_000
const SHOWN_MS = 8_000
const HOW = { timeoutMs: 20_000 }

export type Cancels = ReturnType<typeof createCancels>

/** Builds them. */
export function createCancels(options: CancelsOptions) {
  const { client, after } = options
  const follow = createCancelFollow(options)
  const state = createStore<CancelAllState>({ state: 'idle' })
  let turn = 0

  const open = (isMeant: (order: Order) => boolean = () => true) =>
    openOrders(options.orders.get().items).filter(isMeant)

  function cancelOrders(ids: readonly string[]): void {
    if (ids.length === 0) return
    follow('Cancel', new Set(ids), () => client.call('cancelOrders', { body: { orderIds: [...ids] } }, HOW))
  }

  return {
    cancelOrders,
    cancelAllState: state as Readable<CancelAllState>,
    cancelAll: () => {
      turn += 1
      const own = turn
      const show = (next: CancelAllState) => {
        if (own === turn) state.set(next)
      }
      const sending = options.intents.list.get().filter((intent) => intent.state === 'sending').length
      const count = open().length + sending
      show({ state: 'sending', count, late: false })
      after(LATE_MS, () => {
        if (own !== turn || state.get().state !== 'sending') return
        show({ state: 'sending', count, late: true })
        options.announcer.alert('Cancel all is not confirmed, checking', 'cancel_all')
      })
      let stops: CancelAllResult['workingStops'] | null = null
      const request = async () => {
        const answer = await client.call('cancelAll', { body: {} }, HOW)
        if (answer.ok) stops = answer.value.workingStops
        return answer
      }
      follow(ALL, namesOf(open()), request, ({ at, text, proof }) => {
        const clean = at === 'accepted'
        show(clean || proof.by === 'answer' ? { state: 'done', text, clean } : { state: 'unconfirmed' })
        after(SHOWN_MS, () => show({ state: 'idle' }))
        if (stops !== null) options.offerToEnd(stops)
      })
    },
    /** Every open order of one side, in all markets. */
    cancelSide: (side: Side) =>
      cancelOrders(
        open((order) => order.side === side).flatMap(({ id, clientOrderId }) => id ?? clientOrderId ?? []),
      ),
    cancelMarket(target: { readonly marketId: string } | { readonly outcomeId: string }) {
      const isThere = (order: Order) =>
        'marketId' in target ? order.marketId === target.marketId : order.outcomeId === target.outcomeId
      const request = () => client.call('cancelMarket', { body: target }, HOW)
      follow('Cancel market', namesOf(open(isThere)), request)
    },
    /** Follows the cancels that a flatten has sent; null for all markets. */
    followFlatten: (marketId: string | null, request: Parameters<typeof follow>[2]) =>
      follow(
        'Flatten, orders',
        namesOf(open((order) => order.marketId === (marketId ?? order.marketId))),
        request,
      ),
  }
}
