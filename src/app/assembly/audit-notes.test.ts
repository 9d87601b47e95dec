import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { TradingState } from '#core/trading-state.ts'
import { createBus } from '#engine/bus.ts'
import { createManualClock } from '#engine/testing/market-fakes.ts'
import { createHeadKey } from '#store/head-key.ts'
import { createSettingsStore } from '#store/settings.ts'
import { silentLog, temporaryAuditLog } from '#store/testing/temporary.ts'
import { noteHeads, noteLimits } from './audit-notes.ts'

const KEY = createHeadKey(new Uint8Array(32).fill(3))

function scene(context: TestContext) {
  const { directory, database, audit } = temporaryAuditLog(context, KEY)
  const row = (id: string) =>
    audit.append([{ clientOrderId: id, kind: 'intent', action: 'place', details: {} }])
  const heads = () =>
    readFileSync(join(directory, 'audit-heads.txt'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[0]))
  return { database, audit, row, heads }
}

test('INV-30 a head is noted at arm and disarm, and within a minute of new rows; never twice for the same', async (context) => {
  const { audit, row, heads } = scene(context)
  const [bus, clock] = [createBus(() => assert.fail('no bug here')), createManualClock()]
  const stop = noteHeads({ bus, clock, audit })
  const publishMode = (mode: TradingState['mode']): void => bus.publish('trading', { mode } as TradingState)
  row('a')
  publishMode('ARMED')
  publishMode('ARMED')
  assert.deepEqual(heads(), [0, 1])
  row('b')
  await clock.advance(60_000)
  await clock.advance(600_000)
  assert.deepEqual(heads(), [0, 1, 2])
  row('c')
  publishMode('SAFE')
  assert.deepEqual(heads(), [0, 1, 2, 3])
  stop()
  row('d')
  await clock.advance(60_000)
  assert.deepEqual(heads(), [0, 1, 2, 3])
})

test('INV-30 limits are stored only where they could be noted, and verify then', async (context) => {
  const { database, audit } = scene(context)
  const settings = noteLimits(createSettingsStore(database.sqlite, silentLog), audit)
  assert.ok(settings.write('risk_limits', '{"maxOpenOrders":5}').ok)
  assert.equal((await audit.verify()).problem, null)
  const refusing = noteLimits(settings, { writeHead: () => false })
  assert.deepEqual(refusing.write('risk_limits', '{"maxOpenOrders":9}'), {
    ok: false,
    error: 'storage_refused',
  })
  assert.equal(settings.read('risk_limits'), '{"maxOpenOrders":5}')
  assert.ok(refusing.write('theme', '"dark"').ok)
})
