/**
 * Public reports of orders that ended unseen and of cancels that a restart swallowed, replayed against the real
 * terminal: the page, the notifications, once each, and the venue's state afterwards.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { Wire } from '#test/wire.ts'
import { startTerminalProcess, type TerminalProcess } from '../harness.ts'
import { arm, currentBook, type OrderBody } from '../market.ts'
import { startQuietVenue, type QuietVenue } from '../reliability/quiet-venue.ts'
import { openAtVenue } from '../reliability/truth.ts'
import { waitFor } from '../wait-for.ts'

type Stage = { readonly venue: QuietVenue; readonly terminal: TerminalProcess; readonly outcomeId: string }

async function stage(context: TestContext, seed: string): Promise<Stage> {
  const venue = await startQuietVenue(context, { seed })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const terminal = await startTerminalProcess(context, { simulator: venue })
  const outcomeId = `pm:${venue.market.tokens[0]}`
  await currentBook(terminal.client(), outcomeId)
  await arm(terminal.client())
  return { venue, terminal, outcomeId }
}

async function place({ terminal, outcomeId }: Stage, change: Partial<OrderBody> = {}): Promise<string> {
  const { result, order, reject } = await terminal.client().ok('placeOrder', {
    body: {
      client_order_id: randomUUIDv7(),
      outcome_id: outcomeId,
      side: 'BUY',
      price: '0.4',
      size: '20',
      time_in_force: 'GTC',
      post_only: false,
      ...change,
    },
  })
  assert.equal(result, 'accepted', JSON.stringify(reject))
  assert.ok(order !== null && order.id !== null)
  return order.id
}

async function orderOf({ terminal }: Stage, id: string): Promise<Wire['Order']> {
  return (await terminal.client().ok('readOrder', { params: { order_id: id } })).order
}

function ended(at: Stage, id: string, withinMs = 20_000): Promise<Wire['Order']> {
  return waitFor(
    `the end of ${id}`,
    async () => {
      const order = await orderOf(at, id)
      return ['cancelled', 'expired', 'filled'].includes(order.status) ? order : null
    },
    withinMs,
  )
}

async function told(
  { terminal }: Stage,
  kind: 'order_ended' | 'foreign_activity' | 'late_order',
): Promise<readonly string[]> {
  const { items } = await terminal.client().ok('listNotifications', { query: { kind } })
  return items.map(({ text }) => text)
}

/** Frames of the own account stay out, so that only a read finds what happens. */
async function silence({ venue }: Stage): Promise<() => Promise<unknown>> {
  const { id } = (await venue.control('/faults', {
    name: 'ws.drop_frame',
    match: { service: 'ws_user' },
    args: { p: 1 },
  })) as { readonly id: string }
  return () => venue.control(`/faults/${id}`, undefined, 'DELETE')
}

const native = (id: string): string => id.replace('pm:', '')

async function partlyFilled(at: Stage): Promise<string> {
  const id = await place(at)
  await at.venue.control('/order', { kind: 'fill', order_id: native(id), size: '7000000' })
  await waitFor('the fill', async () => (await orderOf(at, id)).filled_size === '7')
  return id
}

