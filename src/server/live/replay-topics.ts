/**
 * The topics of a replay: books, trades, games, own orders, fills and positions, results of outcomes, the account,
 * and its present instant. Every other name is unknown.
 */
import { isOpen, type Fill, type Order } from '#core/order/order.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Replay, ReplayView } from '#engine/replay/contract.ts'
import { accountView } from '../views/account.ts'
import { RECORDED } from '../views/own-orders.ts'
import { resolutionPnlView } from '../views/resolution-pnl.ts'
import { replayStateView } from '../views/replay.ts'
import { fillsTopic, ordersTopic, positionsTopic } from './account-topics.ts'
import { listTopic } from './combo-topics.ts'
import { openMarketTopic, type Markets } from './market-topics.ts'
import { createPending, wholeTopic } from './topic.ts'
import { fillKey } from '../views/orders.ts'
import type { Topics } from './topics.ts'

/**
 * @param changed called with the name of a topic that may have changed, open or not @param moved called when the
 * replay goes to a different instant: the topics' last values are outdated
 */
export function createReplayTopics(
  { view, state, subscribe }: Replay,
  changed: (name: string) => void,
  moved: () => void,
): Topics {
  const orders = createPending<string, Order>()
  const fills = createPending<string, Fill>()
  const positions = createPending<OutcomeId, OutcomeId>()
  const heldMoved = (ids: readonly OutcomeId[]): void => {
    for (const id of ids) positions.add(id, id)
    if (positions.isOpen()) changed('positions')
    changed('account')
    changed('resolution_pnl')
  }
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
        if (view.isHeld(change.outcomeId)) heldMoved([change.outcomeId])
        return
      case 'account':
        heldMoved(change.outcomeIds)
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
      if (name === 'positions')
        return positionsTopic({ ...view, isReading: () => false }, markets.catalog, positions)
      if (name === 'resolution_pnl')
        return listTopic(() => view.ifWins()?.map(resolutionPnlView) ?? null, JSON.stringify)
      if (name === 'account') return wholeTopic(() => accountOf(view), JSON.stringify)
      return openMarketTopic(markets, name)
    },
    stop,
  }
}

function accountOf({ account }: ReplayView): ReturnType<typeof accountView> | null {
  const own = account()
  return own && accountView(own, RECORDED)
}
