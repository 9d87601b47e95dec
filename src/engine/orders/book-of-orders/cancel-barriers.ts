/**
 * Barriers: a command from before a cancel must not leave after it. An order keeps the count of its receipt while it
 * waits for its balance, its quote or the end of the order that it replaces, and each cancel in between that means it
 * stops it.
 */
import type { MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import type { MarketTarget } from '../contract.ts'

/** Null: everything. */
export type CancelTarget = MarketTarget | null

type CancelBarrier =
  | { readonly type: 'all' }
  /** ARMED has ended: what was asked for in it does not leave in the next one. */
  | { readonly type: 'safe' }
  | { readonly type: 'market'; readonly target: MarketTarget }
  | { readonly type: 'orders'; readonly ids: ReadonlySet<OrderId> }

/** Barrier of a cancel that means whatever the venue has of its scope. */
type HeldBarrier = Extract<CancelBarrier, { readonly type: 'all' | 'market' }>

/** An order that is about to leave. */
export type LeavingOrder = {
  readonly outcomeId: OutcomeId
  /** Null while the catalog does not know it. */
  readonly marketId: MarketId | null
  /** Its own id and that of the order it replaces, as far as it has them. */
  readonly ids: readonly OrderId[]
}

/** No command waits for as long as this number of cancels takes. */
const MAX_KEPT = 1_000
const MESSAGE = {
  all: 'Cancel All came in between: nothing that was asked for before it is placed.',
  safe: 'The terminal went SAFE in between: nothing that was asked for before that is placed.',
  market: 'A cancel of its market came in between: nothing that was asked for before it is placed.',
  orders: 'The order was cancelled in between: nothing is placed for it any more.',
} as const
const UNDER_WAY = {
  all: 'Cancel All is under way: nothing is placed before the venue has answered it.',
  market: 'A cancel of its market is under way: nothing is placed there before the venue has answered it.',
} as const

/** Builds the memory of barriers; none has been raised. */
export function createCancelBarriers() {
  const kept: CancelBarrier[] = []
  const held = new Set<HeldBarrier>()
  let epoch = 0

  function raise(barrier: CancelBarrier): void {
    epoch += 1
    kept.push(barrier)
    if (kept.length > MAX_KEPT) kept.shift()
  }

  return {
    /** Counts the barriers so far. */
    epoch: (): number => epoch,
    raise,
    /**
     * Raises a barrier until the venue has answered: its cancel is repeated until then and may also take orders placed
     * meanwhile, so none of its scope is sent. Returns the way to end it.
     */
    hold(barrier: HeldBarrier): () => void {
      raise(barrier)
      held.add(barrier)
      return () => void held.delete(barrier)
    },
    /** Why what was received at `since` may not leave any more, or null. Without an order only what means all of them. */
    refusal(since: number, order: LeavingOrder | null): Rejection | null {
      const standing = [...held].find((barrier) => isMeant(barrier, order))
      if (standing !== undefined) return rejection('cancel_under_way', { message: UNDER_WAY[standing.type] })
      const between = epoch - since
      if (between === 0) return null
      // A command that waited so long that barriers were forgotten may be meant by any of them.
      const met =
        between > kept.length ? ALL : kept.slice(-between).find((barrier) => isMeant(barrier, order))
      if (met === undefined) return null
      return rejection(met.type === 'safe' ? 'safe_mode' : 'cancel_under_way', { message: MESSAGE[met.type] })
    },
  }
}

const ALL: CancelBarrier = { type: 'all' }

function isMeant(barrier: CancelBarrier, order: LeavingOrder | null): boolean {
  if (barrier.type === 'all' || barrier.type === 'safe') return true
  if (order === null) return false
  if (barrier.type === 'orders') return order.ids.some((id) => barrier.ids.has(id))
  return isInScope(order, barrier.target)
}

/** True if a cancel of the target covers the order. */
export function isInScope(
  order: Pick<LeavingOrder, 'marketId' | 'outcomeId'>,
  target: CancelTarget,
): boolean {
  if (target === null) return true
  return 'marketId' in target ? target.marketId === order.marketId : target.outcomeId === order.outcomeId
}
