/**
 * Typed calls of the terminal's own API. A call is sent once and never repeated: what happened to a command without an
 * answer is for the trader and the reconciliation to find out.
 */
import type { Answer, Operation, Routes, WireInput } from '#contract/routes.ts'
import { unreachable } from '#lib/never.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Problem } from './wire.ts'

type Address<Name extends Operation> = readonly [Routes[Name]['method'], Routes[Name]['path']]

/** The operations that the page uses; the compiler compares each with the route table. */
export const OPERATIONS = {
  login: ['POST', '/api/login'],
  readSession: ['GET', '/api/session'],
  logout: ['POST', '/api/logout'],
  listSessions: ['GET', '/api/sessions'],
  endSession: ['DELETE', '/api/sessions/{session_id}'],
  endOtherSessions: ['DELETE', '/api/sessions'],
  readStatus: ['GET', '/api/status'],
  examine: ['GET', '/api/doctor'],
  readTrading: ['GET', '/api/trading'],
  arm: ['POST', '/api/trading/arm'],
  disarm: ['POST', '/api/trading/safe'],
  retryCredentials: ['POST', '/api/credentials/retry'],
  search: ['GET', '/api/search'],
  readEvent: ['GET', '/api/events/{event_id}'],
  readEventBySlug: ['GET', '/api/events/by-slug/{slug}'],
  readMarket: ['GET', '/api/markets/{market_id}'],
  readBook: ['GET', '/api/books/{outcome_id}'],
  readHistory: ['GET', '/api/history/{outcome_id}'],
  listGames: ['GET', '/api/games'],
  listLeagues: ['GET', '/api/leagues'],
  listTags: ['GET', '/api/tags'],
  readWatchlist: ['GET', '/api/watchlist'],
  writeWatchlist: ['PUT', '/api/watchlist'],
  readLayout: ['GET', '/api/layouts/{screen_class}'],
  writeLayout: ['PUT', '/api/layouts/{screen_class}'],
  undoLayout: ['POST', '/api/layouts/{screen_class}/undo'],
  readSettings: ['GET', '/api/settings'],
  writeSettings: ['PUT', '/api/settings'],
  placeOrder: ['POST', '/api/orders/place'],
  previewOrder: ['POST', '/api/orders/preview'],
  replaceOrder: ['POST', '/api/orders/{order_id}/replace'],
  readOrder: ['GET', '/api/orders/{order_id}'],
  exitPosition: ['POST', '/api/positions/exit'],
  hedgePosition: ['POST', '/api/positions/hedge'],
  readAccount: ['GET', '/api/account'],
  listPositions: ['GET', '/api/positions'],
  listFills: ['GET', '/api/fills'],
  listActivity: ['GET', '/api/activity'],
  readPnl: ['GET', '/api/pnl'],
  cancelOrders: ['POST', '/api/orders/cancel'],
  cancelMarket: ['POST', '/api/orders/cancel-market'],
  cancelAll: ['POST', '/api/orders/cancel-all'],
  readRiskSettings: ['GET', '/api/settings/risk'],
  writeRiskSettings: ['PUT', '/api/settings/risk'],
  quoteCombo: ['POST', '/api/combos/quote'],
  acceptCombo: ['POST', '/api/combos/accept'],
  dismissCombo: ['POST', '/api/combos/{rfq_id}/dismiss'],
  listComboPositions: ['GET', '/api/portfolio/combos'],
  listComboRfqs: ['GET', '/api/combos/rfqs'],
  listComboActivity: ['GET', '/api/activity/combos'],
  createAlert: ['POST', '/api/alerts'],
  changeAlert: ['PUT', '/api/alerts/{alert_id}'],
  deleteAlert: ['DELETE', '/api/alerts/{alert_id}'],
  listNotifications: ['GET', '/api/notifications'],
  readNotifications: ['POST', '/api/notifications/read'],
  testNotification: ['POST', '/api/notifications/test'],
  reportDelivery: ['POST', '/api/notifications/{notification_id}/delivery'],
  quoteRepost: ['GET', '/api/notifications/{notification_id}/repost'],
  repostOrders: ['POST', '/api/notifications/{notification_id}/repost'],
  readNotificationSettings: ['GET', '/api/settings/notifications'],
  writeNotificationSettings: ['PUT', '/api/settings/notifications'],
  listAudit: ['GET', '/api/audit'],
  verifyAudit: ['GET', '/api/audit/verify'],
} as const satisfies { readonly [Name in Operation]?: Address<Name> }

export type UsedOperation = keyof typeof OPERATIONS

/** Why a call has no answer. After `network` and `timeout` a command may still have been carried out. */
export type ApiFault =
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'unreadable'; readonly status: number }

type Given<Name extends UsedOperation> = {
  readonly [
    Part in keyof WireInput<Name> as WireInput<Name>[Part] extends undefined ? never : Part
  ]: WireInput<Name>[Part]
}

export type CallOptions = {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Is carried on with when the page goes; for bodies below 64 KiB. */
  readonly keepalive?: boolean
}

export type Client = {
  readonly call: <Name extends UsedOperation>(
    name: Name,
    input: Given<Name>,
    options?: CallOptions,
  ) => Promise<Result<Answer<Name>, ApiFault>>
  /** Sets the token that every command carries. */
  readonly setCsrfToken: (token: string | null) => void
}

export type ClientOptions = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Called for every answer that reports no session. */
  readonly onNoSession: () => void
}

const READ_TIMEOUT_MS = 15_000

const ACCEPT = { accept: 'application/json' } as const
const COMMON = { credentials: 'same-origin', redirect: 'error', cache: 'no-store' } as const

/** How a read is asked. */
export function readInit(signal = AbortSignal.timeout(READ_TIMEOUT_MS)): RequestInit {
  return { ...COMMON, method: 'GET', headers: ACCEPT, signal }
}

/** Puts the path's parameters and the query into an operation's address. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, textOf(value))
  }
  const suffix = search.toString()
  return suffix === '' ? filled : `${filled}?${suffix}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/** Builds the client. The browser sends the cookies: the page always has the same origin. */
export function createClient(options: ClientOptions): Client {
  let csrfToken: string | null = null

  async function send(
    method: string,
    address: string,
    body: unknown,
    call: CallOptions,
  ): Promise<Result<unknown, ApiFault>> {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? READ_TIMEOUT_MS)
    const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal])
    function commandInit(): RequestInit {
      const headers: Record<string, string> = { ...ACCEPT, 'content-type': 'application/json' }
      if (csrfToken !== null) headers['x-csrf-token'] = csrfToken
      const keepalive = call.keepalive === true ? { keepalive: true } : {}
      return { ...COMMON, method, headers, body: JSON.stringify(body ?? {}), signal, ...keepalive }
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
    } catch {
      return err({ kind: 'unreadable', status: response.status })
    }
    if (response.ok) return ok(answer)
    if (!isProblem(answer)) return err({ kind: 'unreadable', status: response.status })
    if (answer.code === 'no_session') options.onNoSession()
    return err({ kind: 'problem', problem: answer })
  }

  return {
    setCsrfToken(token) {
      csrfToken = token
    },
    async call(name, input, call = {}) {
      const [method, path] = OPERATIONS[name]
      const parts: { params?: object; query?: object; body?: unknown } = input
      const address = addressOf(path, { ...parts.params }, { ...parts.query })
      const result = await send(method, address, parts.body, call)
      return result as Result<Answer<typeof name>, ApiFault>
    },
  }
}

function isProblem(answer: unknown): answer is Problem {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'code' in answer &&
    'status' in answer &&
    'title' in answer
  )
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
