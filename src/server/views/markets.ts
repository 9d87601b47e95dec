/** Events, markets and outcomes on the wire. Venue text is made inert here. */
import { inertText } from '#lib/inert-text.ts'
import type { z } from 'zod'
import type { Wire } from '#contract/live.ts'
import type { league, market, tag, team } from '#contract/markets.ts'
import { bestAsk, bestBid, type BookView } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import { isComboEligible } from '#core/market/market.ts'
import type { League, Market, MarketEvent, Outcome, Tag, Team } from '#core/market/market.ts'
import { formatMicros, micros, parseMicros } from '#core/money.ts'
import { formatPrice, type Price } from '#core/price.ts'
import { amountOrNull, knownFigures, timeOrNull } from './values.ts'

type WireMarket = z.input<typeof market>

/** The book of a subscribed outcome; null for any other. */
export type FollowedBook = (outcomeId: OutcomeId) => BookView | null

export function tagView(value: Tag): z.input<typeof tag> {
  return { id: value.id, label: inertText(value.label), slug: inertText(value.slug) }
}

export function teamView(value: Team): z.input<typeof team> {
  return {
    id: value.id,
    name: inertText(value.name),
    league: value.league,
    abbreviation: inertText(value.abbreviation),
    alias: value.alias === null ? null : inertText(value.alias),
    record: value.record === null ? null : inertText(value.record),
    color: value.color,
  }
}

export function leagueView(value: League): z.input<typeof league> {
  return { code: inertText(value.code), name: inertText(value.name), ordering: value.ordering }
}

export function eventView(value: MarketEvent, followedBook: FollowedBook): Wire['Event'] {
  return {
    id: value.id,
    slug: inertText(value.slug),
    title: inertText(value.title),
    description: inertText(value.description),
    image: null,
    icon: null,
    tags: value.tags.map(tagView),
    status: value.status,
    start_time: timeOrNull(value.startTime),
    end_time: timeOrNull(value.endTime),
    neg_risk: value.negRisk,
    volume: amountOrNull(value.volume),
    liquidity: amountOrNull(value.liquidity),
    game_id: value.gameId,
    live: value.live,
    markets: value.markets.map((inner) => marketView(inner, value.teams, followedBook)),
  }
}

/** @param teams  of the market's event: an outcome named after one of them carries it */
export function marketView(value: Market, teams: readonly Team[], followedBook: FollowedBook): WireMarket {
  return {
    id: value.id,
    event_id: value.eventId,
    slug: inertText(value.slug),
    question: inertText(value.question),
    group_title: value.groupTitle === null ? null : inertText(value.groupTitle),
    status: value.status,
    accepting_orders: value.acceptingOrders,
    not_tradable: value.notTradable ?? null,
    neg_risk: value.negRisk,
    ...knownFigures(value),
    sports_market_type: value.sportsMarketType === null ? null : inertText(value.sportsMarketType),
    line: lineText(value.line),
    end_time: timeOrNull(value.endTime),
    game_start_time: timeOrNull(value.gameStartTime),
    volume: amountOrNull(value.volume),
    liquidity: amountOrNull(value.liquidity),
    fees: feesView(value.fee),
    combo_eligible: isComboEligible(value),
    combo_status: value.comboStatus,
    winning_outcome_id: value.winningOutcomeId,
    cancels_at_start: value.cancelsAtStart,
    outcomes: value.outcomes.map((outcome) => outcomeView(outcome, teams, followedBook(outcome.id))),
  }
}

function outcomeView(value: Outcome, teams: readonly Team[], book: BookView | null): Wire['Outcome'] {
  const name = value.name.toLowerCase()
  const side = teams.find(
    (candidate) => candidate.name.toLowerCase() === name || candidate.alias?.toLowerCase() === name,
  )
  const live = book !== null && book.staleReason === null ? book : null
  return {
    id: value.id,
    market_id: value.marketId,
    name: inertText(value.name),
    position_id: value.positionId,
    best_bid: priceText(live && bestBid(live)),
    best_ask: priceText(live && bestAsk(live)),
    last_trade_price: priceText(live && live.lastTradePrice),
    team: side === undefined ? null : teamView(side),
  }
}

function priceText(price: Price | null): string | null {
  return price === null ? null : formatPrice(price)
}

function lineText(line: string | null): string | null {
  const parsed = line === null ? null : parseMicros(line)
  return parsed?.ok === true ? formatMicros(parsed.value) : null
}

function feesView(fee: Market['fee']): WireMarket['fees'] {
  if (fee === null) return null
  if (fee === 'unknown') return { rate: '0', exponent: 0, known: false }
  return { rate: formatMicros(micros(fee.rate)), exponent: fee.exponent, known: true }
}
