/** Short names for what crosses the wire. Types only: the page never loads the schemas. */
import type { auditRow } from '#contract/audit.ts'
import type { problem } from '#contract/errors.ts'
import type { Wire } from '#contract/live.ts'
import type { market } from '#contract/markets.ts'
import type { Answer, WireInput } from '#contract/routes.ts'

type Input<Schema extends { readonly _zod: { readonly input: unknown } }> = Schema['_zod']['input']

export type Problem = Input<typeof problem>
export type AuditRow = Input<typeof auditRow>
export type Market = Input<typeof market>
export type Event = Wire['Event']
export type Outcome = Wire['Outcome']
export type Game = Wire['Game']
export type Trade = Wire['Trade']
export type History = Answer<'readHistory'>
export type Interval = NonNullable<WireInput<'readHistory'>['query']['interval']>
export type Watchlist = Answer<'readWatchlist'>
export type ServerSettings = Answer<'readSettings'>
export type Order = Wire['Order']
export type Fill = Wire['Fill']
export type Status = Wire['Status']
export type TradingState = Wire['TradingState']
export type FeedHealth = Wire['FeedHealth']
export type PlaceBody = WireInput<'placeOrder'>['body']
export type PlaceResult = Answer<'placeOrder'>
export type PreviewResult = Answer<'previewOrder'>
export type ReplaceBody = WireInput<'replaceOrder'>['body']
export type ReplaceResult = Answer<'replaceOrder'>
export type CancelAllResult = Answer<'cancelAll'>
export type CancelResult = Answer<'cancelOrders'>
export type RiskSettings = Answer<'readRiskSettings'>
export type ArmReason = TradingState['reasons'][number]
