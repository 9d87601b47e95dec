/** A cancel on its way: its answer, or the end of its orders in the list; and what is said of either until nothing is in doubt. */
import type { ClientOrderId } from '#core/ids.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault, CancelAllResult, CancelResult, Order } from '../platform/api/client.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import { openOrders } from '../data/account/own-levels.ts'
import { cancelText } from '../words/cancel-text.ts'
import type { Intents, News } from './send.ts'

export type CancelFollowOptions = {
  readonly intents: Pick<Intents, 'follow'>
  readonly orders: ListStore<Order>
  readonly toasts: Pick<Toasts, 'show' | 'withdraw'>
  readonly announcer: Pick<Announcer, 'alert' | 'report'>
  readonly mint: () => ClientOrderId
  readonly now: () => number
}

export const ALL = 'Cancel all'
const ALL_GROUP = 'cancel_all'

/** Both ids of each order. */
export function namesOf(orders: readonly Order[]): ReadonlySet<string> {
  return new Set(orders.flatMap(({ id, clientOrderId }) => [id, clientOrderId]).filter((one) => one !== null))
}

/** Builds it. */
export function createCancelFollow(options: CancelFollowOptions) {
  const { orders, toasts, announcer } = options
  const waits = new Map<string, () => void>()
  let latestAll = ''

  const openOf = (names: ReadonlySet<string>) =>
    openOrders(orders.get().items).filter(
      ({ id, clientOrderId: own }) => names.has(id ?? '') || names.has(own ?? ''),
    )

  function textOf(result: CancelResult | CancelAllResult) {
    const { items } = orders.get()
    const statusOf = (name: string) =>
      items.find((order) => order.id === name || order.clientOrderId === name)?.status ?? null
    return cancelText(result, { now: options.now(), statusOf })
  }

  /** Says what may still be open, until the last of it has ended. */
  function warn(title: string, group: string, text: string, names: ReadonlySet<string>): void {
    toasts.show({ tone: 'danger', title, text, sticky: true, group })
    if (openOf(names).length === 0) return
    const stop = orders.subscribe(() => {
      if (openOf(names).length > 0) return
      stop()
      toasts.withdraw(group)
    })
    waits.set(group, stop)
  }

  /** `names` are the ids of the orders that it is for. */
  return function follow(
    title: string,
    names: ReadonlySet<string>,
    request: () => Promise<Result<CancelResult | CancelAllResult, ApiFault>>,
    tell?: (news: News) => void,
  ): void {
    const id = options.mint()
    const [group, say] =
      title === ALL ? ([ALL_GROUP, announcer.alert] as const) : ([id, announcer.report] as const)
    let doubtful = names
    if (title === ALL) latestAll = id
    options.intents.follow({
      id,
      kind: title === ALL ? 'cancelAll' : 'cancel',
      async request() {
        const answer = await request()
        if (!answer.ok) return answer
        const failed = answer.value.failed.flatMap((one) => one.id ?? [])
        if (failed.length === answer.value.failed.length) doubtful = new Set(failed)
        const { text, clean } = textOf(answer.value)
        return ok({ result: clean ? ('accepted' as const) : ('rejected' as const), text })
      },
      look() {
        if (!orders.get().current) return null
        const open = openOf(names)
        if (open.length === 0) return names.size === 0 ? 'no_rows' : 'accepted'
        return open.some((order) => order.cancelling || order.cancelQueued) ? 'nothing' : 'no_rows'
      },
      tell(news) {
        const { at, text } = news
        // A later Cancel All says it all.
        if (title === ALL && id !== latestAll) return
        waits.get(group)?.()
        say(`${title}: ${text}`, title === ALL ? group : undefined)
        if (at !== 'accepted') warn(title, group, text, doubtful)
        else if (title === ALL) toasts.show({ tone: 'info', title, text, group })
        else toasts.withdraw(group)
        tell?.(news)
      },
    })
  }
}
