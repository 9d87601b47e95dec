/** The audit log of a paper account: every row says that it is of paper, wherever it may be read one day. */
import type { AuditLog } from '#ports/audit-log.ts'

/** The same log; what is appended carries `paper: true` in its details and so in its hash. */
export function markPaper<Log extends AuditLog>(audit: Log): Log {
  return {
    ...audit,
    append: (entries) =>
      audit.append(entries.map((entry) => ({ ...entry, details: { ...entry.details, paper: true } }))),
  }
}
