import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createManualClock, type ManualClock } from '#engine/testing/market-fakes.ts'
import { createMemorySessionStore, type MemorySessionStore } from '../testing/stores.ts'
import { createCsrf } from './csrf.ts'
import { createSessions, type Sessions } from './session.ts'

const HOUR = 3_600_000

function start(
  clock: ManualClock,
  store: MemorySessionStore,
  changes: { secret?: number; hash?: string; secure?: boolean } = {},
): Sessions {
  let counter = store.rows.size
  return createSessions({
    store,
    clock,
    random: {
      bytes(length) {
        counter += 1
        return Buffer.alloc(length, counter)
      },
      uuidV7: () => '',
    },
    sessionSecret: Buffer.alloc(32, changes.secret ?? 1),
    passwordHashText: changes.hash ?? 'hash',
    cookieSecure: changes.secure ?? false,
    cookieSuffix: 'ab',
  })
}

describe('INV-42 a session', () => {
  test('is stored only as a hash of its token', () => {
    const store = createMemorySessionStore()
    const { token } = start(createManualClock(), store).open()
    assert.equal(store.rows.size, 1)
    assert.ok(!JSON.stringify([...store.rows]).includes(token))
  })

  test('lasts 12 h after its last use and no longer', async () => {
    const clock = createManualClock()
    const sessions = start(clock, createMemorySessionStore())
    const { token } = sessions.open()
    await clock.advance(12 * HOUR - 1)
    assert.ok(sessions.use(token) !== null)
    await clock.advance(12 * HOUR - 1)
    assert.ok(sessions.use(token) !== null)
    await clock.advance(12 * HOUR)
    assert.equal(sessions.use(token), null)
  })

  test('lasts 7 days at most, however often it is used', async () => {
    const clock = createManualClock()
    const sessions = start(clock, createMemorySessionStore())
    const { token, session } = sessions.open()
    for (let hours = 0; hours < 7 * 24 - 1; hours += 1) {
      await clock.advance(HOUR)
      assert.ok(sessions.use(token) !== null, `after ${hours + 1} h`)
    }
    assert.ok(sessions.isAlive(session.id))
    await clock.advance(HOUR)
    assert.equal(sessions.isAlive(session.id), false)
    assert.equal(sessions.use(token), null)
  })

  test('checking whether it is valid does not count as use', async () => {
    const clock = createManualClock()
    const sessions = start(clock, createMemorySessionStore())
    const { session } = sessions.open()
    for (let hours = 0; hours < 11; hours += 1) {
      await clock.advance(HOUR)
      assert.ok(sessions.isAlive(session.id))
    }
    await clock.advance(HOUR)
    assert.equal(sessions.isAlive(session.id), false)
  })

  test('is not prolonged by setting the clock back', async () => {
    const clock = createManualClock()
    const sessions = start(clock, createMemorySessionStore())
    const { token } = sessions.open()
    await clock.advance(6 * HOUR)
    clock.jump(-48 * HOUR)
    await clock.advance(6 * HOUR)
    assert.equal(sessions.use(token), null)
  })

  test('lasts 7 days at most, also when the clock is set back and it stays in use', async () => {
    const clock = createManualClock()
    const sessions = start(clock, createMemorySessionStore())
    const { token } = sessions.open()
    await clock.advance(HOUR)
    clock.jump(-HOUR)
    for (let hours = 1; hours < 7 * 24 - 1; hours += 1) {
      await clock.advance(HOUR)
      assert.ok(sessions.use(token) !== null, `after ${hours + 1} h`)
    }
    await clock.advance(HOUR)
    assert.equal(sessions.use(token), null)
  })

  test('ends when the clock is set far ahead', () => {
    const clock = createManualClock()
    const sessions = start(clock, createMemorySessionStore())
    const { token } = sessions.open()
    clock.jump(12 * HOUR)
    assert.equal(sessions.use(token), null)
  })

  test('survives a restart, with the use of the last minute counted', async () => {
    const clock = createManualClock()
    const store = createMemorySessionStore()
    const before = start(clock, store)
    const { token } = before.open()
    await clock.advance(11 * HOUR)
    assert.ok(before.use(token) !== null)
    const after = start(clock, store)
    await clock.advance(11 * HOUR)
    assert.ok(after.use(token) !== null)
  })

  for (const [what, changes] of [
    ['the session secret', { secret: 2 }],
    ['the password', { hash: 'another' }],
  ] as const) {
    test(`ends when ${what} changes`, () => {
      const clock = createManualClock()
      const store = createMemorySessionStore()
      const { token } = start(clock, store).open()
      assert.equal(start(clock, store, changes).use(token), null)
      assert.equal(store.rows.size, 0)
    })
  }

  test('that is not used any more is removed from the store', async () => {
    const clock = createManualClock()
    const store = createMemorySessionStore()
    start(clock, store).open()
    await clock.advance(13 * HOUR)
    assert.equal(store.rows.size, 0)
  })
})

