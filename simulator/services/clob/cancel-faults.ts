// The `cancel.` and `cancel_all.` families of faults: cancels that are confirmed without happening, miss some orders or lose
// the race against a fill.
import { ok } from '../../answers.ts'
import type { VenueAnswer, VenueRequest } from '../../http-server.ts'
import type { ClobParts } from './parts.ts'

/** Runs `act`, which cancels these ids and answers, as the first rule that fires has it. */
export function cancelWithFaults(
  { exchange, clock, faults }: ClobParts,
  request: VenueRequest,
  ids: readonly string[],
  act: (ids: readonly string[]) => VenueAnswer,
): VenueAnswer {
  const fault = faults.first(request.subject, request.path === '/cancel-all' ? 'cancel_all.' : 'cancel.')
  if (fault !== null) request.entry.faults.push(fault.called)
  const notCanceled = (reason: string): VenueAnswer =>
    ok({ canceled: [], not_canceled: Object.fromEntries(ids.map((id) => [id, reason])) })
  switch (fault?.name) {
    case 'cancel.not_found':
      return notCanceled('order not found')
    case 'cancel.already_matched':
      return notCanceled('already canceled or matched')
    case 'cancel.ignored':
      return ok({ canceled: ids, not_canceled: {} })
    case 'cancel.fill_race':
      for (const id of ids) exchange.fill(id)
      return act(ids)
    case 'cancel_all.partial':
      return act(ids.slice(0, Math.floor(ids.length * fault.number('fraction', 0.5))))
    case 'cancel_all.misses_inflight': {
      const since = clock.now() - fault.number('ms', 1_000)
      return act(ids.filter((id) => (exchange.order(id)?.createdAt ?? 0) < since))
    }
    default:
      return act(ids)
  }
}
