/** Games and the trades of others on the wire. */
import { inertText } from '#lib/inert-text.ts'
import type { Wire } from '#contract/live.ts'
import type { Trade } from '#core/book/book.ts'
import type { Game } from '#core/market/game.ts'
import { formatMicros } from '#core/money.ts'
import { formatPrice } from '#core/price.ts'
import { timeOrNull } from './values.ts'

const inertOrNull = (text: string | null): string | null => (text === null ? null : inertText(text))

export function gameView(game: Game): Wire['Game'] {
  return {
    id: game.id,
    event_id: game.eventId,
    league: inertText(game.league),
    home: inertOrNull(game.home),
    away: inertOrNull(game.away),
    ordering: game.ordering,
    score: game.score,
    raw_score: inertOrNull(game.rawScore),
    period: inertOrNull(game.period),
    elapsed: inertOrNull(game.elapsed),
    status: game.status,
    starts_at: timeOrNull(game.startsAt),
    started_at: timeOrNull(game.startedAt),
    ended_at: timeOrNull(game.endedAt),
    stale: game.stale,
    updated_at: timeOrNull(game.updatedAt),
  }
}

export function tradeView(trade: Trade): Wire['Trade'] {
  return {
    id: String(trade.number),
    price: formatPrice(trade.price),
    size: formatMicros(trade.size),
    side: trade.side,
    at: timeOrNull(trade.at),
  }
}
