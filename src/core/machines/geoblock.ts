/** The geographic check: fails closed, is repeated after a failure with a growing pause and regularly after a success. */
import type { Step } from '#lib/machine.ts'
import type { Instant } from '../market/market.ts'
import type { GeoblockState } from '../trading-state.ts'

type GeoblockProgress = GeoblockState & { readonly failures: number }

export type GeoblockEvent =
  | { readonly type: 'due' }
  | { readonly type: 'answered'; readonly blocked: boolean; readonly at: Instant }
  | { readonly type: 'failed'; readonly error: string; readonly at: Instant }

export type GeoblockEffect =
  | { readonly type: 'check' }
  | { readonly type: 'check_after'; readonly afterMs: number }

const RETRY_MS = [30_000, 60_000, 120_000] as const
const REGULAR_MS = 600_000

export const GEOBLOCK_START: GeoblockProgress = {
  blocked: null,
  error: 'not checked yet',
  checkedAt: null,
  nextCheckAt: null,
  failures: 0,
}

/**
 * One event of the check. After a failure nothing is known any more, whatever an earlier answer said; pauses are
 * 30 s, 1 min, 2 min, then 10 min (VEN-12).
 */
export function stepGeoblock(
  state: GeoblockProgress,
  event: GeoblockEvent,
): Step<GeoblockProgress, GeoblockEffect> {
  switch (event.type) {
    case 'due':
      return { state: { ...state, nextCheckAt: null }, effects: [{ type: 'check' }] }
    case 'answered':
      return {
        state: {
          blocked: event.blocked,
          error: null,
          checkedAt: event.at,
          nextCheckAt: event.at + REGULAR_MS,
          failures: 0,
        },
        effects: [{ type: 'check_after', afterMs: REGULAR_MS }],
      }
    case 'failed': {
      const afterMs = RETRY_MS[state.failures] ?? REGULAR_MS
      return {
        state: {
          blocked: null,
          error: event.error,
          checkedAt: event.at,
          nextCheckAt: event.at + afterMs,
          failures: state.failures + 1,
        },
        effects: [{ type: 'check_after', afterMs }],
      }
    }
  }
}
