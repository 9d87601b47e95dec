/**
 * The route table: one entry per operation gives the server its validation, the page its client and the OpenAPI
 * document its text. Errors are problem documents (errors.ts) and are common to all.
 */
import { z } from 'zod'
import { accountRoutes } from './account-routes.ts'
import { auditExportQuery, auditQuery } from './audit.ts'
import type { AnyCodec, CoreOf, WireOf } from './codec/codec.ts'
import { attachedExitRoutes } from './attached-exit-routes.ts'
import { comboRoutes } from './combos.ts'
import { journalRoutes } from './journal-routes.ts'
import { marketRoutes } from './market-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import {
  bothSidesBody,
  cancelBody,
  cancelMarketBody,
  fillsQuery,
  placeBody,
  previewBody,
  previewBothSidesBody,
  replaceBody,
} from './orders.ts'
import { cancel, own, read, trade, withPaths } from './route.ts'
import { exitBody, flattenBody, hedgeBody } from './positions.ts'
import {
  bothSidesResult,
  cancelAllResult,
  cancelResult,
  fillList,
  flattenResult,
  orderList,
  orderWithAudit,
  placeResult,
  replaceResult,
} from './records/orders.ts'
import { auditList, auditVerdict } from './records/audit.ts'
import { previewBothSidesResult, previewResult } from './records/previews.ts'
import { health } from './records/session.ts'
import { riskSettings } from './records/settings.ts'
import { examination, status } from './records/status.ts'
import { recordingRoutes } from './recording.ts'
import { replayRoutes } from './replay.ts'
import { empty } from './session.ts'
import { sessionRoutes } from './session-routes.ts'
import { riskSettingsBody } from './settings.ts'
import { tokenRoutes } from './tokens.ts'
import { tradingRoutes } from './trading-routes.ts'
import { orderId, pagesQuery } from './values.ts'
import { workspaceRoutes } from './workspace-routes.ts'

export type { Route } from './route.ts'

/** The path of each operation is in paths.ts, under its name. */
export const routes = withPaths({
  health: { auth: 'none', summary: 'Liveness', answer: health },
  ...sessionRoutes,
  readStatus: read('Status of everything', { answer: status }),
  examine: read('The checks of the doctor, made now; reads only', { answer: examination }),
  readMetrics: {
    auth: 'session_or_token',
    scope: 'read',
    summary: 'Metrics of the terminal and its process in the Prometheus text format',
    answer: z.string(),
    text: 'text/plain; version=0.0.4; charset=utf-8',
  },
  ...tradingRoutes,
  ...marketRoutes,
  ...workspaceRoutes,
  ...notificationRoutes,
  ...attachedExitRoutes,
  ...replayRoutes,
  ...recordingRoutes,
  placeOrder: trade('Place one order', { body: placeBody, answer: placeResult }),
  previewOrder: trade('What an order would cost and be answered; sends nothing', {
    body: previewBody,
    answer: previewResult,
  }),
  placeBothSides: trade(
    'A sale of what is held, and once it is accepted a purchase of the other outcome: a sale beyond what is held',
    { body: bothSidesBody, answer: bothSidesResult },
  ),
  previewBothSides: trade(
    'What the two orders of a sale beyond what is held would cost and be answered; sends nothing',
    { body: previewBothSidesBody, answer: previewBothSidesResult },
  ),
  cancelOrders: cancel('Cancel orders', { body: cancelBody, answer: cancelResult }),
  cancelMarket: cancel('Cancel all orders of a market or an outcome', {
    body: cancelMarketBody,
    answer: cancelResult,
  }),
  cancelAll: cancel('Cancel everything; works in every state', { body: empty, answer: cancelAllResult }),
  replaceOrder: trade('Cancel, prove the cancel, place the rest as a new order', {
    params: z.strictObject({ order_id: orderId }),
    body: replaceBody,
    answer: replaceResult,
  }),
  exitPosition: trade('Sell a position at the current book', { body: exitBody, answer: placeResult }),
  hedgePosition: trade("Buy the market's other outcome against a position", {
    body: hedgeBody,
    answer: placeResult,
  }),
  flattenPositions: trade(
    'Cancel own orders of the markets, then sell what is held; the cancels work in every mode',
    { body: flattenBody, answer: flattenResult },
  ),
  listOrders: read('Open orders, newest first', { query: pagesQuery, answer: orderList }),
  readOrder: read('One order with its audit rows', {
    params: z.strictObject({ order_id: orderId }),
    answer: orderWithAudit,
  }),
  listFills: read('Fills', { query: fillsQuery, answer: fillList }),
  ...accountRoutes,
  ...journalRoutes,
  ...comboRoutes,
  readRiskSettings: read('Limits', { answer: riskSettings }),
  writeRiskSettings: own('Change limits; raising needs the password', {
    body: riskSettingsBody,
    answer: riskSettings,
  }),
  listAudit: read('Audit rows, newest first', { query: auditQuery, answer: auditList }),
  verifyAudit: read('Check the chain', { answer: auditVerdict }),
  exportAudit: read('Audit rows as CSV, newest first', {
    query: auditExportQuery,
    download: 'sesame-audit.csv',
  }),
  exportAuditLines: read(
    'Audit rows as lines of JSON, newest first, whole: their hashes can be computed again',
    { query: auditExportQuery, download: 'sesame-audit.jsonl' },
  ),
  exportFills: read('Fills as CSV, newest first', { download: 'sesame-fills.csv' }),
  ...tokenRoutes,
  readOpenApi: read('This document', { answer: z.record(z.string(), z.unknown()) }),
} as const)

type Routes = typeof routes
export type Operation = keyof Routes

type Decoded<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Wire<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
type Wired<Schema> = Schema extends z.ZodType
  ? z.input<Schema>
  : Schema extends AnyCodec
    ? WireOf<Schema>
    : undefined
type Cored<Schema> = Schema extends z.ZodType
  ? z.input<Schema>
  : Schema extends AnyCodec
    ? CoreOf<Schema>
    : undefined
type Part<R, Name extends string> = R extends { readonly [K in Name]: infer Schema } ? Schema : undefined

/** Input of a handler: decoded domain values. */
export type Input<Name extends Operation> = {
  readonly params: Decoded<Part<Routes[Name], 'params'>>
  readonly query: Decoded<Part<Routes[Name], 'query'>>
  readonly body: Decoded<Part<Routes[Name], 'body'>>
}

/** Input on the wire: text, as the browser sends and receives it. */
export type WireInput<Name extends Operation> = {
  readonly params: Wire<Part<Routes[Name], 'params'>>
  readonly query: Wire<Part<Routes[Name], 'query'>>
  readonly body: Wire<Part<Routes[Name], 'body'>>
}

/** A file of lines, or of bytes. */
export type FileAnswer = {
  readonly name: string
  readonly body: Iterable<string> | AsyncIterable<Uint8Array> | Uint8Array
}

type AnswerIn<Name extends Operation, OfJson> = Routes[Name] extends { readonly download: string }
  ? Iterable<string>
  : Routes[Name] extends { readonly file: readonly string[] }
    ? FileAnswer
    : OfJson

/** An answer on the wire. A download is given line by line. */
export type Answer<Name extends Operation> = AnswerIn<Name, Wired<Part<Routes[Name], 'answer'>>>

/** The same as its handler gives it. */
export type CoreAnswer<Name extends Operation> = AnswerIn<Name, Cored<Part<Routes[Name], 'answer'>>>
