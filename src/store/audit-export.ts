/** The audit log as lines of JSON, oldest first: every field that the hash covers, and the hashes. */
import type { Database } from './database.ts'

/** One line per row, without a newline. */
export function* exportAudit(database: Database): Generator<string> {
  const rows = database.sqlite
    .prepare(
      'SELECT seq, at, client_order_id, kind, action, details, previous_hash, hash FROM audit ORDER BY seq',
    )
    .iterate()
  for (const row of rows) {
    const at = new Date(Number(row['at'])).toISOString()
    yield JSON.stringify({ ...row, at, details: JSON.parse(String(row['details'])) as unknown })
  }
}
