/** The written world, and the generated events that follow it when more are asked for. */
import type { SimulatorRandom } from '../types.ts'
import { bitcoinWindow } from './bitcoin-window.ts'
import type { EventDefinition } from './definition.ts'
import { gameEvents } from './games/layouts.ts'
import { scheduledGames } from './games/schedule.ts'
import { generatedEvents } from './generated.ts'
import { writtenEvents } from './written.ts'

/** Events written as data and the scheduled games, for a world that starts at `at` (milliseconds). */
function firstEvents(at: number): EventDefinition[] {
  return [
    ...writtenEvents('politics', at),
    ...writtenEvents('economy', at),
    bitcoinWindow(at),
    ...scheduledGames(at).flatMap(({ game, popularity }) => gameEvents(game, popularity)),
    ...writtenEvents('culture', at),
    ...writtenEvents('season', at),
  ]
}

/** The written events, then generated ones until there are `count` in all. */
export function* worldEvents(at: number, random: SimulatorRandom, count: number): Generator<EventDefinition> {
  const written = firstEvents(at)
  yield* written
  yield* generatedEvents(at, random, Math.max(count - written.length, 0))
}
