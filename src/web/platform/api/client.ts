/**
 * Typed calls of the terminal's own API, and short names for what crosses the wire: types only, the page never loads the schemas. A
 * call is sent once and never repeated: what happened to a command without an answer is for the trader and the reconciliation
 * to find out.
 */
import { encodeRequest } from '#contract/codec/requests.ts'
import { PATHS } from '#contract/paths.ts'
import { answerOf } from './answers.ts'
import type { Decoded } from './answers.ts'
import type { Operation, Request } from '#contract/routes.ts'
import { unreachable } from '#lib/never.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { ACCEPT, COMMON, READ_TIMEOUT_MS, readInit } from './requests.ts'
import type { problem } from '#contract/errors.ts'
import type { CoreOf } from '#contract/codec/codec.ts'
import type { Asked } from '#contract/codec/requests.ts'
import type { resolutionPnl } from '#contract/records/resolution-pnl.ts'
import type { AttachedExitRow } from '#contract/records/attached-exits.ts'

/** Why a call has no answer. After `network` and `timeout` a command may still have been carried out. */
export type ApiFault =
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'unreadable'; readonly status: number }

export type CallOptions = {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Is carried on with when the page goes; for bodies below 64 KiB. */
  readonly keepalive?: boolean
}

export type Client = ReturnType<typeof createClient>

export type ClientOptions = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Called for every answer that reports no session. */
  readonly onNoSession: () => void
}

/** Time limits of calls that take longer than a read: own sales are proven gone first, services asked, a long log verified. */
const LIMITS_MS: Partial<Readonly<Record<Operation, number>>> = {
  placeOrder: 20_000,
  placeOrders: 20_000,
  placeBothSides: 65_000,
  replaceOrder: 45_000,
  exitPosition: 45_000,
  hedgePosition: 45_000,
  flattenPositions: 45_000,
  cancelOrders: 20_000,
  cancelMarket: 20_000,
  cancelAll: 20_000,
  quoteCombo: 45_000,
  acceptCombo: 30_000,
  examine: 30_000,
  retryCredentials: 60_000,
  testNotification: 60_000,
  verifyAudit: 300_000,
}

/** Builds the client. The browser sends the cookies: the page always has the same origin. */
export function createClient(options: ClientOptions) {
  let csrfToken: string | null = null

  async function send(
    name: Operation,
    address: string,
    body: unknown,
    call: CallOptions,
  ): Promise<Result<unknown, ApiFault>> {
    const { method } = PATHS[name]
    const timeout = AbortSignal.timeout(call.timeoutMs ?? LIMITS_MS[name] ?? READ_TIMEOUT_MS)
    const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal])
    function commandInit(): RequestInit {
      const headers: Record<string, string> = { ...ACCEPT, 'content-type': 'application/json' }
      if (csrfToken !== null) headers['x-csrf-token'] = csrfToken
      const { keepalive = false } = call
      return { ...COMMON, method, headers, body: JSON.stringify(body ?? {}), signal, keepalive }
    }

    let response: Response
    let text: string
    try {
      response = await options.fetch(address, method === 'GET' ? readInit(signal) : commandInit())
      text = await response.text()
    } catch {
      if (call.signal?.aborted === true) return err({ kind: 'aborted' })
      return err({ kind: timeout.aborted ? 'timeout' : 'network' })
    }
    if (response.status === 204) return ok(undefined)
    let answer: unknown
    try {
      answer = JSON.parse(text)
      if (response.ok) {
        const record = await answerOf(name)
        return ok(record === undefined ? answer : record.decode(answer))
      }
    } catch {
      return err({ kind: 'unreadable', status: response.status })
    }
    const problem = problemOf(answer)
    if (problem === null) return err({ kind: 'unreadable', status: response.status })
    if (problem.code === 'no_session') options.onNoSession()
    return err({ kind: 'problem', problem })
  }

  return {
    /** Sets the token that every command carries. */
    setCsrfToken(token: string | null) {
      csrfToken = token
    },
    async call<Name extends Operation>(name: Name, input: Request<Name>, call: CallOptions = {}) {
      const sent = encodeRequest(input) as Sent
      const answer = await send(name, addressIn(name, sent), sent.body, call)
      return answer as Result<Decoded<Name>, ApiFault>
    },
  }
}

/** Address of an operation with its parameters and its query. */
export function addressOf<Name extends Operation>(name: Name, input: Omit<Request<Name>, 'body'>): string {
  return addressIn(name, encodeRequest(input) as Sent)
}

/** Parts of a request on the wire. */
type Sent = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function addressIn(name: Operation, { params = {}, query = {} }: Sent): string {
  const path = PATHS[name].path.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(params[part] ?? ''),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([part, value]) => [part, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Values of a problem document are the same on both sides. */
function problemOf(answer: unknown): Problem | null {
  const isObject = typeof answer === 'object' && answer !== null
  if (!isObject || !('code' in answer && 'status' in answer && 'title' in answer)) return null
  const named = Object.entries(answer).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(named) as Problem
}

/** Says in one sentence why there is no answer. */
export function faultText(fault: ApiFault): string {
  switch (fault.kind) {
    case 'problem': {
      const field = fault.problem.errors?.[0]
      if (field !== undefined) return `${fault.problem.title}: ${field.path} ${field.message}`
      return fault.problem.detail === '' ? fault.problem.title : fault.problem.detail
    }
    case 'network':
      return 'The terminal cannot be reached.'
    case 'timeout':
      return 'The terminal did not answer in time.'
    case 'aborted':
      return 'Given up.'
    case 'unreadable':
      return `The terminal gave an unreadable answer (${fault.status}).`
    default:
      return unreachable(fault)
  }
}

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
export type LossLimit = Decoded<'readLossLimit'>
export type ComboRfq = Decoded<'dismissCombo'>
export type ComboQuote = NonNullable<ComboRfq['quote']>
export type ComboPosition = Decoded<'listComboPositions'>['items'][number]
export type ComboActivity = Decoded<'listComboActivity'>['items'][number]
export type AttachedExit = AttachedExitRow
export type SentLegs = Request<'attachExit'>['body']['legs']
export type Alert = Decoded<'createAlert'>
export type AlertBody = Request<'createAlert'>['body']
export type AlertChange = Request<'changeAlert'>['body']
export type Reject = NonNullable<PlaceResult['reject']>
export type Notification = Decoded<'listNotifications'>['items'][number]
export type NotificationKind = Notification['kind']
export type Channel = Notification['deliveries'][number]['channel']
export type NotificationSettings = Decoded<'readNotificationSettings'>
export type RepostQuote = Decoded<'quoteRepost'>['items'][number]
export type RepostResult = Decoded<'repostOrders'>
export type ArmReason = TradingState['reasons'][number]
