/** Opening a replay and moving in it (API-12). What it shows goes over its own socket. */
import { err, ok } from '#lib/result.ts'
import type { Replay } from '#engine/replay/contract.ts'
import type { Answer } from '#contract/routes.ts'
import { event as eventRecord } from '#contract/records/markets.ts'
import { eventRow } from '../views/markets.ts'
import { replayMarkView, replayPricesView, replayStateView } from '../views/replay.ts'
import { timeText } from '../views/values.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'
import { recorded } from './recorded.ts'

type Operations =
  | 'readRecordedSpan'
  | 'openReplay'
  | 'readReplay'
  | 'readReplayPrices'
  | 'commandReplay'
  | 'endReplay'

export function replayHandlers({ replays }: Pick<Services, 'replays'>): Pick<Handlers, Operations> {
  return {
    readRecordedSpan: () =>
      recorded(async () => {
        const range = await replays.range()
        return ok({
          from: range === null ? null : timeText(Math.floor(range.from)),
          to: range === null ? null : timeText(Math.floor(range.to)),
          times: (await replays.spans()).map(({ from, to }) => ({
            from: timeText(Math.floor(from)),
            to: timeText(Math.floor(to)),
          })),
        })
      }),

    openReplay: ({ body }) =>
      recorded(async () => {
        const replay = await replays.open({ from: body.from, to: body.to }, body.at ?? body.from)
        if (replay === null) return err({ code: 'not_recorded', detail: 'Nothing of this time is recorded.' })
        await replay.settled()
        return ok(replayView(replay))
      }),

    readReplay({ params }) {
      const replay = replays.find(params.replay_id)
      return replay === null ? err(notFound('replay')) : ok(replayView(replay))
    },

    async readReplayPrices({ params }) {
      const replay = replays.find(params.replay_id)
      if (replay === null) return err(notFound('replay'))
      if (replay.view.outcome(params.outcome_id) === null) return err(notFound('outcome'))
      return ok(replayPricesView(await replay.prices(params.outcome_id)))
    },

    async commandReplay({ params, body }) {
      const replay = replays.find(params.replay_id)
      if (replay === null) return err(notFound('replay'))
      replay.command(body)
      await replay.settled()
      return ok(replayStateView(replay.state()))
    },

    endReplay({ params }) {
      replays.end(params.replay_id)
      return ok(undefined)
    },
  }
}

function replayView(replay: Replay): Answer<'openReplay'> {
  return {
    id: replay.id,
    state: replayStateView(replay.state()),
    marks: replay.marks().map(replayMarkView),
    events: [...replay.view.events()].map((event) => eventRecord.encode(eventRow(event, replay.view.book))),
  }
}
