import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseClientOrderId, parseEventId, parseExitId, parseMarketId, parseOutcomeId } from '#core/ids.ts'
import type { MarketEvent } from '#core/market/market.ts'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { CatalogCopy } from '#ports/stores.ts'
import { newExit, NO_LEGS } from '#core/order/attached-exit.ts'
import { createAttachedExitStore } from './attached-exits.ts'
import { createCancelQueueStore } from './cancel-queue.ts'
import { createCatalogStore } from './catalog-copy.ts'
import { createLoginFailureStore } from './login-failures.ts'
import { createSessionStore } from './sessions.ts'
import { createSettingsStore } from './settings.ts'
import { openOrThrow, silentLog, temporaryDirectory } from './testing/temporary.ts'
import { PLAIN_MARKET } from '#core/testing/plain-market.ts'

describe('stores', () => {
  test('INV-42 sessions survive a restart and end when ended', (context) => {
    const directory = temporaryDirectory(context)
    const session = { tokenHash: 'ab', createdAt: 10, lastUsedAt: 10, secretsFingerprint: 'f' }
    const first = openOrThrow(directory)
    createSessionStore(first.sqlite, silentLog).put(session)
    first.close()
    const second = openOrThrow(directory)
    const sessions = createSessionStore(second.sqlite, silentLog)
    assert.deepEqual(sessions.find('ab'), session)
    assert.deepEqual(sessions.all(), [session])
    sessions.touch('ab', 50)
    sessions.removeOlderThan(10, 50)
    assert.deepEqual(sessions.find('ab'), { ...session, lastUsedAt: 50 })
    sessions.removeOlderThan(0, 51)
    assert.equal(sessions.find('ab'), null)
    sessions.put(session)
    sessions.remove('ab')
    assert.equal(sessions.find('ab'), null)
    second.close()
  })

  test('INV-67 an attached exit is on disk when it was put, whole, and found again', (context) => {
    const directory = temporaryDirectory(context)
    const first = openOrThrow(directory)
    const points: string[] = []
    const exits = createAttachedExitStore(first.sqlite, (name) => points.push(name))
    const id = parseExitId('01890000-0000-7000-8000-00000000ffff')
    const [outcomeId, entry] = [
      parseOutcomeId('pm:1'),
      parseClientOrderId('01890000-0000-7000-8000-000000000001'),
    ]
    assert.ok(id !== null && outcomeId !== null && entry !== null)
    const size = micros(99_997_714n)
    const exit = {
      ...newExit(id, outcomeId, { entry }, { ...NO_LEGS, time: { minutesBefore: 5 } }, 100, 10),
      entries: [{ clientOrderId: entry, orderId: null, filled: size, isOver: false }],
      cut: micros(1n),
    }
    exits.put(exit)
    exits.put({ ...exit, sent: 1 })
    assert.deepEqual(points, ['exit.stored', 'exit.stored'])
    first.close()
    const second = openOrThrow(directory)
    const found = createAttachedExitStore(second.sqlite)
    assert.deepEqual(found.all(), [{ ...exit, sent: 1 }])
    found.removeEndedBefore(Number.MAX_SAFE_INTEGER)
    assert.equal(found.all().length, 1)
    found.put({ ...exit, end: { how: 'removed', at: 20 } })
    found.removeEndedBefore(20)
    assert.equal(found.all().length, 1)
    found.removeEndedBefore(21)
    assert.deepEqual(found.all(), [])
    const price = priceFromSteps(6_000)
    assert.ok(price !== null)
    const entryLeg = { price, size, slippageTicks: 2 }
    const waiting = newExit(id, outcomeId, { askedAs: entry }, { ...NO_LEGS, entry: entryLeg }, 100, 10)
    found.put(waiting)
    assert.deepEqual(found.all(), [waiting])
    second.close()
  })

  test('INV-67 an exit of an earlier version has none of the legs that came later', (context) => {
    const database = openOrThrow(temporaryDirectory(context))
    const legs = { target: null, stop: { price: 4_000, slippageTicks: 2 }, trailing: null, time: null }
    const row = { id: '01890000-0000-7000-8000-00000000ffff', legs, asked: legs, given: '5', orders: [] }
    const insert = database.sqlite.prepare('INSERT INTO attached_exit (id, json) VALUES (?, ?)')
    insert.run(row.id, JSON.stringify({ ...row, slippage: { stop: 200, trailing: null } }))
    const [exit] = createAttachedExitStore(database.sqlite).all()
    assert.deepEqual(
      [exit?.legs, exit?.asked],
      [
        { ...NO_LEGS, ...legs },
        { ...NO_LEGS, ...legs },
      ],
    )
    assert.deepEqual([exit?.slippage, exit?.askedAs], [{ stop: 200, trailing: null, entry: null }, null])
    database.close()
  })

  test('INV-41 login failures are counted per address and in all', (context) => {
    const database = openOrThrow(temporaryDirectory(context))
    const failures = createLoginFailureStore(database.sqlite, silentLog)
    failures.record('a', 10)
    failures.record('a', 20)
    failures.record('b', 15)
    assert.deepEqual(failures.count('a', 11), { count: 1, oldest: 20 })
    assert.deepEqual(failures.countUnknown(0), { count: 3, oldest: 10 })
    assert.deepEqual(failures.count('c', 0), { count: 0, oldest: null })
    failures.keep(20, 30)
    assert.deepEqual(failures.countUnknown(0), { count: 1, oldest: 20 })
    database.close()
  })

  test('INV-41 failed logins of a known device are its own', (context) => {
    const database = openOrThrow(temporaryDirectory(context))
    const failures = createLoginFailureStore(database.sqlite, silentLog)
    failures.record('a', 10)
    failures.record('known:b', 20)
    assert.deepEqual(failures.countUnknown(0), { count: 1, oldest: 10 })
    assert.deepEqual(failures.count('known:b', 0), { count: 1, oldest: 20 })
    database.close()
  })

  test('INV-34 a setting is the old value or the new one, never something that is not JSON', (context) => {
    const database = openOrThrow(temporaryDirectory(context))
    const settings = createSettingsStore(database.sqlite, silentLog)
    assert.equal(settings.read('risk'), null)
    settings.write('risk', '{"a":1}')
    const refused = { ok: false, error: 'storage_refused' }
    assert.deepEqual(settings.write('risk', '{"a":'), refused)
    database.sqlite.exec('PRAGMA query_only = 1')
    assert.deepEqual(settings.write('risk', '{"a":2}'), refused)
    assert.equal(settings.read('risk'), '{"a":1}')
    database.close()
  })

  test('INV-19 queued cancels survive a restart', (context) => {
    const directory = temporaryDirectory(context)
    const first = openOrThrow(directory)
    createCancelQueueStore(first.sqlite).put([
      { orderId: 'pm:1', sendAt: 20 },
      { orderId: 'pm:2', sendAt: 10 },
    ])
    first.close()
    const second = openOrThrow(directory)
    const queue = createCancelQueueStore(second.sqlite)
    queue.remove('pm:3')
    assert.deepEqual(queue.all(), [
      { orderId: 'pm:2', sendAt: 10 },
      { orderId: 'pm:1', sendAt: 20 },
    ])
    queue.remove('pm:2')
    assert.deepEqual(queue.all(), [{ orderId: 'pm:1', sendAt: 20 }])
    second.close()
  })
})

