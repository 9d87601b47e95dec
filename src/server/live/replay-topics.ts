/**
 * The topics of a replay: books, trades, games, own orders, fills and positions, results of outcomes, the account,
 * and its present instant. Every other name is unknown.
 */
import { nullable } from '#contract/codec/codec.ts'
import { accountSummary } from '#contract/records/account.ts'
import { replayState } from '#contract/records/replay.ts'
import { resolutionPnl } from '#contract/records/resolution-pnl.ts'
import { fillKey, isOpen, type Fill, type Order } from '#core/order/order.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Replay } from '#engine/replay/replay.ts'
import { accountRow } from '../handlers/account.ts'
import { RECORDED } from '../handlers/own-state.ts'
import { replayWhere } from '../handlers/replay.ts'
import { fillsTopic, ordersTopic, positionsTopic } from './account-topics.ts'
import { openMarketTopic, type Markets } from './market-topics.ts'
import { createPending, listTopic, wholeTopic } from './topic.ts'
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
      if (name === 'replay') return wholeTopic(replayState, () => replayWhere(state()))
      if (name === 'orders') return ordersTopic(openOrders, markets.catalog, orders)
      if (name === 'fills') return fillsTopic(() => [...view.fills()], view, markets.catalog, fills)
      if (name === 'positions')
        return positionsTopic({ ...view, isReading: () => false }, markets.catalog, positions)
      if (name === 'resolution_pnl') return listTopic(resolutionPnl, view.ifWins)
      if (name === 'account') return wholeTopic(nullable(accountSummary), () => accountOf(view))
      return openMarketTopic(markets, name)
    },
    stop,
  }
}

function accountOf({ account }: Replay['view']): ReturnType<typeof accountRow> | null {
  const own = account()
  return own && accountRow(own, RECORDED)
}
