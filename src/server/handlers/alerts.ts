/** Alerts (API-7). */
import type { AlertTarget } from '#core/alert/alert.ts'
import { parsePrice } from '#core/price.ts'
import type { Engine } from '#engine/engine.ts'
import { namesOf } from '#engine/markets/titles.ts'
import { MAX_ALERTS, type AlertFault, type AlertStatus } from '#engine/notifications/alerts.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { AlertRow } from '#contract/records/alerts.ts'
import type { Input } from '#contract/routes.ts'
import { newestPage } from '../http/cursors.ts'
import { STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { invalidRequest } from '../http/validation.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

const OFF_TICK: Problem = {
  code: 'off_tick',
  detail: 'The threshold must be a whole number of ticks of the market, within its prices.',
  errors: [{ path: 'threshold', message: 'is not on the tick' }],
}

export function alertHandlers({ engine }: Services) {
  const { alerts } = engine
  const answer = (result: Result<AlertStatus, AlertFault>): Result<AlertRow, Problem> =>
    result.ok ? ok(alertRow(result.value, engine)) : err(problemOf(result.error))

  return {
    listAlerts({ query }) {
      const page = newestPage(alerts.list(), ({ alert }) => [alert.createdAt, alert.id], query)
      if (!page.ok) return page
      const items = page.value.items.map((status) => alertRow(status, engine))
      return ok({ items, nextCursor: page.value.nextCursor, limit: MAX_ALERTS })
    },

    createAlert({ body }) {
      const target = targetOf(body)
      return target === null ? err(OFF_TICK) : answer(alerts.create(target, body.repeat, body.note))
    },

    changeAlert({ params, body }) {
      const { state, direction, repeat, note } = body
      const known = alerts.get(params.alert_id)
      if (known === null) return err(notFound('alert'))
      const { target } = known.alert
      const threshold = body.threshold === undefined ? undefined : thresholdOf(target.kind, body.threshold)
      if (threshold === null) return err(OFF_TICK)
      if (target.kind.startsWith('game') && repeat === true) {
        return err(invalidRequest([{ path: 'repeat', message: 'a game starts and ends once' }]))
      }
      return answer(alerts.change(params.alert_id, { state, direction, threshold, repeat, note }))
    },

    deleteAlert({ params }) {
      const removed = alerts.remove(params.alert_id)
      return removed.ok ? removed : err(problemOf(removed.error))
    },
  } satisfies Partial<Handlers>
}

/** An alert as it was last judged, with the names of what it watches. */
export function alertRow(
  { alert, ...judged }: AlertStatus,
  engine: Pick<Engine, 'catalog' | 'games'>,
): AlertRow {
  const { target } = alert
  return {
    ...alert,
    ...judged,
    kind: target.kind,
    outcomeId: 'outcomeId' in target ? target.outcomeId : null,
    gameId: 'gameId' in target ? target.gameId : null,
    ...placeOf(target, engine),
    direction: directionOf(target),
    threshold: 'threshold' in target ? target.threshold : null,
  }
}

type Place = Pick<AlertRow, 'eventId' | 'eventTitle' | 'marketTitle' | 'outcomeName'>

function placeOf(target: AlertTarget, { catalog, games }: Pick<Engine, 'catalog' | 'games'>): Place {
  if ('outcomeId' in target) {
    const known = catalog.outcome(target.outcomeId)
    return known === null
      ? { eventId: null, eventTitle: target.outcomeId, marketTitle: null, outcomeName: null }
      : { eventId: known.event.id, ...namesOf(known) }
  }
  const game = games.game(target.gameId)
  const event = game === null || game.eventId === null ? null : catalog.event(game.eventId)
  const teams =
    game === null || game.home === null || game.away === null ? null : `${game.home} - ${game.away}`
  return {
    eventId: event?.id ?? null,
    eventTitle: event?.title ?? teams ?? target.gameId,
    marketTitle: null,
    outcomeName: null,
  }
}

function directionOf(target: AlertTarget): AlertRow['direction'] {
  if ('direction' in target) return target.direction
  return target.kind === 'score' && target.threshold !== null ? 'above' : null
}

/** Null for a threshold that is no price. */
function targetOf(body: Input<'createAlert'>['body']): AlertTarget | null {
  switch (body.kind) {
    case 'price':
    case 'spread': {
      const threshold = parsePrice(body.threshold)
      if (threshold === null) return null
      return { kind: body.kind, outcomeId: body.outcome_id, direction: body.direction, threshold }
    }
    case 'score': {
      const points = body.threshold ?? null
      return { kind: 'score', gameId: body.game_id, threshold: points === null ? null : Number(points) }
    }
    case 'game_start':
    case 'game_end':
      return { kind: body.kind, gameId: body.game_id }
  }
}

function thresholdOf(kind: AlertTarget['kind'], text: string): number | null {
  if (kind === 'score') return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
  return kind === 'price' || kind === 'spread' ? parsePrice(text) : null
}

function problemOf(fault: AlertFault): Problem {
  switch (fault) {
    case 'too_many_alerts':
      return { code: 'too_many_alerts', detail: `At most ${MAX_ALERTS} alerts. Remove one first.` }
    case 'off_tick':
      return OFF_TICK
    case 'unknown_outcome':
      return notFound('outcome')
    case 'unknown_game':
      return notFound('game')
    case 'not_found':
      return notFound('alert')
    case 'storage_refused':
      return STORAGE_REFUSED
  }
}
