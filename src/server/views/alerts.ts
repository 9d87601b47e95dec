/** Alerts on the wire. */
import { inertText } from '#lib/inert-text.ts'
import type { Wire } from '#contract/live.ts'
import type { AlertTarget } from '#core/alert/alert.ts'
import type { AlertStatus } from '#engine/notifications/alerts.ts'
import type { Engine } from '#engine/engine.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { timeOrNull, timeText } from './values.ts'

const PRICE_PLACES = 4

export function alertView(status: AlertStatus, engine: Pick<Engine, 'catalog' | 'games'>): Wire['Alert'] {
  const { alert, blockedReason, value, distance, tick } = status
  const { target } = alert
  const inUnit = (amount: number | null): string | null =>
    amount === null ? null : amountText(target, amount)
  return {
    id: alert.id,
    kind: target.kind,
    outcome_id: 'outcomeId' in target ? target.outcomeId : null,
    game_id: 'gameId' in target ? target.gameId : null,
    ...titlesOf(target, engine),
    direction: directionOf(target),
    threshold: inUnit('threshold' in target ? target.threshold : null),
    tick_size: inUnit(tick),
    repeat: alert.repeat,
    state: alert.state,
    blocked_reason: blockedReason,
    value: inUnit(value),
    distance: inUnit(distance),
    note: inertText(alert.note),
    created_at: timeText(alert.createdAt),
    armed_at: timeOrNull(alert.armedAt),
    checked_at: timeOrNull(status.checkedAt),
    last_fired_at: timeOrNull(alert.lastFiredAt),
  }
}

type Titles = Pick<Wire['Alert'], 'event_id' | 'event_title' | 'market_title' | 'outcome_name'>

function titlesOf(target: AlertTarget, { catalog, games }: Pick<Engine, 'catalog' | 'games'>): Titles {
  if ('outcomeId' in target) {
    const known = catalog.outcome(target.outcomeId)
    return {
      event_id: known?.event.id ?? null,
      event_title: inertText(known?.event.title ?? target.outcomeId),
      market_title: known === null ? null : inertText(known.market.groupTitle ?? known.market.question),
      outcome_name: known === null ? null : inertText(known.outcome.name),
    }
  }
  const game = games.game(target.gameId)
  const event = game === null || game.eventId === null ? null : catalog.event(game.eventId)
  const teams =
    game === null || game.home === null || game.away === null ? null : `${game.home} - ${game.away}`
  return {
    event_id: event?.id ?? null,
    event_title: inertText(event?.title ?? teams ?? target.gameId),
    market_title: null,
    outcome_name: null,
  }
}

function directionOf(target: AlertTarget): Wire['Alert']['direction'] {
  if ('direction' in target) return target.direction
  return target.kind === 'score' && target.threshold !== null ? 'above' : null
}

function amountText(target: AlertTarget, amount: number): string {
  return target.kind === 'score' ? String(amount) : formatDecimal(BigInt(amount), PRICE_PLACES)
}
