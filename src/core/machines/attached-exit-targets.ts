/** The targets of an attached exit: which orders rest where, and the next one to place (INV-64, INV-97). */
import { micros, roundSizeDown, ZERO, type Micros } from '../money.ts'
import {
  coveredShares,
  offeredShares,
  restOf,
  type AttachedExit,
  type ExitOrder,
} from '../order/attached-exit.ts'
import { joinedParts, targetParts, type TargetPart } from '../order/exit-targets.ts'
import { quiet, withWaits, type ExitLook, type ExitStep } from './attached-exit-facts.ts'
import { cancelOrders, HUNDREDTH, withOrder } from './attached-exit-sending.ts'

/** One cancelled target may mean that the others follow: meanwhile nothing is placed elsewhere. */
const ALL_CANCELLED_MS = 5_000

/** Keeps the targets' orders at their prices and within their shares, and places the missing ones. */
export function rest(before: AttachedExit, open: readonly ExitOrder[], now: ExitLook): ExitStep {
  // An order under way may be refused as the one before it was.
  const isTrying = before.waits.target.holds > 0 && open.length > 0
  const exit = isTrying ? before : withWaits(before, { held: null })
  const { top } = now
  if (top === null) return quiet(exit)
  const parts = restingParts(exit, open, top.minOrderSize)
  const wrong = open.filter((order) => parts.every(({ price }) => price !== order.price) && left(order) > 0n)
  if (wrong.length > 0) return cancelOrders(exit, wrong)
  for (const part of parts) {
    const own = open.filter(({ price }) => price === part.price)
    if (offeredBy(own) <= part.size) continue
    return own.some(({ isCancelling }) => isCancelling) ? quiet(exit) : cancelLast(exit, own)
  }
  const { targetCancelled } = exit
  if (targetCancelled !== null && now.now.mono < targetCancelled.at + ALL_CANCELLED_MS) return quiet(exit)
  for (const part of parts) {
    const step = offer(before, exit, part, open, now)
    if (step !== null) return step
  }
  return quiet(exit)
}

function left({ size, filled }: ExitOrder): bigint {
  return size > filled ? size - filled : 0n
}

function offeredBy(orders: readonly ExitOrder[]): bigint {
  return orders.reduce((sum, order) => sum + left(order), 0n)
}

/** Shares that are to rest at each price. Small parts join once no more of the entry can fill, but those that rest already. */
function restingParts(
  exit: AttachedExit,
  open: readonly ExitOrder[],
  minimum: Micros,
): readonly TargetPart[] {
  const parts = targetParts(exit.legs, coveredShares(exit), exit.orders)
  if (exit.entriesOverAt === null) return parts
  const rests = ({ price, size }: TargetPart): boolean =>
    offeredBy(open.filter((order) => order.price === price)) === size
  return joinedParts(parts, minimum, rests)
}

/** Places the missing size of a part; null where nothing is to do. */
function offer(
  before: AttachedExit,
  exit: AttachedExit,
  part: TargetPart,
  open: readonly ExitOrder[],
  now: ExitLook,
): ExitStep | null {
  const { top, free } = now
  if (top === null) return null
  const own = open.filter(({ price }) => price === part.price)
  const all = restOf(exit) - offeredShares(exit)
  const missing = part.size - offeredBy(own)
  const unoffered = missing < all ? missing : all
  const able = unoffered < (free ?? ZERO) ? unoffered : (free ?? ZERO)
  const size = roundSizeDown(micros(able > 0n ? able : 0n))
  if (size < top.minOrderSize || size < HUNDREDTH) {
    // Too little to rest alone joins an order that rests, once no more of the entry can fill.
    const joins = exit.entriesOverAt !== null && unoffered >= HUNDREDTH && unoffered < top.minOrderSize
    const rests = own.filter(({ isCancelling }) => !isCancelling)
    return joins && free !== null && free >= unoffered && rests.length > 0 ? cancelLast(exit, rests) : null
  }
  const isCrossing = top.bestBid !== null && top.bestBid >= part.price
  const held = isCrossing ? now.held.sale : now.held.target
  if (held !== null) return quiet(withWaits(before, { held }))
  if (now.now.mono < exit.waits.target.notBefore) return quiet(before)
  const [order, state] = withOrder(before, now.freshId, {
    leg: 'target',
    rests: true,
    price: part.price,
    size,
  })
  return { state, effects: [{ type: 'rest', order, postOnly: !isCrossing }] }
}

function cancelLast(exit: AttachedExit, orders: readonly ExitOrder[]): ExitStep {
  return cancelOrders(exit, orders.slice(-1))
}
