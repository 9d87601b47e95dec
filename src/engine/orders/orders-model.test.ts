/**
 * Random histories of commands, lost answers, blindness, kills and restarts on the fake venue; after each the faults
 * end and the terminal must know what the venue knows. A failing seed prints with the counter-example.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ClientOrderId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import { EDGES } from '#core/machines/order-status.ts'
import { clientId, createTradingFixture, intent, price, whole } from '../testing/trading-fixture.ts'
import type { TradingFixture } from '../testing/trading-fixture.ts'
import type { ScriptedOutcome } from '../testing/fake-orders.ts'

const SCRIPTED: readonly ScriptedOutcome[] = [
  'live',
  'live',
  'matched',
  'partly',
  'delayed',
  'refused',
  'lost_booked',
  'lost_matched',
  'lost_nothing',
  'lost_late',
  'refused_booked',
]
const POINTS = [
  'place.received',
  'place.risk.post',
  'place.sign.post',
  'place.signed.pre',
  'place.signed.post',
  'place.gates2.post',
  'place.response.pre',
  'place.response.post',
  'place.publish.post',
  'cancel.sent',
  'cancel.answer',
  'cancel_all.sent',
  'cancel.queue.stored',
  'cancel.queue.kept',
  'cancel.queue.sent',
  'replace.cancel_sent',
  'replace.cancel_proved',
  'reconcile.apply.pre',
] as const
const ROOM = whole(20)

type Move =
  | { readonly type: 'place'; readonly scripted: ScriptedOutcome; readonly repeat: boolean }
  | { readonly type: 'place_many'; readonly scripted: readonly ScriptedOutcome[]; readonly repeats: number }
  | { readonly type: 'tokens'; readonly tokens: number }
  | { readonly type: 'replace' | 'cancel' | 'fill' | 'settle' | 'fail'; readonly which: number }
  | { readonly type: 'cancel_all' | 'restart' | 'arm' | 'blind' | 'see' | 'mute' | 'unmute' | 'disk' }
  | { readonly type: 'cancels'; readonly mode: 'ok' | 'lost' | 'down' | 'limited' }
  | { readonly type: 'pass'; readonly ms: number }
  | { readonly type: 'kill'; readonly point: (typeof POINTS)[number] }

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('place' as const),
      scripted: fc.constantFrom(...SCRIPTED),
      repeat: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('place_many' as const),
      scripted: fc.array(fc.constantFrom(...SCRIPTED, 'post_only'), { minLength: 1, maxLength: 4 }),
      repeats: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('tokens' as const), tokens: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('replace', 'cancel', 'fill', 'settle', 'fail'),
      which: fc.nat(20),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('cancel_all', 'restart', 'arm', 'blind', 'see', 'mute', 'unmute', 'disk'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('cancels' as const),
      mode: fc.constantFrom('ok', 'lost', 'down', 'limited'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('pass' as const),
      ms: fc.constantFrom(0, 10, 700, 6_000, 16_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('kill' as const), point: fc.constantFrom(...POINTS) }),
  },
)

type Run = {
  readonly fixture: TradingFixture
  commands: number
  /** New ids of each command of several, while no other command has one of them. */
  together: readonly (readonly ClientOrderId[])[]
}

/** After a kill that left no row, an id that is asked for again is of another command. */
function apart(run: Run, ids: readonly ClientOrderId[]): void {
  run.together = run.together.filter((batch) => !batch.some((id) => ids.includes(id)))
}

