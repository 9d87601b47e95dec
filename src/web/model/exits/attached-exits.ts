/** Attached exits in this tab: the list from the topic, what the next buy brings along, and the commands. */
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { faultText } from '../../platform/api/client.ts'
import type { Client } from '../../platform/api/client.ts'
import type { AttachedExit, ExitLegs } from '../../platform/api/wire.ts'
import { createListStore } from '../../platform/live/list-store.ts'
import type { ListStore } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Announcer } from '../../platform/page/announcer.ts'
import type { Frame } from '../../platform/page/frame.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Store } from '../../platform/state/store.ts'
import { NO_EXITS } from './exit-draft.ts'
import type { ExitDraft } from './exit-draft.ts'

export type AttachedExits = {
  readonly list: ListStore<AttachedExit>
  /** What the next buy of the ticket brings along. */
  readonly draft: Store<ExitDraft>
  /** Each answers why the terminal refused. */
  readonly attach: (outcomeId: string, size: string, legs: ExitLegs) => Promise<Result<undefined, string>>
  readonly change: (exit: AttachedExit, legs: ExitLegs) => Promise<Result<undefined, string>>
  readonly remove: (exit: AttachedExit) => Promise<Result<undefined, string>>
}

/** Builds them and follows the topic. */
export function createAttachedExits(deps: {
  readonly client: Client
  readonly live: Pick<Live, 'watch'>
  readonly frame: Frame
  readonly announcer: Announcer
}): AttachedExits {
  const { client, announcer } = deps
  const list = createListStore<AttachedExit>({
    keyOf: ({ id }) => id,
    namesOf: ({ id }) => [id],
    order: (a, b) => (a.created_at < b.created_at ? 1 : -1),
    onChange: () => deps.frame.mark(list.flush),
  })
  deps.live.watch('exits', list)

  /** Shown at once; the topic brings the same again. */
  function keep(answer: Awaited<ReturnType<typeof call>>, words: string): Result<undefined, string> {
    if (!answer.ok) return err(faultText(answer.error))
    list.delta({ upsert: [answer.value], remove: [] })
    announcer.report(words)
    return ok(undefined)
  }
  const call = (outcomeId: string, size: string, legs: ExitLegs) =>
    client.call('attachExit', { body: { outcome_id: outcomeId, size, legs } })

  return {
    list,
    draft: createStore(NO_EXITS),
    attach: async (outcomeId, size, legs) => keep(await call(outcomeId, size, legs), 'Exit attached'),
    change: async ({ id }, legs) =>
      keep(
        await client.call('changeAttachedExit', { params: { exit_id: id }, body: { legs } }),
        'Exit moved',
      ),
    remove: async ({ id }) =>
      keep(await client.call('removeAttachedExit', { params: { exit_id: id } }), 'Exit removed'),
  }
}
