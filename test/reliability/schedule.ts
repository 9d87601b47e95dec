/**
 * One seeded schedule: random commands, faults and restarts of the trading module over real sockets, then a healthy
 * venue, and the terminal must agree with its ledger. Answers every rule that was broken, in words.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ClientOrderId } from '#core/ids.ts'
import { EDGES } from '#core/machines/order-status.ts'
import type { Order, OrderStatus } from '#core/order/order.ts'
import { micros } from '#core/money.ts'
import { DEFAULT_LIMITS, type RiskLimits } from '#core/risk-limits.ts'
import type { Bus } from '#engine/bus.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { PreparedOrder, VenueTrading } from '#ports/venue-trading.ts'
import { createRandom } from '#simulator/random.ts'
import { temporaryDirectory } from '../harness.ts'
import { brokenRules, differences, startOf, type Known } from './comparison.ts'
import { createFastClock, createPacedHost } from './fast-clock.ts'
import { createMarketStandIn } from './market-stand-in.ts'
import { startQuietVenue, type QuietVenue } from './quiet-venue.ts'
import { actOnExits, exitsBroken } from './schedule-exits.ts'
import { createScheduleRecording } from './schedule-recording.ts'
import { createTrader, type CancelAllAsked } from './schedule-commands.ts'
import { drawFaults } from './schedule-faults.ts'
import { portRandom, startTradingRun, type TradingRun } from './trading-run.ts'
import { openAtVenue, placings, type Truth } from './truth.ts'

const SPEED = 20
const WAITING_SPEED = 60
const DURATION_MS = 15_000
const AGREE_WITHIN_MS = 10_000
/** Slack for everything outside the terminal: a loop that is shared with the venue and with other schedules. */
const SLACK_MS = 5_000
/** The longest delay of a market here, and what follows it. */
const CANCELLED_WITHIN_MS = 10_000
const GIVE_UP_MS = 1_200_000
/** The longest that an answer takes, and a little. */
const ANSWERED_WITHIN_MS = 20_000
const MARKETS = ['4210000', '4210001'] as const

const LIMITS: RiskLimits = {
  ...DEFAULT_LIMITS,
  maxOpenOrders: 6,
  maxOrdersPerMinute: 12,
  maxDailyNotional: micros(35_000_000n),
}

export type Outcome = { readonly broken: readonly string[]; readonly history: readonly string[] }

