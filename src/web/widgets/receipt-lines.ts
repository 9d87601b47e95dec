/** The receipt's figures as text. Sums are the backend's; a bound is called one and what is unknown is said to be. */
import { addMicros, roundSizeDown, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { fittingSize } from '#core/order/order-amounts.ts'
import type { TickSize } from '#core/price.ts'
import type { PreviewResult, RiskSettings } from '../platform/api/client.ts'
import { NONE, inMicros, showAmount, showAmountText, showSize } from '../platform/format/figures.ts'
import { changeTexts, hasStake } from '../words/resolution-text.ts'
import type { Prices } from '../data/settings/prices.ts'
import { rejectMessage, rejectText } from '../words/reject-text.ts'
import type { Preview } from '../actions/drafts/previews.ts'

export type Line = {
  readonly label: string
  readonly value: string
  /** Said after the value in small text. */
  readonly note: string
  readonly tone: 'total' | 'pos' | 'neg' | 'plain'
}

/** A line; plain and without a note unless they are given. */
export function lineOf(label: string, value: string, note = '', tone: Line['tone'] = 'plain'): Line {
  return { label, value, note, tone }
}

/** The fee in one of its three forms. */
export function feeText({ fee, feeState }: Pick<PreviewResult, 'fee' | 'feeState'>): string {
  if (fee === null || feeState === 'unknown') return 'unknown'
  if (fee === ZERO) return 'none'
  return feeState === 'known' ? showAmount(fee) : `at most ${showAmount(fee)}`
}

/**
 * Cash paid or received, and the result under either outcome: of this order alone, or with a position in the event,
 * of all of it before the order and after.
 */
export function moneyLines({ terms, answer }: Preview, outcomeName: string, prices: Prices): readonly Line[] {
  const { cost, fee } = answer
  const feeLine = lineOf('Fee', feeText(answer))
  const whole = isDropped({ terms, answer }) ? 'if all fills' : ''
  const bound =
    fee === null
      ? // Short, so that the label beside it is not cut.
        whole === ''
        ? 'before the fee'
        : 'all, before fee'
      : whole !== ''
        ? whole
        : answer.feeState === 'at_most'
          ? 'or better'
          : ''
  const net = hasStake(answer.ifWins) ? netLines(answer.ifWins) : null
  if (terms.side === 'SELL') {
    const after = fee === null ? cost : subtractMicros(cost, fee)
    return [
      lineOf('You receive at least', showAmount(cost), whole === '' ? 'exact' : whole, 'total'),
      feeLine,
      lineOf('After the fee', fee === null ? NONE : showAmount(after), fee === null ? '' : bound),
      ...(net ?? [lineOf(`Payout forgone if ${outcomeName} wins`, showAmount(terms.size), whole)]),
    ]
  }
  const payout = answer.maxPayout
  const spent = fee === null ? cost : addMicros(cost, fee)
  return [
    lineOf('You pay up to', showAmount(cost), 'exact', 'total'),
    feeLine,
    ...(net ?? [
      lineOf(`If ${outcomeName} wins`, showAmount(subtractMicros(payout, spent), 2, true), bound, 'pos'),
      lineOf(`If ${outcomeName} loses`, showAmount(subtractMicros(ZERO, spent), 2, true), bound, 'neg'),
    ]),
    lineOf('Break-even', fee === null || payout === 0n ? NONE : breakEven(spent, payout, prices), 'est.'),
  ]
}

/** A part has no counterparty now and does not rest. */
function isDropped({ terms, answer }: Preview): boolean {
  const rests = terms.timeInForce === 'GTC' || terms.timeInForce === 'GTD'
  return !rests && answer.fillableSize < terms.size
}

/** Price at which the shares pay back what they cost, in steps of 0.0001, rounded up. */
function breakEven(spent: Micros, size: Micros, prices: Prices): string {
  return prices.micros(((spent * 10_000n + size - 1n) / size) * 100n, 4)
}

/** Fills at once, their prices, and the outcome of the rest. */
export function fillLines({ terms, answer }: Preview, tick: TickSize, prices: Prices): readonly Line[] {
  const offered = answer.fillableSize
  const isAll = offered >= terms.size
  const takes = terms.timeInForce === 'FOK' && !isAll ? ZERO : offered
  const rest = takes < terms.size ? subtractMicros(terms.size, takes) : ZERO
  const isResting = terms.timeInForce === 'GTC' || terms.timeInForce === 'GTD'
  const { averagePrice: average, worstPrice: worst } = answer
  const lines: Line[] = [
    lineOf(
      'Fill now',
      takes === ZERO || average === null ? 'nothing' : `${showSize(takes)} @ ${prices.price(average, tick)}`,
      takes === ZERO ? '' : takes > terms.size ? 'avg, more for the same cash' : 'avg',
    ),
  ]
  // Always there, so that nothing below it moves with the book.
  lines.push(
    lineOf(
      'Worst price, slippage',
      takes === ZERO || worst === null
        ? NONE
        : `${prices.price(worst, tick)}, ${slippageText(answer.slippageSteps, tick)}`,
    ),
  )
  lines.push(
    isResting
      ? lineOf('Rests', rest === ZERO ? 'nothing' : `${showSize(rest)} @ ${prices.price(terms.price, tick)}`)
      : lineOf(
          'Unfilled',
          rest === ZERO
            ? 'nothing'
            : terms.timeInForce === 'FOK'
              ? 'all, not enough liquidity'
              : showSize(rest),
        ),
  )
  if (answer.roundedAway !== ZERO) {
    lines.push(lineOf('Rounded away', showAmount(answer.roundedAway)))
  }
  return lines
}

/** Slippage in ticks with one decimal, cut: `0.2 tick`. */
function slippageText(steps: number | null, tick: TickSize): string {
  if (steps === null) return NONE
  const tenths = Math.floor((steps * 10) / tick)
  return `${tenths / 10} tick${tenths > 10 ? 's' : ''}`
}

/** A line of its own: beside the limit it pushed the label out of the ticket and was cut itself. */
function outsideLine(amount: Micros): Line {
  return lineOf('Bought elsewhere', showAmount(amount), 'included')
}

/** Result of each outcome of the market, with all positions in it, before the order and after it. */
export function netLines(changes: PreviewResult['ifWins']): readonly Line[] {
  return changeTexts(changes).map((line) => ({ ...line, tone: 'plain' }))
}

/** How things stand once the order has filled whole, against the limits. */
export function afterLines(
  after: PreviewResult['after'],
  limits: RiskSettings['limits'] | null,
): readonly Line[] {
  if (after === null) return []
  const of = (limit: Micros | number | undefined): string =>
    limit === undefined ? '' : `of ${showAmount(inMicros(limit), 0)}`
  return [
    lineOf('Position after', after.position === null ? 'not known' : showAmount(after.position, 0), 'shares'),
    lineOf('Exposure here', showAmount(after.exposure), of(limits?.maxPositionNotional)),
    ...(after.exposureOutside === ZERO ? [] : [outsideLine(after.exposureOutside)]),
    lineOf('Today', showAmount(after.dailyNotional), of(limits?.maxDailyNotional)),
    lineOf('Open orders', String(after.openOrders), of(limits?.maxOpenOrders)),
  ]
}

/** The dry run: what placing the order would answer now. */
export function dryRunText(
  reject: PreviewResult['reject'],
  prices: Prices,
): {
  readonly text: string
  readonly detail: string
  readonly code: string | null
} {
  if (reject === null) return { text: 'would be accepted', detail: '', code: null }
  // Nothing was tried yet, and the mode is what it should be: no refusal to shout about.
  if (reject.code === 'safe_mode') return { text: 'nothing is sent until you arm', detail: '', code: null }
  // Where the figures are prices, the message has them.
  const over = reject.prices.length > 0 ? '' : overText(reject.limit, reject.value)
  return {
    text: 'would be refused',
    detail: rejectText(reject.code, `${rejectMessage(reject, prices)}${over}`),
    code: reject.code,
  }
}

function overText(limit: string | null, value: string | null): string {
  if (limit === null || value === null) return ''
  return ` ${showAmountText(value, 0)}, limit ${showAmountText(limit, 0)}.`
}

/** Shares left below the minimum after the order, as text; null when none are. `all` is the whole holding of a sale. */
export function unsellable(
  { terms, answer }: Preview,
  minimum: Micros | null,
): { readonly text: string; readonly all: Micros | null } | null {
  const left = answer.leavesUnsellable ?? ZERO
  if (left <= ZERO) return null
  const all = addMicros(left, terms.size)
  return {
    text: `Leaves ${showSize(left)} shares, below the minimum of ${showAmount(minimum, 0)}: ${
      roundSizeDown(left) === ZERO ? 'they could not be sold' : 'only FAK or FOK could sell them'
    }.`,
    // Where part is dropped, or all of it would be cut again, more in the ticket would sell no more.
    all:
      terms.side === 'SELL' && !isDropped({ terms, answer }) && fittingSize(terms, all) === all ? all : null,
  }
}
