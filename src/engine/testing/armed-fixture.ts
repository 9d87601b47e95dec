/** An armed trading fixture, and what tests do with one first. */
import assert from 'node:assert/strict'
import type { OrderId } from '#core/ids.ts'
import type { OrderIntent } from '#core/order/order.ts'
import type { ScriptedOutcome } from './fake-orders.ts'
import { createTradingFixture, type TradingFixture } from './trading-fixture.ts'

/** Builds a fixture, starts its first run and arms it. */
export async function armed(): Promise<TradingFixture> {
  const fixture = createTradingFixture()
  await fixture.open()
  assert.equal(fixture.module.trading.state().mode, 'ARMED')
  return fixture
}

/** The answer, after so many milliseconds of the fixture's clock. */
export async function within<T>(fixture: TradingFixture, ms: number, answer: Promise<T>): Promise<T> {
  await fixture.clock.advance(ms)
  return answer
}

/**
 * Places an order that must be accepted.
 *
 * @param options.scripted  what becomes of it at the venue; without one, what the venue has scripted next
 * @param options.ms  time until its answer is looked at
 */
export async function placedAfter(
  fixture: TradingFixture,
  order: OrderIntent,
  options: { readonly scripted?: ScriptedOutcome; readonly ms: number },
): Promise<OrderId> {
  if (options.scripted !== undefined) fixture.venue.scriptedOutcomes.push(options.scripted)
  const result = await within(fixture, options.ms, fixture.module.orders.place(order))
  assert.ok(result.ok && result.value.order?.id)
  return result.value.order.id
}
