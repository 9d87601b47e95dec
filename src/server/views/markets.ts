/** Events, markets and outcomes, with the best prices of followed books. */
import type { CoreOf } from '#contract/codec/codec.ts'
import type { EventRow, MarketRow, outcome } from '#contract/records/markets.ts'
import { bestAsk, bestBid, type BookView } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import {
  isComboEligible,
  type Market,
  type MarketEvent,
  type Outcome,
  type Team,
} from '#core/market/market.ts'
import { micros, parseMicros, ZERO, type Micros } from '#core/money.ts'
import { knownFigures } from './values.ts'

/** The book of a subscribed outcome; null for any other. */
export type FollowedBook = (outcomeId: OutcomeId) => BookView | null

export function eventRow(event: MarketEvent, followedBook: FollowedBook): EventRow {
  const markets = event.markets.map((inner) => marketRow(inner, event.teams, followedBook))
  return { ...event, image: null, icon: null, markets }
}

/** @param teams  of the market's event: an outcome named after one of them carries it */
export function marketRow(market: Market, teams: readonly Team[], followedBook: FollowedBook): MarketRow {
  return {
    ...market,
    ...knownFigures(market),
    notTradable: market.notTradable ?? null,
    line: lineOf(market.line),
    fees: feesOf(market.fee),
    comboEligible: isComboEligible(market),
    outcomes: market.outcomes.map((one) => outcomeRow(one, teams, followedBook(one.id))),
  }
}

function outcomeRow(value: Outcome, teams: readonly Team[], book: BookView | null): CoreOf<typeof outcome> {
  const name = value.name.toLowerCase()
  const team = teams.find((one) => one.name.toLowerCase() === name || one.alias?.toLowerCase() === name)
  const live = book !== null && book.staleReason === null ? book : null
  return {
    ...value,
    bestBid: live && bestBid(live),
    bestAsk: live && bestAsk(live),
    lastTradePrice: live && live.lastTradePrice,
    team: team ?? null,
  }
}

function lineOf(line: string | null): Micros | null {
  const parsed = line === null ? null : parseMicros(line)
  return parsed?.ok === true ? parsed.value : null
}

function feesOf(fee: Market['fee']): MarketRow['fees'] {
  if (fee === null) return null
  if (fee === 'unknown') return { rate: ZERO, exponent: 0, known: false }
  return { rate: micros(fee.rate), exponent: fee.exponent, known: true }
}