/** Runs the schedule of a seed. */
export async function runSchedule(context: TestContext, seed: string): Promise<Outcome> {
  const random = createRandom(`schedule ${seed}`)
  const broken = new Set<string>()
  const history: string[] = []
  const complain = (words: string): void => void broken.add(words)
  const host = createPacedHost()
  const venue = await startQuietVenue(context, { seed, host, isSmall: true })
  await venue.control('/market', { market_id: MARKETS[1], seconds_delay: random.pick([0, 2]) })
  await quoteMarkets(venue)
  const start = startOf(await venue.truth())
  const clock = createFastClock(host, 1)
  const market = await createMarketStandIn(venue, MARKETS)
  const directory = join(temporaryDirectory(context), 'data')
  mkdirSync(directory, { mode: 0o700 })
  const runs = random.fork('lives')
  const sendings = createSendings(complain)
  const begun = clock.now()
  const record = (words: string): void => {
    history.push(`${String(Math.round(clock.now() - begun)).padStart(6)} ${words}`)
  }

  const recording = createScheduleRecording(directory, random.fork('recording'), clock.sleep)

  async function startRun(): Promise<TradingRun> {
    const run = await startTradingRun({
      recordedOn: recording.diskOfRun(),
      venue,
      market,
      directory,
      clock: clock.clockOfRun(),
      random: runs.fork(String(history.length)),
      onLog: (line) => {
        if (!line.startsWith('debug')) record(`    ${line}`)
      },
      watch: (trading, audit) => sendings.watch(trading, audit, () => current?.side ?? null),
      prepare: ({ bus }) => {
        watchEdges(bus, complain)
      },
    })
    recording.begun(run.audit)
    if (run.side.trading.state().mode !== 'SAFE') complain('INV-04 a run began ARMED')
    run.side.risk.set(LIMITS)
    return run
  }

  let current: TradingRun | null = null
  const ids = portRandom(random.fork('ids'), clock)
  const exits = random.fork('exits')
  const trader = createTrader({
    random: random.fork('trader'),
    newId: () => ids.uuidV7(),
    now: () => clock.now(),
    market,
    complain,
  })

  async function setSpeed(speed: number): Promise<void> {
    await venue.control('/clock', { rate: speed })
    clock.setSpeed(speed)
  }

  /** Waits until the side could be armed, and arms it; not for ever. */
  async function arm(run: TradingRun, withinMs: number): Promise<boolean> {
    const deadline = clock.now() + withinMs
    while (!run.side.trading.arm().ok && clock.now() < deadline) await clock.sleep(200)
    return run.side.trading.state().mode === 'ARMED'
  }

  const kill = async (killed: TradingRun): Promise<void> => {
    await Promise.all([recording.killed(), killed.kill()])
  }

  async function restart(run: TradingRun, cleanly: boolean): Promise<TradingRun> {
    record(cleanly ? 'stop and start' : 'kill and start')
    const { orders } = run.side
    if (cleanly) {
      await run.stop(() => {
        trader.bury(orders)
        recording.stopped(run.audit)
      })
    } else {
      trader.bury(orders)
      await kill(run)
    }
    current = null
    return startRun()
  }

  let run = await startRun()
  current = run
  try {
    if (!(await arm(run, 20_000))) complain(`never armed: ${run.side.trading.state().reasons.join(' ')}`)
    await setSpeed(SPEED)
    for (const rule of drawFaults(random.fork('faults'), DURATION_MS)) {
      record(`fault ${JSON.stringify(rule)}`)
      await venue.control('/faults', rule)
    }
    const end = clock.now() + DURATION_MS
    while (clock.now() < end) {
      await market.refresh()
      const dice = random.next()
      if (dice < 0.05) {
        run = await restart(run, random.next() < 0.5)
        current = run
      } else if (dice < 0.15) record(await disturb(random))
      else if (dice < 0.3)
        record(actOnExits(run.side.attachedExits, { random: exits, market, newId: () => ids.uuidV7() }))
      else record(await trader.act(run.side.orders))
      run.side.trading.arm()
      await clock.sleep(random.integer(0, 1_500))
    }

    await venue.control('/faults', undefined, 'DELETE')
    await venue.control('/engine', { mode: 'normal' })
    await venue.control('/ws', { channel: 'user', action: 'heal' })
    record('healed')
    // Exits send by themselves.
    run.side.trading.disarm('user')
    await Promise.all([trader.settled(), agree()])
    // An order of an exit that the feed has shown may still wait for its answer.
    const answered = clock.now() + ANSWERED_WITHIN_MS
    while (run.audit.unfinished().length > 0 && clock.now() < answered) await clock.sleep(200)
    const truth = await venue.truth()
    const rows = run.audit.since(0)
    for (const words of brokenRules(rows, truth, true)) complain(words)
    for (const words of exitsBroken(run.side.attachedExits, truth, rows)) complain(words)
    const verdict = await run.audit.verify()
    if (!verdict.ok) complain(`INV-29 ${verdict.problem}`)
    run = await restart(run, false)
    current = run
    await trader.repeatAll(run.side.orders)
    if (placings(await venue.truth()).length !== placings(truth).length) complain('INV-01 a repeat was sent')
    for (const words of limitsBroken(truth, rows)) complain(words)
    for (const words of replacesBroken(truth, rows, trader.replaced)) complain(words)
    // INV-19: cancels that wait for the end of a delay have survived the kill.
    const outlived = async (): Promise<readonly string[]> => outliving(await venue.truth(), trader.cancelAlls)
    const deadline = clock.now() + CANCELLED_WITHIN_MS
    while ((await outlived()).length > 0 && clock.now() < deadline) await clock.sleep(500)
    for (const id of await outlived()) complain(`INV-18 ${id} outlived a Cancel All`)
    const { violations, audit } = (await venue.control('/violations')) as {
      readonly violations: readonly { readonly kind: string; readonly detail: string }[]
      readonly audit: readonly string[]
    }
    for (const { kind, detail } of violations) {
      // INV-16: nothing stops a cancel, a request to wait neither.
      const isCancel = kind === 'during_retry_after' && detail.startsWith('DELETE')
      if (!isCancel) complain(`violation ${kind}: ${detail}`)
    }
    for (const words of audit) complain(`the simulator's books: ${words}`)
    for (const words of await recording.broken(run.audit)) complain(words)
  } finally {
    await kill(run)
    clock.stop()
    host.stop()
    await venue.stop()
  }
  return { broken: [...broken], history }

  /** INV-09: from the moment on when nothing excuses it any more, within ten seconds. */
  async function agree(): Promise<void> {
    const healedAt = clock.now()
    let excusedAt = healedAt
    let isFast = false
    for (;;) {
      const credentials = run.side.status.read().credentials.state
      // A person would have to start the terminal again: the state is final by its rules.
      if (credentials === 'failed') {
        run = await restart(run, true)
        current = run
        excusedAt = clock.now()
      }
      const { open } = knownBy(run)
      const isUnsure = open.some((order) => order.status === 'unknown')
      if (isUnsure || credentials !== 'ready') excusedAt = clock.now()
      const wrong = isUnsure ? [] : differences(knownBy(run), await venue.truth(), start)
      if (wrong.length === 0 && !isUnsure) return
      const overdue = clock.now() - excusedAt
      if (overdue > AGREE_WITHIN_MS + SLACK_MS || clock.now() - healedAt > GIVE_UP_MS) {
        if (isUnsure) complain('INV-07 an order stays unknown')
        for (const words of wrong) complain(`INV-09 ${words}`)
        for (const { order, changes } of (await venue.truth()).orders) {
          const { id, type, side, price, size, filled, status } = order
          const steps = changes.map((one) => `${one.at - Math.round(begun)} ${one.change} ${one.status}`)
          record(
            `at the venue ${id} ${type} ${side} ${size} at ${price}, ${filled} ${status}: ${steps.join(', ')}`,
          )
        }
        return
      }
      if (!isFast && clock.now() - healedAt > 10_000) {
        isFast = true
        await setSpeed(WAITING_SPEED)
      } else if (isFast && overdue > 1_000) {
        isFast = false
        await setSpeed(SPEED)
      }
      await clock.sleep(isFast ? 4_000 : 500)
    }
  }

  /** Something that the trader did not do. */
  async function disturb(from: typeof random): Promise<string> {
    const open = openAtVenue(await venue.truth()).map(({ order }) => order.id)
    const dice = from.next()
    const id = open.length === 0 ? null : from.pick(open)
    if (id !== null && dice < 0.4) {
      await venue.control('/order', { kind: 'fill', order_id: id, size: '2000000' }).catch(() => {})
      return `another account trades with ${id}`
    }
    if (id !== null && dice < 0.6) {
      await venue.control('/order', { kind: 'foreign_cancel', order_id: id }).catch(() => {})
      return `a foreign cancel of ${id}`
    }
    const action = from.pick(['close', 'reset'])
    await venue.control('/ws', { channel: 'user', action })
    return `user channel ${action}`
  }
}

