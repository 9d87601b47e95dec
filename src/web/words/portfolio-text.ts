/** The account as text: its figures exactly, why they are old, what is missing and how to set it. */
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { AccountSummary, JournalQuery, Position, Status } from '../platform/api/client.ts'
import { showAmount, showDay, showLocal } from '../platform/format/figures.ts'
import type { Prices } from '../data/settings/prices.ts'
import { staleText as causeText } from './why-not.ts'

/** Why a position's mark and exit are old; null when they are not. */
export function staleText(position: Pick<Position, 'stale' | 'staleReason'>): string | null {
  if (!position.stale) return null
  return position.staleReason === null
    ? 'the book is not verified as current'
    : causeText(position.staleReason)
}

/** Figures of the journal. */
export const MEASURE_NAMES = {
  profit: 'Realised',
  slippage_best: 'Slippage to the best',
  slippage_mid: 'Slippage to the mid',
  mark_1s: 'Markout 1 s',
  mark_10s: 'Markout 10 s',
  mark_1m: 'Markout 1 min',
  mark_5m: 'Markout 5 min',
  mark_end: 'Markout at the end',
} as const satisfies Record<NonNullable<JournalQuery['measure']>, string>

/** The account's figures exactly, and as of when: the tooltip of those in the frame. */
export function accountText(summary: AccountSummary, isCurrent: boolean): string {
  const cash = summary.cash === null ? 'not read' : showAmount(summary.cash)
  const free =
    summary.available === null
      ? ''
      : `, free ${showAmount(summary.available)} (reserved ${showAmount(summary.reserved)})`
  return [
    `Cash ${cash}${free}`,
    `Exposure at cost ${showAmount(summary.exposure)}`,
    `P&L of open positions ${showAmount(summary.unrealised, 2, true)} est., at the best bids`,
    `Realised today ${showAmount(summary.realisedToday, 2, true)}, since 00:00 UTC`,
    `As of ${showLocal(summary.asOf, true)}${isCurrent ? '' : ', not current: the link is lost'}`,
  ].join('\n')
}

export type Missing = { readonly what: string; readonly how: string }

/** Reason why the account's pages cannot show anything; null when there is none. */
export function missingText(status: Status | null): Missing | null {
  if (status === null) return null
  const { walletAddress: wallet, state } = status.credentials
  if (wallet === null) {
    return {
      what: 'No wallet is configured, so there is no account to show. Markets and books work without one.',
      how: 'Set VENUE_WALLET_ADDRESS (and VENUE_SESSION_KEY to trade), by "sesame setup" or in .env, and restart the terminal.',
    }
  }
  if (state === 'none') {
    return {
      what: 'No credentials: cash, open orders and live fills cannot be read. Positions and activity need the wallet only.',
      how: 'Set VENUE_SESSION_KEY, by "sesame setup" or in .env, and restart the terminal.',
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

/** Shares with their unsettled part: `100`, `100 (20 settling)`, `80 (−20 settling)`, `20 (20 not settled, overdue)`. */
export function sharesText(position: Pick<Position, 'size' | 'settlingSize' | 'overdue'>): {
  readonly size: string
  readonly settling: string | null
} {
  return {
    size: showAmount(position.size, 0),
    settling:
      position.overdue !== ZERO
        ? `${showAmount(position.overdue, 0, true)} not settled, overdue`
        : position.settlingSize === ZERO
          ? null
          : `${showAmount(position.settlingSize, 0, true)} settling`,
  }
}

/** `24 Nov, 04:11`, with the year when it is not this one; `04:11:23` with seconds. */
export function shortDay(at: number, now: number, seconds = false): string {
  const [day = ''] = showDay(at).split(', ')
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return `${isThisYear ? day.replace(/ \d+$/, '') : day}, ${showLocal(at, seconds)}`
}

/** An amount with its tone: gains and losses are distinguished by sign as well. */
export function toneOf(amount: Micros | null): 'pos' | 'neg' | 'soft' {
  if (amount === null || amount === ZERO) return 'soft'
  return amount < ZERO ? 'neg' : 'pos'
}

/** An average price for narrow places: to the nearest hundredth of a cent, as finely as any price is traded. */
export function shortAverage(prices: Prices, average: Micros): string {
  return prices.micros(((average + 50n) / 100n) * 100n, 2)
}

/**
 * Result of a redeemable position: won only at 1, anything else with its payout a share; null for one that is not.
 */
export function resultText(
  { redeemable, result, price: paid }: Pick<Position, 'redeemable' | 'result' | 'price'>,
  prices: Prices,
): string | null {
  if (!redeemable) return null
  if (result === 'part' && paid !== null) return `no winner, paid ${prices.value(paid)} a share`
  return result ?? 'resolved, payout not known'
}

/** Full text of a truncated cell: the average price and the value of the position against it. */
export function exactText(position: Pick<Position, 'averagePrice' | 'unrealised'>, prices: Prices): string {
  const { averagePrice: average, unrealised: pnl } = position
  return [
    average === null ? 'no known cost' : `${prices.value(average)} on average`,
    pnl === null ? 'not marked' : `${showAmount(pnl, 2, true)} est.`,
  ].join(', ')
}