async function move(run: Run, step: Move): Promise<void> {
  const { fixture } = run
  const { venue, module: side } = fixture
  switch (step.type) {
    case 'place': {
      if (!step.repeat || run.commands === 0) run.commands += 1
      apart(run, [clientId(run.commands)])
      venue.scriptedOutcomes.splice(0, venue.scriptedOutcomes.length, step.scripted)
      void side.orders.place(intent(run.commands))
      break
    }
    case 'place_many': {
      // The first of them may be of earlier commands.
      const first = Math.max(1, run.commands + 1 - step.repeats)
      const orders = step.scripted.map((_, at) => intent(first + at))
      const isNew = first > run.commands
      const ids = orders.map(({ clientOrderId }) => clientOrderId)
      run.commands = Math.max(run.commands, first + orders.length - 1)
      apart(run, ids)
      if (isNew) run.together = [...run.together, ids]
      venue.scriptedOutcomes.splice(0, venue.scriptedOutcomes.length, ...step.scripted)
      void side.orders.placeMany(orders)
      break
    }
    case 'tokens':
      venue.tokens = step.tokens
      break
    case 'replace': {
      const old = side.orders.open()[step.which]
      if (old === undefined || old.id === null || old.foreign) break
      run.commands += 1
      void side.orders.replace({
        clientOrderId: clientId(run.commands),
        orderId: old.id,
        price: price(4_100),
        size: old.size,
        postOnly: false,
      })
      break
    }
    case 'cancel': {
      const id = side.orders.open()[step.which]?.id
      if (id !== undefined && id !== null) void side.orders.cancel([id])
      break
    }
    case 'fill': {
      const row = venue.live()[step.which]
      if (row !== undefined) venue.fill(row.id, whole(1))
      break
    }
    case 'settle':
    case 'fail': {
      const trade = [...venue.trades.values()][step.which]
      if (trade?.status === 'matched') venue.settle(trade, step.type === 'fail' ? 'failed' : 'confirmed')
      break
    }
    case 'cancel_all':
      void side.orders.cancelAll()
      break
    case 'restart':
      await fixture.restart()
      break
    case 'arm':
      side.trading.arm()
      break
    case 'blind':
    case 'see':
      venue.isBlind = step.type === 'blind'
      break
    case 'cancels':
      venue.cancelMode = step.mode
      break
    case 'mute':
      venue.isMute = true
      break
    case 'unmute':
      receive(fixture)
      break
    case 'disk':
      fixture.audit.isBroken = !fixture.audit.isBroken
      break
    case 'pass':
      await fixture.clock.advance(step.ms)
      break
    case 'kill':
      fixture.killAt = step.point
  }
  await fixture.clock.advance(1)
  if (fixture.isDead()) await fixture.restart()
  checkAlways(run)
}

function receive(fixture: TradingFixture): void {
  if (!fixture.venue.isMute) return
  fixture.venue.isMute = false
  fixture.venue.publish({ type: 'connected' })
}

/** Invariants at every moment, faults or not. */
function checkAlways({ fixture, together }: Run): void {
  const { venue, audit, module: side } = fixture
  assert.equal(new Set(venue.requests).size, venue.requests.length, 'INV-01 an order left twice')
  const signed = audit.all.filter(({ kind }) => kind === 'signed')
  for (const id of venue.requests) {
    const row = signed.find(({ details }) => details['order_id'] === id)
    assert.ok(row !== undefined, 'INV-02 a request without its signed row')
    const kinds = audit.orderHistory(row.clientOrderId).map(({ kind }) => kind)
    assert.deepEqual(kinds.slice(0, 3), ['intent', 'decision', 'signed'], 'INV-31')
  }
  for (const batch of together) {
    // Each of them passes alone where the others do, so that all are signed or none, and on disk or not.
    const rows = batch.map((id) => audit.orderHistory(id).map(({ kind }) => kind))
    const begun = new Set(rows.map((kinds) => kinds.slice(0, 3).join(' ')))
    assert.ok(begun.size === 1, 'INV-91 INV-92 a part of a command is on disk, or was let through')
  }
  const clients = signed.map(({ clientOrderId }) => clientOrderId)
  assert.equal(new Set(clients).size, clients.length, 'INV-01 two hashes for one id')
  const { maxDailyNotional } = side.risk.limits()
  assert.ok(!side.orders.isReconciled() || side.risk.usage().maxDailyNotional <= maxDailyNotional, 'INV-15')
}

