/** Builds the account of a tab, and the orders on their way, which its open orders settle. */
import { pricesIn } from '../data/settings/prices.ts'
import type { Frame } from '../platform/page/frame.ts'
import { createIntents } from '../actions/send.ts'
import { createAccountStore } from '../data/account/account-store.ts'
import { createOwnLevels, isUnknownAt } from '../data/account/own-levels.ts'
import { reportFills, reportIntent } from '../actions/reports.ts'
import type { After } from './create-market-data.ts'
import { createOwnLists } from '../data/account/own-lists.ts'
import type { Page, Trading } from '../contexts/contexts.ts'

/** From an answer to the frame that shows it. */
const ANSWER_MS = 30

type AccountParts = Pick<Page, 'client' | 'now' | 'toasts' | 'announcer' | 'settings'> &
  Pick<Trading, 'trading'> & {
    readonly frame: Frame
    readonly after: After
  }

/** The account: orders in flight, open and ended, fills, positions. */
export function createAccount(parts: AccountParts) {
  const { client, frame, now, after, toasts, announcer, trading, settings } = parts
  const report = reportIntent(toasts, announcer, trading, settings)
  const intents = createIntents({
    client,
    now,
    after,
    prices: () => pricesIn(settings.get().priceFormat),
    onSettled(intent) {
      frame.giveWay(ANSWER_MS)
      report(intent)
    },
    isUnknownAt: (outcomeId, side, price) => isUnknownAt(orders.get().items, outcomeId, side, price),
  })
  const lists = createOwnLists({
    frame,
    after,
    onOrder: (order) => intents.seen(order),
    onFill: reportFills(announcer, settings),
  })
  const { orders } = lists
  const own = createOwnLevels(orders, intents.list)
  return { intents, ...lists, account: createAccountStore(), own }
}
