import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyPassword } from '#server/access/password.ts'
import { systemClock } from './system-clock.ts'
import { systemRandom } from './system-random.ts'
import { createLogin } from './throw-away-login.ts'

test('a password that is made for one run is 16 letters of chance, another one each time, and opens that run alone', async () => {
  const nothing = { passwordHash: null, sessionSecret: null }
  const logins = await Promise.all(
    Array.from({ length: 4 }, () => createLogin(nothing, systemRandom, systemClock)),
  )
  const passwords = logins.map(({ throwAwayPassword }) => throwAwayPassword ?? '')
  for (const password of passwords) assert.match(password, /^(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
  assert.equal(new Set(passwords).size, 4)
  assert.ok(new Set(passwords.join('')).size > 16)
  const [first, second] = logins
  assert.ok(first !== undefined && second !== undefined)
  assert.equal(await verifyPassword(first.auth.passwordHash, passwords[0] ?? ''), true)
  assert.equal(await verifyPassword(second.auth.passwordHash, passwords[0] ?? ''), false)
  assert.notDeepEqual(first.auth.sessionSecret, second.auth.sessionSecret)
})

test('a password that is configured is taken, and none is made', async () => {
  const made = await createLogin({ passwordHash: null, sessionSecret: null }, systemRandom, systemClock)
  const { auth, throwAwayPassword, link } = await createLogin(
    { passwordHash: made.auth.passwordHashText, sessionSecret: () => new Uint8Array(32).fill(3) },
    systemRandom,
    systemClock,
  )
  assert.deepEqual([throwAwayPassword, link], [null, null])
  assert.deepEqual(auth, { ...made.auth, sessionSecret: new Uint8Array(32).fill(3) })
})