test(
  'INV-77 reports 03 and 08: an order ends by its own row, with what it filled, and is told once, over restarts too',
  { timeout: 180_000 },
  async (context) => {
    const at = await stage(context, 'reports endings')
    const { venue, terminal } = at
    const client = (): ReturnType<typeof terminal.client> => terminal.client()
    await venue.control('/faults', { name: 'orders.ended_as', args: { status: 'Matched' } })

    // 03 b: an own cancel whose answer never comes.
    const cancelled = await partlyFilled(at)
    let loud = await silence(at)
    await venue.control('/faults', { name: 'cancel.accept_then_timeout', when: { times: 1 } })
    const answer = await client().ok('cancelOrders', { body: { order_ids: [cancelled] } })
    assert.deepEqual([answer.failed, answer.cancelled.length + answer.queued.length], [[], 1])
    const own = await ended(at, cancelled)
    assert.deepEqual([own.status, own.filled_size], ['cancelled', '7'])

    // 03 c: an own replace whose cancel answer never comes.
    await loud()
    const replaced = await partlyFilled(at)
    loud = await silence(at)
    await venue.control('/faults', { name: 'cancel.accept_then_timeout', when: { times: 1 } })
    const moved = await client().ok('replaceOrder', {
      params: { order_id: replaced },
      body: { client_order_id: randomUUIDv7(), price: '0.39', size: '20', post_only: false },
    })
    assert.deepEqual([moved.result, moved.order?.size], ['accepted', '13'], JSON.stringify(moved.reject))
    assert.deepEqual((await orderOf(at, replaced)).status, 'cancelled')
    await client().ok('cancelAll', { body: {} })
    assert.deepEqual([await told(at, 'order_ended'), await told(at, 'foreign_activity')], [[], []])

    // 08: a FAK whose delay is over and that nothing is said of.
    await venue.control('/faults', undefined, 'DELETE')
    await venue.control('/faults', { name: 'orders.ended_as', args: { status: 'unmatched' } })
    await venue.control('/faults', { name: 'order.delayed', args: { s: 2 }, when: { times: 1 } })
    loud = await silence(at)
    const fak = await place(at, { price: '0.44', size: '25', time_in_force: 'FAK' })
    assert.equal((await orderOf(at, fak)).status, 'delayed')
    assert.equal((await ended(at, fak, 15_000)).status, 'cancelled')
    await waitFor('one word about it', async () => (await told(at, 'order_ended')).length === 1)
    await venue.control('/faults', undefined, 'DELETE')

    // A FOK that is killed after its delay, by a frame that says why.
    await venue.control('/faults', { name: 'order.delayed', args: { s: 1 }, when: { times: 1 } })
    const fok = await place(at, { price: '0.44', size: '25', time_in_force: 'FOK' })
    assert.equal((await ended(at, fok)).status, 'cancelled')
    await waitFor('its reason', async () =>
      (await told(at, 'order_ended')).some((text) => /The venue says: .*fully filled/i.test(text)),
    )

    // Ends while the terminal was away, and nothing that was notified before.
    const away = await place(at, { price: '0.37' })
    await terminal.kill('SIGKILL')
    await venue.control('/order', { kind: 'expire', order_id: native(away) })
    await terminal.restart()
    await waitFor(
      'a word about it after the start',
      async () => (await told(at, 'order_ended')).length === 3,
      90_000,
    )
    assert.deepEqual(await told(at, 'foreign_activity'), [])

    // 03 a: elsewhere.
    await arm(client())
    await venue.control('/faults', { name: 'orders.ended_as', args: { status: 'MATCHED' } })
    const foreign = await partlyFilled(at)
    await silence(at)
    await venue.control('/order', { kind: 'foreign_cancel', order_id: native(foreign) })
    const gone = await ended(at, foreign)
    assert.deepEqual([gone.status, gone.filled_size], ['cancelled', '7'])
    await waitFor('the foreign cancel', async () => (await told(at, 'foreign_activity')).length === 1)
    assert.equal((await told(at, 'order_ended')).length, 3)
  },
)

const RESTART = {
  name: 'http.status',
  match: { service: 'clob', method: 'DELETE' },
  args: { code: 425, body: '{"error":"service not ready"}' },
} as const

test(
  'INV-78 report 09: cancels pressed during a restart of the venue are sent when it is over, and nothing else with them',
  { timeout: 180_000 },
  async (context) => {
    const at = await stage(context, 'report 09')
    const { venue, terminal } = at
    const open = async (): Promise<readonly string[]> =>
      openAtVenue(await venue.truth())
        .map(({ order }) => `pm:${order.id}`)
        .toSorted()
    const first = await place(at)
    const second = await place(at, { price: '0.39' })

    await venue.control('/faults', { ...RESTART, when: { for_ms: 12_000 } })
    const one = await terminal.client().ok('cancelOrders', { body: { order_ids: [first] } })
    assert.deepEqual([one.queued.map(({ id }) => id), one.cancelled, one.failed], [[first], [], []])
    const all = await terminal.client().ok('cancelAll', { body: {} })
    assert.deepEqual(
      [all.queued.map(({ id }) => id).toSorted(), all.cancelled, all.failed],
      [[first, second].toSorted(), [], []],
    )
    assert.equal((await orderOf(at, second)).cancel_queued, true)
    assert.equal((await terminal.client().ok('readTrading')).venue.mode, 'restarting')
    await waitFor('both gone', async () => (await open()).length === 0, 30_000)
    await waitFor('the terminal to know', async () => (await orderOf(at, second)).status === 'cancelled')
    const { venue: mode } = await terminal.client().ok('readTrading')
    assert.equal(mode.mode, 'post_only')

    // The same with a kill of the terminal in between, and an order that is placed after it.
    const third = await place(at, { price: '0.38', post_only: true })
    await venue.control('/faults', { ...RESTART, args: { code: 503, body: '{"error":"unavailable"}' } })
    await terminal.client().ok('cancelAll', { body: {} })
    await terminal.kill('SIGKILL')
    await terminal.restart()
    await currentBook(terminal.client(), at.outcomeId)
    await arm(terminal.client())
    const later = await place(at, { price: '0.36', post_only: true })
    assert.deepEqual(await open(), [third, later].toSorted())
    await venue.control('/faults', undefined, 'DELETE')
    await waitFor('what was meant gone', async () => !(await open()).includes(third), 30_000)
    assert.deepEqual(await open(), [later])
    const kinds = ['order_ended', 'foreign_activity', 'late_order'] as const
    for (const kind of kinds) assert.deepEqual(await told(at, kind), [], kind)
  },
)
