/** The login as configured, or for one simulated run a throw-away password, a link and a secret: printed once, kept nowhere. */
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import { createLoginLink, type LoginLink } from '#server/access/login-link.ts'
import { hashPassword, parsePasswordHash, type PasswordHash } from '#server/access/password.ts'
import type { LoginSettings } from '../config/config-login.ts'

type Login = {
  readonly auth: {
    readonly passwordHash: PasswordHash
    readonly passwordHashText: string
    readonly sessionSecret: Uint8Array
  }
  /** Null when one is configured. */
  readonly throwAwayPassword: string | null
  /** Logs in once; null when a password is configured. */
  readonly link: LoginLink | null
}

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4
/** The minimum length that is accepted: this password is valid for minutes and its hash is not kept. */
const QUICK_HASH = { memoryKib: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Takes what is configured and makes the rest. */
export async function createLogin(settings: LoginSettings, random: Random, clock: Clock): Promise<Login> {
  const throwAwayPassword = settings.passwordHash === null ? makePassword(random) : null
  const passwordHashText =
    throwAwayPassword === null
      ? (settings.passwordHash ?? '')
      : await hashPassword(throwAwayPassword, random.bytes(16), QUICK_HASH)
  const passwordHash = parsePasswordHash(passwordHashText)
  if (!passwordHash.ok) throw new Error(`a bad password hash passed the configuration: ${passwordHash.error}`)
  const sessionSecret = settings.sessionSecret?.() ?? random.bytes(32)
  const link = throwAwayPassword === null ? null : createLoginLink(clock, random)
  return {
    auth: { passwordHash: passwordHash.value, passwordHashText, sessionSecret },
    throwAwayPassword,
    link,
  }
}

/** 16 letters in four groups: 79 bits. */
function makePassword(random: Random): string {
  const groups = Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[letterIndex(random)]).join(''),
  )
  return groups.join('-')
}

/** Every letter equally likely: bytes beyond the last whole multiple are drawn again. */
function letterIndex(random: Random): number {
  const limit = 256 - (256 % LETTERS.length)
  for (;;) {
    const byte = random.bytes(1)[0] ?? limit
    if (byte < limit) return byte % LETTERS.length
  }
}
