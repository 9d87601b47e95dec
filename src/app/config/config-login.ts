/** The password's hash and the session secret. Only a simulated terminal may do without: it then makes its own. */
import { Buffer } from 'node:buffer'
import { parsePasswordHash } from '#server/access/password.ts'
import type { PasswordHashFault } from '#server/access/password.ts'
import type { SettingsReader } from './settings-reader.ts'

export type LoginSettings = {
  /** PHC text; null: a throw-away password is made and printed once. */
  readonly passwordHash: string | null
  /** Null: random for this start. */
  readonly sessionSecret: (() => Uint8Array) | null
}

const HASH_FAULTS: Record<PasswordHashFault, string> = {
  not_argon2id: 'must be an argon2id hash in PHC form: make one with `sesame hash-password`',
  malformed: 'is not a whole argon2id PHC string (were its $ signs lost? quote it with single quotes)',
  too_weak: 'has too little memory or too few passes: make one with `sesame hash-password`',
  too_costly: 'asks for more memory, passes or lanes than the terminal allows',
}

const MIN_BYTES = 32
const MIN_DISTINCT = 16

/** Reads UI_PASSWORD_HASH and SESSION_SECRET. */
export function readLogin(reader: SettingsReader, simulated: boolean): LoginSettings | null {
  const passwordHash = reader.secret('UI_PASSWORD_HASH')
  const secretText = reader.secret('SESSION_SECRET')
  if (passwordHash === null && !simulated) {
    reader.fail('UI_PASSWORD_HASH', 'is required: make one with `sesame hash-password`')
  }
  if (secretText === null && !simulated) {
    reader.fail('SESSION_SECRET', 'is required: 32 random bytes or more, in hex or base64')
  }
  if (passwordHash !== null) {
    const parsed = parsePasswordHash(passwordHash)
    if (!parsed.ok) reader.fail('UI_PASSWORD_HASH', HASH_FAULTS[parsed.error])
  }
  const secret = secretText === null ? null : decodeSessionSecret(secretText)
  if (secretText !== null && secret === null) {
    reader.fail('SESSION_SECRET', 'must be hex or base64 text')
  }
  if (secret !== null && secret.length < MIN_BYTES) {
    reader.fail('SESSION_SECRET', `must hold at least ${MIN_BYTES} bytes`)
  } else if (secret !== null && new Set(secret).size < MIN_DISTINCT) {
    reader.fail('SESSION_SECRET', 'is not random: make one with `openssl rand -base64 32`')
  }
  return { passwordHash, sessionSecret: secret === null ? null : () => secret }
}

/** Hex when every character is a hex digit, base64 (standard or URL-safe, padding optional) otherwise. */
function decodeSessionSecret(text: string): Uint8Array | null {
  if (/^([0-9a-f]{2})+$/i.test(text)) return Buffer.from(text, 'hex')
  const unpadded = text.replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/_-]+$/.test(unpadded) || unpadded.length % 4 === 1) return null
  return Buffer.from(unpadded.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
}
