/** Attached exits that are kept and changed as asked, and never act. */
import { parseExitId, type ExitId } from '#core/ids.ts'
import { exitState, newExit, type AttachedExit } from '#core/order/attached-exit.ts'
import type { Bus } from '#engine/bus.ts'
import type { AttachedExits } from '#engine/exits/attached-exits.ts'
import type { ExitStatus } from '#engine/exits/exit-looks.ts'
import type { Orders } from '#engine/orders/contract.ts'
import { err, ok } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'

/** Builds the fake; ids count up. */
export function createAttachedExitsFake(
  clock: Clock,
  bus: Bus,
  orders: Pick<Orders, 'place' | 'placeMany'>,
): AttachedExits {
  const exits = new Map<ExitId, AttachedExit>()
  const statusOf = (exit: AttachedExit): ExitStatus => ({
    exit,
    state: exitState(exit, 'safe'),
    pause: 'safe',
    offeredBy: [],
  })

  function keep(exit: AttachedExit): ExitStatus {
    exits.set(exit.id, exit)
    bus.publish('attached_exit', { exitId: exit.id })
    return statusOf(exit)
  }

  function nextId(): ExitId {
    const id = parseExitId(`01890000-0000-7000-8000-e${String(exits.size + 1).padStart(11, '0')}`)
    if (id === null) throw new Error('not an id')
    return id
  }

  return {
    list: () => [...exits.values()].toReversed().map(statusOf),
    get(id) {
      const exit = exits.get(id)
      return exit === undefined ? null : statusOf(exit)
    },
    place(intent, legs) {
      keep(newExit(nextId(), intent.outcomeId, { entry: intent.clientOrderId }, legs, 100, clock.now()))
      return orders.place(intent)
    },
    tickOf: () => 100,
    placeMany: (asked) => orders.placeMany(asked.map(({ intent }) => intent)),
    put: async (outcomeId, size, legs, askedAs) =>
      ok(
        keep(
          newExit(
            nextId(),
            outcomeId,
            legs.entry === null ? { size } : { askedAs: askedAs ?? null },
            legs,
            100,
            clock.now(),
          ),
        ),
      ),
    change(id, legs) {
      const exit = exits.get(id)
      return exit === undefined ? err('not_found') : ok(keep({ ...exit, legs }))
    },
    remove(id) {
      const exit = exits.get(id)
      if (exit === undefined) return err('not_found')
      return ok(keep({ ...exit, end: { how: 'removed', at: clock.now() } }))
    },
  }
}
