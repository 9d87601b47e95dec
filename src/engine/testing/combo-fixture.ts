/**
 * A combos actor on a fake venue with a clock that the test advances. It can be killed at any named point and started again on
 * what was on disk: the ended run's timers, rows and requests go nowhere.
 */
import { combosReasons } from '#core/combo/combo-availability.ts'
import type { ComboTerms, ComboEnded } from '#core/combo/combo.ts'
import type { Market } from '#core/market/market.ts'
import { micros } from '#core/money.ts'
import { rejection, type RejectCode } from '#core/reject-codes.ts'
import { DEFAULT_LIMITS, type RiskLimits } from '#core/risk-limits.ts'
import type { CredentialStatus } from '#core/trading-state.ts'
import { comboMarket, comboOutcome } from '#core/testing/combo-samples.ts'
import { err } from '#lib/result.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import { createBus } from '../bus.ts'
import { createCombos, type CombosActor } from '../combos/combos.ts'
import { createSubmissions } from '../orders/record/submissions.ts'
import { createBookOfOrders } from '../orders/book-of-orders/book.ts'
import type { OrderUsage } from '../orders/book-of-orders/order-usage.ts'
import { alive, clockOf } from './fixture-stores.ts'
import { createManualClock, sampleEvent, settle, silentLog, type ManualClock } from './market-fakes.ts'
import { createMemoryAudit, type MemoryAudit } from './memory-audit.ts'
import { createFakeCombos, type FakeCombos } from './fake-combos.ts'

export type ComboFixture = {
  readonly clock: ManualClock
  readonly venue: FakeCombos
  readonly audit: MemoryAudit
  /** Every end that was reported, of every run. */
  readonly ended: ComboEnded[]
  /** Every point that was passed, of every run. */
  readonly points: string[]
  readonly markets: Map<number, Partial<Market>>
  gates: RejectCode[]
  mode: 'SAFE' | 'ARMED'
  scopes: CredentialStatus['scopes'] | null
  limits: RiskLimits
  isLossLocked: boolean
  /** As measured; null until then. */
  skewMs: number | null
  epoch: number
  combos: CombosActor
  usage: OrderUsage
  /** The run ends when this point is passed. */
  killAt: string | null
  isDead(): boolean
  /** Ends the run at once and starts again. */
  restart(): Promise<void>
}

/** A buy for 10 pUSD of the first outcomes of markets 1 and 2, changed as asked. */
export function comboTerms(changes: Partial<ComboTerms> = {}): ComboTerms {
  return { legs: [comboOutcome(1), comboOutcome(2)], side: 'BUY', size: micros(10_000_000n), ...changes }
}

/** Builds a fixture whose first run has been started, ARMED. */
export async function openComboFixture(): Promise<ComboFixture> {
  const clock = createManualClock()
  const venue = createFakeCombos(clock)
  const audit = createMemoryAudit(() => clock.now())
  let run = { isAlive: true }

  function build(): Pick<ComboFixture, 'combos' | 'usage'> {
    const own = { isAlive: true }
    run = own
    const mine = clockOf(clock, own)
    const bus = createBus((_, error) => {
      throw error
    })
    bus.subscribe('combo_ended', (ended) => {
      if (own.isAlive) fixture.ended.push(ended)
    })
    const tools = { clock: mine, log: silentLog, bus, audit, catalog: { outcome: () => null } }
    const { usage } = createBookOfOrders(tools)
    usage.restore(audit.since(0))
    const reasons = (): readonly RejectCode[] =>
      combosReasons({ isConfigured: true, scopes: fixture.scopes, gates: fixture.gates, mode: fixture.mode })
    const log: AuditLog = {
      ...audit,
      append: (entries) => (own.isAlive ? audit.append(entries) : err('unavailable')),
    }
    const base = {
      clock: mine,
      log: silentLog,
      point(name: string) {
        if (!own.isAlive) return
        fixture.points.push(name)
        if (name === fixture.killAt) own.isAlive = false
      },
    }
    const combos = createCombos({
      ...base,
      bus,
      audit: log,
      submissions: createSubmissions({ ...base, audit: log, onUnavailable: () => undefined }),
      venue: {
        ...venue,
        quote: (request) => alive(own, () => venue.quote(request)),
        accept: (prepared, gate, point) => alive(own, () => venue.accept(prepared, gate, point)),
        status: (rfqId) => alive(own, () => venue.status(rfqId)),
        positions: () => alive(own, () => venue.positions()),
      },
      catalog: {
        outcome(id) {
          const number = Math.floor(Number(id.slice(3)) / 10)
          const market = { ...comboMarket(number), ...fixture.markets.get(number) }
          const outcome = market.outcomes.find((one) => one.id === id)
          return outcome === undefined
            ? null
            : { outcome, market, event: sampleEvent(number, { markets: [] }) }
        },
      },
      limits: () => fixture.limits,
      lossRefusal: () => (fixture.isLossLocked ? rejection('loss_limit') : null),
      usage,
      reasons,
      gate(epoch) {
        const [first] = reasons()
        if (first !== undefined) return rejection(first)
        return epoch === fixture.epoch ? null : rejection('safe_mode')
      },
      epoch: () => fixture.epoch,
      scopes: () => fixture.scopes,
      skewMs: () => fixture.skewMs,
      onUnauthorized: () => Promise.resolve(),
      onRefused: () => undefined,
    })
    return { combos, usage }
  }

  const fixture: Omit<ComboFixture, 'combos' | 'usage'> & Partial<Pick<ComboFixture, 'combos' | 'usage'>> = {
    clock,
    venue,
    audit,
    ended: [],
    points: [],
    markets: new Map(),
    gates: [],
    mode: 'ARMED',
    scopes: ['CLOB', 'COMBOSRFQ'],
    limits: DEFAULT_LIMITS,
    isLossLocked: false,
    skewMs: 0,
    epoch: 0,
    killAt: null,
    isDead: () => !run.isAlive,
    async restart() {
      run.isAlive = false
      fixture.killAt = null
      const { combos, usage } = build()
      fixture.combos = combos
      fixture.usage = usage
      combos.restore()
      combos.start()
      await settle()
    },
  }
  await fixture.restart()
  return fixture as ComboFixture
}
