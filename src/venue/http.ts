/** Calls of the venue's HTTP services: signing, limits and the reading of answers. Nothing is ever retried here. */
import type { RejectCode } from '#core/reject-codes.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { PointName } from '#ports/venue-trading.ts'
import type { AuthHeaders, L1Signer } from './auth/l1.ts'
import type { L2Signer } from './auth/l2.ts'
import { readBody, type AnswerBody } from './bodies.ts'
import type { Channel, Ending } from './channel.ts'
import type { ChannelName, Endpoint } from './endpoints.ts'
import type { SignerLimits } from './signer-limits.ts'
import { doubtsKey, type SignTower } from './signs.ts'

type Call = {
  readonly endpoint: Endpoint
  /** Appended to the endpoint's path; must already be encoded. */
  readonly suffix?: string
  readonly query?: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** Cost in its bucket at the venue; default: 1. */
  readonly cost?: number
  readonly gate?: () => RejectCode | null
  readonly point?: ((name: PointName) => void) | undefined
}

export type Reply =
  | ({
      readonly kind: 'answered'
      readonly status: number
      /** From Retry-After; null when absent. */
      readonly retryAfterMs: number | null
    } & AnswerBody)
  /** Nothing was written: by the gate, without credentials, or asked to wait by an earlier answer. */
  | { readonly kind: 'stopped'; readonly code: RejectCode; readonly retryAfterMs: number | null }
  | { readonly kind: 'not_sent'; readonly detail: string }
  | { readonly kind: 'no_answer'; readonly detail: string }

/** The reply of a call that has to wait. */
export function heldFor(retryAfterMs: number): Reply {
  return { kind: 'stopped', code: 'venue_rate_limited', retryAfterMs }
}

export type Http = (call: Call) => Promise<Reply>

const MAX_RETRY_AFTER_MS = 3_600_000
/** Codes of Node and OpenSSL for a certificate or a handshake that is not good. */
const TLS_FAULT = /CERT|VERIFY|^ERR_(?:TLS|SSL)_|^EPROTO$/
/** From here on trading stops, and cancels and heartbeats need the venue's time. */
const MAX_CLOCK_ERROR_MS = 5_000
/** The date of a slower answer is too inexact. */
const PROMPT_MS = 2_000
/** A refusal that names no wait. */
const REFUSED_MS = 1_000

/** Milliseconds of a Retry-After header in seconds or as a date; null when absent or unreadable. */
export function retryAfterMs(value: string | readonly string[] | undefined, now: number): number | null {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') return null
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : null
}

function oneText(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' ? value.trim() : null
}

/** A count of tokens, which may be negative and may have a fraction: rounded down; null for anything else. */
function wholeNumber(value: string | readonly string[] | undefined): number | null {
  const text = oneText(value) ?? ''
  return /^-?\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Math.floor(Number(text)) : null
}

/** Unix seconds as milliseconds; null for anything else. */
function unixSeconds(value: string | readonly string[] | undefined): number | null {
  const text = oneText(value) ?? ''
  return /^\d{9,11}$/.test(text) ? Number(text) * 1000 : null
}

function target(call: Call): { readonly path: string; readonly target: string } {
  const path = call.endpoint.path + (call.suffix ?? '')
  if (call.query === undefined || call.query.length === 0) return { path, target: path }
  return { path, target: `${path}?${new URLSearchParams(call.query.map(([k, v]) => [k, v])).toString()}` }
}

/**
 * Ties the endpoints to their connections.
 *
 * @param signers  read for every call: credentials change
 */
