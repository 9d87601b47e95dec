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

  function keep(id: ClientOrderId, body: string, result: Promise<Answer>): void {
    const command: Command<Answer> = { body, result, answer: null }
    void result.then(
      (answer) => (command.answer = answer),
      () => {},
    )
    known.set(id, command)
  }

  return {
    /** Runs `command` unless the id is known; answers the first result otherwise. */
    async once(
      id: ClientOrderId,
      body: string,
      command: () => Promise<Answer>,
    ): Promise<Result<Answer, 'idempotency_conflict'>> {
      const running = known.get(id)
      if (running !== undefined) {
        if (running.body !== body) return err('idempotency_conflict')
        return ok({ ...(await parts.again(await running.result)), replayed: true })
      }
      const rows = parts.audit.orderHistory(id)
      const intent = rows.find(({ kind }) => kind === 'intent')
      if (intent !== undefined) {
        if (intent.details['body'] !== body) return err('idempotency_conflict')
        return ok({ ...(await parts.readBack(id, rows)), replayed: true })
      }
      const result = command()
      keep(id, body, result)
      return ok(await result)
    },
    /** True if the id belongs to a command with another body. */
    isConflict(id: ClientOrderId, body: string): boolean {
      const intent =
        known.get(id) ?? parts.audit.orderHistory(id).find(({ kind }) => kind === 'intent')?.details
      return intent !== undefined && intent['body'] !== body
    },
    /** The command of this run; its answer is null while it is under way. */
    known: (id: ClientOrderId): { readonly answer: Answer | null } | null => known.get(id) ?? null,
  }
}
