/**
 * The password: argon2id in PHC text. One hash runs at a time and at most four wait, because a hash takes memory and
 * a pool thread that orders and the audit log need too.
 */
import { argon2, timingSafeEqual } from 'node:crypto'
import { err, ok, type Result } from '#lib/result.ts'

export type PasswordHash = {
  readonly memoryKib: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Uint8Array
  readonly tag: Uint8Array
}

export type PasswordHashFault = 'not_argon2id' | 'malformed' | 'too_weak' | 'too_costly'

const PHC =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,8}),t=([1-9]\d{0,3}),p=([1-9]\d{0,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** Memory in KiB and passes; a hash must reach both numbers of at least one row (SEC-3). */
const FLOORS = [
  [19_456, 2],
  [12_288, 3],
  [9_216, 4],
  [7_168, 5],
  [47_104, 1],
] as const

const MAX_MEMORY_KIB = 1_048_576
const MAX_PASSES = 10
const MAX_PARALLELISM = 8
const MAX_WAITING = 4

/** Parameters of `hash-password`. */
export const NEW_HASH = { memoryKib: 65_536, passes: 3, parallelism: 1, saltLength: 16, tagLength: 32 }

/** Reads a PHC string and refuses parameters that are too weak to protect or too costly to run. */
export function parsePasswordHash(text: string): Result<PasswordHash, PasswordHashFault> {
  if (!text.startsWith('$argon2id$')) return err('not_argon2id')
  const match = PHC.exec(text)
  if (match === null) return err('malformed')
  const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] = match
  const hash: PasswordHash = {
    memoryKib: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
  if (hash.memoryKib > MAX_MEMORY_KIB || hash.passes > MAX_PASSES || hash.parallelism > MAX_PARALLELISM) {
    return err('too_costly')
  }
  const strong = FLOORS.some(([floor, rounds]) => hash.memoryKib >= floor && hash.passes >= rounds)
  return strong ? ok(hash) : err('too_weak')
}

/** Hashes a password, its UTF-8 bytes as received, into a PHC string with `parameters`. */
export async function hashPassword(
  password: string,
  salt: Uint8Array,
  parameters: { memoryKib: number; passes: number; parallelism: number; tagLength: number } = NEW_HASH,
): Promise<string> {
  const { memoryKib, passes, parallelism, tagLength } = parameters
  const tag = await derive(password, salt, parameters, tagLength)
  const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** True if the password is the one behind the hash; compares in constant time. */
export async function verifyPassword(hash: PasswordHash, password: string): Promise<boolean> {
  const tag = await derive(password, hash.salt, hash, hash.tag.length)
  return timingSafeEqual(tag, hash.tag)
}

/** Verifies against one hash, one password at a time. */
export function createPasswordGate(hash: PasswordHash) {
  let tail: Promise<unknown> = Promise.resolve()
  let inside = 0
  return {
    /** `busy`: one hash runs and four wait; nothing was hashed. */
    async verify(password: string): Promise<'right' | 'wrong' | 'busy'> {
      if (inside > MAX_WAITING) return 'busy'
      inside += 1
      const verdict = tail.then(() => verifyPassword(hash, password))
      tail = verdict.catch(() => false)
      try {
        return (await verdict) ? 'right' : 'wrong'
      } finally {
        inside -= 1
      }
    },
  }
}

export type PasswordGate = ReturnType<typeof createPasswordGate>

function derive(
  password: string,
  salt: Uint8Array,
  parameters: { memoryKib: number; passes: number; parallelism: number },
  tagLength: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      {
        message: Buffer.from(password, 'utf8'),
        nonce: salt,
        parallelism: parameters.parallelism,
        memory: parameters.memoryKib,
        passes: parameters.passes,
        tagLength,
      },
      (error, tag) => (error === null ? resolve(tag) : reject(error)),
    )
  })
}