/** Invariants once faults have ended and everything has been read. */
function checkHealed({ fixture }: Run): void {
  const { venue, module: side, audit } = fixture
  const open = side.orders.open()
  const resting = open.filter(({ status }) => status === 'live' || status === 'partially_filled')
  const atVenue = new Set(venue.live().map(({ id }) => id))
  assert.deepEqual(new Set(resting.map(({ id }) => id)), atVenue, 'INV-09 open orders')
  assert.deepEqual(
    open.filter(({ status }) => status === 'unknown' || status === 'pending'),
    [],
    'INV-07 an order whose end is not known',
  )
  assert.deepEqual(audit.unfinished(), [], 'INV-31 an order history without an end')
  assert.deepEqual([...fixture.queued.keys()], [], 'INV-78 a cancel that still waits')
  const commands = audit.all.filter(
    ({ action, details }) => action === 'cancel' && details['cause'] === undefined,
  )
  const refused = commands.flatMap(({ details }) =>
    ((details['failed'] ?? []) as readonly { readonly order_id: string }[]).map((one) => one.order_id),
  )
  const asked = new Set(
    commands
      .flatMap(({ details }) => (details['order_ids'] ?? []) as readonly string[])
      .filter((id) => !refused.includes(id)),
  )
  assert.deepEqual(
    resting.flatMap(({ id }) => (id !== null && asked.has(id) ? id : [])),
    [],
    'INV-78 an order whose cancel was asked for',
  )
  for (const trade of venue.trades.values()) {
    const [own] = trade.makers
    const fills = side.orders.fills().filter(({ tradeId }) => tradeId === trade.tradeId)
    assert.equal(fills.length, 1, 'INV-10 a trade counts once')
    assert.equal(fills[0]?.size, own?.size)
    assert.equal(fills[0]?.status === 'failed', trade.status === 'failed', 'INV-10 FAILED reverses')
  }
  assert.ok(
    open.every(({ foreign }) => !foreign),
    'an order of ours was called foreign',
  )
  assert.equal(fixture.published.foreign_activity, undefined)
}

/** No order ever fills more than was asked for, together with the one that replaced it. */
function checkReplaced({ fixture }: Run): void {
  for (const row of fixture.audit.all.filter(
    ({ kind, action }) => kind === 'signed' && action === 'replace',
  )) {
    const old = [...fixture.venue.orders.values()].find(({ id }) => id === row.details['replaces'])
    const next = [...fixture.venue.orders.values()].find(({ id }) => id === row.details['order_id'])
    if (old === undefined || next === undefined) continue
    const failed = [...fixture.venue.trades.values()]
      .filter(({ status, makers }) => status === 'failed' && makers[0]?.orderId === old.id)
      .reduce((sum, { makers }) => sum + (makers[0]?.size ?? 0n), 0n)
    assert.ok(
      old.matchedSize - failed + next.originalSize <= old.originalSize,
      'INV-14 replaced for more than asked',
    )
  }
}

function checkEdges({ fixture }: Run): void {
  const last = new Map<string, string>()
  for (const order of fixture.published.order ?? []) {
    const key = order.id ?? ''
    const before = last.get(key)
    last.set(key, order.status)
    if (before === undefined || before === order.status || order.status === 'pending') continue
    const isEdge = EDGES[before as keyof typeof EDGES].includes(order.status)
    const isCorrection = !isOpen(before as keyof typeof EDGES)
    assert.ok(isEdge || isCorrection, `INV-11 ${before} -> ${order.status}`)
  }
}

test('INV-01 INV-02 INV-07 INV-09 INV-10 INV-11 INV-14 INV-15 INV-31 INV-78 INV-91 INV-92 INV-93 INV-94 any history of commands, faults and kills heals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { maxLength: 30 }), async (steps) => {
      const fixture = createTradingFixture()
      await fixture.open()
      fixture.module.risk.set({ ...fixture.module.risk.limits(), maxDailyNotional: ROOM })
      const run: Run = { fixture, commands: 0, together: [] }
      for (const step of steps) await move(run, step)
      fixture.killAt = null
      fixture.audit.isBroken = false
      fixture.venue.isBlind = false
      fixture.venue.cancelMode = 'ok'
      receive(fixture)
      for (const row of fixture.venue.orders.values())
        if (row.state === 'delayed') fixture.venue.change(row.id, 'live')
      await fixture.clock.advance(220_000)
      if (fixture.isDead()) await fixture.restart()
      await fixture.clock.advance(10_000)
      checkAlways(run)
      checkHealed(run)
      checkReplaced(run)
      checkEdges(run)
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 60), interruptAfterTimeLimit: 120_000 },
  )
})