describe('the list of sessions', () => {
  test('has those that last, by a name that is neither token nor what is stored of it, and counts as no use', async () => {
    const clock = createManualClock()
    const store = createMemorySessionStore()
    const sessions = start(clock, store)
    const begun = clock.now()
    const first = sessions.open()
    await clock.advance(11 * HOUR)
    const second = sessions.open()
    assert.deepEqual(
      sessions.list().map(({ id, createdAt, lastUsedAt }) => [id, createdAt, lastUsedAt]),
      [
        [first.session.id, begun, begun],
        [second.session.id, begun + 11 * HOUR, begun + 11 * HOUR],
      ],
    )
    const names = sessions.list().map(({ publicId }) => publicId)
    assert.equal(new Set(names).size, 2)
    for (const secret of [first.token, second.token, ...store.rows.keys()]) {
      for (const form of [secret, Buffer.from(secret, 'hex').toString('base64url')]) {
        assert.ok(form === '' || !names.some((name) => name.includes(form)))
      }
    }
    await clock.advance(HOUR)
    assert.deepEqual(
      sessions.list().map(({ publicId }) => publicId),
      names.slice(1),
    )
  })

  test('names a session the same after a restart, and otherwise under another secret', () => {
    const clock = createManualClock()
    const store = createMemorySessionStore()
    const names = (secret: number): readonly string[] => {
      store.rows.clear()
      const sessions = start(clock, store, { secret })
      sessions.open()
      return [...sessions.list(), ...start(clock, store, { secret }).list()].map(({ publicId }) => publicId)
    }
    const [name, again] = names(1)
    assert.equal(again, name)
    assert.notEqual(names(2)[0], name)
  })
})

describe('the cookie', () => {
  const token = 'A'.repeat(43)
  const plain = start(createManualClock(), createMemorySessionStore())
  const secure = start(createManualClock(), createMemorySessionStore(), { secure: true })

  test('cannot be read by scripts, sent by other sites or, behind TLS, sent in the clear', () => {
    assert.match(
      plain.cookie(token),
      /^sesame_session_ab=A{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/,
    )
    assert.match(
      secure.cookie(token),
      /^__Host-sesame_session_ab=A{43}; HttpOnly; SameSite=Strict; Path=\/; Secure; Max-Age=\d+$/,
    )
    assert.match(secure.cookie(''), /^__Host-sesame_session_ab=; .*Max-Age=0$/)
  })

  test('is small: name, value and attributes together are far from what a browser drops', () => {
    assert.ok(Buffer.byteLength(secure.cookie(token)) < 256)
  })

  test('is taken only when there is exactly one of its shape', () => {
    assert.equal(plain.tokenOf(`a=b; sesame_session_ab=${token}; c=d`), token)
    for (const header of [
      undefined,
      '',
      `sesame_session_ab=${token}; sesame_session_ab=${token}`,
      `sesame_session_ab=${token}x`,
      'sesame_session_ab=',
      `xsesame_session_ab=${token}`,
    ]) {
      assert.equal(plain.tokenOf(header), null, String(header))
    }
    assert.equal(secure.tokenOf(`sesame_session_ab=${token}`), null)
  })
})

test('a CSRF token belongs to one session and one secret', () => {
  const csrf = createCsrf(Buffer.alloc(32, 1))
  const token = csrf.token('a')
  assert.ok(csrf.matches('a', token))
  for (const wrong of [undefined, '', `${token}A`, token.slice(1), csrf.token('b')]) {
    assert.equal(csrf.matches('a', wrong), false)
  }
  assert.equal(createCsrf(Buffer.alloc(32, 2)).matches('a', token), false)
})
