/** The password's hash and the session secret. Only a simulated terminal may do without: it then makes its own. */
import type { SettingsReader } from './settings-reader.ts'

export type LoginSettings = {
  /** PHC text; null: a throw-away password is made and printed once. */
  readonly passwordHash: string | null
  /** Null: random for this start. */
  readonly sessionSecret: (() => Uint8Array) | null
}

/** Reads UI_PASSWORD_HASH and SESSION_SECRET. */
export function readLogin(reader: SettingsReader, simulated: boolean): LoginSettings {
  const passwordHash = reader.value('UI_PASSWORD_HASH')
  const secret = reader.value('SESSION_SECRET')
  if (reader.text('UI_PASSWORD_HASH') === null && !simulated) {
    reader.fail('UI_PASSWORD_HASH', 'is required: make one with `sesame hash-password`')
  }
  if (reader.text('SESSION_SECRET') === null && !simulated) {
    reader.fail('SESSION_SECRET', 'is required: 32 random bytes or more, in hex or base64')
  }
  return { passwordHash, sessionSecret: secret === null ? null : () => secret }
}