async function quoteMarkets(venue: QuietVenue): Promise<void> {
  for (const [side, price] of [
    ['BUY', 3_500],
    ['BUY', 3_400],
    ['SELL', 4_500],
    ['SELL', 4_600],
  ] as const) {
    for (const market of MARKETS) await venue.placeForeign(side, price, 100, market)
  }
}

/** INV-01, 02, 03, 18: judged at the gate, right before the first byte. */
function createSendings(complain: (words: string) => void): {
  readonly watch: (
    trading: VenueTrading,
    audit: AuditLog,
    side: () => TradingRun['side'] | null,
  ) => VenueTrading
} {
  const sent = new Set<string>()
  let cancellingAll = 0
  type Gate = Parameters<VenueTrading['submit']>[1]

  function watched(
    orders: readonly PreparedOrder[],
    gate: Gate,
    audit: AuditLog,
    side: () => TradingRun['side'] | null,
  ): Gate {
    for (const { orderId } of orders) {
      if (sent.has(orderId)) complain(`INV-01 ${orderId} is submitted again`)
      sent.add(orderId)
    }
    return () => {
      const code = gate()
      if (code !== null) return code
      const signed = audit.rows({ kind: 'signed', limit: 50 })
      const state = side()?.trading.state()
      const closed = state?.reasons.filter(
        (reason) => reason !== 'user_feed_down' && reason !== 'orders_not_reconciled',
      )
      for (const { orderId } of orders) {
        const row = signed.find((one) => one.details['order_id'] === orderId)
        if (row === undefined) complain(`INV-02 ${orderId} is sent without its signed row`)
        if (state?.mode !== 'ARMED' || closed?.length !== 0)
          complain(`INV-03 ${orderId} is sent while ${state?.mode} ${closed?.join(' ')}`)
        if (cancellingAll > 0) complain(`INV-18 ${orderId} is sent during Cancel All`)
      }
      return null
    }
  }

  return {
    watch: (trading, audit, side) => ({
      ...trading,
      submit: (order, gate) => trading.submit(order, watched([order], gate, audit, side)),
      ...(trading.submitMany !== undefined && {
        submitMany: async (orders, gate) =>
          trading.submitMany?.(orders, watched(orders, gate, audit, side)) ?? [],
      }),
      async cancelAll() {
        cancellingAll += 1
        try {
          return await trading.cancelAll()
        } finally {
          cancellingAll -= 1
        }
      },
    }),
  }
}

