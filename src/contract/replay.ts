/** Replays of recordings: open, move, state (API-12). */
import { z } from 'zod'
import { schemaOf } from './codec/schema.ts'
import { recordedSpan, replay, replayId, replayPrices, replaySpeed, replayState } from './records/replay.ts'
import { own, read } from './route.ts'
import { instantValue, outcomeId } from './values.ts'

const openBody = z
  .strictObject({
    from: instantValue,
    to: instantValue,
    at: instantValue.optional().meta({ description: 'First instant; default `from`' }),
  })
  .refine(({ from, to }) => from < to, 'must begin before it ends')
  .meta({ id: 'OpenReplayBody' })

const commandBody = z
  .discriminatedUnion('do', [
    z.strictObject({
      do: z.enum(['play', 'pause', 'next_fill', 'previous_fill']),
    }),
    z.strictObject({ do: z.literal('speed'), speed: schemaOf(replaySpeed) }),
    z.strictObject({ do: z.literal('seek'), at: instantValue }),
    z.strictObject({ do: z.literal('step'), ms: z.number().int().min(-3_600_000).max(3_600_000) }),
  ])
  .meta({ id: 'ReplayCommand' })

const params = z.strictObject({ replay_id: schemaOf(replayId) })

export const replayRoutes = {
  readRecordedSpan: read('The recorded span', {
    answer: recordedSpan,
  }),
  openReplay: own('Open a replay of a span; at most two, the least recently used ends', {
    body: openBody,
    answer: replay,
  }),
  readReplay: read('A replay: state, marks and events; its books are on /ws?replay=…', {
    params,
    answer: replay,
  }),
  readReplayPrices: read('Mid prices of a book over the span of a replay, later ones too', {
    params: params.extend({ outcome_id: outcomeId }),
    answer: replayPrices,
  }),
  commandReplay: own('Play, pause or move; answers on arrival', {
    params,
    body: commandBody,
    answer: replayState,
  }),
  endReplay: own('End a replay', { params }),
} as const
