/**
 * Tells the log of requests that a check refused: who, what, and which check. However many come, the log takes 30 of each
 * kind a minute; omitted lines are counted and reported with the next line.
 */
import type { ProblemCode } from '#contract/errors.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import { createRateLimit } from './rate-limit.ts'

const LINES_PER_MINUTE = 30
const MAX_PATH_LENGTH = 100

/**
 * Problems that the page of an honest user never causes; a page that is opened without a session asks for one, and is
 * only noted.
 */
const LEVELS: Readonly<Partial<Record<ProblemCode, 'info' | 'warn'>>> = {
  untrusted_peer: 'warn',
  bad_host: 'warn',
  bad_origin: 'warn',
  bad_csrf: 'warn',
  bad_login_link: 'warn',
  bad_password: 'warn',
  bad_token: 'warn',
  bad_request: 'warn',
  body_too_large: 'warn',
  headers_too_large: 'warn',
  invalid_json: 'warn',
  invalid_request: 'info',
  method_not_allowed: 'warn',
  no_session: 'info',
  rate_limited: 'warn',
  token_scope: 'warn',
  unsupported_media_type: 'warn',
}

export type Refused = {
  readonly address: string
  /** Both unknown of what is no HTTP. */
  readonly method?: string | undefined
  readonly path?: string
  /** Host named by a request, when it is not allowed. */
  readonly host?: string | undefined
}

export type RefusalLog = (code: ProblemCode, from: Refused) => void

/** A log of refusals; other problems, such as something that is not there, are none of its business. */
export function createRefusalLog(log: Log, clock: Clock): RefusalLog {
  const lines = createRateLimit(LINES_PER_MINUTE, 60_000, clock)
  const unlogged = new Map<ProblemCode, number>()
  return (code, { address, method, path, host }) => {
    const level = LEVELS[code]
    if (level === undefined) return
    const before = unlogged.get(code) ?? 0
    if (lines.take(code) > 0) {
      unlogged.set(code, before + 1)
      return
    }
    unlogged.delete(code)
    log[level]('http.refused', {
      code,
      address,
      method,
      path: path?.slice(0, MAX_PATH_LENGTH),
      host: code === 'bad_host' ? host?.slice(0, MAX_PATH_LENGTH) : undefined,
      unlogged: before === 0 ? undefined : before,
    })
  }
}
