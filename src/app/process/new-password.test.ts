import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as common from '@zxcvbn-ts/language-common'
import { parsePasswordHash, verifyPassword } from '#server/access/password.ts'
import { hashNewPassword, passwordProblem } from './new-password.ts'

/** A short run tries one word of 25 in each of the ways, SESAME_RELIABILITY=full all of them. */
const EVERY = process.env['SESAME_RELIABILITY'] === 'full' ? 1 : 25

describe('a new password', () => {
  test('has 12 characters at least and 256 at most', () => {
    assert.match(passwordProblem('Kq7%vZ2!pR9') ?? '', /12 to 256/)
    assert.equal(passwordProblem('Kq7%vZ2!pR9x'), null)
    assert.equal(passwordProblem('vexed quill jumps over a lazy dwarf fog '.repeat(7).slice(0, 256)), null)
    assert.match(passwordProblem('Kq7%vZ2!pR9x'.repeat(22)) ?? '', /12 to 256/)
  })

  test('is none of the most common ones that are long enough', () => {
    const lists = Object.entries(common.dictionary).filter(([name]) => name.startsWith('passwords'))
    const listed = lists.flatMap(([, words]) => words)
    assert.ok(listed.length >= 3_000, `${listed.length} listed`)
    const long = listed.filter((word) => word.length >= 12)
    assert.ok(long.length >= 20, `${long.length} long ones`)
    assert.deepEqual(
      long.filter((word) => passwordProblem(word) === null),
      [],
    )
  })

  test('is none of the most common ones made long enough in the ways that are usual', () => {
    const common3000 = Object.entries(common.dictionary)
      .filter(([name]) => name.startsWith('passwords'))
      .flatMap(([, words]) => words)
      .slice(0, 3_000)
    const ways: readonly ((word: string) => string)[] = [
      (word) => word.repeat(Math.ceil(12 / word.length)),
      (word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}2025!!`.padEnd(12, '!'),
      (word) => word + '1234567890'.slice(0, Math.max(3, 12 - word.length)),
    ]
    const tried = common3000.filter((_, index) => index % EVERY === 0)
    const made = new Set(tried.map((word, index) => ways[index % ways.length]?.(word) ?? ''))
    for (const usual of [
      'iloveyousomuch',
      'thisisapassword',
      'Summer2025!!',
      'mypasswordissecret',
      'letmeinplease',
    ])
      made.add(usual)
    assert.ok(made.size >= 3_000 / EVERY, `${made.size} made`)
    assert.deepEqual(
      [...made].filter((word) => word.length < 12 || passwordProblem(word) === null),
      [],
    )
  })

  test('is not put together from the words of this terminal', () => {
    for (const guess of [
      'sesame trading terminal',
      'OpenSesame2026',
      'trading-terminal',
      'mySesameWallet1',
      'sesameterminal!',
    ])
      assert.match(passwordProblem(guess) ?? '', /too easy to guess/, guess)
  })

  test('may be made of any characters: no kind of them is asked for', () => {
    for (const good of [
      'qzxvkwjypgtr',
      '739104628551',
      'пароль из восьми слов тут',
      '🦑 ink on the 🛶 keel',
      '    x    q  v   ',
    ])
      assert.equal(passwordProblem(good), null, good)
  })

  test('becomes a hash of 64 MiB and three passes with a salt of its own, which opens with it alone', async () => {
    const password = 'Kq7%vZ2!pR9x'
    const [one, other] = [await hashNewPassword(password), await hashNewPassword(password)]
    assert.match(one, /^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.notEqual(one.split('$')[4], other.split('$')[4])
    const parsed = parsePasswordHash(one)
    assert.ok(parsed.ok)
    assert.equal(await verifyPassword(parsed.value, password), true)
    assert.equal(await verifyPassword(parsed.value, password.toLowerCase()), false)
  })
})
