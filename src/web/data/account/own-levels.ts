/**
 * Open orders by ladder cell: one chip per outcome, side and price, however many orders it represents. An order of
 * the market's other outcome is there too, where it is the same offer seen from here: a buy at p is a sale at 1 - p.
 */
import { isOpen } from '#core/order/order.ts'
import { addMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Market, Order } from '../../platform/api/client.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import type { Intent } from './intent.ts'
import { keptRows, rowPriceOf } from '../markets/ladder-grid.ts'
import type { LadderGrid } from '../markets/ladder-grid.ts'
import type { OutcomeId } from '#core/ids.ts'

export type OwnLevel = {
  /** Outcome of the ladder that shows it. */
  readonly outcomeId: string
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  /** Part of it in orders of the other outcome. */
  readonly others: Micros
  readonly orders: readonly Order[]
  readonly state: 'sending' | 'unknown' | 'delayed' | 'cancelling' | 'live'
}

export type OwnLevels = ReadonlyMap<string, OwnLevel>

export type OwnStore = Readable<OwnLevels> & { readonly pairs: Pairs }

/** The key of a cell. */
export function cellKey(outcomeId: string, side: Side, price: Price): string {
  return `${outcomeId} ${side} ${price}`
}

/** Open orders only, in the list's order. */
export function openOrders(orders: readonly Order[]): readonly Order[] {
  return orders.filter((order) => isOpen(order.status))
}

/** How many open orders are in markets of this event whose book the venue empties at the start. */
export function cancelledAtStart(
  event: { readonly markets: readonly Pick<Market, 'id' | 'cancelsAtStart'>[] },
  orders: readonly Pick<Order, 'marketId' | 'status'>[],
): number {
  const emptied = new Set(event.markets.filter((market) => market.cancelsAtStart).map((market) => market.id))
  return orders.filter((order) => isOpen(order.status) && emptied.has(order.marketId)).length
}

/** Both ids of each order. */
export function namesOf(orders: readonly Order[]): ReadonlySet<string> {
  return new Set(orders.flatMap(({ id, clientOrderId }) => [id, clientOrderId]).filter((one) => one !== null))
}

export function isNamed({ id, clientOrderId }: Order, names: ReadonlySet<string>): boolean {
  return names.has(id ?? '') || names.has(clientOrderId ?? '')
}

/** The levels as orders and intents come and go. */
export function createOwnLevels(
  orders: Readable<{ readonly items: readonly Order[] }>,
  intents: Readable<readonly Intent[]>,
): OwnStore {
  const pairs = createPairs()
  const own = createStore<OwnLevels>(new Map())
  const regroup = () => own.set(groupOwnLevels(orders.get().items, intents.get(), own.get(), pairs.get()))
  orders.subscribe(regroup)
  intents.subscribe(regroup)
  pairs.subscribe(regroup)
  return { ...own, pairs }
}

/**
 * Groups open orders, and intents that the order list does not know yet, by cell. Cells that look the same keep their
 * identity from `before`, so that their rows need not render again.
 *
 * @param pairs  the other outcome of each outcome whose market a ladder shows
 */
export function groupOwnLevels(
  orders: readonly Order[],
  intents: readonly Intent[],
  before: OwnLevels,
  pairs: ReadonlyMap<string, string> = new Map(),
): OwnLevels {
  const levels = new Map<string, OwnLevel>()
  const place = (part: OwnPart) => {
    put(levels, before, { ...part, others: ZERO })
    const other = pairs.get(part.outcomeId)
    if (other !== undefined) put(levels, before, mirrored(part, other))
  }
  const listed = new Set(orders.map((order) => order.clientOrderId))
  for (const order of openOrders(orders)) {
    place({
      outcomeId: order.outcomeId,
      side: order.side,
      price: order.price,
      size: order.remainingSize,
      orders: [order],
      state: stateOf(order),
    })
  }
  for (const intent of intents) {
    if (listed.has(intent.clientOrderId)) continue
    if (intent.state !== 'sending' && intent.state !== 'unknown') continue
    const { outcomeId, side, price, size, state } = intent
    place({ outcomeId, side, price, size, orders: [], state })
  }
  return levels
}

