/** Replays of what was recorded (API-12). */
import { REPLAY_SPEEDS } from '#core/recording/replay-speeds.ts'
import { formatMicros, micros } from '#core/money.ts'
import { as, type Codec, list, nullable, parts, record, says } from '../codec/codec.ts'
import {
  amount,
  flag,
  flooredInstant,
  foreignText,
  instant,
  integer,
  oneOf,
  text,
  uuid,
} from '../codec/fields.ts'
import { event } from './markets.ts'
import { outcomeId } from './shared.ts'

export const replayId = { ...uuid, id: 'ReplayId', description: 'As opening it answered' }
export const replaySpeed = oneOf(REPLAY_SPEEDS)

const replayMark = record('ReplayMark', {
  kind: says(oneOf(['fill', 'order', 'goal', 'gap']), 'What happened'),
  at: says(flooredInstant, 'When it happened'),
  until: says(flooredInstant, 'The end of a gap; the same instant for all others'),
  text: says(foreignText, 'In words, without prices'),
  outcomeId: nullable(outcomeId),
})

export const replayState = record('ReplayState', {
  at: says(flooredInstant, 'The instant that is shown'),
  from: says(flooredInstant, 'Begin of the replay'),
  to: says(flooredInstant, 'End of the replay'),
  isPlaying: as('playing', says(flag, 'Time goes on')),
  isSeeking: as('seeking', says(flag, 'On its way: the topics still show where it was')),
  markets: says(
    integer,
    'Number of the set of followed markets at this instant; when it changes, so have the events',
  ),
  speed: says(replaySpeed, 'Seconds of the recording in one second'),
  mode: says(nullable(oneOf(['SAFE', 'ARMED'])), 'Of the terminal then; null when it is not recorded'),
  problem: says(nullable(text), 'Why it cannot go on, in words'),
})

export const replay = record('Replay', {
  id: says(replayId, 'Names it in /ws?replay=…'),
  state: says(replayState, 'Where it is'),
  marks: says(list(replayMark), 'Points to jump to, oldest first'),
  events: says(list(event), 'What was followed, as far as it has come'),
})

/** Millionths in a number. */
const millionths: Codec<number, string> = {
  encode: (count) => formatMicros(micros(BigInt(count))),
  decode: (wire) => Number(amount.decode(wire)),
  shape: amount.shape,
}

export const replayPrices = record('ReplayPrices', {
  points: parts('Oldest first', {
    at: as('t', says(instant, 'Begin of the step')),
    micros: as('p', says(millionths, 'The last middle in it')),
  }),
  stepMs: says(integer, 'Each point is the last middle of the step that begins at `t`'),
  isComplete: as('complete', says(flag, 'False while the recording is being read: ask again')),
})

export const recordedSpan = record(null, {
  from: says(nullable(flooredInstant), 'First instant; null when nothing is recorded'),
  to: says(nullable(flooredInstant), 'Last instant'),
  times: parts('Of which times in between there is something, to some minutes', {
    from: says(flooredInstant, 'Begin of a span'),
    to: says(flooredInstant, 'End of it'),
  }),
})
