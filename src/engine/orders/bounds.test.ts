// Whatever happens, what is waiting and what is remembered has an end.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderId } from '#core/ids.ts'
import { err, ok } from '#lib/result.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import { createSubmissions } from './record/submissions.ts'
import { createTradingFixture, intent } from '../testing/trading-fixture.ts'
import { createManualClock, silentLog } from '../testing/market-fakes.ts'
import { createMemoryAudit } from '../testing/memory-audit.ts'

const SCRIPTED = ['live', 'matched', 'refused', 'lost_booked', 'lost_nothing', 'lost_late', 'partly'] as const

describe('INV-46 bounds', () => {
  test('orders of every outcome leave no timer, no open order and nothing queued behind', async () => {
    const fixture = createTradingFixture()
    await fixture.open()
    await fixture.clock.advance(60_000)
    const idle = fixture.clock.timers()
    for (let round = 0; round < 21; round += 1) {
      fixture.module.trading.arm()
      fixture.venue.scriptedOutcomes.push(SCRIPTED[round % SCRIPTED.length] ?? 'live')
      const placed = fixture.module.orders.place(intent(round + 1))
      await fixture.clock.advance(16_000)
      const answer = await placed
      assert.ok(answer.ok)
      const ids: OrderId[] = [answer.value.order?.id ?? []].flat()
      const cancelled =
        round % 2 === 0 ? fixture.module.orders.cancelAll() : fixture.module.orders.cancel(ids)
      await fixture.clock.advance(10_000)
      await cancelled
    }
    // Longer than an order may stay unknown.
    await fixture.clock.advance(600_000)
    assert.deepEqual(fixture.module.orders.open(), [])
    assert.equal(fixture.queued.size, 0)
    assert.ok(fixture.clock.timers() <= idle + 1, `${fixture.clock.timers()} timers, ${idle} when idle`)
    await Promise.all([fixture.module.stop(5_000), fixture.clock.advance(60_000)])
    assert.equal(fixture.clock.timers(), 0, 'after the stop')
  })

  test('rows that wait for a disk that never comes back are kept up to ten thousand, the first ones', () => {
    const clock = createManualClock()
    const written: string[] = []
    let isBroken = true
    const audit: AuditLog = {
      ...createMemoryAudit(() => clock.now()),
      append(entries) {
        if (isBroken) return err('unavailable')
        written.push(...entries.map(({ clientOrderId }) => clientOrderId))
        return ok([])
      },
    }
    const recorder = createSubmissions({ audit, clock, log: silentLog, onUnavailable() {}, point() {} })
    for (let index = 0; index < 10_100; index += 1) {
      recorder.after([{ clientOrderId: `id-${index}`, kind: 'response', action: 'cancel', details: {} }])
    }
    assert.equal(recorder.waiting(), 10_000)
    assert.equal(clock.timers(), 1)
    isBroken = false
    recorder.stop()
    assert.deepEqual([recorder.waiting(), clock.timers()], [0, 0])
    assert.equal(written.at(-1), 'id-9999')
  })
})
