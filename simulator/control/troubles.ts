/**
 * Troubles that a venue has now and then, for a world that somebody lives in: every few minutes one of them for a while, by the
 * seed, and each hour a market that ends void.
 */
import TEMPLATES from '../faults/troubles.json' with { type: 'json' }
import type { FaultInput } from '../faults/types.ts'
import type { Simulation } from '../simulation.ts'

type Trouble = Omit<FaultInput, 'when'> & { readonly probability: number; readonly forMs: number }

const MINUTE_MS = 60_000
/** Between one trouble and the next, in minutes. */
const PAUSE = [6, 14] as const
const VOID_EVERY_MS = 60 * MINUTE_MS

/** The faults that a world with troubles meets. */
export const TROUBLES = TEMPLATES as readonly Trouble[]

/** Starts troubling; answers the function that ends it. */
export function keepTroubled({ clock, faults, exchange, random: seeded }: Simulation): () => void {
  const random = seeded.fork('troubles')
  let stopWaiting = (): void => undefined

  function next(): void {
    stopWaiting = clock.after(random.integer(...PAUSE) * MINUTE_MS, () => {
      const { probability, forMs, ...template } = random.pick(TROUBLES)
      const { id } = faults.add({ ...template, when: { for_ms: forMs, probability } })
      clock.after(forMs, () => void faults.remove(id))
      next()
    })
  }

  const stopVoiding = clock.every(VOID_EVERY_MS, () => {
    const open = [...exchange.markets()].filter(({ closed, negRisk }) => !closed && !negRisk)
    if (open.length > 0) exchange.resolve(random.pick(open).conditionId, 'void')
  })
  next()
  return () => {
    stopVoiding()
    stopWaiting()
  }
}
