/** Replays of what was recorded: opening one, moving in it, and its state (API-12). */
import { z } from 'zod'
import { REPLAY_SPEEDS } from '#core/recording/replay-speeds.ts'
import { schemaOf } from './codec/schema.ts'
import { event } from './records/markets.ts'
import { own, read } from './route.ts'
import { decimal, instantValue, outcomeId, time } from './values.ts'

const replayId = z.uuid().meta({ id: 'ReplayId', description: 'As opening it answered' })
const speed = z.union(REPLAY_SPEEDS.map((value) => z.literal(value)))

export const replayMark = z
  .strictObject({
    kind: z.enum(['fill', 'order', 'goal', 'gap']),
    at: time,
    until: time.meta({ description: 'The end of a gap; the same instant for all others' }),
    text: z.string(),
    outcome_id: z.string().nullable(),
  })
  .meta({ id: 'ReplayMark' })

export const replayState = z
  .strictObject({
    at: time,
    from: time,
    to: time,
    playing: z.boolean(),
    seeking: z.boolean().meta({ description: 'On its way: the topics still show where it was' }),
    speed,
    markets: z.number().int().meta({
      description:
        'Number of the set of followed markets at this instant; when it changes, so have the events',
    }),
    mode: z
      .enum(['SAFE', 'ARMED'])
      .nullable()
      .meta({ description: 'Of the terminal then; null when it is not recorded' }),
    problem: z.string().nullable().meta({ description: 'Why it cannot go on, in words' }),
  })
  .meta({ id: 'ReplayState' })

const replay = z
  .strictObject({
    id: replayId,
    state: replayState,
    marks: z.array(replayMark),
    events: z.array(schemaOf(event)).meta({ description: 'What was followed, as far as it has come' }),
  })
  .meta({ id: 'Replay' })

const replayPrices = z
  .strictObject({
    points: z.array(z.strictObject({ t: time, p: decimal })),
    step_ms: z
      .number()
      .int()
      .meta({ description: 'Each point is the last middle of the step that begins at `t`' }),
    complete: z.boolean().meta({ description: 'False while the recording is being read: ask again' }),
  })
  .meta({ id: 'ReplayPrices' })

const openBody = z
  .strictObject({
    from: instantValue,
    to: instantValue,
    at: instantValue.optional().meta({ description: 'First instant; `from` if not said' }),
  })
  .refine(({ from, to }) => from < to, 'must begin before it ends')
  .meta({ id: 'OpenReplayBody' })

const commandBody = z
  .discriminatedUnion('do', [
    z.strictObject({
      do: z.enum(['play', 'pause', 'next_fill', 'previous_fill', 'next_frame', 'previous_frame']),
    }),
    z.strictObject({ do: z.literal('speed'), speed }),
    z.strictObject({ do: z.literal('seek'), at: instantValue }),
    z.strictObject({ do: z.literal('step'), ms: z.number().int().min(-3_600_000).max(3_600_000) }),
  ])
  .meta({ id: 'ReplayCommand' })

const params = z.strictObject({ replay_id: replayId })

export const replayRoutes = {
  readRecordedSpan: read('From when to when something is recorded', {
    answer: z.strictObject({
      from: time.nullable(),
      to: time.nullable(),
      times: z
        .array(z.strictObject({ from: time, to: time }))
        .meta({ description: 'Of which times in between there is something, to some minutes' }),
    }),
  }),
  openReplay: own('Open a replay of a span; two are open at most, the one used last longest ago ends', {
    body: openBody,
    answer: replay,
  }),
  readReplay: read('A replay: state, marks and events; its books are on /ws?replay=…', {
    params,
    answer: replay,
  }),
  readReplayPrices: read('The middles of a book over the span of a replay, later ones too', {
    params: params.extend({ outcome_id: outcomeId }),
    answer: replayPrices,
  }),
  commandReplay: own('Play, pause or move; answers once it is there', {
    params,
    body: commandBody,
    answer: replayState,
  }),
  endReplay: own('End a replay', { params }),
} as const
