/** Metrics for a monitor: the terminal's state and its process as gauges, collected for each read. */
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { formatMicros } from '#core/money.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { Engine } from '#engine/engine.ts'
import { VERSION } from '#lib/user-agent.ts'
import type { Clock } from '#ports/clock.ts'
import { measureOrderLatencies } from './order-latencies.ts'

/** Gauges with the ending of a counter, and one that has no sense before it has measured. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_lag_min_seconds',
]

/** Answers the text format of Prometheus. */
export function createMetrics(engine: Engine, clock: Clock): () => Promise<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)

  function gauge(name: string, help: string, read: () => number): void {
    const made = new Gauge({
      name: `sesame_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
    made.set(read())
  }

  gauge('health_ok', '1 when health is ok, 0 when degraded', () => (engine.status.health() === 'ok' ? 1 : 0))
  gauge('armed', '1 when orders may leave', () => (engine.trading.state().mode === 'ARMED' ? 1 : 0))
  gauge('can_arm', '1 when nothing stands in the way of arming', () =>
    engine.trading.state().reasons.length === 0 ? 1 : 0,
  )
  gauge('orders_open', 'Own open orders, unknown ones included', () => engine.orders.open().length)
  gauge(
    'orders_unknown',
    'Own orders of which nothing is proven yet',
    () => engine.orders.open().filter(({ status }) => status === 'unknown').length,
  )
  gauge('daily_notional_pusd', 'Notional placed today', () => amount(engine.risk.usage().maxDailyNotional))
  gauge('daily_notional_limit_pusd', 'Its limit', () => amount(engine.risk.limits().maxDailyNotional))
  gauge('position_notional_pusd', 'The largest that open orders and what is held come to in one market', () =>
    amount(engine.risk.usage().maxPositionNotional),
  )
  gauge('combo_exposure_pusd', 'At stake in combos; absent until read', () => {
    const { maxComboExposure } = engine.risk.usage()
    return maxComboExposure === null ? Number.NaN : amount(maxComboExposure)
  })
  gauge('clock_skew_seconds', 'The clock of the venue minus ours; absent until measured', () => {
    const skew = engine.status.read().clockSkewMs
    return skew === null ? Number.NaN : skew / 1_000
  })
  gauge(
    'session_key_expiry_timestamp_seconds',
    'When the session key ends; absent until the venue has said',
    () => seconds(engine.status.read().credentials.validUntil),
  )
  gauge('cash_pusd', 'Cash at the venue; absent until read', () => {
    const { cash } = engine.portfolio.account()
    return cash === null ? Number.NaN : amount(cash)
  })
  new Gauge({
    name: 'sesame_build_info',
    help: 'Always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: VERSION, node: process.versions.node }, 1)
  feedGauges(engine, clock, registry)
  measureOrderLatencies(engine.bus, clock, registry)
  return () => registry.metrics()
}

function feedGauges(engine: Engine, clock: Clock, registry: Registry): void {
  function gauge(name: string, help: string, read: (feed: FeedHealth) => number | null): void {
    const made = new Gauge({
      name: `sesame_feed_${name}`,
      help,
      labelNames: ['feed'],
      registers: [],
      collect() {
        this.reset()
        for (const feed of engine.status.read().feeds) {
          const value = read(feed)
          if (value !== null) this.set({ feed: feed.name }, value)
        }
      },
    })
    registry.registerMetric(made)
  }
  gauge('live', '1 when the feed is live; absent while it is off, as without a key', ({ state }) =>
    state === 'off' ? null : state === 'live' ? 1 : 0,
  )
  gauge('connections', 'Open connections', ({ connections }) => connections)
  const reconnects = new Counter({
    name: 'sesame_feed_reconnects_total',
    help: 'Reconnects since the start',
    labelNames: ['feed'],
    registers: [],
    collect() {
      this.reset()
      for (const feed of engine.status.read().feeds) this.inc({ feed: feed.name }, feed.reconnects)
    },
  })
  registry.registerMetric(reconnects)
  gauge('silence_seconds', 'Since the last message', ({ lastMessageAt }) =>
    lastMessageAt === null ? null : (clock.now() - lastMessageAt) / 1_000,
  )
}

function seconds(instant: number | null): number {
  return instant === null ? Number.NaN : instant / 1_000
}

/** For a graph only: the one place where an amount becomes a binary fraction, and nothing reads it back. */
function amount(micros: Parameters<typeof formatMicros>[0]): number {
  return Number(formatMicros(micros))
}
