/** One result per client order id for combo commands: the first, in this run and, from the rows, in later runs. */
import type { ClientOrderId } from '#core/ids.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { AuditLog, AuditRow } from '#ports/audit-log.ts'

export type ComboReplay<Answer> = {
  /** Runs `command` unless the id is known; answers the first result otherwise. */
  readonly once: (
    id: ClientOrderId,
    body: string,
    command: () => Promise<Answer>,
  ) => Promise<Result<Answer, 'idempotency_conflict'>>
}

const MAX_KEPT = 1_000

/**
 * Builds the memory of results.
 *
 * @param readBack  the first result from the rows of a previous run; null when they are of another kind of command
 */
export function createComboReplay<Answer extends { readonly replayed: boolean }>(
  audit: Pick<AuditLog, 'orderHistory'>,
  readBack: (rows: readonly AuditRow[]) => Answer | null,
): ComboReplay<Answer> {
  type Command = { readonly body: string; readonly result: Promise<Answer> }
  const known = new BoundedMap<ClientOrderId, Command>(MAX_KEPT)

  return {
    async once(id, body, command) {
      const running = known.get(id)
      if (running !== undefined) {
        return running.body === body
          ? ok({ ...(await running.result), replayed: true })
          : err('idempotency_conflict')
      }
      const rows = audit.orderHistory(id)
      if (rows.length > 0) {
        const intent = rows.find(({ kind }) => kind === 'intent')
        const first = intent?.details['body'] === body ? readBack(rows) : null
        return first === null ? err('idempotency_conflict') : ok(first)
      }
      const result = command()
      known.set(id, { body, result })
      return ok(await result)
    },
  }
}
