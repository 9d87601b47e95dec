/**
 * Troubles that a venue has now and then, for a world that somebody lives in: every few minutes one of them for a while, by the
 * seed, and each hour a market that ends void.
 */
import type { FaultInput } from '../faults/types.ts'
import type { Simulation } from '../simulation.ts'

type Trouble = Omit<FaultInput, 'when'> & { readonly probability: number; readonly forMs: number }

const MINUTE_MS = 60_000
/** Between one trouble and the next, in minutes. */
const PAUSE = [6, 14] as const
const VOID_EVERY_MS = 60 * MINUTE_MS

/** The faults that a world with troubles meets. */
export const TROUBLES: readonly Trouble[] = [
  { name: 'trade.empty_figures', probability: 1, forMs: 3 * MINUTE_MS },
  { name: 'trade.stays_matched', args: { ms: 90_000 }, probability: 0.5, forMs: 2 * MINUTE_MS },
  { name: 'trade.late', args: { ms: 4_000 }, probability: 0.5, forMs: 3 * MINUTE_MS },
  { name: 'trade.reorder', probability: 0.5, forMs: 3 * MINUTE_MS },
  { name: 'trade.duplicate', probability: 0.5, forMs: 3 * MINUTE_MS },
  { name: 'orders.long_figures', match: { service: 'clob' }, probability: 1, forMs: 3 * MINUTE_MS },
  { name: 'order.answered_late', match: { service: 'clob' }, probability: 0.5, forMs: 3 * MINUTE_MS },
  { name: 'order.duplicated', match: { service: 'clob' }, probability: 0.2, forMs: MINUTE_MS },
  {
    name: 'engine.restarting',
    match: { service: 'clob' },
    args: { retry_after_s: 0 },
    probability: 1,
    forMs: 90_000,
  },
  {
    name: 'rate.429',
    match: { service: 'clob' },
    args: { retry_after_s: 2, dated: true },
    probability: 0.2,
    forMs: MINUTE_MS,
  },
  { name: 'data.empty_figures', match: { service: 'data' }, probability: 1, forMs: 3 * MINUTE_MS },
  { name: 'data.null_pnl', match: { service: 'data' }, probability: 1, forMs: 2 * MINUTE_MS },
  {
    name: 'data.cache',
    match: { service: 'data' },
    args: { ms: 120_000 },
    probability: 1,
    forMs: 4 * MINUTE_MS,
  },
  { name: 'data.odd_positions', match: { service: 'data' }, probability: 1, forMs: 2 * MINUTE_MS },
  { name: 'ws.dup_frame', match: { service: 'ws_market' }, probability: 0.1, forMs: 2 * MINUTE_MS },
  { name: 'ws.locked_book', match: { service: 'ws_market' }, probability: 0.02, forMs: MINUTE_MS },
  { name: 'http.wrong_content_type', match: { service: 'clob' }, probability: 0.3, forMs: 2 * MINUTE_MS },
  { name: 'http.pieces', match: { service: 'clob' }, probability: 0.3, forMs: 2 * MINUTE_MS },
  {
    name: 'http.error_code',
    match: { service: 'clob', path: '/book*' },
    probability: 0.2,
    forMs: MINUTE_MS,
  },
  { name: 'catalog.renamed', match: { service: 'catalog' }, probability: 0.5, forMs: 2 * MINUTE_MS },
  { name: 'catalog.moved', match: { service: 'catalog' }, probability: 1, forMs: 2 * MINUTE_MS },
]

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
