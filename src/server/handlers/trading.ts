/** Status and trading mode (API-3). */
import { err, ok } from '#lib/result.ts'
import type { Handlers, Services } from './handler.ts'

export function tradingHandlers(services: Services) {
  const { engine, clock } = services
  /** With the server's time, by which the page finds the error of its clock. */
  const status = () => ({ ...engine.status.read(), time: clock.now() })
  return {
    readStatus: () => ok(status()),
    async examine() {
      const findings = await engine.examine()
      return ok({ findings, at: clock.now() })
    },
    readTrading: () => ok(engine.trading.state()),
    arm() {
      const armed = engine.trading.arm()
      return armed.ok
        ? ok(armed.value)
        : err({
            code: 'cannot_arm',
            detail: 'Something has to be fixed first.',
            reasons: armed.error,
          })
    },
    disarm: () => ok(engine.trading.disarm('user')),
    async retryCredentials() {
      const tried = await engine.credentials.retry()
      return tried.ok
        ? ok(status())
        : err({
            code: 'rate_limited',
            detail: 'Credentials were requested a moment ago. Wait, then try again.',
            retryAfterMs: tried.error.retryAfterMs,
          })
    },
  } satisfies Partial<Handlers>
}
