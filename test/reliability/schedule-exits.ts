/** Attached exits in a schedule: random ones are set and removed, and none may use more than it covers. */
import { parseClientOrderId } from '#core/ids.ts'
import { micros, ZERO } from '#core/money.ts'
import { NO_LEGS, type ExitLegs } from '#core/order/attached-exit.ts'
import { priceFromSteps, type Price } from '#core/price.ts'
import type { AttachedExits } from '#engine/exits/attached-exits.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { SimulatorRandom } from '#simulator/types.ts'
import type { MarketStandIn } from './market-stand-in.ts'
import { openAtVenue, type Truth } from './truth.ts'

/** Attaches an exit to a buy or to what is held, moves one, or takes one off. Its answer comes later. */
export function actOnExits(
  exits: AttachedExits,
  {
    random,
    market,
    newId,
  }: { readonly random: SimulatorRandom; readonly market: MarketStandIn; readonly newId: () => string },
): string {
  const outcomeId = random.pick(market.outcomeIds)
  const book = market.books.view(outcomeId)
  const [bid, ask] = [book?.bids[0]?.[0] ?? 3_500, book?.asks[0]?.[0] ?? 4_500]
  const target = random.next() < 0.7 ? { price: priceOf(ask + random.integer(1, 20) * 50) } : null
  const stop = { price: priceOf(bid + random.integer(-6, 1) * 50), slippageTicks: 3 }
  const nearer = priceOf(ask)
  const isSplit = target !== null && nearer < target.price && stop.price < nearer && random.next() < 0.5
  const legs: ExitLegs = {
    ...NO_LEGS,
    target,
    stop,
    further: isSplit ? [{ price: nearer, percent: 50 }] : [],
    breakEven: isSplit ? { at: nearer, stop: priceOf(stop.price + 50) } : null,
  }
  const size = micros(BigInt(random.integer(5, 12)) * 1_000_000n)
  const known = exits.list().filter(({ exit }) => exit.end === null)
  const dice = random.next()
  if (known.length > 0 && dice < 0.2) {
    const { id } = random.pick(known).exit
    exits.remove(id)
    return `remove exit ${id}`
  }
  if (known.length > 0 && dice < 0.4) {
    const { id } = random.pick(known).exit
    exits.change(id, legs)
    return `move exit ${id}`
  }
  if (dice < 0.5) {
    const price = priceOf(bid + random.integer(-1, 2) * 50)
    const entry = { price, size, slippageTicks: 3 }
    void exits.put(outcomeId, ZERO, { ...legs, entry }, parseClientOrderId(newId())).catch(() => {})
    return `buy ${size} once the bid is ${price}`
  }
  if (dice < 0.6) {
    void exits.put(outcomeId, size, legs).catch(() => {})
    return `attach ${size} to the position`
  }
  const clientOrderId = parseClientOrderId(newId())
  if (clientOrderId === null) throw new Error('not a UUIDv7')
  const price = priceOf(random.next() < 0.6 ? ask : bid + 50)
  const order = { side: 'BUY', timeInForce: 'GTC', postOnly: false, expiresAt: null, evidence: null } as const
  void exits.place({ ...order, clientOrderId, outcomeId, price, size }, legs).catch(() => {})
  return `buy ${size} at ${price} with exits`
}

/** INV-64, INV-99: what the orders of each exit have sold and may still sell is within what its entry has bought, or it was put on; a stop entry buys once. */
export function exitsBroken(
  exits: AttachedExits,
  truth: Truth,
  rows: readonly AuditRow[],
): readonly string[] {
  const open = new Set(openAtVenue(truth).map(({ order }) => order.id))
  // The venue may have an order under another id than its hash.
  const atVenue = new Map(truth.orders.map(({ order }) => [String(order.signed?.['salt']), order]))
  const orderOf = (id: string): { readonly filled: bigint; readonly used: bigint } => {
    const row = rows.find(({ clientOrderId, kind }) => clientOrderId === id && kind === 'signed')
    const salt = row?.details['salt']
    const order = typeof salt === 'string' ? atVenue.get(salt) : undefined
    if (order === undefined) return { filled: 0n, used: 0n }
    const filled = BigInt(order.filled)
    return { filled, used: open.has(order.id) ? BigInt(order.size) : filled }
  }
  return exits.list().flatMap(({ exit }) => {
    const covered = exit.entries.reduce<bigint>(
      (sum, one) => sum + orderOf(one.clientOrderId).filled,
      exit.given,
    )
    const own = exit.orders.map(({ clientOrderId }) => clientOrderId)
    const used = own.reduce((sum, id) => sum + orderOf(id).used, 0n)
    const { entry } = exit.asked
    const bought = rows.reduce((sum, { clientOrderId, kind, action, details }) => {
      const attached = details['attached_exit'] as { readonly id?: string } | undefined
      const isIts = action === 'place' && kind === 'intent' && attached?.id === exit.id
      return isIts ? sum + orderOf(clientOrderId).used : sum
    }, 0n)
    if (bought > (entry?.size ?? 0n)) return [`INV-99 exit ${exit.id} buys ${bought}`]
    return used > covered ? [`INV-64 exit ${exit.id} uses ${used} of ${covered}`] : []
  })
}

function priceOf(steps: number): Price {
  const price = priceFromSteps(Math.min(Math.max(steps - (steps % 50), 50), 9_950))
  if (price === null) throw new Error(`no price: ${steps}`)
  return price
}
