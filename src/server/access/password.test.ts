import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPasswordGate, hashPassword, parsePasswordHash, verifyPassword } from './password.ts'

const SALT = 'c2FsdHNhbHRzYWx0c2FsdA'
const TAG = 'A'.repeat(43)
const phc = (memory: number, passes: number, lanes = 1): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${SALT}$${TAG}`

describe('parsePasswordHash', () => {
  for (const [memory, passes] of [
    [19_456, 2],
    [12_288, 3],
    [9_216, 4],
    [7_168, 5],
    [47_104, 1],
    [65_536, 3],
    [1_048_576, 10],
  ] as const) {
    test(`accepts ${memory} KiB and ${passes} passes`, () => {
      assert.ok(parsePasswordHash(phc(memory, passes)).ok)
    })
  }

  for (const [text, fault] of [
    [phc(19_455, 2), 'too_weak'],
    [phc(7_167, 10), 'too_weak'],
    [phc(47_103, 1), 'too_weak'],
    [phc(1_048_577, 3), 'too_costly'],
    [phc(65_536, 11), 'too_costly'],
    [phc(65_536, 3, 9), 'too_costly'],
    ['$argon2i$v=19$m=65536,t=3,p=1$c2FsdA$AAAA', 'not_argon2id'],
    ['$argon2id$v=16$m=65536,t=3,p=1$c2FsdA$AAAA', 'malformed'],
    [`${phc(65_536, 3)}\n`, 'malformed'],
    [phc(65_536, 3).replace('m=', 'm=0'), 'malformed'],
    ['', 'not_argon2id'],
  ] as const) {
    test(`refuses ${text.slice(0, 40).trim() || 'nothing'} as ${fault}`, () => {
      assert.deepEqual(parsePasswordHash(text), { ok: false, error: fault })
    })
  }
})

const CHEAP = { memoryKib: 7168, passes: 5, parallelism: 1, tagLength: 32 }

test('a hash verifies its own password, byte for byte, and no other', async () => {
  const hash = parsePasswordHash(await hashPassword('pa ss wörd', Buffer.alloc(16, 1), CHEAP))
  assert.ok(hash.ok)
  assert.equal(await verifyPassword(hash.value, 'pa ss wörd'), true)
  assert.equal(await verifyPassword(hash.value, 'pa ss wörd '), false)
  assert.equal(await verifyPassword(hash.value, 'pa ss wo\u0308rd'), false)
})

test('the known answer of argon2id comes out', async () => {
  // From the reference implementation's tests (argon2id, v=19, 65536 KiB, 2 passes, "password", "somesalt").
  const tag = '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7'
  const text = await hashPassword('password', Buffer.from('somesalt'), {
    memoryKib: 65_536,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  })
  assert.equal(Buffer.from(text.split('$')[5] ?? '', 'base64').toString('hex'), tag)
})

test('INV-41 one password is hashed at a time, four wait, the next is turned away', async () => {
  const hash = parsePasswordHash(await hashPassword('right', Buffer.alloc(16, 2), CHEAP))
  assert.ok(hash.ok)
  const gate = createPasswordGate(hash.value)
  const verdicts = await Promise.all(
    ['right', 'a', 'b', 'c', 'right', 'right', 'right'].map((password) => gate.verify(password)),
  )
  assert.deepEqual(verdicts, ['right', 'wrong', 'wrong', 'wrong', 'right', 'busy', 'busy'])
  assert.equal(await gate.verify('right'), 'right')
})
