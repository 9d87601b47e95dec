/** Attached exits (API-6). */
import type { z } from 'zod'
import type { exitLegs } from '#contract/attached-exits.ts'
import type { Wire } from '#contract/live.ts'
import type { ExitLegs } from '#core/order/attached-exit.ts'
import { FAULT_TEXT, MAX_EXITS } from '#engine/exits/exit-faults.ts'
import type { ExitFault, ExitStatus } from '#engine/exits/contract.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { newestPage } from '../http/cursors.ts'
import { STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { attachedExitView } from '../views/attached-exits.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

type Operations = 'listAttachedExits' | 'attachExit' | 'changeAttachedExit' | 'removeAttachedExit'

export function attachedExitHandlers({ engine }: Services): Pick<Handlers, Operations> {
  const { attachedExits, trading } = engine
  const answer = (result: Result<ExitStatus, ExitFault>): Result<Wire['AttachedExit'], Problem> =>
    result.ok ? ok(attachedExitView(result.value, engine)) : err(problemOf(result.error))

  return {
    listAttachedExits({ query }) {
      const page = newestPage(attachedExits.list(), ({ exit }) => [exit.createdAt, exit.id], query)
      if (!page.ok) return page
      const items = page.value.items.map((status) => attachedExitView(status, engine))
      return ok({ items, next_cursor: page.value.next_cursor, limit: MAX_EXITS })
    },

    async attachExit({ body }) {
      trading.touch()
      return answer(await attachedExits.put(body.outcome_id, body.size, legsOf(body.legs)))
    },

    changeAttachedExit({ params, body }) {
      trading.touch()
      return answer(attachedExits.change(params.exit_id, legsOf(body.legs)))
    },

    removeAttachedExit({ params }) {
      trading.touch()
      return answer(attachedExits.remove(params.exit_id))
    },
  }
}

/** The legs of a body; one that is left out is none. */
export function legsOf({ target, stop, trailing, time }: z.output<typeof exitLegs>): ExitLegs {
  return {
    target: target ?? null,
    stop: stop ? { price: stop.price, slippageTicks: stop.slippage_ticks } : null,
    trailing: trailing ? { distance: trailing.distance, slippageTicks: trailing.slippage_ticks } : null,
    time: time ? { minutesBefore: time.minutes_before_start } : null,
  }
}

function problemOf(fault: ExitFault): Problem {
  switch (fault) {
    case 'not_found':
      return notFound('exit')
    case 'unknown_outcome':
      return notFound('outcome')
    case 'storage_refused':
      return STORAGE_REFUSED
    case 'end_not_stored':
      return { code: 'storage_refused', detail: FAULT_TEXT.end_not_stored }
    case 'off_tick':
      return { code: 'off_tick', detail: FAULT_TEXT.off_tick }
    case 'not_known':
      return { code: 'venue_error', detail: FAULT_TEXT.not_known }
    default:
      return { code: 'invalid_exit', detail: FAULT_TEXT[fault] }
  }
}