/** INV-11: the published status of an order changes along edges of the graph only. */
function watchEdges(bus: Bus, complain: (words: string) => void): void {
  const last = new Map<string, OrderStatus>()
  bus.subscribe('order', (order: Order) => {
    const key = order.clientOrderId ?? order.id ?? ''
    const from = last.get(key)
    last.set(key, order.status)
    if (from === undefined || from === order.status || EDGES[from].includes(order.status)) return
    const isCorrection =
      from === 'rejected' ||
      (from === 'cancelled' && order.status === 'filled') ||
      (from === 'filled' && (order.status === 'partially_filled' || order.status === 'cancelled'))
    if (!isCorrection) complain(`INV-11 ${key} went from ${from} to ${order.status}`)
  })
}

/** Orders from before a Cancel All that was answered, and that may still trade. */
function outliving(truth: Truth, cancelAlls: readonly CancelAllAsked[]): readonly string[] {
  const answered = cancelAlls.filter((one) => one.answered)
  return openAtVenue(truth)
    .filter(({ order }) => order.signed !== null)
    .filter(({ order }) => answered.some(({ at }) => Number(order.signed?.['timestamp']) < at))
    .map(({ order }) => order.id)
}

/** INV-15, from what reached the venue over all runs. */
function limitsBroken(truth: Truth, rows: ReturnType<AuditLog['since']>): string[] {
  const wrong: string[] = []
  // A killed FOK is in the ledger too: what was proven refused does not count.
  const refused = new Set(
    rows.filter((row) => row.details['result'] === 'rejected').map((row) => row.clientOrderId),
  )
  const counted = new Set(
    rows
      .filter((row) => row.kind === 'signed' && !refused.has(row.clientOrderId))
      .map((row) => native(row.details['order_id'])),
  )
  const own = truth.orders.filter(({ order }) => counted.has(order.id))
  const open = new Set(openAtVenue(truth).map(({ order }) => order.id))
  let daily = 0n
  for (const { order } of own) {
    // An ended order counts with its fills.
    const size = BigInt(open.has(order.id) ? order.size : order.filled)
    if (order.side === 'BUY') daily += (BigInt(order.price) * size) / 10_000n
  }
  if (daily > LIMITS.maxDailyNotional) wrong.push(`INV-15 ${daily} bought in a day`)
  const arrivals = placings(truth).flatMap(({ arrival, order_hashes: { length } }) =>
    Array.from({ length: Math.max(1, length) }, () => arrival),
  )
  for (const [index, arrival] of arrivals.entries()) {
    const later = arrivals[index + LIMITS.maxOrdersPerMinute]
    // Arrivals of sends a minute apart may be a little closer together.
    if (later !== undefined && later - arrival < 50_000) wrong.push(`INV-15 too many orders in a minute`)
  }
  return wrong
}

/** INV-14: the old and the new order never fill more than was asked for. */
function replacesBroken(
  truth: Truth,
  rows: ReturnType<AuditLog['since']>,
  replaced: ReadonlyMap<ClientOrderId, bigint>,
): string[] {
  const orders = new Map(truth.orders.map(({ order }) => [order.id, order]))
  return rows.flatMap((row): string[] => {
    const asked = [...replaced].find(([id]) => id === row.clientOrderId)?.[1]
    const old = orders.get(native(row.details['replaces']))
    const fresh = orders.get(native(row.details['order_id']))
    if (row.kind !== 'signed' || asked === undefined || old === undefined || fresh === undefined) return []
    return BigInt(old.filled) + BigInt(fresh.size) > asked
      ? [`INV-14 ${row.clientOrderId} asked for ${asked}: ${old.filled} filled and ${fresh.size} placed`]
      : []
  })
}

function native(value: unknown): string {
  return typeof value === 'string' ? value.replace('pm:', '') : ''
}

function knownBy({ side }: TradingRun): Known {
  return {
    open: side.orders.open().map((order) => ({
      id: native(order.id),
      clientOrderId: order.clientOrderId,
      status: order.status,
      filled: order.filledSize,
      foreign: order.foreign,
    })),
    fills: side.orders.fills().map((fill) => ({
      key: `${fill.tradeId} ${native(fill.orderId)}`,
      token: native(fill.outcomeId),
      side: fill.side,
      price: fill.price,
      size: fill.size,
      status: fill.status,
    })),
  }
}
