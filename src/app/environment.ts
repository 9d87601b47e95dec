/**
 * The environment, read once: the process's own variables win over those of a `.env` file. Secrets are taken out of
 * `process.env` when they are read, so that no child process and no crash report can hold them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** Names and values as found; an empty value is kept, since retired names are refused even when empty. */
export type Environment = ReadonlyMap<string, string>

/** Variables whose values are secrets. */
const SECRET_NAMES: readonly string[] = [
  'VENUE_SESSION_KEY',
  'VENUE_CLOB_API_KEY',
  'VENUE_CLOB_API_SECRET',
  'VENUE_CLOB_API_PASSPHRASE',
  'TELEGRAM_BOT_TOKEN',
  'UI_PASSWORD_HASH',
  'SESSION_SECRET',
  'METRICS_TOKEN',
  'VENUE_PRIVATE_KEY',
]

/**
 * Reads `.env` in the directory, if there is one, under the process's variables, and removes the secrets from
 * `processVariables`.
 *
 * @throws when `.env` exists and cannot be read
 */
export function takeEnvironment(
  processVariables: Record<string, string | undefined>,
  directory: string,
): Environment {
  const merged = new Map<string, string>()
  for (const source of [readEnvFile(join(directory, '.env')), processVariables]) {
    for (const [name, value] of Object.entries(source)) if (value !== undefined) merged.set(name, value)
  }
  for (const name of SECRET_NAMES) delete processVariables[name]
  return merged
}

function readEnvFile(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
