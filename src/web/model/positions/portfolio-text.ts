/** The account as text: why figures differ or are old, what an exit leaves, what is missing and how to set it. */
import { addMicros, micros, parseMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { sizeStep } from '#core/order/order-amounts.ts'
import type { SizeRule } from '#core/order/order-amounts.ts'
import type { AccountSummary, Position, Status } from '../../platform/api/wire.ts'
import { showAmountText, showSize } from '../../platform/format/numbers.ts'
import type { Prices } from '../settings/prices.ts'
import { showAge, showDay, showLocal } from '../../platform/format/times.ts'

const HUNDREDTH = micros(10_000n)

type Cause = NonNullable<NonNullable<Position['venue']>['likely_cause']>

const CAUSES: Record<Cause, string> = {
  indexer_behind: "The venue's list is older than our last fill; it usually follows within a minute.",
  settling: 'Trades are not final yet; the venue lists them once they are settled.',
  foreign_activity: 'Orders from outside this terminal traded.',
  not_a_trade: 'Shares came or went without a trade: a split, merge, transfer or payout.',
  history_incomplete: 'Trades from before what the venue still lists are part of it.',
  fees_in_basis:
    'The venue does not say which fees belong to the shares still held; here each share keeps its own.',
  rounding: 'Less than a cent: the venue rounds.',
  other_mark: 'The venue values at another price than the best bid.',
  unknown: 'No cause is known. Compare the fills with the activity list.',
}

/** The likely cause of a difference, as a sentence. */
export function causeText(cause: Cause | null): string {
  return CAUSES[cause ?? 'unknown']
}

const STALE: Readonly<Record<string, string>> = {
  no_snapshot: 'no book has been read yet',
  feed_down: 'the market feed is down',
  no_pong: 'the market feed is silent',
  frozen: 'the market feed is frozen',
  gap: 'the book is being read again',
  crossed: 'the book is crossed and being read again',
  tick_change: 'the tick size has changed',
  resolved: 'the market is resolved',
  polled: 'the market feed has no book; it is read over REST',
}

/** Why a position's mark and exit are old; null when they are not. */
export function staleText(position: Pick<Position, 'stale' | 'stale_reason'>): string | null {
  if (!position.stale) return null
  return STALE[position.stale_reason ?? ''] ?? 'the book is not verified as current'
}

/** What keeps the summary from being the whole and present truth, the gravest first. */
export function summaryWarnings(summary: AccountSummary, isCurrent: boolean, now: number): readonly string[] {
  const warnings: string[] = []
  if (!isCurrent) {
    warnings.push(
      `Not current: the link to the terminal is lost, figures are ${showAge(now - Date.parse(summary.as_of))} old.`,
    )
  }
  if (!summary.positions_complete) {
    const why = summary.positions_problem === null ? '' : ` ${summary.positions_problem}`
    warnings.push(`The venue's list of positions was not read whole: more may be held than is shown.${why}`)
  } else if (summary.positions_problem !== null) {
    warnings.push(summary.positions_problem)
  }
  if (summary.cash === null) warnings.push('Cash has not been read from the venue yet.')
  if (summary.stale_positions > 0) {
    warnings.push(
      `${countOf(summary.stale_positions, 'position')} valued from a book that is stale: their mark and exit are the last known.`,
    )
  }
  if (summary.positions_without_mark > 0) {
    warnings.push(
      `${countOf(summary.positions_without_mark, 'position')} without any price, left out of the sums.`,
    )
  }
  if (summary.unread_rows > 0) {
    warnings.push(`${countOf(summary.unread_rows, 'row')} of the venue's list could not be understood.`)
  }
  if (summary.allowances_ok === false) {
    warnings.push('The exchange may not spend enough of the wallet: set the allowances at the venue.')
  }
  return warnings
}

/** The account's figures exactly, and as of when: the tooltip of those in the frame. */
export function accountText(summary: AccountSummary, isCurrent: boolean): string {
  const cash = summary.cash === null ? 'not read' : showAmountText(summary.cash)
  const free =
    summary.available === null
      ? ''
      : `, free ${showAmountText(summary.available)} (reserved ${showAmountText(summary.reserved)})`
  return [
    `Cash ${cash}${free}`,
    `Exposure at cost ${showAmountText(summary.exposure)}`,
    `P&L of open positions ${showAmountText(summary.unrealised_pnl, 2, true)} est., at the best bids`,
    `Realised today ${showAmountText(summary.realised_pnl_today, 2, true)}, since 00:00 UTC`,
    `As of ${showLocal(Date.parse(summary.as_of), true)}${isCurrent ? '' : ', not current: the link is lost'}`,
  ].join('\n')
}

/** `1 position`, `2 positions`. */
export function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

export type Missing = { readonly what: string; readonly how: string }

/** What the account's pages lack before they can show anything; null when nothing is missing. */
export function missingText(status: Status | null): Missing | null {
  if (status === null) return null
  const { wallet_address: wallet, state } = status.credentials
  if (wallet === null) {
    return {
      what: 'No wallet is configured, so there is no account to show. Markets and books work without one.',
      how: 'Set VENUE_WALLET_ADDRESS (and VENUE_SESSION_KEY to trade), by "sesame setup" or in .env, and start the terminal again.',
    }
  }
  if (state === 'none') {
    return {
      what: 'No credentials: cash, open orders and live fills cannot be read. Positions and activity need the wallet only.',
      how: 'Set VENUE_SESSION_KEY, by "sesame setup" or in .env, and start the terminal again.',
    }
  }
  if (state === 'failed') {
    return {
      what: `The venue credentials do not work${reasonOf(status)}: cash, open orders and live fills cannot be read.`,
      how: status.credentials.detail ?? 'Run "sesame doctor"; it says which setting is missing or refused.',
    }
  }
  return null
}

function reasonOf(status: Status): string {
  const { reason } = status.credentials
  return reason === null ? '' : ` (${reason.replaceAll('_', ' ')})`
}

/**
 * What an exit leaves of a position and why; null when it leaves nothing.
 *
 * @param isWalk  whether it takes all that the bids within its limit price offer
 */
export function leftText(
  position: Position,
  { size: sold, price, timeInForce }: SizeRule & { readonly size: Micros },
  isWalk: boolean,
): string | null {
  const left = subtractMicros(amountOf(position.size), sold)
  if (left <= ZERO) return null
  const reasons: string[] = []
  const reserved = amountOf(position.reserved_size)
  const settling = amountOf(position.settling_size)
  const minimum = amountOf(position.min_order_size ?? '0')
  if (reserved > ZERO) reasons.push(`${showSize(reserved)} are offered in open orders already`)
  if (settling > ZERO) reasons.push(`${showSize(settling)} are not settled yet`)
  const busy = addMicros(reserved, settling > ZERO ? settling : ZERO)
  const free = subtractMicros(left, busy)
  const step = sizeStep({ timeInForce, price })
  if (isWalk && free >= HUNDREDTH) {
    reasons.push(
      free < step
        ? `the venue takes whole cents, at this limit multiples of ${showSize(step)} shares`
        : 'the bids down to the limit price take no more',
    )
  }
  if (left < HUNDREDTH) reasons.push('less than 0.01 of a share cannot be sold')
  else if (left < minimum) {
    reasons.push(`below the minimum of ${showSize(minimum)}, so that only walking the bids could sell it`)
  }
  return `${showSize(left)} shares stay${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}.`
}

/** How much of a position the bids take. */
export function exitText(position: Position): string {
  if (position.exit_value === null) return 'no bids'
  return position.exit_complete ? 'full' : `partial, ${showAmountText(position.exit_missing_size, 0)} missing`
}

/** Shares with their unsettled part: `100`, `100 (20 settling)`, `80 (−20 settling)`. */
export function sharesText(position: Pick<Position, 'size' | 'settling_size'>): {
  readonly size: string
  readonly settling: string | null
} {
  return {
    size: showAmountText(position.size, 0),
    settling:
      position.settling_size === '0' ? null : `${showAmountText(position.settling_size, 0, true)} settling`,
  }
}

/** A price on the position's tick; a mark that lies between ticks keeps its decimals. */
export function markText(prices: Prices, price: string | null, tick: string | null): string {
  return price === null ? '\u2013' : prices.text(price, tick)
}

/** How much of the exposure a cost is, in whole percent, cut: `12 %`. Null where there is none. */
export function shareOfExposure(cost: string, exposure: string | null): string | null {
  const whole = amountOf(exposure ?? '0')
  return whole <= ZERO ? null : `${(amountOf(cost) * 100n) / whole} %`
}

/** `20 Nov, 14:02`; with the year when it is not this one. */
export function shortDay(at: number, now: number): string {
  const text = showDay(at)
  return text.replace(` ${new Date(now).getFullYear()},`, ',')
}

/** An amount with its tone: gains and losses are distinguished by sign as well. */
export function toneOf(text: string | null): 'pos' | 'neg' | 'soft' {
  if (text === null || text === '0') return 'soft'
  return text.startsWith('-') ? 'neg' : 'pos'
}

function amountOf(text: string): Micros {
  const parsed = parseMicros(text)
  return parsed.ok ? parsed.value : micros(0n)
}

/** An average price for narrow places: to the nearest hundredth of a cent, as finely as any price is traded. */
export function shortAverage(prices: Pick<Prices, 'micros' | 'text'>, average: string): string {
  const parsed = parseMicros(average)
  return parsed.ok ? prices.micros(((parsed.value + 50n) / 100n) * 100n, 2) : prices.text(average)
}

/** What is cut in a narrow place, whole: the average price and what the position is worth against it. */
export function exactText(
  position: Pick<Position, 'average_price' | 'unrealised_pnl'>,
  prices: Pick<Prices, 'text'>,
): string {
  const { average_price: average, unrealised_pnl: pnl } = position
  return [
    average === null ? 'no known cost' : `${prices.text(average)} on average`,
    pnl === null ? 'not marked' : `${showAmountText(pnl, 2, true)} est.`,
  ].join(', ')
}
