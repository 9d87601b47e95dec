/** An open replay as the page moves in it. One command is under way at a time; of those that wait, the newest is the one that counts. */
import { replayState } from '#contract/records/replay.ts'
import type { Request } from '#contract/routes.ts'
import type { Decoded } from '../../platform/api/answers.ts'
import { faultText } from '../../platform/api/client.ts'
import type { Client, Event, ReplayState } from '../../platform/api/client.ts'
import type { Live } from '../../platform/live/socket.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'

export type ReplayCommand = Request<'commandReplay'>['body']

export type ReplayPlayer = ReturnType<typeof createReplayPlayer>

/** Follows the instant of the replay. */
export function createReplayPlayer(parts: {
  readonly client: Pick<Client, 'call'>
  readonly live: Pick<Live, 'watch'>
  readonly opened: Decoded<'openReplay'>
}) {
  const { client, live, opened } = parts
  const state = createStore(opened.state)
  const events = createStore<readonly Event[]>(opened.events)
  const fault = createStore('')
  let newest: ReplayCommand | null = null
  let last = Promise.resolve()

  async function send(body: ReplayCommand): Promise<void> {
    if (body !== newest) return
    const answer = await client.call('commandReplay', { params: { replayId: opened.id }, body })
    fault.set(answer.ok ? '' : faultText(answer.error))
    if (answer.ok) move(answer.value)
  }

  function move(next: ReplayState): void {
    const { markets } = state.get()
    state.set(next)
    if (next.markets !== markets) void readEvents()
  }

  async function readEvents(): Promise<void> {
    const answer = await client.call('readReplay', { params: { replayId: opened.id } })
    if (answer.ok) events.set(answer.value.events)
  }

  const put = (data: unknown): void => move(replayState.decode(data as never))
  live.watch('replay', { snapshot: put, delta: put, lost: () => undefined })
  return {
    marks: opened.marks,
    /** Events followed until the present instant. */
    events: events as Readable<readonly Event[]>,
    state: state as Readable<ReplayState>,
    /** Why the last command had no answer; '' when it had one. */
    fault: fault as Readable<string>,
    run: (command: ReplayCommand): void => {
      newest = command
      last = last.then(() => send(command))
    },
  }
}
