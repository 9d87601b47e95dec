/** Cancels: sent at every press, in every mode, whatever the page knows. Nothing here refuses or delays one (INV-16). */
import type { Side } from '#core/order/order.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { namesOf, openOrders } from '../data/account/own-levels.ts'
import type { ApiFault, CancelAllResult, CancelResult, Order } from '../platform/api/client.ts'
import { cancelText } from '../words/cancel-text.ts'
import { cancelFinding } from './outcome.ts'
import { reportCancels } from './reports.ts'
import type { Acting, News } from './send.ts'

type Names = ReadonlySet<string>
type TellAll = (news: News, doubtful: Names) => void
type Request = () => Promise<Result<CancelResult | CancelAllResult, ApiFault>>

export type Cancels = ReturnType<typeof createCancels>

/** Builds them. `offerToEnd` offers to end the stops that a Cancel All leaves working. */
export function createCancels(
  parts: Acting & { readonly offerToEnd: (stops: CancelAllResult['workingStops']) => void },
) {
  const { client, intents, orders, now, mint } = parts
  const { tell, pressAll, cancelAllState } = reportCancels(parts)
  const open = (isMeant: (order: Order) => boolean) => openOrders(orders.get().items).filter(isMeant)

  /** Sends one and says what becomes of it. `names`: ids of the orders that it is for. */
  function follow(title: string, names: Names, request: Request, tellAll: TellAll | null = null): void {
    const id = mint()
    let doubtful = names
    void intents.follow({
      id,
      kind: tellAll === null ? 'cancel' : 'cancelAll',
      async request() {
        const answer = await request()
        if (!answer.ok) return answer
        const { text, clean, left } = cancelText(answer.value, { now: now(), orders: orders.get().items })
        doubtful = left ?? names
        return ok({ result: clean ? 'accepted' : 'rejected', text } as const)
      },
      look: () => cancelFinding(orders.get(), names),
      tell: (news) => (tellAll === null ? tell(title, id, news, doubtful) : tellAll(news, doubtful)),
    })
  }

  function cancelOrders(orderIds: readonly string[]): void {
    const body = { orderIds: [...orderIds] }
    if (orderIds.length > 0) follow('Cancel', new Set(orderIds), () => client.call('cancelOrders', { body }))
  }

  return {
    cancelOrders,
    cancelAllState,
    cancelAll: () => {
      const all = open(() => true)
      const say = pressAll(all.length + intents.list.get().filter(({ state }) => state === 'sending').length)
      let stops: CancelAllResult['workingStops'] | null = null
      const request = async () => {
        const answer = await client.call('cancelAll', { body: {} })
        if (answer.ok) stops = answer.value.workingStops
        return answer
      }
      follow('Cancel all', namesOf(all), request, (news, doubtful) => {
        if (say(news, doubtful) && stops !== null) parts.offerToEnd(stops)
      })
    },
    /** Every open order of one side, in all markets. */
    cancelSide: (side: Side) =>
      cancelOrders(open((one) => one.side === side).flatMap((one) => one.id ?? one.clientOrderId ?? [])),
    cancelMarket(target: { readonly marketId: string } | { readonly outcomeId: string }): void {
      const isThere = ({ marketId, outcomeId }: Order) =>
        'marketId' in target ? marketId === target.marketId : outcomeId === target.outcomeId
      follow('Cancel market', namesOf(open(isThere)), () => client.call('cancelMarket', { body: target }))
    },
    /** Follows the cancels that a flatten has sent; null for all markets. */
    followFlatten(marketId: string | null, request: Request): void {
      const those = open((order) => order.marketId === (marketId ?? order.marketId))
      follow('Flatten, orders', namesOf(those), request)
    },
  }
}