function sampleEvent(number: number): MarketEvent {
  const id = parseEventId(`pm:${number}`)
  const marketId = parseMarketId(`pm:0x${'ab'.repeat(32)}`)
  const yes = parseOutcomeId(`pm:${number}1`)
  const no = parseOutcomeId(`pm:${number}2`)
  assert.ok(id !== null && marketId !== null && yes !== null && no !== null)
  const outcome = { marketId, positionId: null }
  return {
    id,
    slug: `event-${number}`,
    title: 'Who wins? "quoted" \n ü',
    description: '',
    tags: [],
    status: 'open',
    startTime: null,
    endTime: 5,
    createdAt: null,
    negRisk: false,
    volume: micros(12n * 10n ** 20n),
    liquidity: micros(-1n),
    gameId: null,
    parentEventId: null,
    live: false,
    teams: [],
    markets: [
      {
        ...PLAIN_MARKET,
        id: marketId,
        eventId: id,
        slug: 'm',
        question: '?',
        volume: micros(1n),
        fee: { rate: 20_000n, exponent: 1 },
        outcomes: [
          { id: yes, name: 'Yes', ...outcome },
          { id: no, name: 'No', ...outcome },
        ],
      },
    ],
  }
}

describe('catalog copy', () => {
  const copyOf = (events: readonly MarketEvent[], savedAt: number): CatalogCopy => ({
    events,
    tags: [{ id: '1', label: 'Sports', slug: 'sports' }],
    teams: [],
    leagues: [{ code: 'nba', name: 'NBA', ordering: 'away' }],
    savedAt,
  })

  test('INV-12 comes back exactly, the newest save winning', async (context) => {
    const directory = temporaryDirectory(context)
    const store = createCatalogStore({ directory, log: silentLog })
    assert.equal(await store.load(), null)
    const events = Array.from({ length: 250 }, (_, index) => sampleEvent(index + 1))
    for (const savedAt of [1, 2, 3]) store.save(copyOf(events, savedAt))
    await store.settled()
    assert.deepEqual(await createCatalogStore({ directory, log: silentLog }).load(), copyOf(events, 3))
    assert.deepEqual(readdirSync(directory), ['catalog.ndjson'])
  })

  test('INV-34 a cut or foreign file counts as no copy', async (context) => {
    const directory = temporaryDirectory(context)
    const store = createCatalogStore({ directory, log: silentLog })
    store.save(copyOf([sampleEvent(1), sampleEvent(2)], 1))
    await store.settled()
    const path = join(directory, 'catalog.ndjson')
    const whole = readFileSync(path, 'utf8')
    for (const text of [
      '',
      '{}',
      whole.slice(0, -2),
      whole.slice(0, whole.length / 2),
      whole.replace('"format":1', '"format":2'),
    ]) {
      writeFileSync(path, text)
      assert.equal(await store.load(), null)
    }
    writeFileSync(path, whole)
    assert.notEqual(await store.load(), null)
  })

  test('INV-52 a file that would be too long is not kept, and one that is too long not read', async (context) => {
    const directory = temporaryDirectory(context)
    const many = copyOf(
      Array.from({ length: 60 }, (_, index) => sampleEvent(index + 1)),
      2,
    )
    const warnings: string[] = []
    const log = { ...silentLog, warn: (event: string) => warnings.push(event) }
    const store = createCatalogStore({ directory, log, mostBytes: 20_000 })
    store.save(copyOf([sampleEvent(1)], 1))
    await store.settled()
    store.save(many)
    await store.settled()
    assert.deepEqual(warnings, ['catalog.save_failed'])
    assert.equal((await store.load())?.savedAt, 1)
    assert.deepEqual(readdirSync(directory), ['catalog.ndjson'])
    const larger = createCatalogStore({ directory, log })
    larger.save(many)
    await larger.settled()
    assert.equal((await larger.load())?.savedAt, 2)
    assert.equal(await store.load(), null)
  })

  test('a directory that takes no file is only warned about', async (context) => {
    const warnings: string[] = []
    const log = { ...silentLog, warn: (event: string) => warnings.push(event) }
    const store = createCatalogStore({ directory: join(temporaryDirectory(context), 'missing'), log })
    store.save(copyOf([], 1))
    await store.settled()
    assert.deepEqual(warnings, ['catalog.save_failed'])
  })
})
