/**
 * The route table: one entry per operation gives the server its validation, the page its client and the OpenAPI
 * document its text. Errors are problem documents (errors.ts) and are common to all.
 */
import { z } from 'zod'
import { accountRoutes } from './account-routes.ts'
import { auditExportQuery, auditQuery, auditVerdict, listedAuditRow } from './audit.ts'
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
  previewBothSidesResult,
  previewResult,
  replaceBody,
} from './orders.ts'
import { PATHS } from './paths.ts'
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
import { recordingRoutes } from './recording.ts'
import { replayRoutes } from './replay.ts'
import { empty, health } from './session.ts'
import { sessionRoutes } from './session-routes.ts'
import { riskSettings, riskSettingsBody } from './settings.ts'
import { examination, status } from './status.ts'
import { tokenRoutes } from './tokens.ts'
import type { Scope } from './token-scopes.ts'
import { tradingRoutes } from './trading-routes.ts'
import { listOf, orderId, pagesQuery } from './values.ts'
import { workspaceRoutes } from './workspace-routes.ts'

/**
 * One operation. `params` names the path's `{name}` parts; a route without `answer` answers 204, one with `download`
 * a file.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /**
   * `none`: public; `session`: the cookie, and for anything but GET the CSRF token; `session_or_token`: the same, or
   * METRICS_TOKEN as a bearer. Where `scope` says so, a token of a program as well.
   */
  readonly auth: 'none' | 'session' | 'session_or_token'
  /** The least scope of a token that may ask for it; without one no token may (INV-59). */
  readonly scope?: Scope
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** A schema, or the codec of a record: the handler then gives core's value, and the router encodes it. */
  readonly answer?: z.ZodType | AnyCodec
  /** Name of the file that is sent line by line: CSV, or JSON when it ends so. */
  readonly download?: string
  /** The answer is a file of one of these types, whose name the handler gives. */
  readonly file?: readonly string[]
  /** Content type of an answer that is text, not JSON. */
  readonly text?: string
  /** The answer carries its version as ETag; what changes something looks at If-Match. */
  readonly versioned?: true
}

