/** Attached exits (API-6). */
import type { z } from 'zod'
import type { exitLegs } from '#contract/attached-exits.ts'
import type { placeBody } from '#contract/orders.ts'
import type { AttachedExitRow } from '#contract/records/attached-exits.ts'
import { knownFigures, marketTitle } from '#core/market/market.ts'
import {
  coveredShares,
  openOrders,
  soldShares,
  trailingPrice,
  type ExitLegs,
} from '#core/order/attached-exit.ts'
import { ZERO } from '#core/money.ts'
import { legsOfTemplate } from '#core/order/exit-template.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Engine } from '#engine/engine.ts'
import { FAULT_TEXT, MAX_EXITS, type ExitFault } from '#engine/exits/exit-faults.ts'
import type { ExitStatus } from '#engine/exits/exit-looks.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { newestPage } from '../http/cursors.ts'
import { CONFLICT, STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { invalidRequest } from '../http/validation.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

export function attachedExitHandlers({ engine }: Services) {
  const { attachedExits } = engine
  const answer = (result: Result<ExitStatus, ExitFault>): Result<AttachedExitRow, Problem> =>
    result.ok ? ok(attachedExitRow(result.value, engine)) : err(problemOf(result.error))

  return {
    listAttachedExits({ query }) {
      const page = newestPage(attachedExits.list(), ({ exit }) => [exit.createdAt, exit.id], query)
      if (!page.ok) return page
      const items = page.value.items.map((status) => attachedExitRow(status, engine))
      return ok({ items, nextCursor: page.value.nextCursor, limit: MAX_EXITS })
    },

    async attachExit({ body }) {
      const { outcome_id: outcomeId, size, client_order_id: askedAs } = body
      const legs = legsOf(body.legs)
      return answer(await attachedExits.put(outcomeId, size ?? ZERO, legs, askedAs ?? null))
    },

    changeAttachedExit({ params, body }) {
      return answer(attachedExits.change(params.exit_id, legsOf(body.legs)))
    },

    removeAttachedExit({ params }) {
      return answer(attachedExits.remove(params.exit_id))
    },
  } satisfies Partial<Handlers>
}

const MINUTE_MS = 60_000

/** An exit with the names of its outcome, its prices and its orders. */
export function attachedExitRow(
  { exit, ...status }: ExitStatus,
  {
    catalog,
    orders,
  }: {
    readonly catalog: Pick<Engine['catalog'], 'outcome'>
    readonly orders: Pick<Engine['orders'], 'byClientOrderId'>
  },
): AttachedExitRow {
  const known = catalog.outcome(exit.outcomeId)
  const { target, further, stop, trailing, time, breakEven, entry } = exit.legs
  const startsAt = known?.market.gameStartTime ?? known?.event.startTime ?? null
  const trailingSteps = trailingPrice(exit)
  return {
    ...exit,
    ...status,
    eventId: known?.event.id ?? null,
    eventTitle: known?.event.title ?? exit.outcomeId,
    marketTitle: known === null ? '' : marketTitle(known.market),
    outcomeName: known?.outcome.name ?? '',
    tickSize: known && knownFigures(known.market).tickSize,
    entryClientOrderId: exit.entries.at(-1)?.clientOrderId ?? null,
    covered: coveredShares(exit),
    sold: soldShares(exit),
    targetPrice: target && target.price,
    targetCancelledBy: exit.targetCancelled?.by ?? null,
    furtherTargets: further,
    breakEven: breakEven === null ? undefined : { atPrice: breakEven.at, stopPrice: breakEven.stop },
    entry: entry ?? undefined,
    stopPrice: stop && stop.price,
    stopSlippageTicks: stop && stop.slippageTicks,
    stopSlippage: exit.slippage.stop,
    trailingDistance: trailing && priceFromSteps(trailing.distance),
    trailingSlippageTicks: trailing && trailing.slippageTicks,
    trailingSlippage: exit.slippage.trailing,
    trailingPrice: trailingSteps === null ? null : priceFromSteps(trailingSteps),
    minutesBeforeStart: time && time.minutesBefore,
    sellsAt: time === null || startsAt === null ? null : startsAt - time.minutesBefore * MINUTE_MS,
    orderIds: openOrders(exit).flatMap(
      ({ clientOrderId, orderId }) => orders.byClientOrderId(clientOrderId)?.id ?? orderId ?? [],
    ),
    trigger: exit.trigger && {
      ...exit.trigger,
      bookSeq: exit.trigger.evidence.bookSequence,
      bookAgeMs: exit.trigger.evidence.bookAgeMs,
    },
    end: exit.end && exit.end.how,
  }
}

/** The legs of a body; one that is left out is none. */
export function legsOf(body: z.output<typeof exitLegs>): ExitLegs {
  const { target, further_targets: further, stop, trailing, time, break_even: moves, entry } = body
  return {
    target: target ?? null,
    further: further ?? [],
    stop: stop ? { price: stop.price, slippageTicks: stop.slippage_ticks } : null,
    trailing: trailing ? { distance: trailing.distance, slippageTicks: trailing.slippage_ticks } : null,
    time: time ? { minutesBefore: time.minutes_before_start } : null,
    breakEven: moves ? { at: moves.at_price, stop: moves.stop_price } : null,
    entry: entry ? { price: entry.price, size: entry.size, slippageTicks: entry.slippage_ticks } : null,
  }
}

/**
 * The legs of an order, null for none. Legs count before the template, whose name is only kept then.
 *
 * @param place  of the order in its command, as a prefix
 */
export function exitsAsked(
  { engine, workspace }: Pick<Services, 'engine' | 'workspace'>,
  body: z.output<typeof placeBody>,
  place = '',
): Result<ExitLegs | null, Problem> {
  const { client_order_id: id, exits, template: name, price, outcome_id: outcomeId } = body
  if (exits) return ok(legsOf(exits))
  if (name === undefined || typeof price === 'string') return ok(null)
  // A repeat has the legs of its first time, whatever became of the template.
  const known = engine.attachedExits.list().find(({ exit }) => exit.entries[0]?.clientOrderId === id)
  if (known !== undefined) return ok(known.exit.asked)
  const wrong = (message: string): Result<never, Problem> =>
    err(invalidRequest([{ path: `${place}template`, message }]))
  const template = workspace.exitTemplates().templates.find((one) => one.name === name)
  if (template === undefined) return wrong('is not the name of a template')
  const legs = legsOfTemplate(template, price, engine.attachedExits.tickOf(outcomeId))
  return legs.ok ? legs : wrong(legs.error)
}

/** The same of each order of a command. */
export function exitsOfEach(
  services: Pick<Services, 'engine' | 'workspace'>,
  orders: readonly z.output<typeof placeBody>[],
): Result<readonly (ExitLegs | null)[], Problem> {
  const legs: (ExitLegs | null)[] = []
  for (const [at, one] of orders.entries()) {
    const asked = exitsAsked(services, one, `orders.${at}.`)
    if (!asked.ok) return asked
    legs.push(asked.value)
  }
  return ok(legs)
}

const PROBLEMS: Partial<Record<ExitFault, Problem>> = {
  not_found: notFound('exit'),
  unknown_outcome: notFound('outcome'),
  conflict: CONFLICT,
  storage_refused: STORAGE_REFUSED,
  end_not_stored: { code: 'storage_refused', detail: FAULT_TEXT.end_not_stored },
  off_tick: { code: 'off_tick', detail: FAULT_TEXT.off_tick },
  not_known: { code: 'venue_error', detail: FAULT_TEXT.not_known },
}

function problemOf(fault: ExitFault): Problem {
  return PROBLEMS[fault] ?? { code: 'invalid_exit', detail: FAULT_TEXT[fault] }
}
