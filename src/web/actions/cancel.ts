/** Cancels: sent at every press, in every mode, whatever the page knows. Nothing here refuses or delays one (INV-16). */
import type { Side } from '#core/order/order.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { openOrders } from '../data/account/own-levels.ts'
import type { ApiFault, CancelAllResult, CancelResult, Order } from '../platform/api/client.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import { cancelText } from '../words/cancel-text.ts'
import type { CancelAllState } from '../words/cancel-text.ts'
import type { Acting, News } from './send.ts'

const LATE_MS = 3_000
const SHOWN_MS = 8_000
const HOW = { timeoutMs: 20_000 }
const ALL_GROUP = 'cancel_all'

type Request = () => Promise<Result<CancelResult | CancelAllResult, ApiFault>>

export type Cancels = ReturnType<typeof createCancels>

/** Builds them. */
export function createCancels(
  parts: Acting & {
    /** Offers to end the stops that a Cancel All leaves working. */
    readonly offerToEnd: (stops: CancelAllResult['workingStops']) => void
  },
) {
  const { client, orders, toasts, announcer, after } = parts
  const state = createStore<CancelAllState>({ state: 'idle' })
  const waits = new Map<string, () => void>()
  let latestAll = ''

  const open = (isMeant: (order: Order) => boolean = () => true) =>
    openOrders(orders.get().items).filter(isMeant)

  /** Says what may still be open, until the last of it has ended. */
  function warn(title: string, group: string, text: string, names: ReadonlySet<string>): void {
    toasts.show({ tone: 'danger', title, text, sticky: true, group })
    const isOpen = () => open(isNamed(names)).length > 0
    if (!isOpen()) return
    const stop = orders.subscribe(() => {
      if (isOpen()) return
      stop()
      toasts.withdraw(group)
    })
    waits.set(group, stop)
  }

  /**
   * Sends one and says what becomes of it, until nothing is in doubt: its answer, or the end of its orders in the list.
   *
   * @param names  ids of the orders that it is for
   * @param tellAll  of a Cancel All: only the latest one says anything
   */
  function follow(
    title: string,
    names: ReadonlySet<string>,
    request: Request,
    tellAll: ((news: News) => void) | null = null,
  ): string {
    const id = parts.mint()
    const group = tellAll === null ? id : ALL_GROUP
    let doubtful = names
    if (tellAll !== null) latestAll = id
    parts.intents.follow({
      id,
      kind: tellAll === null ? 'cancel' : 'cancelAll',
      async request() {
        const answer = await request()
        if (!answer.ok) return answer
        const failed = answer.value.failed.flatMap((one) => one.id ?? [])
        if (failed.length === answer.value.failed.length) doubtful = new Set(failed)
        const { items } = orders.get()
        const statusOf = (name: string) =>
          items.find((order) => order.id === name || order.clientOrderId === name)?.status ?? null
        const { text, clean } = cancelText(answer.value, { now: parts.now(), statusOf })
        return ok({ result: clean ? 'accepted' : 'rejected', text } as const)
      },
      look() {
        if (!orders.get().current) return null
        const left = open(isNamed(names))
        if (left.length === 0) return names.size === 0 ? 'no_rows' : 'accepted'
        return left.some((order) => order.cancelling || order.cancelQueued) ? 'nothing' : 'no_rows'
      },
      tell(news) {
        const { at, text } = news
        if (tellAll !== null && id !== latestAll) return
        waits.get(group)?.()
        if (tellAll === null) announcer.report(`${title}: ${text}`)
        else announcer.alert(`${title}: ${text}`, group)
        if (at !== 'accepted') warn(title, group, text, doubtful)
        else if (tellAll !== null) toasts.show({ tone: 'info', title, text, group })
        else toasts.withdraw(group)
        tellAll?.(news)
      },
    })
    return id
  }

  function cancelOrders(ids: readonly string[]): void {
    if (ids.length === 0) return
    follow('Cancel', new Set(ids), () => client.call('cancelOrders', { body: { orderIds: [...ids] } }, HOW))
  }

  function followWhere(title: string, isThere: (order: Order) => boolean, request: Request): void {
    follow(title, namesOf(open(isThere)), request)
  }

  return {
    cancelOrders,
    cancelAllState: state as Readable<CancelAllState>,
    cancelAll: () => {
      const sending = parts.intents.list.get().filter((intent) => intent.state === 'sending').length
      const count = open().length + sending
      let stops: CancelAllResult['workingStops'] | null = null
      state.set({ state: 'sending', count, late: false })
      const request = async () => {
        const answer = await client.call('cancelAll', { body: {} }, HOW)
        if (answer.ok) stops = answer.value.workingStops
        return answer
      }
      const own = follow('Cancel all', namesOf(open()), request, ({ at, text, proof }) => {
        const clean = at === 'accepted'
        state.set(clean || proof.by === 'answer' ? { state: 'done', text, clean } : { state: 'unconfirmed' })
        after(SHOWN_MS, () => {
          if (own === latestAll) state.set({ state: 'idle' })
        })
        if (stops !== null) parts.offerToEnd(stops)
      })
      after(LATE_MS, () => {
        if (own !== latestAll || state.get().state !== 'sending') return
        state.set({ state: 'sending', count, late: true })
        announcer.alert('Cancel all is not confirmed, checking', ALL_GROUP)
      })
    },
    /** Every open order of one side, in all markets. */
    cancelSide: (side: Side) =>
      cancelOrders(
        open((order) => order.side === side).flatMap(({ id, clientOrderId }) => id ?? clientOrderId ?? []),
      ),
    cancelMarket: (target: { readonly marketId: string } | { readonly outcomeId: string }) =>
      followWhere(
        'Cancel market',
        (order) =>
          'marketId' in target ? order.marketId === target.marketId : order.outcomeId === target.outcomeId,
        () => client.call('cancelMarket', { body: target }, HOW),
      ),
    /** Follows the cancels that a flatten has sent; null for all markets. */
    followFlatten: (marketId: string | null, request: Request) =>
      followWhere('Flatten, orders', (order) => order.marketId === (marketId ?? order.marketId), request),
  }
}

/** Both ids of each order. */
function namesOf(orders: readonly Order[]): ReadonlySet<string> {
  return new Set(orders.flatMap(({ id, clientOrderId }) => [id, clientOrderId]).filter((one) => one !== null))
}

function isNamed(names: ReadonlySet<string>) {
  return ({ id, clientOrderId }: Order) => names.has(id ?? '') || names.has(clientOrderId ?? '')
}
