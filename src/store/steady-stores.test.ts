import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SessionStore, StoredSession } from '#ports/stores.ts'
import { createLoginFailureStore } from './login-failures.ts'
import { openMemory } from './schema.ts'
import { createSessionStore } from './sessions.ts'
import { INSTALL_ID, silentLog } from './testing/temporary.ts'

/** A disk that can be switched to refuse, and the sessions on it. */
function disk() {
  const sqlite = openMemory({ installId: INSTALL_ID, now: 1 })
  return {
    sqlite,
    sessions: createSessionStore(sqlite, silentLog),
    stored: (id: string): StoredSession | null => createSessionStore(sqlite, silentLog).find(id),
    refuse: () => sqlite.exec('PRAGMA query_only = 1'),
    recover: () => sqlite.exec('PRAGMA query_only = 0'),
  }
}

const session = (tokenHash: string, at = 10): StoredSession => ({
  tokenHash,
  createdAt: at,
  lastUsedAt: at,
  secretsFingerprint: 'f',
})

describe('INV-16 when the disk refuses', () => {
  test('those who are logged in stay so, and others can log in', () => {
    const { sessions, refuse } = disk()
    sessions.put(session('before'))
    refuse()
    sessions.put(session('after'))
    sessions.touch('after', 60)
    assert.deepEqual(sessions.find('before'), session('before'))
    assert.deepEqual(sessions.find('after'), { ...session('after'), lastUsedAt: 60 })
    sessions.removeOlderThan(0, 61)
    assert.equal(sessions.find('after'), null)
  })

  test('a session that ends stays ended, wherever it is kept', () => {
    const { sessions, refuse } = disk()
    sessions.put(session('before'))
    refuse()
    sessions.put(session('after'))
    assert.deepEqual(
      sessions.all().map(({ tokenHash }) => tokenHash),
      ['before', 'after'],
    )
    for (const id of ['before', 'after']) {
      sessions.remove(id)
      assert.ok(sessions.all().every(({ tokenHash }) => tokenHash !== id))
      assert.equal(sessions.find(id), null, id)
    }
  })

  const later: readonly (readonly [string, (sessions: SessionStore) => void])[] = [
    ['somebody logs in', (sessions) => sessions.put(session('next'))],
    ['a session is used', (sessions) => sessions.touch('other', 20)],
    ['another one ends', (sessions) => sessions.remove('other')],
    ['old ones are swept', (sessions) => sessions.removeOlderThan(0, 0)],
  ]
  for (const [when, write] of later) {
    test(`the disk has what it refused, and so has a restart, once ${when} on a disk that takes writes again`, () => {
      const { sessions, stored, refuse, recover } = disk()
      for (const id of ['one', 'two', 'other']) sessions.put(session(id))
      refuse()
      for (const id of ['one', 'two']) sessions.remove(id)
      sessions.put(session('meanwhile'))
      write(sessions)
      assert.notEqual(stored('one'), null)
      recover()
      write(sessions)
      assert.deepEqual(
        [stored('one'), stored('two'), stored('meanwhile')],
        [null, null, session('meanwhile')],
      )
    })
  }

  test('INV-41 no failed login is forgiven: both kinds count together', () => {
    const { sqlite, refuse } = disk()
    const failures = createLoginFailureStore(sqlite, silentLog)
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
