/** Failed logins on disk: a restart forgives nothing. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { KNOWN, type LoginFailureStore } from '#ports/stores.ts'
import { createPrivateFile, isMissing } from './private-files.ts'

/** Its being there asks the terminal that runs on the directory, or the next one, to forget failed logins. */
const RESET_FILE = 'login-reset'

/**
 * Login failures in the given database.
 *
 * @param directory  where `sesame login-reset` writes its request; null without one
 */
export function createLoginFailureStore(sqlite: DatabaseSync, directory: string | null): LoginFailureStore {
  const record = sqlite.prepare('INSERT INTO login_failure (at, address) VALUES (?, ?)')
  const ofOne = sqlite.prepare(
    'SELECT count(*) AS count, min(at) AS oldest FROM login_failure WHERE at > ? AND address = ?',
  )
  const ofUnknown = sqlite.prepare(
    'SELECT count(*) AS count, min(at) AS oldest FROM login_failure WHERE at > ? AND substr(address, 1, ?) <> ?',
  )
  const keep = sqlite.prepare('DELETE FROM login_failure WHERE at < ? OR at > ?')
  return {
    record: (caller, at) => {
      record.run(at, caller)
    },
    count: (caller, since) => summary(ofOne.get(since, caller)),
    countUnknown: (since) => summary(ofUnknown.get(since, KNOWN.length, KNOWN)),
    keep: (from, until) => {
      keep.run(from, until)
    },
    takeReset: () => directory !== null && removed(join(directory, RESET_FILE)),
  }
}

/** Asks for it; see `takeReset`. @throws when the directory cannot be written to */
export function askForLoginReset(directory: string): void {
  createPrivateFile(join(directory, RESET_FILE))
}

function summary(row: Record<string, unknown> | undefined): ReturnType<LoginFailureStore['count']> {
  const oldest = row?.['oldest']
  return { count: Number(row?.['count'] ?? 0), oldest: typeof oldest === 'number' ? oldest : null }
}

function removed(path: string): boolean {
  try {
    rmSync(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
