/** Opening a replay and moving in it (API-12). What it shows goes over its own socket. */
import { err, ok } from '#lib/result.ts'
import type { CoreAnswer } from '#contract/routes.ts'
import type { ReplayState } from '#engine/replay/contract.ts'
import type { Replay } from '#engine/replay/replay.ts'
import type { Handlers, Services } from './handler.ts'
import { eventRow, notFound } from './markets.ts'
import { recorded } from './recorded.ts'

export function replayHandlers({ replays }: Pick<Services, 'replays'>) {
  return {
    readRecordedSpan: () =>
      recorded(async () => {
        const range = await replays.range()
        return ok({ from: range && range.from, to: range && range.to, times: await replays.spans() })
      }),

    openReplay: ({ body }) =>
      recorded(async () => {
        const replay = await replays.open({ from: body.from, to: body.to }, body.at ?? body.from)
        if (replay === null) return err({ code: 'not_recorded', detail: 'Nothing of this time is recorded.' })
        await replay.settled()
        return ok(openedReplay(replay))
      }),

    readReplay({ params }) {
      const replay = replays.find(params.replay_id)
      return replay === null ? err(notFound('replay')) : ok(openedReplay(replay))
    },

    async readReplayPrices({ params }) {
      const replay = replays.find(params.replay_id)
      if (replay === null) return err(notFound('replay'))
      // Also of an outcome that is not followed at the instant shown, or not yet read again on the way to it.
      return ok(await replay.prices(params.outcome_id))
    },

    async commandReplay({ params, body }) {
      const replay = replays.find(params.replay_id)
      if (replay === null) return err(notFound('replay'))
      replay.command(body)
      await replay.settled()
      return ok(replayWhere(replay.state()))
    },

    endReplay({ params }) {
      replays.end(params.replay_id)
      return ok(undefined)
    },
  } satisfies Partial<Handlers>
}

function openedReplay(replay: Replay): CoreAnswer<'openReplay'> {
  return {
    id: replay.id,
    state: replayWhere(replay.state()),
    marks: replay.marks(),
    events: [...replay.view.events()].map((event) => eventRow(event, replay.view.book)),
  }
}

/** A state, and the mode of the terminal at that instant. */
export function replayWhere(state: ReplayState): CoreAnswer<'commandReplay'> {
  return { ...state, mode: state.trading?.mode ?? null }
}
