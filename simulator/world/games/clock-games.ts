/** Games against the clock (basketball, football, hockey, soccer): quarters, periods or halves with breaks. */
import type { SimulatorRandom } from '../../types.ts'
import type { GameDefinition, GameState } from './game.ts'
import { record, type Moment } from './recorder.ts'
import { SPORTS, type ClockSport } from './sports.ts'

const WORDS = { scheduled: 'scheduled', running: 'InProgress', final: 'Final', notStarted: 'NS' }
/** Seconds between states in which only the clock moves. */
const CLOCK_STEP = 20

/** The course of a game against the clock, drawn from `random`. */
export function clockGame(game: GameDefinition, random: SimulatorRandom): readonly GameState[] {
  const sport = SPORTS[game.league.kind].clock
  if (sport === undefined) throw new Error(`${game.league.kind} has no clock`)
  return played(game, sport, random)
}

function played(game: GameDefinition, sport: ClockSport, random: SimulatorRandom): readonly GameState[] {
  const states = record(game, WORDS, '0-0')
  const { points, parts } = states
  // The favourite scores a little oftener; the slope is mild so that upsets happen.
  const tilt = (game.prior / 10_000 - 0.5) * (sport.counts.length > 1 && sport.scores > 5 ? 0.1 : 0.9)
  let at = 0

  function shown(part: number, second: number, period: string, partsDone: number): Moment {
    const fullTime = sport.labels.length
    return {
      score: `${points[0]}-${points[1]}`,
      period,
      elapsed: clockText(sport, Math.min(part, fullTime - 1), second),
      partsDone,
      progress: (part + second / sport.partSeconds) / fullTime,
    }
  }

  function play(part: number, label: string, length: number): void {
    const current: [number, number] = [0, 0]
    parts.push(current)
    const steps = Math.ceil(sport.playSeconds / CLOCK_STEP)
    for (let step = 0; step < steps; step += 1) {
      const second = Math.floor((step / steps) * length)
      for (const team of [0, 1] as const) {
        const rate = (sport.scores / steps) * (length / sport.partSeconds) * (1 + (team === 0 ? tilt : -tilt))
        if (random.next() >= rate) continue
        const count = random.pick(sport.counts)
        points[team] += count
        current[team] += count
      }
      states.live(
        at + step * CLOCK_STEP + (step === 0 ? 0 : random.integer(0, CLOCK_STEP - 1)),
        shown(part, second, label, part),
      )
    }
    at += sport.playSeconds
  }

  for (const [part, label] of sport.labels.entries()) {
    play(part, label, sport.partSeconds)
    const pause = sport.breaks[part]
    if (pause === undefined) continue
    states.live(at, shown(part, sport.partSeconds, pause, part + 1))
    at += sport.breakSeconds[part] ?? 0
  }
  let final = sport.final
  while (sport.overtime !== null && points[0] === points[1]) {
    play(parts.length, sport.overtime.label, Math.floor(sport.partSeconds / 2))
    final = sport.overtime.final
  }
  return states.end(at, shown(parts.length, sport.partSeconds, final, parts.length))
}

function clockText(sport: ClockSport, part: number, second: number): string {
  if (sport.counting === 'minutes_up') {
    return String(Math.floor((part * sport.partSeconds + second) / 60))
  }
  const left = Math.max(sport.partSeconds - second, 0)
  const minutes = String(Math.floor(left / 60)).padStart(2, '0')
  return `${minutes}:${String(left % 60).padStart(2, '0')}`
}
