// The `cancel.` and `cancel_all.` families of faults: cancels that happen unseen, are confirmed without happening, miss some
// orders or lose the race against a fill.
import type { Parts } from '../../parts.ts'
import { ok } from '../../answers.ts'
import type { FiredFault } from '../../faults/types.ts'
import type { VenueAnswer, VenueRequest } from '../../http-server.ts'
import type { VenueControls } from '../../venue-controls.ts'

/** Cancels these ids and answers. */
type CancelAct = (ids: readonly string[]) => VenueAnswer

export type CancelFaults = ReturnType<typeof createCancelFaults>

type CancelFaultDeps = Pick<Parts, 'exchange' | 'clock' | 'faults'> & {
  readonly controls: VenueControls
}

/** Faults on cancelling. */
export function createCancelFaults(deps: CancelFaultDeps) {
  const { exchange, controls, clock } = deps

  function notCanceled(ids: readonly string[], reason: string): VenueAnswer {
    return ok({ canceled: [], not_canceled: Object.fromEntries(ids.map((id) => [id, reason])) })
  }

  function one(fault: FiredFault, ids: readonly string[], act: CancelAct): VenueAnswer {
    switch (fault.name) {
      case 'cancel.accept_then_timeout':
        return { ...act(ids), instead: 'hang' }
      case 'cancel.not_found':
        return notCanceled(ids, 'order not found')
      case 'cancel.already_matched':
        return notCanceled(ids, 'already canceled or matched')
      case 'cancel.ignored':
        return ok({ canceled: ids, not_canceled: {} })
      case 'cancel.fill_race':
        for (const id of ids) controls.fill(id)
        return act(ids)
      default:
        return act(ids)
    }
  }

  function all(fault: FiredFault, ids: readonly string[], act: CancelAct): VenueAnswer {
    switch (fault.name) {
      case 'cancel_all.timeout':
        return { ...(fault.flag('cancels', true) ? act(ids) : ok({})), instead: 'hang' }
      case 'cancel_all.partial': {
        const kept = Math.floor(ids.length * fault.number('fraction', 0.5))
        return act(ids.slice(0, kept))
      }
      case 'cancel_all.misses_inflight': {
        const since = clock.now() - fault.number('ms', 1_000)
        return act(ids.filter((id) => (exchange.order(id)?.createdAt ?? 0) < since))
      }
      default:
        return act(ids)
    }
  }

  return {
    /** Runs `act` as the first rule that fires has it. */
    shape(request: VenueRequest, ids: readonly string[], act: CancelAct): VenueAnswer {
      const isAll = request.path === '/cancel-all'
      const fault = deps.faults.first(request.subject, isAll ? 'cancel_all.' : 'cancel.')
      if (fault === null) return act(ids)
      request.entry.faults.push(fault.name)
      return isAll ? all(fault, ids, act) : one(fault, ids, act)
    },
  }
}
