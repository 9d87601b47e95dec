/** The topics of own orders, fills, positions and the account. */
import { nullable } from '#contract/codec/codec.ts'
import { accountSummary } from '#contract/records/account.ts'
import { fill, order } from '#contract/records/orders.ts'
import { position as positionCodec } from '#contract/records/positions.ts'
import { resolutionPnl } from '#contract/records/resolution-pnl.ts'
import type { OutcomeId } from '#core/ids.ts'
import { fillKey, isOpen, newestFillsFirst, type Fill, type Order } from '#core/order/order.ts'
import type { Position } from '#core/position/position.ts'
import type { Engine } from '#engine/engine.ts'
import { accountRow } from '../handlers/account.ts'
import { fillRow, orderRow } from '../handlers/orders.ts'
import { credentialsProblem, ownState } from '../handlers/own-state.ts'
import { positionRow } from '../handlers/positions.ts'
import {
  collectingTopic,
  createPending,
  listOf,
  listTopic,
  wholeTopic,
  type Pending,
  type Topic,
} from './topic.ts'

const FILLS_IN_SNAPSHOT = 200

/** @param changed  called with the name of a topic that may have changed */
export function createAccountTopics(engine: Engine, changed: (name: string) => void) {
  const { bus } = engine
  const orders = createPending<string, Order>()
  const fills = createPending<string, Fill>()
  const positions = createPending<OutcomeId, OutcomeId>()
  let resolutionVersion = ''
  /** A price of a book moves a position, and nothing of what an outcome would pay. */
  const resolutionMoved = (): void => {
    const version = engine.portfolio.resolutionVersion()
    if (version === resolutionVersion) return
    resolutionVersion = version
    changed('resolution_pnl')
  }
  const ends = [
    bus.subscribe('order', (one) => {
      resolutionMoved()
      if (one.id !== null && orders.add(one.id, one)) changed('orders')
    }),
    bus.subscribe('catalog', resolutionMoved),
    bus.subscribe('fill', (one) => {
      if (fills.add(fillKey(one), one)) changed('fills')
    }),
    bus.subscribe('position', ({ outcomeId }) => {
      changed('account')
      resolutionMoved()
      if (outcomeId !== null) positions.add(outcomeId, outcomeId)
      if (positions.isOpen()) changed('positions')
    }),
  ]
  return {
    openOrders: (): Topic => ordersTopic(() => engine.orders.open(), engine.catalog, orders),
    openFills: (): Topic => fillsTopic(() => engine.orders.fills(), engine.orders, engine.catalog, fills),
    openPositions: (): Topic => positionsTopic(livePositions(engine.portfolio), engine.catalog, positions),
    openResolutionPnl: (): Topic => openResolutionPnl(engine),
    openAccount: (): Topic => openAccount(engine),
    stop(): void {
      for (const end of ends) end()
    },
  }
}

/** Open orders; one that ends is in `upsert` and `remove`. */
export function ordersTopic(
  open: () => readonly Order[],
  catalog: Pick<Engine['catalog'], 'outcome'>,
  pending: Pending<string, Order>,
): Topic {
  return collectingTopic(
    pending,
    () =>
      listOf(
        order,
        open()
          .filter(({ id }) => id !== null)
          .map((one) => orderRow(one, catalog)),
      ),
    (changes) =>
      listOf(
        order,
        changes.map((one) => orderRow(one, catalog)),
        changes.flatMap(({ id, status }) => (id === null || isOpen(status) ? [] : [id])),
      ),
  )
}

/** The newest fills. */
export function fillsTopic(
  fills: () => readonly Fill[],
  orders: Pick<Engine['orders'], 'order'>,
  catalog: Pick<Engine['catalog'], 'outcome'>,
  pending: Pending<string, Fill>,
): Topic {
  const text = (some: readonly Fill[]): string => {
    return listOf(
      fill,
      some.map((one) => fillRow(one, orders, catalog)),
    )
  }
  return collectingTopic(pending, () => text(newestFillsFirst(fills()).slice(0, FILLS_IN_SNAPSHOT)), text)
}

type Positions = {
  readonly isReading: () => boolean
  readonly held: () => readonly OutcomeId[]
  readonly position: (id: OutcomeId) => Position | null
}

function livePositions(portfolio: Engine['portfolio']): Positions {
  return {
    isReading: () => portfolio.isReading(),
    held: () => [...portfolio.positions('open').outcomeIds, ...portfolio.positions('redeemable').outcomeIds],
    position: (id) => portfolio.position(id),
  }
}

/** Open and redeemable ones; one that is closed is in `upsert` and `remove`. */
export function positionsTopic(
  { isReading, held, position }: Positions,
  catalog: Pick<Engine['catalog'], 'outcome'>,
  pending: Pending<OutcomeId, OutcomeId>,
): Topic {
  return collectingTopic(
    pending,
    () =>
      isReading()
        ? null
        : listOf(
            positionCodec,
            held()
              .flatMap((id) => position(id) ?? [])
              .map((one) => positionRow(one, catalog)),
          ),
    (ids) => {
      if (isReading()) return null
      const all = ids.map((id) => ({ id, one: position(id) }))
      return listOf(
        positionCodec,
        all.flatMap(({ one }) => (one === null ? [] : [positionRow(one, catalog)])),
        all.flatMap(({ id, one }) => (one === null || one.status === 'closed' ? [id] : [])),
      )
    },
  )
}

function openResolutionPnl({ portfolio }: Engine): Topic {
  return listTopic(resolutionPnl, () =>
    portfolio.isReading() || !portfolio.hasWallet()
      ? null
      : portfolio.resolutionEvents().flatMap((id) => portfolio.resolutionPnl(id) ?? []),
  )
}

function openAccount(engine: Engine): Topic {
  const { portfolio } = engine
  return wholeTopic(
    nullable(accountSummary),
    () =>
      credentialsProblem(engine) === null && portfolio.hasWallet() && !portfolio.isReading()
        ? accountRow(portfolio.account(), ownState(engine))
        : null,
    // The time alone is no news.
    (account) => JSON.stringify(account && { ...account, as_of: '', orders_as_of: '' }),
  )
}
