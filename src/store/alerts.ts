/** Alerts on disk. */
import type { DatabaseSync } from 'node:sqlite'
import type { Alert } from '#core/alert/alert.ts'
import type { AlertStore } from '#ports/notification-stores.ts'
import { transaction } from './schema.ts'

/** Alerts in the given database. */
export function createAlertStore(sqlite: DatabaseSync): AlertStore {
  const all = sqlite.prepare('SELECT json FROM alert ORDER BY id')
  const remove = sqlite.prepare('DELETE FROM alert WHERE id = ?')
  const save = alertWriter(sqlite)
  return {
    all: () => all.all().map((row) => JSON.parse(String(row['json'])) as Alert),
    save: (alerts) => transaction(sqlite, () => save(alerts)),
    remove: (id) => {
      remove.run(id)
    },
  }
}

/** Writes alerts within the caller's transaction. */
export function alertWriter(sqlite: DatabaseSync): (alerts: readonly Alert[]) => void {
  const put = sqlite.prepare('INSERT OR REPLACE INTO alert (id, json) VALUES (?, ?)')
  return (alerts) => {
    for (const alert of alerts) put.run(alert.id, JSON.stringify(alert))
  }
}
