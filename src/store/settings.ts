/** Named JSON settings on disk; a write replaces the whole value or nothing. */
import type { DatabaseSync } from 'node:sqlite'
import type { SettingsStore } from '#ports/stores.ts'

/** Settings in the given database. */
export function createSettingsStore(sqlite: DatabaseSync): SettingsStore {
  const read = sqlite.prepare('SELECT json FROM setting WHERE name = ?')
  const write = sqlite.prepare('INSERT OR REPLACE INTO setting (name, json) VALUES (?, ?)')
  return {
    read: (name) => {
      const json = read.get(name)?.['json']
      return typeof json === 'string' ? json : null
    },
    write: (name, json) => {
      write.run(name, json)
    },
  }
}
