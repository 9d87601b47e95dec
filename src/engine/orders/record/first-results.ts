/**
 * One result per client order id: a repeat, in this run or a later one, gets the first result and causes nothing; the
 * same id with another body is a conflict.
 */
import type { ClientOrderId } from '#core/ids.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { AuditLog, AuditRow } from '#ports/audit-log.ts'

type Replayed = { readonly replayed: boolean }

type Command<Answer> = {
  readonly body: string
  readonly result: Promise<Answer>
  answer: Answer | null
}

const MAX_KEPT = 5_000

export function createFirstResults<Answer extends Replayed>(parts: {
  readonly audit: Pick<AuditLog, 'orderHistory'>
  /** A first result of this run, with what has changed since. */
  readonly again: (first: Answer) => Answer | Promise<Answer>
  /** The first result from the rows of a previous run. */
  readonly readBack: (id: ClientOrderId, rows: readonly AuditRow[]) => Answer | Promise<Answer>
}) {
  const known = new BoundedMap<ClientOrderId, Command<Answer>>(MAX_KEPT)

  function intentOf(rows: readonly AuditRow[]): AuditRow['details'] | undefined {
    return rows.find(({ kind }) => kind === 'intent')?.details
  }

  return {
    /** Runs `command` unless the id is known; answers the first result otherwise. */
    async once(
      id: ClientOrderId,
      body: string,
      command: () => Promise<Answer>,
    ): Promise<Result<Answer, 'idempotency_conflict'>> {
      const running = known.get(id)
      const rows = running === undefined ? parts.audit.orderHistory(id) : []
      const asked = running ?? intentOf(rows)
      if (asked !== undefined) {
        if (asked['body'] !== body) return err('idempotency_conflict')
        const first = running === undefined ? parts.readBack(id, rows) : parts.again(await running.result)
        return ok({ ...(await first), replayed: true })
      }
      const begun: Command<Answer> = { body, result: command(), answer: null }
      known.set(id, begun)
      begun.answer = await begun.result
      return ok(begun.answer)
    },
    /** True if the id belongs to a command with another body. */
    isConflict(id: ClientOrderId, body: string): boolean {
      const asked = known.get(id) ?? intentOf(parts.audit.orderHistory(id))
      return asked !== undefined && asked['body'] !== body
    },
    /** The command of this run; its answer is null while it is under way. */
    known: (id: ClientOrderId): { readonly answer: Answer | null } | null => known.get(id) ?? null,
  }
}