type OwnPart = Omit<OwnLevel, 'others'>

/** The same offer in the ladder of the other outcome. */
function mirrored(part: OwnPart, other: string): OwnLevel {
  return {
    ...part,
    outcomeId: other,
    side: part.side === 'BUY' ? 'SELL' : 'BUY',
    price: complementPrice(part.price),
    others: part.size,
  }
}

function put(levels: Map<string, OwnLevel>, before: OwnLevels, part: OwnLevel): void {
  const key = cellKey(part.outcomeId, part.side, part.price)
  const level = together(levels.get(key), part)
  const old = before.get(key)
  levels.set(key, old !== undefined && looksSame(old, level) ? old : level)
}

function looksSame(a: OwnLevel, b: OwnLevel): boolean {
  return (
    a.size === b.size &&
    a.others === b.others &&
    a.state === b.state &&
    a.orders.length === b.orders.length &&
    a.orders.every((order, at) => order === b.orders[at])
  )
}

function together(there: OwnLevel | undefined, level: OwnLevel): OwnLevel {
  if (there === undefined) return level
  return {
    ...there,
    size: addMicros(there.size, level.size),
    others: addMicros(there.others, level.others),
    orders: [...there.orders, ...level.orders],
    state: worse(there.state, level.state),
  }
}

const URGENCY = ['live', 'cancelling', 'delayed', 'sending', 'unknown'] as const

function worse(a: OwnLevel['state'], b: OwnLevel['state']): OwnLevel['state'] {
  return URGENCY.indexOf(a) >= URGENCY.indexOf(b) ? a : b
}

function stateOf(order: Order): OwnLevel['state'] {
  if (order.status === 'unknown') return 'unknown'
  if (order.status === 'pending') return 'sending'
  if (order.cancelling || order.cancelQueued) return 'cancelling'
  return order.status === 'delayed' ? 'delayed' : 'live'
}

/**
 * Own orders on one side of a ladder's row: all prices of a grouped row together, and with them those off the tick,
 * which are left when it becomes coarser. The same answer for as long as the levels are the same.
 */
export function ownInRow(
  own: OwnLevels,
  outcomeId: string,
  side: Side,
  rowPrice: Price,
  grid: LadderGrid,
): OwnLevel | null {
  return rowsOfOwn(own, outcomeId, grid).get(cellKey(outcomeId, side, rowPrice)) ?? null
}

const rowsOfOwn = keptRows((own: OwnLevels, outcomeId, grid): ReadonlyMap<string, OwnLevel> => {
  const rows = new Map<string, OwnLevel>()
  for (const level of own.values()) {
    if (level.outcomeId !== outcomeId) continue
    const key = cellKey(outcomeId, level.side, rowPriceOf(level.price, grid))
    rows.set(key, together(rows.get(key), level))
  }
  return rows
})

/** Open orders of the other outcome as they would be written for this one. */
export function mirroredOrders(orders: readonly Order[], other: string, outcomeId: string): readonly Order[] {
  return openOrders(orders)
    .filter((order) => order.outcomeId === other)
    .map((order) => ({
      ...order,
      outcomeId: outcomeId as OutcomeId,
      side: order.side === 'BUY' ? ('SELL' as const) : ('BUY' as const),
      price: complementPrice(order.price),
    }))
}

export type Pairs = ReturnType<typeof createPairs>

/** Builds an empty store. A learnt pair never changes. */
export function createPairs() {
  const store = createStore<ReadonlyMap<string, string>>(new Map())
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The two outcomes of a market. */
    tell(one: string, other: string): void {
      if (store.get().get(one) === other) return
      store.update((known) => new Map([...known, [one, other], [other, one]]))
    },
  }
}
