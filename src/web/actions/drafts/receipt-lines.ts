/** The receipt's figures as text. Sums are the backend's; a bound is called one and what is unknown is said to be. */
import { addMicros, roundSizeDown, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { fittingSize } from '#core/order/order-amounts.ts'
import type { TickSize } from '#core/price.ts'
import type { PreviewResult, RiskSettings } from '../../platform/api/client.ts'
import { NONE, inMicros, showAmount, showAmountText, showSize } from '../../platform/format/figures.ts'
import { changeTexts, hasStake } from '../../words/resolution-text.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { rejectMessage, rejectText } from '../../words/reject-text.ts'
import type { Preview } from './previews.ts'

export type Line = {
  readonly label: string
  readonly value: string
  /** Said after the value in small text. */
  readonly note: string
  readonly tone: 'total' | 'pos' | 'neg' | 'plain'
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
  const feeLine: Line = { label: 'Fee', value: feeText(answer), note: '', tone: 'plain' }
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
      {
        label: 'You receive at least',
        value: showAmount(cost),
        note: whole === '' ? 'exact' : whole,
        tone: 'total',
      },
      feeLine,
      {
        label: 'After the fee',
        value: fee === null ? NONE : showAmount(after),
        note: fee === null ? '' : bound,
        tone: 'plain',
      },
      ...(net ?? [
        {
          label: `Payout forgone if ${outcomeName} wins`,
          value: showAmount(terms.size),
          note: whole,
          tone: 'plain' as const,
        },
      ]),
    ]
  }
  const payout = answer.maxPayout
  const spent = fee === null ? cost : addMicros(cost, fee)
  return [
    { label: 'You pay up to', value: showAmount(cost), note: 'exact', tone: 'total' },
    feeLine,
    ...(net ?? [
      {
        label: `If ${outcomeName} wins`,
        value: showAmount(subtractMicros(payout, spent), 2, true),
        note: bound,
        tone: 'pos' as const,
      },
      {
        label: `If ${outcomeName} loses`,
        value: showAmount(subtractMicros(ZERO, spent), 2, true),
        note: bound,
        tone: 'neg' as const,
      },
    ]),
    {
      label: 'Break-even',
      value: fee === null || payout === 0n ? NONE : breakEven(spent, payout, prices),
      note: 'est.',
      tone: 'plain',
    },
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
    {
      label: 'Fill now',
      value:
        takes === ZERO || average === null
          ? 'nothing'
          : `${showSize(takes)} @ ${prices.price(average, tick)}`,
      note: takes === ZERO ? '' : takes > terms.size ? 'avg, more for the same cash' : 'avg',
      tone: 'plain',
    },
  ]
  // Always there, so that nothing below it moves with the book.
  lines.push({
    label: 'Worst price, slippage',
    value:
      takes === ZERO || worst === null
        ? NONE
        : `${prices.price(worst, tick)}, ${slippageText(answer.slippageSteps, tick)}`,
    note: '',
    tone: 'plain',
  })
  lines.push(
    isResting
      ? {
          label: 'Rests',
          value: rest === ZERO ? 'nothing' : `${showSize(rest)} @ ${prices.price(terms.price, tick)}`,
          note: '',
          tone: 'plain',
        }
      : {
          label: 'Unfilled',
          value:
            rest === ZERO
              ? 'nothing'
              : terms.timeInForce === 'FOK'
                ? 'all, not enough liquidity'
                : showSize(rest),
          note: '',
          tone: 'plain',
        },
  )
  if (answer.roundedAway !== ZERO) {
    lines.push({ label: 'Rounded away', value: showAmount(answer.roundedAway), note: '', tone: 'plain' })
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
  return { label: 'Bought elsewhere', value: showAmount(amount), note: 'included', tone: 'plain' }
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
    {
      label: 'Position after',
      value: after.position === null ? 'not known' : showAmount(after.position, 0),
      note: 'shares',
      tone: 'plain',
    },
    {
      label: 'Exposure here',
      value: showAmount(after.exposure),
      note: of(limits?.maxPositionNotional),
      tone: 'plain',
    },
    ...(after.exposureOutside === ZERO ? [] : [outsideLine(after.exposureOutside)]),
    {
      label: 'Today',
      value: showAmount(after.dailyNotional),
      note: of(limits?.maxDailyNotional),
      tone: 'plain',
    },
    {
      label: 'Open orders',
      value: String(after.openOrders),
      note: of(limits?.maxOpenOrders),
      tone: 'plain',
    },
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
      roundSizeDown(left) === ZERO ? 'they could not be sold' : 'only an order that takes could sell them'
    }.`,
    // Where part is dropped, or all of it would be cut again, more in the ticket would sell no more.
    all:
      terms.side === 'SELL' && !isDropped({ terms, answer }) && fittingSize(terms, all) === all ? all : null,
  }
}
