/** Answers that the page decodes: the record of each operation. Nothing here needs zod. */
import type { CoreOf } from '#contract/codec/codec.ts'
import type { Answer, Operation } from '#contract/routes.ts'
import { accountSummary, activityList, pnlSeries } from '#contract/records/account.ts'
import { alert } from '#contract/records/alerts.ts'
import { history, tradeList } from '#contract/records/books.ts'
import { game, gameList } from '#contract/records/games.ts'
import { auditList, auditVerdict } from '#contract/records/audit.ts'
import * as markets from '#contract/records/markets.ts'
import * as combos from '#contract/records/combos.ts'
import * as notifications from '#contract/records/notifications.ts'
import { previewBothSidesResult, previewResult } from '#contract/records/previews.ts'
import { recordingSettings } from '#contract/records/recording.ts'
import { recordedSpan, replay, replayState } from '#contract/records/replay.ts'
import * as sessions from '#contract/records/session.ts'
import { examination, status, tradingState } from '#contract/records/status.ts'
import { apiTokens, createdToken } from '#contract/records/tokens.ts'
import { journalRowList, journalSummary, roundTripList } from '#contract/records/journal.ts'
import * as orders from '#contract/records/orders.ts'
import { positionList } from '#contract/records/positions.ts'
import { riskSettings } from '#contract/records/settings.ts'
import { replayPrices } from '#contract/records/replay.ts'
import { profitHistory, profitParts } from '#contract/records/profit.ts'

export const ANSWERS = {
  placeOrder: orders.placeResult,
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
  verifyAudit: auditVerdict,
  listActivity: activityList,
  readAccount: accountSummary,
  readStatus: status,
  retryCredentials: status,
  examine: examination,
  readTrading: tradingState,
  arm: tradingState,
  disarm: tradingState,
  listGames: gameList,
  readGame: game,
  listTrades: tradeList,
  readRiskSettings: riskSettings,
  writeRiskSettings: riskSettings,
  quoteCombo: combos.comboQuoteResult,
  acceptCombo: combos.comboAcceptResult,
  dismissCombo: combos.comboRfq,
  listComboPositions: combos.comboPositionList,
  listComboActivity: combos.comboActivityList,
  listNotifications: notifications.notificationList,
  readNotifications: notifications.unreadAnswer,
  quoteRepost: notifications.repostQuotes,
  readNotificationSettings: notifications.notificationSettings,
  writeNotificationSettings: notifications.notificationSettings,
  testNotification: notifications.testAnswer,
  createAlert: alert,
  changeAlert: alert,
  listPositions: positionList,
  search: markets.searchAnswer,
  readEvent: markets.event,
  readEventBySlug: markets.event,
  readMarket: markets.market,
  listTags: markets.tagList,
  openReplay: replay,
  readReplay: replay,
  commandReplay: replayState,
  readRecordedSpan: recordedSpan,
  listLeagues: markets.leagueList,
  login: sessions.session,
  readSession: sessions.session,
  listSessions: sessions.sessionList,
  listTokens: apiTokens,
  createToken: createdToken,
  readRecordingSettings: recordingSettings,
  writeRecordingSettings: recordingSettings,
  readPnl: pnlSeries,
  readProfit: profitHistory,
  readHistory: history,
  readReplayPrices: replayPrices,
  readJournal: journalSummary,
  listRoundTrips: roundTripList,
  listJournalRows: journalRowList,
  listProfitParts: profitParts,
} as const

/** The answer of an operation in core's values, where its record is described. */
export type Decoded<Name extends Operation> = Name extends keyof typeof ANSWERS
  ? CoreOf<(typeof ANSWERS)[Name]>
  : Answer<Name>
