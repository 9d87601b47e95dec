/** Cancels of less than everything: one list for the menu beside Cancel All and for the palette. */
import type { Order } from '../../platform/api/client.ts'
import type { Account, Trading, Workspace } from '../../contexts/contexts.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { marketTitle } from '../../data/markets/selection.ts'

/** With the text of the menu, that of the palette and the words that find it there, and how many orders are open. */
export function cancelChoices({
  commands,
  orders,
  selection,
}: Pick<Trading, 'commands'> & Pick<Account, 'orders'> & Pick<Workspace, 'selection'>) {
  const open = openOrders(orders.get().items)
  const choice = (
    key: string,
    [text, title, words]: readonly [text: string, title: string, words: string],
    passes: (order: Order) => boolean,
    run: () => void,
  ) => ({ key, text, title, words, count: open.filter(passes).length, run })
  const chosen = selection.get()
  const sides = [
    choice(
      'bids',
      ['Bids only', 'Cancel all bids', 'buys orders only'],
      ({ side }) => side === 'BUY',
      () => commands.cancelSide('BUY'),
    ),
    choice(
      'asks',
      ['Asks only', 'Cancel all asks', 'sells orders only'],
      ({ side }) => side === 'SELL',
      () => commands.cancelSide('SELL'),
    ),
  ]
  if (chosen === null) return sides
  const { event, market, outcome } = chosen
  return [
    choice(
      'market',
      ['This market', `Cancel orders in ${marketTitle(event, market)}`, 'market this'],
      ({ marketId }) => marketId === market.id,
      () => commands.cancelMarket({ marketId: market.id }),
    ),
    choice(
      'outcome',
      [`This ladder: ${outcome.name}`, `Cancel orders of ${outcome.name}`, 'ladder this outcome'],
      ({ outcomeId }) => outcomeId === outcome.id,
      () => commands.cancelMarket({ outcomeId: outcome.id }),
    ),
    ...sides,
  ]
}
