/** The password, wherever it is asked for: at a login, to raise a limit, to end other sessions. All count as one (INV-41). */
import { loginsRefusedDraft } from '#engine/notifications/terminal-texts.ts'
import type { Engine } from '#engine/engine.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import { isThisMachine, networkOf } from '../access/callers.ts'
import type { Devices } from '../access/devices.ts'
import type { LoginLimit } from '../access/login-limit.ts'
import type { PasswordGate } from '../access/password.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import type { Problem } from '../http/replies.ts'
import type { Call } from './call.ts'

/** Per address: continued guessing must not fill the disk. */
const LIMITED_LINES_PER_MINUTE = 5

/** Null when it is right. */
export type PasswordCheck = (
  call: Pick<Call, 'address' | 'cookieHeader'>,
  password: string,
) => Promise<Result<null, Problem>>

export function createPasswordCheck(parts: {
  readonly engine: Pick<Engine, 'notifications'>
  readonly clock: Clock
  readonly log: Log
  readonly gate: PasswordGate
  readonly limit: LoginLimit
  readonly devices: Devices
}): PasswordCheck {
  const { clock, log, devices } = parts
  const limitedLines = createRateLimit(LIMITED_LINES_PER_MINUTE, 60_000, clock)
  return async ({ address, cookieHeader }, password) => {
    const device = devices.idOf(cookieHeader)
    const isKnown = device !== null || isThisMachine(address)
    const attempt = parts.limit.begin({ name: device ?? networkOf(address), isKnown })
    if (!attempt.allowed) {
      if (limitedLines.take(address) === 0)
        log.warn('login.limited', { address, retry_after_ms: attempt.retryAfterMs })
      parts.engine.notifications.notify(loginsRefusedDraft(clock.now()))
      return err({
        code: 'login_rate_limited',
        detail: 'Too many wrong passwords. Wait, then try again.',
        retryAfterMs: attempt.retryAfterMs,
      })
    }
    let verdict: 'right' | 'wrong' | 'busy' = 'busy'
    try {
      verdict = await parts.gate.verify(password)
    } finally {
      attempt.settle(verdict)
    }
    if (verdict === 'right') return ok(null)
    log.warn('login.refused', { address, reason: verdict })
    return verdict === 'busy'
      ? err({
          code: 'login_rate_limited',
          detail: 'Other logins are being checked. Try again.',
          retryAfterMs: 1000,
        })
      : err({ code: 'bad_password', detail: 'Wrong password.' })
  }
}
