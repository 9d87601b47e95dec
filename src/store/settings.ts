/** Named JSON settings on disk; a write replaces the whole value or nothing. */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '#ports/log.ts'
import type { SettingsStore } from '#ports/stores.ts'
import { attempt } from './attempt.ts'

/**
 * Settings in the given database.
 *
 * @param log  receives why the disk refused, never what was to be kept
 * @param point  a crash test may stop the program after a write (ORD-6)
 */
export function createSettingsStore(
  sqlite: DatabaseSync,
  log: Log,
  point: (name: string) => void = () => {},
): SettingsStore {
  const read = sqlite.prepare('SELECT json FROM setting WHERE name = ?')
  const write = sqlite.prepare('INSERT OR REPLACE INTO setting (name, json) VALUES (?, ?)')
  return {
    read: (name) => {
      const json = read.get(name)?.['json']
      return typeof json === 'string' ? json : null
    },
    write: (name, json) =>
      attempt(log, `setting ${name}`, () => {
        write.run(name, json)
        point('settings.write')
      }),
  }
}
