/**
 * The way of every request that creates something at the venue, an order or the acceptance of a combo's quote: rows on disk
 * before the first byte, the request once, and its ending. What an ending means is for the machine of what is sent; one that
 * proves nothing is settled by reading, never by sending again. Rows that follow a request never hold up what they record: one that
 * the disk refuses is kept in memory with its true time, and written as soon as the disk takes rows again.
 */
import { err, type Result } from '#lib/result.ts'
import type { AuditAction, AuditDetails, AuditEntry, AuditFault, AuditRow } from '#ports/audit-log.ts'
import type { Tools } from '../../tools.ts'

/** A request that is sent once. */
type Request<Outcome> = {
  /** For the log. */
  readonly clientOrderId: string
  readonly call: () => Promise<Outcome>
  /** An ending that proves nothing. */
  readonly unproven: (reason: string) => Outcome
  /** Called with its ending, and once more when the answer comes after its time. */
  readonly onEnded: (outcome: Outcome) => void
}

/** First part of the names of its crash points (ORD-6). */
type Name = 'place' | 'combo.accept'

export type Submissions = ReturnType<typeof createSubmissions>

/** The adapter promises an ending within 15 s; this is the net below it. */
const GUARD_MS = 15_500
const RETRY_MS = 1_000
/** More than any session places while a disk is full; beyond it the oldest cancel rows would go first. */
const MAX_WAITING = 10_000

type SubmissionParts = Pick<Tools, 'audit' | 'clock' | 'log'> & {
  /** Called at each refused write: the terminal goes SAFE. */
  readonly onUnavailable: () => void
  /** The program whose command runs: its intents carry the name (INV-59), also those that wait for the disk. */
  readonly commandBy?: (() => string | null) | undefined
  readonly point: (name: string) => void
}

export function createSubmissions(parts: SubmissionParts) {
  const { clock, log, point } = parts
  const { before, after, ...recorder } = createRecorder(parts)
  let inFlight = 0

  return {
    ...recorder,
    before,
    after,
    /**
     * Intent, decision and signed row, as far as they are not on disk yet; false where the disk refused. One transaction: all are
     * durable before the first byte, for the price of one sync.
     */
    record(name: Name, rows: readonly AuditEntry[]): boolean {
      point(`${name}.intent.pre`)
      point(`${name}.signed.pre`)
      const written = before(rows)
      if (!written.ok && written.error === 'duplicate') {
        throw new Error('rows of this client order id exist already')
      }
      for (const kind of ['intent', 'decision', 'signed']) point(`${name}.${kind}.post`)
      return written.ok
    },
    /** From here it counts toward the limits. */
    send<Outcome>(name: Name, { clientOrderId, call, unproven, onEnded }: Request<Outcome>): void {
      inFlight += 1
      const stopGuard = clock.after(GUARD_MS, () => onEnded(unproven('no ending within its time')))
      const ending = async (): Promise<Outcome> => call()
      void ending()
        .catch((error: unknown) => {
          log.error(`${name}.threw`, { client_order_id: clientOrderId, error: String(error) })
          return unproven('internal fault')
        })
        .then((outcome) => {
          inFlight -= 1
          stopGuard()
          onEnded(outcome)
        })
    },
    respond(name: Name, row: AuditEntry): void {
      point(`${name}.response.pre`)
      after([row])
      point(`${name}.response.post`)
    },
    /** Requests without an answer. */
    inFlight: (): number => inFlight,
  }
}

function createRecorder({ audit, clock, log, onUnavailable, commandBy }: SubmissionParts) {
  const late: (readonly AuditEntry[])[] = []
  let stopRetry: (() => void) | null = null

  function named(entries: readonly AuditEntry[]): readonly AuditEntry[] {
    const by = commandBy?.() ?? null
    if (by === null) return entries
    return entries.map((entry) =>
      entry.kind === 'intent' ? { ...entry, details: { ...entry.details, by } } : entry,
    )
  }

  function append(entries: readonly AuditEntry[]): Result<readonly AuditRow[], AuditFault> {
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
      if (isRefused(append(next), next)) return false
      late.shift()
    }
    stopRetry?.()
    stopRetry = null
    return true
  }

  /** A row that exists already is not written again. */
  function isRefused(written: Result<unknown, AuditFault>, [first]: readonly AuditEntry[]): boolean {
    if (!written.ok && written.error === 'duplicate')
      log.error('audit.duplicate', { client_order_id: first?.clientOrderId })
    return !written.ok && written.error === 'unavailable'
  }

  /** Rows that must be on disk before something leaves: written now or not at all. */
  function before(entries: readonly AuditEntry[]): Result<readonly AuditRow[], AuditFault> {
    const written = flush() ? append(named(entries)) : err('unavailable' as const)
    if (!written.ok && written.error === 'unavailable') onUnavailable()
    return written
  }

  return {
    before,
    /** Rows of what has happened: written now or as soon as possible. */
    after: (asked: readonly AuditEntry[]): void => {
      const entries = named(asked)
      const isBehind = !flush()
      if (!isBehind && !isRefused(append(entries), entries)) return
      if (!isBehind) onUnavailable()
      if (late.length < MAX_WAITING) {
        const happened_at = clock.now()
        late.push(entries.map((entry) => ({ ...entry, details: { ...entry.details, happened_at } })))
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

/** Makes the rows of one command. */
export function rowsOf(
  clientOrderId: string,
  action: AuditAction,
): (kind: AuditEntry['kind'], details: AuditDetails) => AuditEntry {
  return (kind, details) => ({ clientOrderId, kind, action, details })
}
