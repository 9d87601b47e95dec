/** Answers of views that are loaded when they are opened: their records come with the first of them. */
import { activityList, pnlSeries } from '#contract/records/account.ts'
import { auditVerdict } from '#contract/records/audit.ts'
import { book, tradeList } from '#contract/records/books.ts'
import { comboActivityList, comboRfqList } from '#contract/records/combos.ts'
import { journalRowList, journalSummary, roundTripList } from '#contract/records/journal.ts'
import * as notifications from '#contract/records/notifications.ts'
import { profitHistory, profitParts } from '#contract/records/profit.ts'
import { recordedSpan, replay, replayPrices, replayState } from '#contract/records/replay.ts'
import * as sessions from '#contract/records/session.ts'
import { examination } from '#contract/records/status.ts'
import { lossLimit } from '#contract/records/settings.ts'
import { apiTokens, createdToken } from '#contract/records/tokens.ts'

export const LATE_ANSWERS = {
  openReplay: replay,
  readReplay: replay,
  commandReplay: replayState,
  readRecordedSpan: recordedSpan,
  readReplayPrices: replayPrices,
  readLossLimit: lossLimit,
  unlockLossLimit: lossLimit,
  listTokens: apiTokens,
  createToken: createdToken,
  readProfit: profitHistory,
  listProfitParts: profitParts,
  readJournal: journalSummary,
  listRoundTrips: roundTripList,
  listJournalRows: journalRowList,
  listSessions: sessions.sessionList,
  readPnl: pnlSeries,
  listActivity: activityList,
  listComboActivity: comboActivityList,
  examine: examination,
  verifyAudit: auditVerdict,
  readNotificationSettings: notifications.notificationSettings,
  writeNotificationSettings: notifications.notificationSettings,
  testNotification: notifications.testAnswer,
  quoteRepost: notifications.repostQuotes,
  readBook: book,
  listTrades: tradeList,
  listComboRfqs: comboRfqList,
  endOtherSessions: sessions.sessionsEnded,
} as const
