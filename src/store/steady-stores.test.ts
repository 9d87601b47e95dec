import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLoginFailureStore } from './login-failures.ts'
import { openMemory } from './schema.ts'
import { createSessionStore } from './sessions.ts'
import { steadyLoginFailures, steadySessions } from './steady-stores.ts'
import { INSTALL_ID, silentLog } from './testing/temporary.ts'

/** A disk that can be switched to refuse. */
function disk(): {
  readonly sqlite: ReturnType<typeof openMemory>
  readonly spare: ReturnType<typeof openMemory>
  readonly refuse: () => void
  readonly recover: () => void
} {
  const sqlite = openMemory({ installId: INSTALL_ID, now: 1 })
  return {
    sqlite,
    spare: openMemory({ installId: INSTALL_ID, now: 1 }),
    refuse: () => sqlite.exec('PRAGMA query_only = 1'),
    recover: () => sqlite.exec('PRAGMA query_only = 0'),
  }
}

const session = (
  tokenHash: string,
  at = 10,
): Parameters<ReturnType<typeof createSessionStore>['put']>[0] => ({
  tokenHash,
  createdAt: at,
  lastUsedAt: at,
  secretsFingerprint: 'f',
})

describe('INV-16 when the disk refuses', () => {
  test('those who are logged in stay so, and others can log in', () => {
    const { sqlite, spare, refuse } = disk()
    const sessions = steadySessions(createSessionStore(sqlite), createSessionStore(spare), silentLog)
    sessions.put(session('before'))
    refuse()
    sessions.put(session('after'))
    sessions.touch('before', 60)
    sessions.touch('after', 60)
    assert.deepEqual(sessions.find('before'), session('before'))
    assert.deepEqual(sessions.find('after'), { ...session('after'), lastUsedAt: 60 })
    sessions.removeOlderThan(0, 61)
    assert.equal(sessions.find('after'), null)
  })

  test('a session that ends stays ended, wherever it is kept', () => {
    const { sqlite, spare, refuse } = disk()
    const sessions = steadySessions(createSessionStore(sqlite), createSessionStore(spare), silentLog)
    sessions.put(session('before'))
    refuse()
    sessions.put(session('after'))
    assert.deepEqual(
      sessions
        .all()
        .map(({ tokenHash }) => tokenHash)
        .toSorted(),
      ['after', 'before'],
    )
    for (const id of ['before', 'after']) {
      sessions.remove(id)
      assert.ok(sessions.all().every(({ tokenHash }) => tokenHash !== id))
      assert.equal(sessions.find(id), null, id)
    }
  })

  const later: readonly (readonly [string, (sessions: ReturnType<typeof createSessionStore>) => void])[] = [
    ['somebody logs in', (sessions) => sessions.put(session('next'))],
    ['a session is used', (sessions) => sessions.touch('other', 20)],
    ['another one ends', (sessions) => sessions.remove('other')],
    ['old ones are swept', (sessions) => sessions.removeOlderThan(0, 0)],
  ]
  for (const [when, write] of later) {
    test(`a session that ended is gone from the disk, and so after a restart, once ${when} on a disk that takes writes again`, () => {
      const { sqlite, spare, refuse, recover } = disk()
      const stored = createSessionStore(sqlite)
      const sessions = steadySessions(stored, createSessionStore(spare), silentLog)
      for (const id of ['one', 'two', 'other']) sessions.put(session(id))
      refuse()
      for (const id of ['one', 'two']) sessions.remove(id)
      write(sessions)
      assert.notEqual(stored.find('one'), null)
      recover()
      write(sessions)
      assert.deepEqual([stored.find('one'), stored.find('two')], [null, null])
    })
  }

  test('on an unreadable disk no device is known, except those that log in then', () => {
    const { sqlite, spare } = disk()
    const stored = createSessionStore(sqlite)
    const sessions = steadySessions(stored, createSessionStore(spare), silentLog)
    sqlite.close()
    assert.equal(sessions.find('before'), null)
    sessions.put(session('after'))
    assert.deepEqual(sessions.find('after'), session('after'))
  })

  test('INV-41 no failed login is forgiven: both kinds count together', () => {
    const { sqlite, spare, refuse } = disk()
    const failures = steadyLoginFailures(
      createLoginFailureStore(sqlite, null),
      createLoginFailureStore(spare, null),
      silentLog,
    )
    assert.deepEqual(failures.countUnknown(0), { count: 0, oldest: null })
    failures.record('a', 10)
    refuse()
    failures.record('a', 20)
    failures.record('b', 30)
    assert.deepEqual(failures.count('a', 0), { count: 2, oldest: 10 })
    assert.deepEqual(failures.countUnknown(0), { count: 3, oldest: 10 })
    failures.keep(25, 40)
    assert.deepEqual(failures.count('a', 11), { count: 0, oldest: null })
    assert.deepEqual(failures.countUnknown(15), { count: 1, oldest: 30 })
  })
})
