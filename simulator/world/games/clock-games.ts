/** Games against the clock (basketball, football, hockey, soccer): quarters, periods or halves with breaks. */
import type { SimulatorRandom } from '../../types.ts'
import type { GameDefinition, GameState } from './game.ts'
import { record } from './recorder.ts'

type ClockSport = {
  readonly labels: readonly string[]
  /** Text in the break after each part but the last. */
  readonly breaks: readonly string[]
  readonly breakSeconds: readonly number[]
  readonly partSeconds: number
  /** Host seconds that one part takes. */
  readonly playSeconds: number
  /** Mean scores per team and part, and what one score counts. */
  readonly scores: number
  readonly counts: readonly number[]
  /** Null where a draw is a result. */
  readonly overtime: { readonly label: string; readonly final: string } | null
  readonly final: string
  readonly counting: 'down' | 'minutes_up'
}

const SPORTS: Readonly<Record<'basketball' | 'football' | 'hockey' | 'soccer', ClockSport>> = {
  basketball: {
    labels: ['Q1', 'Q2', 'Q3', 'Q4'],
    breaks: ['End Q1', 'HT', 'End Q3'],
    breakSeconds: [130, 900, 130],
    partSeconds: 720,
    playSeconds: 1500,
    scores: 12.4,
    counts: [2, 2, 2, 3, 3, 1],
    overtime: { label: 'OT', final: 'FT OT' },
    final: 'VFT',
    counting: 'down',
  },
  football: {
    labels: ['Q1', 'Q2', 'Q3', 'Q4'],
    breaks: ['End Q1', 'HT', 'End Q3'],
    breakSeconds: [90, 780, 90],
    partSeconds: 900,
    playSeconds: 2500,
    scores: 1.05,
    counts: [7, 7, 7, 3, 3, 6],
    overtime: { label: 'OT', final: 'FT OT' },
    final: 'VFT',
    counting: 'down',
  },
  hockey: {
    labels: ['P1', 'P2', 'P3'],
    breaks: ['End P1', 'End P2'],
    breakSeconds: [1080, 1080],
    partSeconds: 1200,
    playSeconds: 2280,
    scores: 1,
    counts: [1],
    overtime: { label: 'OT', final: 'FT OT' },
    final: 'VFT',
    counting: 'down',
  },
  soccer: {
    labels: ['1H', '2H'],
    breaks: ['HT'],
    breakSeconds: [900],
    partSeconds: 2700,
    playSeconds: 2820,
    scores: 0.68,
    counts: [1],
    overtime: null,
    final: 'FT',
    counting: 'minutes_up',
  },
}

const WORDS = { scheduled: 'scheduled', running: 'InProgress', final: 'Final', notStarted: 'NS' }
/** Seconds between states in which only the clock moves. */
const CLOCK_STEP = 20

/** The course of a game against the clock, drawn from `random`. */
export function clockGame(game: GameDefinition, random: SimulatorRandom): readonly GameState[] {
  const kind = game.league.kind
  const sport = SPORTS[kind === 'football' || kind === 'hockey' || kind === 'soccer' ? kind : 'basketball']
  const states = record(game, WORDS, '0-0')
  const points: [number, number] = [0, 0]
  const parts: [number, number][] = []
  // The favourite scores a little oftener; the slope is mild so that upsets happen.
  const tilt = (game.prior / 10_000 - 0.5) * (sport.counts.length > 1 && sport.scores > 5 ? 0.1 : 0.9)
  let at = 0

  function shown(
    part: number,
    second: number,
    period: string,
    partsDone: number,
  ): Parameters<typeof states.live>[1] {
    const fullTime = sport.labels.length
    return {
      score: `${points[0]}-${points[1]}`,
      period,
      elapsed: clockText(sport, Math.min(part, fullTime - 1), second),
      points,
      parts,
      partsDone,
      progress: Math.min((part + second / sport.partSeconds) / fullTime, 0.995),
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
