/** The data directory of the commands that work on one without starting anything, and the key of its heads. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '#store/database.ts'
import { createHeadKey, type HeadKey } from '#store/head-key.ts'
import { chosenDataDirectory } from '../config/config.ts'
import { readLogin } from '../config/config-login.ts'
import { takeEnvironment, type Environment } from '../config/environment.ts'
import { createSettingsReader } from '../config/settings-reader.ts'
import type { Terminal } from './terminal-io.ts'

export type ChosenData = {
  readonly directory: string
  /** Null when there is no SESSION_SECRET at hand. */
  readonly key: HeadKey | null
}

/** The named directory, unless it holds no database and its `demo` or its `paper` does: these then. */
export function dataIn(named: string): readonly string[] {
  const holds = (directory: string): boolean => existsSync(join(directory, DATABASE_FILE))
  const below = holds(named) ? [] : ['demo', 'paper'].map((name) => join(named, name)).filter(holds)
  return below.length > 0 ? below : [named]
}

/** The directory named with --data, else the configured one; null, with the reason already printed, when the configuration cannot be read. */
export function chosenData(given: string | undefined, terminal: Terminal): ChosenData | null {
  const environment = takeEnvironment(terminal.variables, terminal.envFile)
  if (environment.ok) {
    const directory = given ?? chosenDataDirectory(environment.value)
    return { directory, key: headKeyOf(environment.value) }
  }
  if (given !== undefined) return { directory: given, key: null }
  terminal.fail(`${environment.error.setting} ${environment.error.message}`)
  return null
}

/** The key of the heads by the environment's SESSION_SECRET; null when there is none that can be used. */
export function headKeyOf(environment: Environment): HeadKey | null {
  const secret = readLogin(createSettingsReader(environment), true).sessionSecret
  return secret === null ? null : createHeadKey(secret())
}
