/**
 * The topics of a replay: books, trades, games, own orders, fills, attached exits and positions, results of outcomes, the
 * account, and its present instant. Every other name is unknown.
 */
import { nullable } from '#contract/codec/codec.ts'
import { accountSummary } from '#contract/records/account.ts'
import { attachedExit, type AttachedExitRow } from '#contract/records/attached-exits.ts'
import { replayState } from '#contract/records/replay.ts'
import { resolutionPnl } from '#contract/records/resolution-pnl.ts'
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import { exitState, isInForce } from '#core/order/attached-exit.ts'
import { isOpen, type Order } from '#core/order/order.ts'
import type { Replay } from '#engine/replay/replay.ts'
import { attachedExitRow } from '../handlers/attached-exits.ts'
import { accountRow } from '../handlers/account.ts'
import { RECORDED } from '../handlers/own-state.ts'
import { replayWhere } from '../handlers/replay.ts'
import { openMarketTopic, type Markets } from './market-topics.ts'
import { createOwnLists } from './own-lists.ts'
import { listTopic, wholeTopic, type Topic } from './topic.ts'
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
  const markets: Markets = {
    catalog: { outcome: view.outcome },
    books: { hold: () => () => undefined, view: view.book, trades: view.trades },
    games: { game: view.game },
  }
  const lists = createOwnLists(
    {
      ...view,
      catalog: markets.catalog,
      orders: view,
      open: () => [...view.orders()].filter(({ status }) => isOpen(status)),
      fills: () => [...view.fills()],
      isReading: () => false,
    },
    changed,
  )
  const openers = new Map<string, () => Topic>(
    Object.entries({
      ...lists.openers,
      replay: () => wholeTopic(replayState, () => replayWhere(state())),
      exits: () => listTopic(attachedExit, () => exitsOf(view)),
      resolution_pnl: () => listTopic(resolutionPnl, view.ifWins),
      account: () => wholeTopic(nullable(accountSummary), () => accountOf(view)),
    }),
  )
  const heldMoved = (ids: readonly OutcomeId[]): void => {
    lists.positions(ids)
    changed('account')
    changed('resolution_pnl')
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
        lists.order(change.order)
        return
      case 'fill':
        lists.fill(change.fill)
        return
      case 'exits':
        changed('exits')
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
  return {
    open: (name) => openers.get(name)?.() ?? openMarketTopic(markets, name),
    stop,
  }
}

/** Those in force; why one was paused is not recorded. */
function exitsOf(view: Replay['view']): readonly AttachedExitRow[] {
  const byClientOrderId = (id: ClientOrderId): Order | null =>
    [...view.orders()].find(({ clientOrderId }) => clientOrderId === id) ?? null
  const from = { catalog: view, orders: { byClientOrderId } }
  return [...view.exits()]
    .filter(isInForce)
    .map((exit) => attachedExitRow({ exit, state: exitState(exit, null), pause: null, offeredBy: [] }, from))
}

function accountOf({ account }: Replay['view']): ReturnType<typeof accountRow> | null {
  const own = account()
  return own && accountRow(own, RECORDED)
}
