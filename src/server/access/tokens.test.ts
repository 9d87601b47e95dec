import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { createManualClock, silentLog, type ManualClock } from '#engine/testing/market-fakes.ts'
import type { SettingsStore } from '#ports/stores.ts'
import { createMemorySettings } from '../testing/stores.ts'
import { createTokens, type Tokens } from './tokens.ts'

const HOUR_MS = 3_600_000

function start(
  clock: ManualClock,
  store: SettingsStore,
  changes: { readonly secret?: number; readonly password?: string } = {},
): Tokens {
  let count = 0
  return createTokens({
    store,
    clock,
    random: {
      bytes(length) {
        count += 1
        return Buffer.alloc(length, count)
      },
      uuidV7: () => `id-${count}`,
    },
    log: silentLog,
    sessionSecret: Buffer.alloc(32, changes.secret ?? 1),
    passwordHashText: changes.password ?? 'a hash',
  })
}

function make(tokens: Tokens, clock: ManualClock, name = 'Bot'): string {
  const created = tokens.create({ name, scope: 'read', expiresAt: clock.now() + HOUR_MS })
  assert.ok(created.ok)
  return created.value.text
}

describe('INV-59 a kept token', () => {
  test('ends at its time, also when the clock is set back', async () => {
    for (const back of [0, 2 * HOUR_MS]) {
      const clock = createManualClock()
      const tokens = start(clock, createMemorySettings())
      const text = make(tokens, clock)
      clock.jump(-back)
      await clock.advance(HOUR_MS - 1)
      assert.equal(tokens.use(text)?.name, 'Bot')
      await clock.advance(1)
      assert.equal(tokens.use(text), null)
      assert.deepEqual(tokens.list(), [])
    }
  })

  test('lives on after a restart, until the password or the secret has changed', () => {
    const clock = createManualClock()
    const store = createMemorySettings()
    const text = make(start(clock, store), clock)
    assert.equal(start(clock, store).use(text)?.name, 'Bot')
    for (const changes of [{ secret: 2 }, { password: 'another hash' }]) {
      const tokens = start(clock, store, changes)
      assert.equal(tokens.use(text), null)
      assert.deepEqual(tokens.list(), [])
    }
  })

  test('cannot be planted by whoever may write to the database', () => {
    const clock = createManualClock()
    const store = createMemorySettings()
    make(start(clock, store), clock)
    const planted = `sesame_${'p'.repeat(43)}`
    const kept = JSON.parse(store.read('api_tokens') ?? '') as { tokens: { hash: string }[] }
    const [row] = kept.tokens
    assert.ok(row !== undefined)
    kept.tokens.push({ ...row, hash: createHash('sha256').update(planted).digest('hex') })
    store.write('api_tokens', JSON.stringify(kept))
    assert.equal(start(clock, store).use(planted), null)
  })

  test('is forgotten, and so are all others, where the setting cannot be read', () => {
    const clock = createManualClock()
    const store = createMemorySettings()
    store.write('api_tokens', '{"tokens":[{}]}')
    assert.deepEqual(start(clock, store).list(), [])
  })

  test('was used when it was used, within a minute also on the disk', async () => {
    const clock = createManualClock()
    const store = createMemorySettings()
    const tokens = start(clock, store)
    const text = make(tokens, clock)
    await clock.advance(60_000)
    tokens.use(text)
    const usedAt = clock.now()
    assert.equal(tokens.list()[0]?.lastUsedAt, usedAt)
    await clock.advance(60_000)
    assert.equal(start(clock, store).list()[0]?.lastUsedAt, usedAt)
  })

  test('is one of fifty at most', () => {
    const clock = createManualClock()
    const tokens = start(clock, createMemorySettings())
    for (let count = 0; count < 50; count += 1) make(tokens, clock, `Bot ${count}`)
    const expiresAt = clock.now() + HOUR_MS
    assert.deepEqual(tokens.create({ name: 'More', scope: 'read', expiresAt }), {
      ok: false,
      error: 'too_many',
    })
  })
})
