/**
 * The route table: one entry per operation gives the server its validation, the page its client and the OpenAPI
 * document its text. Errors are problem documents (errors.ts) and are common to all.
 */
import { z } from 'zod'
import { accountRoutes } from './account.ts'
import { alertRoutes } from './alerts.ts'
import { attachedExitRoutes } from './attached-exits.ts'
import { auditRoutes } from './audit.ts'
import type { AnyCodec, CoreOf, WireOf } from './codec/codec.ts'
import type { Asked } from './codec/requests.ts'
import { comboRoutes } from './combos.ts'
import { journalRoutes } from './journal.ts'
import { marketRoutes } from './markets.ts'
import { notificationRoutes } from './notifications.ts'
import { orderRoutes } from './orders.ts'
import { recordingRoutes } from './recording.ts'
import { health } from './records/session.ts'
import { examination, status, tradingState } from './records/status.ts'
import { replayRoutes } from './replay.ts'
import { cancel, own, read, withPaths } from './route.ts'
import { empty, sessionRoutes } from './session.ts'
import { settingsRoutes } from './settings.ts'
import { tokenRoutes } from './tokens.ts'
import { workspaceRoutes } from './workspace.ts'

export type { Route } from './route.ts'

/** The path of each operation is in paths.ts, under its name. */
export const routes = withPaths({
  health: { auth: 'none', summary: 'Liveness', answer: health },
  ...sessionRoutes,
  readStatus: read('Status of everything', { answer: status }),
  examine: read('Run the doctor’s checks; reads only', { answer: examination }),
  readTrading: read('Trading mode', { answer: tradingState }),
  arm: own('SAFE to ARMED', { body: empty, answer: tradingState }),
  disarm: cancel('ARMED to SAFE', { body: empty, answer: tradingState }),
  retryCredentials: own('Retry the venue credentials now; 429 within 10 s of the last try', {
    body: empty,
    answer: status,
  }),
  ...marketRoutes,
  ...workspaceRoutes,
  ...alertRoutes,
  ...notificationRoutes,
  ...attachedExitRoutes,
  ...replayRoutes,
  ...recordingRoutes,
  ...orderRoutes,
  ...accountRoutes,
  ...journalRoutes,
  ...comboRoutes,
  ...settingsRoutes,
  ...auditRoutes,
  ...tokenRoutes,
  readOpenApi: read('This document', { answer: z.record(z.string(), z.unknown()) }),
} as const)

type Routes = typeof routes
export type Operation = keyof Routes

type Decoded<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
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
  readonly params: Wired<Part<Routes[Name], 'params'>>
  readonly query: Wired<Part<Routes[Name], 'query'>>
  readonly body: Wired<Part<Routes[Name], 'body'>>
}

/** The same as the page gives it: only the parts that there are. */
export type Request<Name extends Operation> = {
  readonly [Part in keyof Routes[Name] & ('params' | 'query' | 'body')]: Asked<Routes[Name][Part]>
}

/** A file of lines, or of bytes. */
export type FileAnswer = {
  readonly name: string
  readonly body: Iterable<string> | AsyncIterable<Uint8Array> | Uint8Array
}

type AnswerIn<Name extends Operation, OfJson> = Routes[Name] extends { readonly file: string }
  ? FileAnswer
  : OfJson

/** An answer on the wire. */
export type Answer<Name extends Operation> = AnswerIn<Name, Wired<Part<Routes[Name], 'answer'>>>

/** The same as its handler gives it. */
export type CoreAnswer<Name extends Operation> = AnswerIn<Name, Cored<Part<Routes[Name], 'answer'>>>
