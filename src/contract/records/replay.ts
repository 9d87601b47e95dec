/** Replays of recordings (API-12). */
import { REPLAY_SPEEDS } from '#core/recording/replay-speeds.ts'
import { formatMicros, micros } from '#core/money.ts'
import { as, type Codec, list, nullable, parts, record, says } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'
import { event } from './markets.ts'
import { outcomeId } from './shared.ts'

export const replayId = { ...f.uuid, id: 'ReplayId', description: 'As opening it answered' }
export const replaySpeed = f.oneOf(REPLAY_SPEEDS)

const replayMark = record('ReplayMark', {
  kind: says(f.oneOf(['fill', 'order', 'goal', 'gap']), 'What happened'),
  at: says(f.flooredInstant, 'When it happened'),
  until: says(f.flooredInstant, 'The end of a gap; the same instant for all others'),
  text: says(f.foreignText, 'In words, without prices'),
  outcomeId: nullable(outcomeId),
})

export const replayState = record('ReplayState', {
  at: says(f.flooredInstant, 'The instant that is shown'),
  from: says(f.flooredInstant, 'Begin of the replay'),
  to: says(f.flooredInstant, 'End of the replay'),
  isPlaying: as('playing', says(f.flag, 'Playing')),
  isSeeking: as('seeking', says(f.flag, 'Moving: the topics still show the old time')),
  markets: says(f.integer, 'Number of the set of followed markets; with it the events change'),
  speed: says(replaySpeed, 'Seconds of the recording in one second'),
  mode: says(nullable(f.oneOf(['SAFE', 'ARMED'])), 'Of the terminal then; null when it is not recorded'),
  problem: says(nullable(f.text), 'Why it cannot go on, in words'),
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
  decode: (wire) => Number(f.amount.decode(wire)),
  shape: f.amount.shape,
}

export const replayPrices = record('ReplayPrices', {
  points: parts('Oldest first', {
    at: as('t', says(f.instant, 'Begin of the step')),
    micros: as('p', says(millionths, 'Last mid in it')),
  }),
  stepMs: says(f.integer, 'Each point is the last mid of the step that begins at `t`'),
  isComplete: as('complete', says(f.flag, 'False while the recording is being read: ask again')),
})

export const recordedSpan = record(null, {
  from: says(nullable(f.flooredInstant), 'First instant; null when nothing is recorded'),
  to: says(nullable(f.flooredInstant), 'Last instant'),
  times: parts('Recorded spans in between, to some minutes', {
    from: says(f.flooredInstant, 'Begin of a span'),
    to: says(f.flooredInstant, 'End of it'),
  }),
})
