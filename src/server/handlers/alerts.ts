/** Alerts (API-7). */
import type { AlertTarget } from '#core/alert/alert.ts'
import { parsePrice } from '#core/price.ts'
import { MAX_ALERTS, type AlertFault, type AlertStatus } from '#engine/notifications/alerts.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Wire } from '#contract/live.ts'
import type { Input } from '#contract/routes.ts'
import { newestPage } from '../http/cursors.ts'
import { STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { invalidRequest } from '../http/validation.ts'
import { alertView } from '../views/alerts.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

type Operations = 'listAlerts' | 'createAlert' | 'changeAlert' | 'deleteAlert'

const OFF_TICK: Problem = {
  code: 'off_tick',
  detail: 'The threshold must be a whole number of ticks of the market, within its prices.',
  errors: [{ path: 'threshold', message: 'is not on the tick' }],
}

export function alertHandlers({ engine }: Services): Pick<Handlers, Operations> {
  const { alerts } = engine
  const answer = (result: Result<AlertStatus, AlertFault>): Result<Wire['Alert'], Problem> =>
    result.ok ? ok(alertView(result.value, engine)) : err(problemOf(result.error))

  return {
    listAlerts({ query }) {
      const page = newestPage(alerts.list(), ({ alert }) => [alert.createdAt, alert.id], query)
      if (!page.ok) return page
      const items = page.value.items.map((status) => alertView(status, engine))
      return ok({ items, next_cursor: page.value.next_cursor, limit: MAX_ALERTS })
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
  }
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
      return { code: 'too_many_alerts', detail: `There may be ${MAX_ALERTS} alerts. Remove one first.` }
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
