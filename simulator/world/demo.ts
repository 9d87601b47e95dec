/** The hand-made world, and the generated events that follow it when more are asked for. */
import type { SimulatorRandom } from '../types.ts'
import type { EventDefinition } from './definition.ts'
import { gameEvents } from './games/layouts.ts'
import { scheduledGames } from './games/schedule.ts'
import { generatedEvents } from './generated.ts'
import { culture } from './hand-made/culture.ts'
import { economy } from './hand-made/economy.ts'
import { politics } from './hand-made/politics.ts'
import { season } from './hand-made/season.ts'

/** Events written by hand, for a world that starts at `at` (milliseconds). */
function handMadeEvents(at: number): EventDefinition[] {
  return [
    ...politics(at),
    ...economy(at),
    ...scheduledGames(at).flatMap(({ game, popularity }) => gameEvents(game, popularity)),
    ...culture(at),
    ...season(at),
  ]
}

/** The hand-made events, then generated ones until there are `count` in all. */
export function* worldEvents(at: number, random: SimulatorRandom, count: number): Generator<EventDefinition> {
  const written = handMadeEvents(at)
  yield* written
  yield* generatedEvents(at, random, Math.max(count - written.length, 0))
}
