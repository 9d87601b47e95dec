/** Words for the marks of exits on ladders and charts. */
import { ZERO } from '#core/money.ts'
import type { AttachedExit } from '../../platform/api/client.ts'
import { showCents, showCompact, showDepth, showSize } from '../../platform/format/figures.ts'
import { leftOf, LEG_NAMES } from './exit-marks.ts'
import type { ExitMark, PricedLeg } from './exit-marks.ts'
import { legResult } from './holding.ts'
import type { Holding } from './holding.ts'
import { exitStateText } from '../../words/exit-text.ts'

/** Letters before the size, as on the tickets of a floor: T 120, S 120, TS 120. */
export const LETTERS: Readonly<Record<PricedLeg, string>> = {
  target: 'T',
  target1: 'T1',
  target2: 'T2',
  stop: 'S',
  trailing: 'TS',
  breakEven: 'BE',
  entry: 'B',
}

/** `S 120`; the letters alone before anything is bought, and where nothing is sold. */
export function chipText({ leg, size }: Pick<ExitMark, 'leg' | 'size'>): string {
  if (size <= ZERO || leg === 'breakEven') return LETTERS[leg]
  const whole = showDepth(size)
  return `${LETTERS[leg]}\u2009${whole.length > 4 ? showCompact(size) : whole}`
}

const DEEDS: Readonly<Partial<Record<PricedLeg, string>>> = {
  breakEven: 'moves the stop up once the best bid is here or above',
  entry: 'buys at the asks once the best bid is here or above',
  stop: 'sells at the bids once the best bid is here or below',
  trailing: 'sells at the bids once the best bid is here or below; follows the bid up',
}

/** Effect of a mark, what it would bring of the holding that it sells, its state, and whether it acts now. */
export function markHelp(
  mark: ExitMark,
  holding: Holding | null,
): {
  readonly text: string
  readonly state: string
  readonly isPaused: boolean
} {
  const { leg, size, side, exits } = mark
  const [first] = exits
  const result = legResult(mark, holding)
  const name = first?.outcomeName ?? ''
  const paused = exits.find(({ state }) => state === 'paused') ?? first
  const what = LEG_NAMES[leg].replace(/^./, (letter) => letter.toUpperCase())
  const shares = size > ZERO ? `${showSize(size)} ${name}` : `the ${name} its buy fills`
  const seen = (side === 'BUY') === (leg === 'entry') ? '' : ', seen from here'
  const brings = result === null ? '' : ` P&L ${showCents(result, true)} est.`
  const many = exits.length > 1 ? ` In ${exits.length} exits.` : ''
  return {
    text: `${what} of ${shares}${seen}: ${DEEDS[leg] ?? 'rests here once its buy fills'}.${brings}${many}`,
    state: paused === undefined ? '' : stateOf(paused, leg),
    isPaused: exits.some(({ state }) => state === 'paused'),
  }
}

/** That a target rests says nothing about the legs that wait beside it. */
function stateOf(exit: AttachedExit, leg: PricedLeg): string {
  return exitStateText(
    exit.state === 'resting' && !leg.startsWith('target') ? { ...exit, state: 'active' } : exit,
  )
}

/** Exits of an outcome that sell by the clock. */
export function timesOf(
  exits: readonly AttachedExit[],
  outcomeId: string,
): readonly { readonly exit: AttachedExit; readonly text: string; readonly help: string }[] {
  return exits.flatMap((exit) => {
    const minutes = exit.minutesBeforeStart
    if (exit.outcomeId !== outcomeId || exit.end !== null || minutes === null) return []
    const when = minutes === 0 ? 'at the start' : `${minutes} min before the start`
    const size = leftOf(exit)
    const shares = size > ZERO ? showSize(size) : 'what its buy fills'
    return [
      {
        exit,
        text: `${shares} ${when}, ${stateOf(exit, 'stop')}`,
        help: `Sells ${shares} at the bids ${when}. ${stateOf(exit, 'stop')}.`,
      },
    ]
  })
}
