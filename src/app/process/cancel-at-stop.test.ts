import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { NotificationDraft } from '#engine/notifications/notification-draft.ts'
import type { CancelAllResult } from '#engine/orders/contract.ts'
import { clientId, createTradingFixture, intent } from '#engine/testing/trading-fixture.ts'
import type { TradingFixture } from '#engine/testing/trading-fixture.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import { cancelAtStop } from './cancel-at-stop.ts'

type Stop = { readonly published: NotificationDraft[]; isOver: boolean; isConfirmed?: boolean }

function stopping(
  fixture: TradingFixture,
  cancelAll: () => Promise<CancelAllResult> = () => fixture.module.orders.cancelAll(),
): Stop {
  const stop: Stop = { published: [], isOver: false }
  void cancelAtStop({
    orders: { ...fixture.module.orders, cancelAll },
    notifications: { notify: (draft) => stop.published.push(draft) },
    audit: fixture.audit,
    clock: fixture.clock,
    log: silentLog,
  }).then((isConfirmed) => Object.assign(stop, { isOver: true, isConfirmed }))
  return stop
}

const rows = (fixture: TradingFixture): readonly string[] =>
  fixture.audit.all.filter(({ action }) => action === 'cancel_all').map(({ kind }) => kind)

describe('INV-48 the Cancel All of a stop', () => {
  test('that is confirmed publishes no notification', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    const stop = stopping(fixture)
    await fixture.clock.advance(1_000)
    assert.deepEqual(stop, { published: [], isOver: true, isConfirmed: true })
    assert.deepEqual(rows(fixture), ['intent', 'response'])
  })

  test('that the venue does not answer ends after 4 s, with a notification and all audit rows', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    const hanging = Promise.withResolvers<never>()
    Object.assign(fixture.venue.trading, { cancelAll: () => hanging.promise })
    const stop = stopping(fixture)
    await fixture.clock.advance(3_900)
    assert.equal(stop.isOver, false)
    await fixture.clock.advance(100)
    assert.deepEqual([stop.isOver, stop.isConfirmed], [true, false])
    assert.deepEqual(
      stop.published.map(({ kind, text }) => [kind, text]),
      [
        [
          'shutdown_cancel_failed',
          'One cancel was not confirmed. It did not finish within 4 s. Orders may still be open at the venue.',
        ],
      ],
    )
    assert.deepEqual(rows(fixture), ['intent', 'response'])
  })

  test('that the venue refused is reported with the message of the venue', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    const rejection = { code: 'no_credentials', message: 'Not asked.', prices: [] } as const
    const failed = [{ id: null, rejection: { ...rejection, value: null, limit: null, retryAfterMs: null } }]
    const stop = stopping(fixture, async () => ({ cancelled: [], failed, queued: [], inFlight: [] }))
    await fixture.clock.advance(1)
    assert.match(stop.published[0]?.text ?? '', /Not asked\./)
    assert.equal(stop.isConfirmed, false)
  })

  test('waits for the end of a matching delay, and publishes nothing when the cancel then succeeds', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    fixture.venue.scriptedOutcomes.push('delayed')
    await place(fixture)
    const stop = stopping(fixture)
    await fixture.clock.advance(2_500)
    assert.equal(stop.isOver, false)
    for (const id of fixture.venue.orders.keys()) fixture.venue.change(id, 'live')
    await fixture.clock.advance(1_400)
    assert.deepEqual(stop, { published: [], isOver: true, isConfirmed: true })
    assert.deepEqual(fixture.venue.live(), [])
  })

  test('reports by id an order that stays longer in its matching delay', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    fixture.market = { ...fixture.market, secondsDelay: 10 }
    fixture.venue.scriptedOutcomes.push('delayed')
    await place(fixture)
    const stop = stopping(fixture)
    await fixture.clock.advance(4_000)
    assert.equal(stop.isOver, true)
    const [id] = fixture.venue.orders.keys()
    assert.match(stop.published[0]?.text ?? '', /^One cancel was not confirmed\. Still open: pm:0x/)
    assert.ok(stop.published[0]?.text.includes(id ?? 'none'))
  })

  test('reports by id an order in flight without an answer', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    fixture.venue.scriptedOutcomes.push('lost_late')
    void fixture.module.orders.place(intent(1))
    await fixture.clock.advance(100)
    const stop = stopping(fixture)
    await fixture.clock.advance(4_000)
    assert.equal(stop.isOver, true)
    assert.ok(stop.published[0]?.text.includes(clientId(1)))
  })
})

async function place(fixture: TradingFixture): Promise<void> {
  void fixture.module.orders.place(intent(1))
  await fixture.clock.advance(500)
}
