/** A scene for the actor of attached exits: a position, a book whose best bid moves, and what was offered. */
import assert from 'node:assert/strict'
import type { OrderId } from '#core/ids.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { NO_LEGS, type ExitLegs } from '#core/order/attached-exit.ts'
import { bookView } from '#core/testing/book-view.ts'
import type { ExitStatus } from '../exits/exit-looks.ts'
import { holding } from './holding-fixture.ts'
import { settle } from './market-fakes.ts'
import { price, whole, YES, type TradingFixture } from './trading-fixture.ts'

export const STOP = { price: price(4_000), slippageTicks: 2 }
export const BOTH: ExitLegs = { ...NO_LEGS, target: { price: price(7_000) }, stop: STOP }

export type Scene = {
  readonly fixture: TradingFixture
  readonly held: Map<typeof YES, Micros>
  readonly exits: TradingFixture['module']['attachedExits']
  /** The book's best bid becomes this price. */
  bid(steps: number | null): void
  /** An own order fills at the venue, and the balance follows. */
  fill(id: OrderId, size: Micros): Promise<void>
  /** Sales that rest or have left, in order: price and size. */
  sales(): readonly (readonly [number, Micros])[]
  only(): ExitStatus
  wait(ms?: number): Promise<void>
}

/** An armed terminal that holds these shares. */
export async function scene(shares: Micros): Promise<Scene> {
  const held = new Map([[YES, shares]])
  const fixture = await holding(held)
  const scene: Scene = {
    fixture,
    held,
    get exits() {
      return fixture.module.attachedExits
    },
    bid(steps) {
      fixture.book = bookView({
        ...fixture.book,
        bids: steps === null ? [] : [[price(steps), whole(1_000)]],
        version: fixture.book.version + 1,
      })
      fixture.bus.publish('book', { outcomeId: YES, version: fixture.book.version })
    },
    async fill(id, size) {
      const side = fixture.venue.orders.get(id)?.side
      const before = held.get(YES) ?? ZERO
      held.set(YES, side === 'BUY' ? addMicros(before, size) : subtractMicros(before, size))
      fixture.venue.fill(id, size)
      await scene.wait(3_000)
    },
    sales: () =>
      [...fixture.venue.orders.values()]
        .filter(({ side }) => side === 'SELL')
        .map((order) => [order.price, order.originalSize] as const),
    only() {
      const [status] = scene.exits.list()
      assert.ok(status !== undefined)
      return status
    },
    async wait(ms = 2_000) {
      await fixture.clock.advance(ms)
      await settle()
    },
  }
  return scene
}