export function createHttp(parts: {
  readonly channels: Readonly<Record<ChannelName, Channel>>
  readonly clock: Clock
  readonly log: Log
  readonly responseHeaderPrefix: string
  /** Receives every request that costs from a bucket, and its outcome. */
  readonly limits: SignerLimits
  readonly signs: Pick<SignTower, 'note'>
  readonly signers: () => {
    readonly l1: L1Signer | null
    readonly l2: L2Signer | null
    /** For cancels and heartbeats: with the last credentials known, whatever became of them. */
    readonly cancels: L2Signer | null
  }
}): Http {
  const { clock, log, limits } = parts
  const heldUntil = new Map<ChannelName, number>()
  const prefix = `${parts.responseHeaderPrefix.toLowerCase()}-ratelimit`
  const untrusted = new Set<ChannelName>()
  let warned = false
  /** By the `Date` of its last answer that was signed for: whole seconds. */
  let venueAheadMs = 0

  /**
   * A cancel or a heartbeat is signed with the venue's time where ours is far from it: a wrong clock holds no cancel back, and lets
   * the venue cancel nothing (INV-51).
   */
  function signingTime(isProtective: boolean): string {
    const isFarOff = isProtective && Math.abs(venueAheadMs) > MAX_CLOCK_ERROR_MS
    return Math.floor((clock.now() + (isFarOff ? venueAheadMs : 0)) / 1000).toString()
  }

  /** A cached answer shows an old time. */
  function noteTime({ auth }: Endpoint, { headers }: Extract<Ending, { kind: 'answered' }>): void {
    const aheadMs = Date.parse(oneText(headers['date']) ?? '') - clock.now()
    if (!Number.isFinite(aheadMs) || headers['age'] !== undefined) return
    if (auth === 'l2') venueAheadMs = aheadMs
    if (Math.abs(aheadMs) > MAX_CLOCK_ERROR_MS) parts.signs.note('clock')
  }

  function authHeaders(call: Call, path: string): AuthHeaders | null {
    const { l1, l2, cancels } = parts.signers()
    const isProtective = call.endpoint.budget === 'cancels' || call.endpoint.channel === 'heartbeat'
    const seconds = signingTime(isProtective)
    switch (call.endpoint.auth) {
      case 'none':
        return []
      case 'l1':
        return l1 === null ? null : l1(seconds, 0n)
      case 'l2':
        return (isProtective ? cancels : l2)?.(call.endpoint.method, path, call.body ?? '', seconds) ?? null
      default:
        return call.endpoint.auth satisfies never
    }
  }

  /** A server that does not prove who it is may be somebody in between: it is logged once, until one answers again. */
  function noteTrust(channel: ChannelName, ending: Ending): void {
    if (ending.kind === 'answered') untrusted.delete(channel)
    if (ending.kind !== 'not_sent' || !TLS_FAULT.test(ending.detail) || untrusted.has(channel)) return
    untrusted.add(channel)
    log.error('venue.not_trusted', { channel, reason: ending.detail })
  }

  function noteLimits(
    { endpoint, cost = 1 }: Call,
    ending: Extract<Ending, { kind: 'answered' }>,
    waitMs: number | null,
  ): void {
    const { channel, budget } = endpoint
    const isWarning = ending.headers[`${prefix}-warning`] === 'true'
    if (budget !== undefined) {
      const refusedForMs = ending.status === 429 ? (waitMs ?? REFUSED_MS) : null
      limits.answered(
        budget,
        cost,
        {
          remaining: wholeNumber(ending.headers[`${prefix}-remaining`]),
          tier: oneText(ending.headers[`${prefix}-tier`]),
          resetAt: unixSeconds(ending.headers[`${prefix}-reset`]),
          isWarning,
        },
        refusedForMs,
      )
    }
    // Nothing holds a cancel back, and what is said to one is no word about orders.
    if (ending.status === 429 && waitMs !== null && budget !== 'cancels') {
      heldUntil.set(channel, clock.monotonic() + waitMs)
    }
    if (isWarning && !warned) {
      warned = true
      log.warn('venue.rate_limit_warning', { channel })
    }
  }

  return async (call) => {
    const { endpoint } = call
    const holdMs = (heldUntil.get(endpoint.channel) ?? 0) - clock.monotonic()
    if (holdMs > 0) return heldFor(Math.ceil(holdMs))
    const where = target(call)
    const auth = authHeaders(call, where.path)
    if (auth === null) return { kind: 'stopped', code: 'no_credentials', retryAfterMs: null }
    const headers: (readonly [string, string])[] = [['accept', 'application/json'], ...auth]
    if (call.body !== undefined) headers.push(['content-type', 'application/json'])
    if (endpoint.gzip) headers.push(['accept-encoding', 'gzip'])
    const { budget } = endpoint
    const cost = call.cost ?? 1
    if (budget !== undefined) limits.sent(budget, cost)
    const sentAt = clock.monotonic()
    const ending = await parts.channels[endpoint.channel].send({
      ...endpoint,
      target: where.target,
      headers,
      body: call.body ?? null,
      gate: call.gate,
      point: call.point,
    })
    if (ending.kind !== 'answered') {
      if (budget !== undefined) limits[ending.kind === 'no_answer' ? 'lost' : 'unsent'](budget, cost)
      log.debug('venue.http', { path: endpoint.path, outcome: ending.kind })
      noteTrust(endpoint.channel, ending)
      return ending.kind === 'stopped' ? { ...ending, retryAfterMs: null } : ending
    }
    noteTrust(endpoint.channel, ending)
    if (clock.monotonic() - sentAt <= PROMPT_MS) noteTime(endpoint, ending)
    const waitMs = retryAfterMs(ending.headers['retry-after'], clock.now())
    noteLimits(call, ending, waitMs)
    log.debug('venue.http', { path: endpoint.path, status: ending.status })
    const body = await readBody(ending, endpoint.capBytes)
    const reply = { kind: 'answered', status: ending.status, retryAfterMs: waitMs, ...body } as const
    if (doubtsKey(endpoint, reply)) parts.signs.note('key')
    return reply
  }
}
