/** Status and trading mode (API-3). */
import { err, ok } from '#lib/result.ts'
import { statusView, tradingView } from '../views/status.ts'
import { timeText } from '../views/values.ts'
import type { Handlers, Services } from './handler.ts'

export function tradingHandlers(
  services: Services,
): Pick<
  Handlers,
  'readStatus' | 'readMetrics' | 'examine' | 'readTrading' | 'arm' | 'disarm' | 'retryCredentials'
> {
  const { engine, clock } = services
  let metrics: Promise<() => Promise<string>> | null = null
  return {
    // The gauges watch the event loop and the collector: they start with the first read.
    async readMetrics() {
      metrics ??= import('../http/metrics.ts').then(({ createMetrics }) => createMetrics(engine, clock))
      return ok(await (await metrics)())
    },
    readStatus: () => ok(statusView(engine.status.read(), clock.now())),
    async examine() {
      const findings = await engine.examine()
      return ok({ findings: [...findings], at: timeText(clock.now()) })
    },
    readTrading: () => ok(tradingView(engine.trading.state())),
    arm() {
      const armed = engine.trading.arm()
      return armed.ok
        ? ok(tradingView(armed.value))
        : err({
            code: 'cannot_arm',
            detail: 'Something has to be put right first.',
            reasons: armed.error,
          })
    },
    disarm: () => ok(tradingView(engine.trading.disarm('user'))),
    async retryCredentials() {
      const tried = await engine.credentials.retry()
      return tried.ok
        ? ok(statusView(engine.status.read(), clock.now()))
        : err({
            code: 'rate_limited',
            detail: 'The venue was asked for credentials a moment ago. Wait, then try again.',
            retryAfterMs: tried.error.retryAfterMs,
          })
    },
  }
}
