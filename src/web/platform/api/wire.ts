/** Short names for what crosses the wire. Types only: the page never loads the schemas. */
import type { problem } from '#contract/errors.ts'
import type { CoreOf } from '#contract/codec/codec.ts'
import type { Asked } from '#contract/codec/requests.ts'
import type { resolutionPnl } from '#contract/records/resolution-pnl.ts'
import type { AttachedExitRow } from '#contract/records/attached-exits.ts'
import type { Decoded } from './answers.ts'
import type { Request } from '#contract/routes.ts'

export type Problem = Asked<typeof problem>
export type AuditRow = Decoded<'readOrder'>['audit'][number]
export type ListedAuditRow = Decoded<'listAudit'>['items'][number]
export type Market = Event['markets'][number]
export type Event = Decoded<'readEvent'>
export type Outcome = Market['outcomes'][number]
export type Game = Decoded<'readGame'>
export type Trade = Decoded<'listTrades'>['items'][number]
export type History = Decoded<'readHistory'>
export type Interval = NonNullable<Request<'readHistory'>['query']['interval']>
export type SessionEntry = Decoded<'listSessions'>['items'][number]
export type ApiToken = Decoded<'listTokens'>['items'][number]
export type Order = Decoded<'listOrders'>['items'][number]
export type Fill = Decoded<'listFills'>['items'][number]
export type AccountSummary = Decoded<'readAccount'>
export type Position = Decoded<'listPositions'>['items'][number]
export type ProfitHistory = Decoded<'readProfit'>
export type ProfitParts = Decoded<'listProfitParts'>
export type ProfitPart = ProfitParts['items'][number]
export type ProfitGrouping = ProfitParts['by']
export type JournalQuery = NonNullable<Request<'readJournal'>['query']>
export type JournalSummary = Decoded<'readJournal'>
export type RoundTrip = Decoded<'listRoundTrips'>['items'][number]
export type JournalRow = Decoded<'listJournalRows'>['items'][number]
export type ResolutionPnl = CoreOf<typeof resolutionPnl>
export type MarketPnl = ResolutionPnl['markets'][number]
export type IfWins = NonNullable<ResolutionPnl['other']>
export type ReplayState = Decoded<'commandReplay'>
export type ReplayMark = Decoded<'readReplay'>['marks'][number]
export type Activity = Decoded<'listActivity'>['items'][number]
export type PnlInterval = NonNullable<Request<'readPnl'>['query']['interval']>
export type ExitBody = Request<'exitPosition'>['body']
export type HedgeBody = Request<'hedgePosition'>['body']
export type FlattenResult = Decoded<'flattenPositions'>
export type Status = Decoded<'readStatus'>
export type TradingState = Decoded<'readTrading'>
export type Examination = Decoded<'examine'>
export type FeedHealth = Status['feeds'][number]
export type PlaceBody = Request<'placeOrder'>['body']
export type PlaceResult = Decoded<'placeOrder'>
export type PreviewResult = Decoded<'previewOrder'>
export type ReplaceBody = Request<'replaceOrder'>['body']
export type ReplaceResult = Decoded<'replaceOrder'>
export type CancelAllResult = Decoded<'cancelAll'>
export type CancelResult = Decoded<'cancelOrders'>
export type RiskSettings = Decoded<'readRiskSettings'>
export type ComboRfq = Decoded<'dismissCombo'>
export type ComboQuote = NonNullable<ComboRfq['quote']>
export type ComboPosition = Decoded<'listComboPositions'>['items'][number]
export type ComboActivity = Decoded<'listComboActivity'>['items'][number]
export type AttachedExit = AttachedExitRow
export type ExitLegs = Request<'attachExit'>['body']['legs']
export type Alert = Decoded<'createAlert'>
export type AlertBody = Request<'createAlert'>['body']
export type AlertChange = Request<'changeAlert'>['body']
export type Reject = NonNullable<PlaceResult['reject']>
export type Notification = Decoded<'listNotifications'>['items'][number]
export type NotificationKind = Notification['kind']
export type Channel = Notification['deliveries'][number]['channel']
export type NotificationSettings = Decoded<'readNotificationSettings'>
export type RepostQuote = Decoded<'quoteRepost'>['items'][number]
export type RepostBody = Request<'repostOrders'>['body']
export type RepostResult = Decoded<'repostOrders'>
export type ArmReason = TradingState['reasons'][number]
