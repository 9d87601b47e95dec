/** Text on the button of an exit or a hedge: its action, the expected result, and the least. */
import { addMicros, micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { floorDivide } from '#lib/decimal.ts'
import type { Position } from '../platform/api/client.ts'
import { NONE, showAmount, showSize } from '../platform/format/figures.ts'
import type { Prices } from '../data/settings/prices.ts'
import { exitQuote } from './exits.ts'
import type { ExitMode, ExitTerms } from './exits.ts'
import { countOfSales } from './sale.ts'

export type ExitLabel = {
  readonly verb: string
  /** Proceeds of an exit, or result of a hedge if the held outcome wins; short. */
  readonly first: string
  /** Least proceeds of an exit, or result of a hedge if the held outcome loses; short. */
  readonly second: string
  /** The same in a sentence, with the exact figures. */
  readonly sentence: string
}

/** Cash for narrow places, cut downwards: cents below 10,000, else whole. */
function short(value: Micros, signed = false): string {
  const step = value < 10_000_000_000n && value > -10_000_000_000n ? 10_000n : 1_000_000n
  return showAmount(micros(floorDivide(value, step) * step), step === 10_000n ? 2 : 0, signed)
}

/**
 * The label of all that can be sent now. Figures are before the fee of an exit and after that of a hedge, as far as it is known.
 *
 * @param other  what is held of the market's other outcome
 */
export function exitLabel(
  position: Position,
  mode: ExitMode,
  other: Position | null,
  prices: Prices,
): ExitLabel {
  const name = mode === 'hedge' ? 'Hedge' : 'Exit'
  const { terms, why } = exitQuote(position, mode, null, prices)
  if (terms === null) return { verb: name, first: NONE, second: NONE, sentence: why }
  const size = showSize(terms.size)
  const at = prices.price(terms.price, position.tickSize)
  if (mode === 'hedge') {
    const results = hedgeResults(position, other, terms.cash, terms.size)
    if (results === null) {
      const sentence = `Buys ${size} ${terms.outcomeName} up to ${at}: what is held has no known cost, so the result is not known.`
      return { verb: name, first: NONE, second: NONE, sentence }
    }
    const { expected, least } = results
    const sides = ({ wins, loses }: HedgeResult): string =>
      `${showAmount(wins, 2, true)} if ${position.outcomeName} wins, ${showAmount(loses, 2, true)} if it loses`
    return {
      verb: name,
      first: `${short(expected.wins, true)} /`,
      second: short(expected.loses, true),
      sentence: `${firstText(terms)}Buys ${size} ${terms.outcomeName} up to ${at}: ${sides(expected)}; at the least ${sides(least)}.`,
    }
  }
  const about = mode === 'walk' && position.exit !== null ? position.exit.cash : terms.cash
  return {
    verb: `${name} ${size}`,
    first: `\u2248${short(about)}`,
    second: `\u2265${short(terms.cash)}`,
    sentence: `${firstText(terms)}Sells ${size} ${position.outcomeName} down to ${at}: about ${showAmount(about)}, at least ${showAmount(terms.cash)} for what is sold, before fees.`,
  }
}

function firstText({ cancelsFirst }: ExitTerms): string {
  return cancelsFirst.length === 0 ? '' : `Cancels ${countOfSales(cancelsFirst)} first, then: `
}

type HedgeResult = { readonly wins: Micros; readonly loses: Micros }

/** The result of the whole market once the hedge is bought, as expected and with all of it at its limit; est. Null without a known cost. */
function hedgeResults(
  position: Position,
  other: Position | null,
  cash: Micros,
  size: Micros,
): { readonly expected: HedgeResult; readonly least: HedgeResult } | null {
  const { hedge, costBasis: cost } = position
  const otherCost = other === null ? ZERO : other.costBasis
  if (cost === null || otherCost === null) return null
  const spent = addMicros(cost, otherCost, hedge?.fee ?? ZERO)
  const result = (cost: Micros, bought: Micros): HedgeResult => ({
    wins: subtractMicros(position.size, addMicros(spent, cost)),
    loses: subtractMicros(addMicros(other?.size ?? ZERO, bought), addMicros(spent, cost)),
  })
  return {
    expected: result(hedge?.cash ?? ZERO, hedge?.covers ?? ZERO),
    least: result(cash, size),
  }
}
