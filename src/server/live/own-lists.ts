/** The topics of own orders, fills and positions, of an engine or of a replay. */
import { fill, order } from '#contract/records/orders.ts'
import { position as positionCodec } from '#contract/records/positions.ts'
import type { OutcomeId } from '#core/ids.ts'
import { fillKey, isOpen, newestFillsFirst, type Fill, type Order } from '#core/order/order.ts'
import type { Position } from '#core/position/position.ts'
import type { Engine } from '#engine/engine.ts'
import { fillRow, orderRow } from '../handlers/orders.ts'
import { positionRow } from '../handlers/positions.ts'
import { createCollector, listOf, type Topic } from './topic.ts'

const FILLS_IN_SNAPSHOT = 200

type Source = {
  readonly catalog: Pick<Engine['catalog'], 'outcome'>
  readonly orders: Pick<Engine['orders'], 'order'>
  readonly open: () => readonly Order[]
  readonly fills: () => readonly Fill[]
  /** Own positions are not known yet. */
  readonly isReading: () => boolean
  readonly held: () => readonly OutcomeId[]
  readonly position: (id: OutcomeId) => Position | null
}

/** @param changed  called with the name of a topic that may have changed, open or not */
export function createOwnLists(source: Source, changed: (name: string) => void) {
  const { catalog } = source
  const orders = createCollector<Order>()
  const fills = createCollector<Fill>()
  const positions = createCollector<OutcomeId>()
  const orderRows = (some: readonly Order[]) => some.map((one) => orderRow(one, catalog))
  const fillText = (some: readonly Fill[]): string =>
    listOf(
      fill,
      some.map((one) => fillRow(one, source.orders, catalog)),
    )

  function positionText(ids: readonly OutcomeId[], isWhole: boolean): string | null {
    if (source.isReading()) return null
    const all = ids.map((id) => ({ id, one: source.position(id) }))
    return listOf(
      positionCodec,
      all.flatMap(({ one }) => (one === null ? [] : [positionRow(one, catalog)])),
      isWhole ? [] : all.flatMap(({ id, one }) => (one === null || one.status === 'closed' ? [id] : [])),
    )
  }

  return {
    order(one: Order): void {
      if (one.id === null) return
      orders.add(one.id, one)
      changed('orders')
    },
    fill(one: Fill): void {
      fills.add(fillKey(one), one)
      changed('fills')
    },
    positions(ids: readonly OutcomeId[]): void {
      for (const id of ids) positions.add(id, id)
      changed('positions')
    },
    openers: {
      /** Open orders; one that ends is in `upsert` and `remove`. */
      orders: (): Topic =>
        orders.topic(
          () => listOf(order, orderRows(source.open().filter(({ id }) => id !== null))),
          (changes) =>
            listOf(
              order,
              orderRows(changes),
              changes.flatMap(({ id, status }) => (id === null || isOpen(status) ? [] : [id])),
            ),
        ),
      /** The newest fills. */
      fills: (): Topic =>
        fills.topic(() => fillText(newestFillsFirst(source.fills()).slice(0, FILLS_IN_SNAPSHOT)), fillText),
      /** Open and redeemable ones; one that is closed is in `upsert` and `remove`. */
      positions: (): Topic =>
        positions.topic(
          () => positionText(source.held(), true),
          (ids) => positionText(ids, false),
        ),
    },
  }
}
