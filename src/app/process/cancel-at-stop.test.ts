import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NotificationDraft } from '#engine/notifications/notification-draft.ts'
import type { CancelAllResult } from '#engine/orders/contract.ts'
import { clientId, createDesk, intent } from '#engine/testing/desk.ts'
import type { Desk } from '#engine/testing/desk.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import { cancelAtStop } from './cancel-at-stop.ts'

type Stop = { readonly published: NotificationDraft[]; isOver: boolean; isConfirmed?: boolean }

function stopping(
  desk: Desk,
  cancelAll: () => Promise<CancelAllResult> = () => desk.side.orders.cancelAll(),
): Stop {
  const stop: Stop = { published: [], isOver: false }
  void cancelAtStop({
    orders: { ...desk.side.orders, cancelAll },
    notifications: { tell: (draft) => stop.published.push(draft) },
    audit: desk.audit,
    clock: desk.clock,
    log: silentLog,
  }).then((isConfirmed) => Object.assign(stop, { isOver: true, isConfirmed }))
  return stop
}

const rows = (desk: Desk): readonly string[] =>
  desk.audit.all.filter(({ action }) => action === 'cancel_all').map(({ kind }) => kind)

describe('[INV-48] the Cancel All of a stop', () => {
  test('that is confirmed publishes no notification', async () => {
    const desk = createDesk()
    await desk.open()
    const stop = stopping(desk)
    await desk.clock.advance(1_000)
    assert.deepEqual(stop, { published: [], isOver: true, isConfirmed: true })
    assert.deepEqual(rows(desk), ['intent', 'response'])
  })

  test('that the venue does not answer ends after 4 s, with a notification and all audit rows', async () => {
    const desk = createDesk()
    await desk.open()
    const hanging = Promise.withResolvers<never>()
    Object.assign(desk.venue.trading, { cancelAll: () => hanging.promise })
    const stop = stopping(desk)
    await desk.clock.advance(3_900)
    assert.equal(stop.isOver, false)
    await desk.clock.advance(100)
    assert.deepEqual([stop.isOver, stop.isConfirmed], [true, false])
    assert.deepEqual(
      stop.published.map(({ kind, text }) => [kind, text]),
      [
        [
          'shutdown_cancel_failed',
          'One cancel was not confirmed. It did not end within 4 s. Orders may still be open at the venue.',
        ],
      ],
    )
    assert.deepEqual(rows(desk), ['intent', 'response'])
  })

  test('that the venue refused is reported with the message of the venue', async () => {
    const desk = createDesk()
    await desk.open()
    const rejection = { code: 'no_credentials', message: 'Not asked.', prices: [] } as const
    const failed = [{ id: null, rejection: { ...rejection, value: null, limit: null, retryAfterMs: null } }]
    const stop = stopping(desk, async () => ({ cancelled: [], failed, queued: [], inFlight: [] }))
    await desk.clock.advance(1)
    assert.match(stop.published[0]?.text ?? '', /Not asked\./)
    assert.equal(stop.isConfirmed, false)
  })

  test('waits for the end of a matching delay, and publishes nothing when the cancel then succeeds', async () => {
    const desk = createDesk()
    await desk.open()
    desk.venue.fates.push('delayed')
    await place(desk)
    const stop = stopping(desk)
    await desk.clock.advance(2_500)
    assert.equal(stop.isOver, false)
    for (const id of desk.venue.orders.keys()) desk.venue.change(id, 'live')
    await desk.clock.advance(1_400)
    assert.deepEqual(stop, { published: [], isOver: true, isConfirmed: true })
    assert.deepEqual(desk.venue.live(), [])
  })

  test('reports by id an order that stays longer in its matching delay', async () => {
    const desk = createDesk()
    await desk.open()
    desk.market = { ...desk.market, secondsDelay: 10 }
    desk.venue.fates.push('delayed')
    await place(desk)
    const stop = stopping(desk)
    await desk.clock.advance(4_000)
    assert.equal(stop.isOver, true)
    const [id] = desk.venue.orders.keys()
    assert.match(stop.published[0]?.text ?? '', /^One cancel was not confirmed\. Not over yet: pm:0x/)
    assert.ok(stop.published[0]?.text.includes(id ?? 'none'))
  })

  test('reports by id an order in flight without an answer', async () => {
    const desk = createDesk()
    await desk.open()
    desk.venue.fates.push('lost_late')
    void desk.side.orders.place(intent(1))
    await desk.clock.advance(100)
    const stop = stopping(desk)
    await desk.clock.advance(4_000)
    assert.equal(stop.isOver, true)
    assert.ok(stop.published[0]?.text.includes(clientId(1)))
  })
})

async function place(desk: Desk): Promise<void> {
  void desk.side.orders.place(intent(1))
  await desk.clock.advance(500)
}
