/**
 * Writes the rows that follow a request. They never hold up what they record: a row that the disk refuses is kept in
 * memory with its true time and written as soon as the disk takes rows again.
 */
import type { AuditEntry, AuditFault, AuditRow } from '#ports/audit-log.ts'
import { err, type Result } from '#lib/result.ts'
import type { Tools } from '../../tools.ts'

const RETRY_MS = 1_000
/** More than any session places while a disk is full; beyond it the oldest cancel rows would go first. */
const MAX_WAITING = 10_000

export type RecorderParts = Pick<Tools, 'audit' | 'clock' | 'log'> & {
  /** Called at each refused write: the terminal goes SAFE. */
  readonly onUnavailable: () => void
  /** The program whose command runs: its intents carry the name (INV-59), also those that wait for the disk. */
  readonly commandBy?: (() => string | null) | undefined
}

export function createOrderRecorder(parts: RecorderParts) {
  const { audit, clock, log } = parts
  const late: AuditEntry[][] = []
  let stopRetry: (() => void) | null = null

  function named(entries: readonly AuditEntry[]): readonly AuditEntry[] {
    const by = parts.commandBy?.() ?? null
    if (by === null) return entries
    return entries.map((entry) =>
      entry.kind === 'intent' ? { ...entry, details: { ...entry.details, by } } : entry,
    )
  }

  function append(entries: readonly AuditEntry[]): Result<readonly AuditRow[], AuditFault> {
    const written = tryAppend(entries)
    if (!written.ok && written.error === 'unavailable') parts.onUnavailable()
    return written
  }

  function tryAppend(entries: readonly AuditEntry[]): Result<readonly AuditRow[], AuditFault> {
    try {
      return audit.append(entries)
    } catch (error) {
      log.error('audit.append_threw', { error: String(error) })
      return err('unavailable')
    }
  }

  /** True when nothing waits any more. */
  function flush(): boolean {
    for (let next = late[0]; next !== undefined; next = late[0]) {
      const written = tryAppend(next)
      if (!written.ok && written.error === 'unavailable') return false
      if (!written.ok) log.error('audit.duplicate', { client_order_id: next[0]?.clientOrderId })
      late.shift()
    }
    stopRetry?.()
    stopRetry = null
    return true
  }

  return {
    /** Rows that must be on disk before something leaves: written now or not at all. */
    before(entries: readonly AuditEntry[]): Result<readonly AuditRow[], AuditFault> {
      if (!flush()) {
        parts.onUnavailable()
        return err('unavailable')
      }
      return append(named(entries))
    },
    /** Rows of what has happened: written now or as soon as possible. */
    after(asked: readonly AuditEntry[]): void {
      const entries = named(asked)
      const written = flush() ? append(entries) : err('unavailable' as const)
      if (written.ok) return
      if (written.error === 'duplicate') {
        log.error('audit.duplicate', { client_order_id: entries[0]?.clientOrderId })
        return
      }
      if (late.length < MAX_WAITING) {
        const happenedAt = clock.now()
        late.push(
          entries.map((entry) => ({ ...entry, details: { ...entry.details, happened_at: happenedAt } })),
        )
      }
      stopRetry ??= clock.every(RETRY_MS, flush)
    },
    stop(): void {
      flush()
      stopRetry?.()
      stopRetry = null
    },
    /** Rows that still wait for the disk. */
    waiting: (): number => late.length,
  }
}
