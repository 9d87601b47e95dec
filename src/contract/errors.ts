/** Problem documents (RFC 9457) and their codes (API-1 to API-7). */
import { z } from 'zod'

/** Every problem code with its HTTP status and title. */
export const PROBLEMS = {
  bad_request: { status: 400, title: 'Not HTTP accepted here' },
  invalid_json: { status: 400, title: 'The body is not JSON' },
  invalid_cursor: { status: 400, title: 'The cursor is not one of ours' },
  invalid_fidelity: { status: 400, title: 'The fidelity is too fine for this interval' },
  no_session: { status: 403, title: 'No session' },
  bad_token: { status: 401, title: 'Invalid or expired token' },
  token_scope: { status: 403, title: 'The token may not do this' },
  bad_csrf: { status: 403, title: 'Wrong or missing CSRF token' },
  bad_origin: { status: 403, title: 'Wrong origin' },
  untrusted_peer: { status: 403, title: 'Plain HTTP from elsewhere' },
  bad_host: { status: 403, title: 'Host not allowed' },
  bad_password: { status: 403, title: 'Wrong password' },
  bad_login_link: { status: 403, title: 'Login link no longer valid' },
  password_required: { status: 403, title: 'The password is needed' },
  not_found: { status: 404, title: 'Not found' },
  not_recorded: { status: 404, title: 'Not recorded' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_conflict: { status: 409, title: 'The same client_order_id came with another body' },
  cannot_arm: { status: 409, title: 'The terminal cannot be armed' },
  too_many_tokens: { status: 409, title: 'Too many tokens' },
  too_many_alerts: { status: 409, title: 'Too many alerts' },
  stale_version: { status: 412, title: 'Changed in the meantime' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  invalid_request: { status: 422, title: 'The request does not fit its schema' },
  above_ceiling: { status: 422, title: 'Above the ceiling' },
  invalid_exit: { status: 422, title: 'These exits cannot be attached' },
  off_tick: { status: 422, title: 'Not a whole number of ticks' },
  rule_locked: { status: 422, title: 'This rule cannot be cleared' },
  login_rate_limited: { status: 429, title: 'Too many failed logins' },
  rate_limited: { status: 429, title: 'Too many requests' },
  test_rate_limited: { status: 429, title: 'One test per 10 s' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Internal error' },
  telegram_error: { status: 502, title: 'The chat service refused or did not answer' },
  venue_error: { status: 502, title: 'The venue refused or did not answer' },
  credentials_unavailable: { status: 503, title: 'No venue credentials' },
  no_credentials: { status: 503, title: 'No wallet is configured' },
  combos_unavailable: { status: 503, title: 'No combos venue is configured' },
  positions_reading: { status: 503, title: 'Positions are being read' },
  storage_refused: { status: 503, title: 'The disk refused the change' },
  recording_unreadable: { status: 503, title: 'The recording cannot be read' },
  starting: { status: 503, title: 'The terminal is starting' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof PROBLEMS

export const problem = z
  .strictObject({
    type: z.literal('about:blank').describe('Always this; `code` identifies the problem'),
    title: z.string().describe('The code in words'),
    status: z.number().int().describe('The HTTP status'),
    detail: z.string().describe('What is wrong, and what to do'),
    code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]).describe('For a program'),
    errors: z
      .array(z.strictObject({ path: z.string().describe('The field'), message: z.string().describe('Why') }))
      .optional()
      .describe('Fields that are wrong'),
    reasons: z.array(z.string()).optional().describe('With `cannot_arm`: every reason'),
    retry_after_ms: z.number().int().optional().describe('How long to wait'),
  })
  .meta({ id: 'Problem' })
