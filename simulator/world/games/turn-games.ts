/** Games in turns (baseball, tennis, esports, cricket): innings, sets, maps and overs instead of a clock. */
import type { SimulatorRandom } from '../../types.ts'
import type { GameDefinition, GameState } from './game.ts'
import { record, type Moment } from './recorder.ts'

const RUNS = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3]

/** Nine innings, more when tied; the team listed first bats in the top half. */
export function baseballGame(game: GameDefinition, random: SimulatorRandom): readonly GameState[] {
  const words = { scheduled: 'scheduled', running: 'InProgress', final: 'Final', notStarted: 'NS' }
  const states = record(game, words, '0-0')
  const { points, parts } = states
  let at = 0
  const shown = (period: string, done: number, progress: number): Moment => ({
    score: `${points[0]}-${points[1]}`,
    period,
    partsDone: done,
    progress,
  })
  for (let inning = 0; inning < 9 || points[0] === points[1]; inning += 1) {
    const current: [number, number] = [0, 0]
    parts.push(current)
    for (const half of [0, 1] as const) {
      const label = `${half === 0 ? 'Top' : 'Bot'} ${ordinal(inning + 1)}`
      const edge = game.prior / 10_000 - 0.5
      const runs =
        random.next() < Math.abs(edge) * 0.4 ? (edge > 0 === (half === 0) ? 1 : 0) : random.pick(RUNS)
      for (let step = 0; step < 12; step += 1) {
        if (step > 3 && step - 4 < runs) {
          points[half] += 1
          current[half] += 1
        }
        states.live(at, shown(label, inning, (inning + (half + step / 12) / 2) / 9))
        at += random.integer(30, 55)
      }
    }
    states.live(at, shown(`End ${ordinal(inning + 1)}`, inning + 1, (inning + 1) / 9))
    at += 110
  }
  return states.end(at, shown('VFT', parts.length, 1))
}

/** Best of three or five sets with tie-breaks at six all. */
export function tennisGame(game: GameDefinition, random: SimulatorRandom): readonly GameState[] {
  const words = { scheduled: 'not_started', running: 'inprogress', final: 'finished', notStarted: 'NS' }
  const states = record(game, words, '0-0')
  const { points, parts } = states
  const breaks: string[] = []
  const chance = 0.5 + (game.prior / 10_000 - 0.5) * 0.28
  const needed = Math.ceil(game.length / 2)
  let at = 0
  const shown = (period: string): Moment => ({
    score: parts.map(([first, second], set) => `${first}-${second}${breaks[set] ?? ''}`).join(', '),
    period,
    partsDone: points[0] + points[1],
    progress: (points[0] + points[1] + gamesShare(parts.at(-1))) / game.length,
  })
  while (Math.max(...points) < needed) {
    const set: [number, number] = [0, 0]
    parts.push(set)
    const number = parts.length
    states.live(at, shown(`S${number}`))
    while (!setOver(set)) {
      at += random.integer(150, 320)
      if (set[0] === 6 && set[1] === 6) at = tieBreak(set, number)
      else set[random.next() < chance ? 0 : 1] += 1
      if (!setOver(set)) states.live(at, shown(set[0] === 6 && set[1] === 6 ? `TB${number}` : `S${number}`))
    }
    points[set[0] > set[1] ? 0 : 1] += 1
    if (Math.max(...points) < needed) states.live(at + 5, shown(`S${number}`))
    at += 120
  }
  return states.end(at, shown('FT'))

  function tieBreak(set: [number, number], number: number): number {
    const rally: [number, number] = [0, 0]
    let now = at
    while (Math.max(...rally) < 7 || Math.abs(rally[0] - rally[1]) < 2) {
      rally[random.next() < chance ? 0 : 1] += 1
      breaks[number - 1] = `(${rally[0]}-${rally[1]})`
      now += random.integer(25, 50)
      states.live(now, shown(`TB${number}`))
    }
    set[rally[0] > rally[1] ? 0 : 1] += 1
    return now + 20
  }
}

function setOver([first, second]: readonly [number, number]): boolean {
  const high = Math.max(first, second)
  return high === 7 || (high === 6 && Math.abs(first - second) >= 2)
}

function gamesShare(set: readonly [number, number] | undefined): number {
  return set === undefined || setOver(set) ? 0 : (set[0] + set[1]) / 13
}

/** Best of one, three or five maps; each map to thirteen rounds. Fields of the score are parted by bars. */
export function esportsGame(game: GameDefinition, random: SimulatorRandom): readonly GameState[] {
  const words = {
    scheduled: 'not_started',
    running: 'running',
    final: 'finished',
    notStarted: `1/${game.length}`,
  }
  const states = record(game, words, `000-000|0-0|Bo${game.length}`)
  const { points, parts } = states
  const chance = 0.5 + (game.prior / 10_000 - 0.5) * 0.45
  const needed = Math.ceil(game.length / 2)
  let at = 0
  let map: [number, number] = [0, 0]
  const shown = (number: number): Moment => ({
    score: `${map[0] + map[1] === 0 ? '000-000' : `${map[0]}-${map[1]}`}|${points[0]}-${points[1]}|Bo${game.length}`,
    period: `${number}/${game.length}`,
    partsDone: points[0] + points[1],
    progress: (points[0] + points[1] + (map[0] + map[1]) / 25) / game.length,
  })
  while (Math.max(...points) < needed) {
    map = [0, 0]
    parts.push(map)
    const number = parts.length
    states.live(at, shown(number))
    while (Math.max(...map) < 13) {
      at += random.integer(55, 110)
      map[random.next() < chance ? 0 : 1] += 1
      if (Math.max(...map) < 13) states.live(at, shown(number))
    }
    points[map[0] > map[1] ? 0 : 1] += 1
    map = [0, 0]
    if (Math.max(...points) < needed) states.live(at + 1, shown(number + 1))
    at += 420
  }
  return states.end(at, shown(parts.length))
}

/** Two innings of runs; one side bats first and the other chases. */
export function cricketGame(game: GameDefinition, random: SimulatorRandom): readonly GameState[] {
  const words = { scheduled: '', running: '', final: '', notStarted: 'Scheduled' }
  const states = record(game, words, '0-0')
  const { points } = states
  let at = 0
  const batsFirst = random.integer(0, 1)
  const overs = 20
  const shown = (period: string, progress: number): Moment => ({
    score: `${points[0]}-${points[1]}`,
    period,
    partsDone: 0,
    progress,
  })
  for (const innings of [0, 1]) {
    const side = (batsFirst + innings) % 2 === 0 ? 0 : 1
    for (let ball = 0; ball < overs * 6; ball += 1) {
      points[side] += random.pick([0, 0, 0, 1, 1, 1, 2, 4, 0, 1])
      states.live(at, shown('Live', (innings + ball / (overs * 6)) / 2))
      at += random.integer(25, 45)
      if (innings === 1 && points[side] > points[1 - side === 0 ? 0 : 1]) break
    }
    at += 600
  }
  if (points[0] === points[1]) points[random.integer(0, 1) === 0 ? 0 : 1] += 1
  return states.end(at, shown('FT', 1))
}

/** `1st`, `2nd`, `3rd`, `4th` ... as innings are called. */
function ordinal(value: number): string {
  const tens = value % 100
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')
  return `${value}${suffix}`
}
