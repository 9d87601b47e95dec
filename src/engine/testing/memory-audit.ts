/** An audit log in memory with the semantics of the real one: whole appends, unique (id, kind), nothing ever changed. */
import type { Instant } from '#core/market/market.ts'
import { err, ok } from '#lib/result.ts'
import type { AuditEntry, AuditLog, AuditRow } from '#ports/audit-log.ts'

export type MemoryAudit = AuditLog & {
  /** The disk refuses writes. */
  isBroken: boolean
  readonly all: readonly AuditRow[]
}

/** Builds an empty log. */
export function createMemoryAudit(now: () => Instant): MemoryAudit {
  const all: AuditRow[] = []
  let writable = true

  function has(entry: AuditEntry, among: readonly AuditEntry[]): boolean {
    return among.some((row) => row.clientOrderId === entry.clientOrderId && row.kind === entry.kind)
  }

  function isSettled(id: string): boolean {
    return all.some(
      (row) =>
        row.clientOrderId === id &&
        (row.kind === 'reconcile' || (row.kind === 'response' && row.details['result'] !== 'unknown')),
    )
  }

  const audit: MemoryAudit = {
    isBroken: false,
    all,
    append(entries) {
      writable = !audit.isBroken
      if (!writable) return err('unavailable')
      if (entries.some((entry, index) => has(entry, all) || has(entry, entries.slice(0, index)))) {
        return err('duplicate')
      }
      const rows = entries.map((entry, index) => ({
        ...entry,
        seq: all.length + index + 1,
        at: now(),
        previousHash: `h${all.length + index}`,
        hash: `h${all.length + index + 1}`,
      }))
      all.push(...rows)
      return ok(rows)
    },
    orderHistory: (id) => all.filter((row) => row.clientOrderId === id),
    rows: ({ clientOrderId, kind, from, to, before, limit }) =>
      all
        .filter(
          (row) =>
            (clientOrderId === undefined || row.clientOrderId === clientOrderId) &&
            (kind === undefined || row.kind === kind) &&
            row.at >= (from ?? row.at) &&
            row.at <= (to ?? row.at) &&
            (before === undefined || row.seq < before),
        )
        .toReversed()
        .slice(0, limit),
    since: (since) => all.filter((row) => row.at >= since),
    unfinished: () =>
      all
        .filter((row) => row.kind === 'signed' && !isSettled(row.clientOrderId))
        .map((row) => row.clientOrderId),
    verify: async () => ({
      ok: true,
      rows: all.length,
      firstBadSeq: null,
      headHash: `h${all.length}`,
      problem: null,
      notChecked: null,
    }),
    isVerified: () => true,
    isWritable: () => writable,
    problem: () => (writable ? null : 'the audit log cannot be written'),
  }
  return audit
}
