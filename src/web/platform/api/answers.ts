/** Answers that the page decodes: the record of each operation. Nothing here needs zod. */
import type { AnyCodec, CoreOf } from '#contract/codec/codec.ts'
import type { Answer, Operation } from '#contract/routes.ts'
import { pageSettings } from '#contract/page-settings.ts'
import type { LATE_ANSWERS } from './late-answers.ts'
import { accountSummary } from '#contract/records/account.ts'
import { alert } from '#contract/records/alerts.ts'
import { attachedExit, exitTemplates } from '#contract/records/attached-exits.ts'
import { history } from '#contract/records/books.ts'
import { game, gameList } from '#contract/records/games.ts'
import { auditList } from '#contract/records/audit.ts'
import * as markets from '#contract/records/markets.ts'
import * as combos from '#contract/records/combos.ts'
import * as notifications from '#contract/records/notifications.ts'
import { previewBothSidesResult, previewResult } from '#contract/records/previews.ts'
import * as sessions from '#contract/records/session.ts'
import { status, tradingState } from '#contract/records/status.ts'
import * as orders from '#contract/records/orders.ts'
import { positionList } from '#contract/records/positions.ts'
import { riskSettings } from '#contract/records/settings.ts'
import { layout, watchlist } from '#contract/records/workspace.ts'

export const ANSWERS = {
  placeOrder: orders.placeResult,
  placeOrders: orders.placeManyResult,
  placeBothSides: orders.bothSidesResult,
  previewOrder: previewResult,
  previewBothSides: previewBothSidesResult,
  replaceOrder: orders.replaceResult,
  cancelOrders: orders.cancelResult,
  cancelMarket: orders.cancelResult,
  cancelAll: orders.cancelAllResult,
  flattenPositions: orders.flattenResult,
  repostOrders: orders.repostResult,
  exitPosition: orders.placeResult,
  hedgePosition: orders.placeResult,
  listOrders: orders.orderList,
  listFills: orders.fillList,
  readOrder: orders.orderWithAudit,
  listAudit: auditList,
  readAccount: accountSummary,
  readStatus: status,
  retryCredentials: status,
  readTrading: tradingState,
  arm: tradingState,
  disarm: tradingState,
  listGames: gameList,
  readGame: game,
  readRiskSettings: riskSettings,
  writeRiskSettings: riskSettings,
  quoteCombo: combos.comboQuoteResult,
  acceptCombo: combos.comboAcceptResult,
  dismissCombo: combos.comboRfq,
  listComboPositions: combos.comboPositionList,
  listNotifications: notifications.notificationList,
  readNotifications: notifications.unreadAnswer,
  createAlert: alert,
  changeAlert: alert,
  listPositions: positionList,
  attachExit: attachedExit,
  changeAttachedExit: attachedExit,
  removeAttachedExit: attachedExit,
  readExitTemplates: exitTemplates,
  writeExitTemplates: exitTemplates,
  reportDelivery: notifications.deliveryAnswer,
  search: markets.searchAnswer,
  readEvent: markets.event,
  readEventBySlug: markets.event,
  readMarket: markets.market,
  listTags: markets.tagList,
  listLeagues: markets.leagueList,
  login: sessions.session,
  readSession: sessions.session,
  readHistory: history,
  readWatchlist: watchlist,
  writeWatchlist: watchlist,
  readLayout: layout,
  writeLayout: layout,
  readSettings: pageSettings,
  writeSettings: pageSettings,
} as const

type LateAnswers = typeof LATE_ANSWERS

/** The record of an operation's answer; undefined where it is not described. Rejects where it could not be loaded. */
export async function answerOf(name: Operation): Promise<AnyCodec | undefined> {
  if (name in ANSWERS) return ANSWERS[name as keyof typeof ANSWERS]
  return (await import('./late-answers.ts')).LATE_ANSWERS[name as keyof LateAnswers]
}

/** The answer of an operation in core's values, where its record is described. */
export type Decoded<Name extends Operation> = Name extends keyof typeof ANSWERS
  ? CoreOf<(typeof ANSWERS)[Name]>
  : Name extends keyof LateAnswers
    ? CoreOf<LateAnswers[Name]>
    : Answer<Name>