export const routes = {
  health: { ...PATHS.health, auth: 'none', summary: 'Liveness', answer: health },
  ...sessionRoutes,
  readStatus: {
    ...PATHS.readStatus,
    auth: 'session',
    scope: 'read',
    summary: 'Status of everything',
    answer: status,
  },
  examine: {
    ...PATHS.examine,
    auth: 'session',
    scope: 'read',
    summary: 'The checks of the doctor, made now; reads only',
    answer: examination,
  },
  readMetrics: {
    ...PATHS.readMetrics,
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
  placeOrder: {
    ...PATHS.placeOrder,
    auth: 'session',
    scope: 'trade',
    summary: 'Place one order',
    body: placeBody,
    answer: placeResult,
  },
  previewOrder: {
    ...PATHS.previewOrder,
    auth: 'session',
    scope: 'trade',
    summary: 'What an order would cost and be answered; sends nothing',
    body: previewBody,
    answer: previewResult,
  },
  placeBothSides: {
    ...PATHS.placeBothSides,
    auth: 'session',
    scope: 'trade',
    summary:
      'A sale of what is held, and once it is accepted a purchase of the other outcome: a sale beyond what is held',
    body: bothSidesBody,
    answer: bothSidesResult,
  },
  previewBothSides: {
    ...PATHS.previewBothSides,
    auth: 'session',
    scope: 'trade',
    summary: 'What the two orders of a sale beyond what is held would cost and be answered; sends nothing',
    body: previewBothSidesBody,
    answer: previewBothSidesResult,
  },
  cancelOrders: {
    ...PATHS.cancelOrders,
    auth: 'session',
    scope: 'cancel',
    summary: 'Cancel orders',
    body: cancelBody,
    answer: cancelResult,
  },
  cancelMarket: {
    ...PATHS.cancelMarket,
    auth: 'session',
    scope: 'cancel',
    summary: 'Cancel all orders of a market or an outcome',
    body: cancelMarketBody,
    answer: cancelResult,
  },
  cancelAll: {
    ...PATHS.cancelAll,
    auth: 'session',
    scope: 'cancel',
    summary: 'Cancel everything; works in every state',
    body: empty,
    answer: cancelAllResult,
  },
  replaceOrder: {
    ...PATHS.replaceOrder,
    auth: 'session',
    scope: 'trade',
    summary: 'Cancel, prove the cancel, place the rest as a new order',
    params: z.strictObject({ order_id: orderId }),
    body: replaceBody,
    answer: replaceResult,
  },
  exitPosition: {
    ...PATHS.exitPosition,
    auth: 'session',
    scope: 'trade',
    summary: 'Sell a position at the current book',
    body: exitBody,
    answer: placeResult,
  },
  hedgePosition: {
    ...PATHS.hedgePosition,
    auth: 'session',
    scope: 'trade',
    summary: "Buy the market's other outcome against a position",
    body: hedgeBody,
    answer: placeResult,
  },
  flattenPositions: {
    ...PATHS.flattenPositions,
    auth: 'session',
    scope: 'trade',
    summary: 'Cancel own orders of the markets, then sell what is held; the cancels work in every mode',
    body: flattenBody,
    answer: flattenResult,
  },
  listOrders: {
    ...PATHS.listOrders,
    auth: 'session',
    scope: 'read',
    summary: 'Open orders, newest first',
    query: pagesQuery,
    answer: orderList,
  },
  readOrder: {
    ...PATHS.readOrder,
    auth: 'session',
    scope: 'read',
    summary: 'One order with its audit rows',
    params: z.strictObject({ order_id: orderId }),
    answer: orderWithAudit,
  },
  listFills: {
    ...PATHS.listFills,
    auth: 'session',
    scope: 'read',
    summary: 'Fills',
    query: fillsQuery,
    answer: fillList,
  },
  ...accountRoutes,
  ...journalRoutes,
  ...comboRoutes,
  readRiskSettings: {
    ...PATHS.readRiskSettings,
    auth: 'session',
    scope: 'read',
    summary: 'Limits',
    answer: riskSettings,
  },
  writeRiskSettings: {
    ...PATHS.writeRiskSettings,
    auth: 'session',
    summary: 'Change limits; raising needs the password',
    body: riskSettingsBody,
    answer: riskSettings,
  },
  listAudit: {
    ...PATHS.listAudit,
    auth: 'session',
    scope: 'read',
    summary: 'Audit rows, newest first',
    query: auditQuery,
    answer: listOf(listedAuditRow),
  },
  verifyAudit: {
    ...PATHS.verifyAudit,
    auth: 'session',
    scope: 'read',
    summary: 'Check the chain',
    answer: auditVerdict,
  },
  exportAudit: {
    ...PATHS.exportAudit,
    auth: 'session',
    scope: 'read',
    summary: 'Audit rows as CSV, newest first',
    query: auditExportQuery,
    download: 'sesame-audit.csv',
  },
  exportAuditLines: {
    ...PATHS.exportAuditLines,
    auth: 'session',
    scope: 'read',
    summary: 'Audit rows as lines of JSON, newest first, whole: their hashes can be computed again',
    query: auditExportQuery,
    download: 'sesame-audit.jsonl',
  },
  exportFills: {
    ...PATHS.exportFills,
    auth: 'session',
    scope: 'read',
    summary: 'Fills as CSV, newest first',
    download: 'sesame-fills.csv',
  },
  ...tokenRoutes,
  readOpenApi: {
    ...PATHS.readOpenApi,
    auth: 'session',
    scope: 'read',
    summary: 'This document',
    answer: z.record(z.string(), z.unknown()),
  },
} as const satisfies Record<string, Route>

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
