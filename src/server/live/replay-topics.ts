/** The topics of a replay: books, trades, games, own orders and fills, and where it stands. Every other name is unknown. */
import { isOpen } from '#core/order/order.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { Replay } from '#engine/replay/contract.ts'
import { replayStateView } from '../views/replay.ts'
import { fillsTopic, ordersTopic } from './account-topics.ts'
import { openMarketTopic } from './market-topics.ts'
import type { Markets } from './market-topics.ts'
import { createPending, wholeTopic } from './topic.ts'
import { fillKey } from '../views/orders.ts'
import type { Topics } from './topics.ts'

/**
 * @param changed  called with the name of a topic that may have changed, open or not
 * @param moved  called when the replay stands elsewhere: what each topic last said is of another time
 */
export function createReplayTopics(
  { view, state, subscribe }: Replay,
  changed: (name: string) => void,
  moved: () => void,
): Topics {
  const orders = createPending<string, Order>()
  const fills = createPending<string, Fill>()
  const markets: Markets = {
    catalog: { outcome: view.outcome },
    books: { hold: () => () => undefined, view: view.book, trades: view.trades },
    games: { game: view.game },
  }
  const stop = subscribe((change) => {
    switch (change.what) {
      case 'book':
        changed(`book:${change.outcomeId}`)
        changed(`trades:${change.outcomeId}`)
        return
      case 'game':
        changed(`game:${change.gameId}`)
        return
      case 'order':
        if (change.order.id !== null && orders.add(change.order.id, change.order)) changed('orders')
        return
      case 'fill':
        if (fills.add(fillKey(change.fill), change.fill)) changed('fills')
        return
      case 'state':
        changed('replay')
        return
      case 'all':
        moved()
        return
      default:
        change satisfies never
    }
  })
  const openOrders = () => [...view.orders()].filter(({ status }) => isOpen(status))
  return {
    open(name) {
      if (name === 'replay') return wholeTopic(() => replayStateView(state()), JSON.stringify)
      if (name === 'orders') return ordersTopic(openOrders, markets.catalog, orders)
      if (name === 'fills') return fillsTopic(() => [...view.fills()], view, markets.catalog, fills)
      return openMarketTopic(markets, name)
    },
    stop,
  }
}
