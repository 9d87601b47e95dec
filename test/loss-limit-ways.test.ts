// Every operation of the contract by which a program or the page can trade, at a loss limit that is reached (INV-95).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routes, type Operation } from '#contract/routes.ts'
import type { Results } from '#core/loss-limit.ts'
import { ZERO } from '#core/money.ts'
import { NO_LEGS } from '#core/order/attached-exit.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { placedAfter, within } from '#engine/testing/armed-fixture.ts'
import { openComboFixture, type ComboFixture } from '#engine/testing/combo-fixture.ts'
import { accept, liveQuote, quoted } from '#engine/testing/combo-steps.ts'
import { BOTH, scene, type Scene } from '#engine/testing/exit-scene.ts'
import { holding } from '#engine/testing/holding-fixture.ts'
import { CANCELLED } from '#engine/testing/memory-notifications.ts'
import { reposting } from '#engine/testing/reposting.ts'
import {
  clientId,
  intent,
  NO,
  price,
  whole,
  YES,
  type TradingFixture,
} from '#engine/testing/trading-fixture.ts'

const LOST: Results = {
  realised: whole(-100),
  realisedToday: whole(-100),
  unrealised: ZERO,
  positions: { byLastBid: 0, withoutPrice: 0, withoutCost: 0 },
  ended: [],
}

/** Holds 60 shares, rests a purchase (1) and a sale (2), and is locked. */
async function locked() {
  const fixture = await holding([[YES, whole(60)]])
  fixture.results = { ...LOST, realised: ZERO, realisedToday: ZERO }
  await fixture.clock.advance(1_000)
  const bought = await placedAfter(fixture, intent(1), { ms: 1_000 })
  const filled = await placedAfter(fixture, intent(9, { size: whole(60) }), { ms: 1_000 })
  fixture.venue.fill(filled, whole(60))
  await fixture.clock.advance(1_000)
  const offered = await placedAfter(fixture, sale(2, { size: whole(5) }), { ms: 1_000 })
  const { risk } = fixture.module
  risk.set({ ...risk.limits(), maxDailyLoss: whole(100) })
  fixture.results = LOST
  await fixture.clock.advance(1_000)
  assert.deepEqual(fixture.module.trading.state().reasons, ['loss_limit'])
  return { fixture, bought, offered, sent: fixture.venue.requests.length }
}

function sale(number: number, changes: Partial<OrderIntent> = {}): OrderIntent {
  return intent(number, { side: 'SELL', price: price(6_000), ...changes })
}

/** Puts a target and a stop on 20 shares, at a limit that is reached. */
async function put(made: Scene) {
  const { fixture, exits } = made
  const { risk } = fixture.module
  fixture.results = LOST
  await made.wait()
  risk.set({ ...risk.limits(), maxDailyLoss: whole(1) })
  fixture.results = { ...LOST, unrealised: whole(-1) }
  const putting = exits.put(YES, whole(20), BOTH)
  await made.wait()
  assert.deepEqual(fixture.module.trading.state().reasons, ['loss_limit'])
  return putting
}

type Code = string | null | undefined
type Placed = Awaited<ReturnType<TradingFixture['module']['orders']['place']>>

const codeOf = (placed: Placed): Code => (placed.ok ? placed.value.reject?.code : placed.error)
const ended = async (fixture: TradingFixture, answer: Promise<Placed>): Promise<Code> =>
  codeOf(await within(fixture, 16_000, answer))

async function lockedCombos(): Promise<ComboFixture> {
  const fixture = await openComboFixture()
  fixture.isLossLocked = true
  return fixture
}

/** Each ends with the code of its refusal and with how many orders have left. */
const IN: Partial<Record<Operation, () => Promise<readonly [Code, number]>>> = {
  async placeOrder() {
    const { fixture, sent } = await locked()
    const codes = [
      await ended(fixture, fixture.module.orders.place(intent(3))),
      await ended(
        fixture,
        fixture.module.orders.place(intent(4, { price: price(5_000), timeInForce: 'FAK' })),
      ),
      await ended(fixture, fixture.module.attachedExits.place(intent(5), BOTH)),
      // More than pairs with what is held adds risk.
      await ended(fixture, fixture.module.orders.place(intent(6, { outcomeId: NO, size: whole(60) }))),
    ]
    assert.equal(new Set(codes).size, 1)
    return [codes[0], fixture.venue.requests.length - sent]
  },
  /** Each alone, and two that pair with the same shares. */
  async placeOrders() {
    const { fixture, sent } = await locked()
    const paired = [5, 6].map((number) => intent(number, { outcomeId: NO, size: whole(40) }))
    const codes: Code[] = []
    for (const many of [[intent(3), intent(4)], paired]) {
      const placed = await within(fixture, 16_000, fixture.module.orders.placeMany(many))
      assert.ok(placed.ok)
      codes.push(...placed.value.map(({ reject }) => reject?.code))
    }
    assert.equal(new Set(codes).size, 1)
    return [codes[0], fixture.venue.requests.length - sent]
  },
  async placeBothSides() {
    const { fixture, sent } = await locked()
    const purchase = intent(4, { outcomeId: NO, price: price(5_000), size: whole(80) })
    const both = await within(fixture, 16_000, fixture.module.orders.placeBothSides(sale(3), purchase))
    assert.ok(both.ok)
    return [both.value.purchase.reject?.code, fixture.venue.requests.length - sent]
  },
  async replaceOrder() {
    const { fixture, bought, sent } = await locked()
    const change = { price: price(4_100), size: whole(10), postOnly: false }
    const moved = fixture.module.orders.replace({ clientOrderId: clientId(3), orderId: bought, ...change })
    const code = codeOf(await within(fixture, 16_000, moved))
    assert.ok(
      fixture.venue.live().some(({ id }) => id === bought),
      'the old order stays',
    )
    return [code, fixture.venue.requests.length - sent]
  },
  async repostOrders() {
    const { fixture, sent } = await locked()
    const { reposts, published } = reposting([{ ...CANCELLED, outcomeId: YES }], fixture)
    const order = {
      orderId: CANCELLED.orderId,
      clientOrderId: clientId(3),
      price: price(4_000),
      size: whole(10),
    }
    const placed = await within(fixture, 16_000, reposts.place(published, [order]))
    assert.ok(placed.ok)
    return [placed.value[0]?.result?.reject?.code, fixture.venue.requests.length - sent]
  },
  /** A stop entry is neither put nor bought; one that waits ends when it is set off. */
  async attachExit() {
    const made = await scene(whole(60))
    const { risk } = made.fixture.module
    made.fixture.results = LOST
    made.bid(4_500)
    await made.wait()
    const legs = { ...BOTH, entry: { price: price(4_800), size: whole(20), slippageTicks: 3 } }
    const before = await made.exits.put(YES, ZERO, legs, clientId(7))
    risk.set({ ...risk.limits(), maxDailyLoss: whole(1) })
    made.fixture.results = { ...LOST, unrealised: whole(-1) }
    await made.wait()
    const after = await made.exits.put(YES, ZERO, legs, clientId(8))
    assert.ok(before.ok && !after.ok)
    made.bid(4_800)
    await made.wait()
    assert.equal(made.only().exit.end?.how, 'refused')
    return [after.error, made.fixture.venue.requests.length]
  },
  async quoteCombo() {
    const fixture = await lockedCombos()
    return [(await quoted(fixture)).reject?.code, fixture.venue.asked.length]
  },
  async acceptCombo() {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    fixture.isLossLocked = true
    return [(await accept(fixture, quote)).reject?.code, fixture.venue.arrivals.length]
  },
}

const OUT: Partial<Record<Operation, () => Promise<boolean>>> = {
  async placeOrder() {
    const { fixture } = await locked()
    const codes = [
      await ended(fixture, fixture.module.orders.place(sale(3))),
      await ended(fixture, fixture.module.orders.place(intent(4, { outcomeId: NO, size: whole(20) }))),
    ]
    return codes.every((code) => code === undefined)
  },
  async replaceOrder() {
    const { fixture, offered } = await locked()
    const change = { price: price(6_100), size: whole(5), postOnly: false }
    const moved = fixture.module.orders.replace({ clientOrderId: clientId(3), orderId: offered, ...change })
    return codeOf(await within(fixture, 16_000, moved)) === undefined
  },
  async exitPosition() {
    const { fixture } = await locked()
    const asked = {
      clientOrderId: clientId(3),
      outcomeId: YES,
      mode: 'walk',
      size: null,
      worst: null,
    } as const
    return (await ended(fixture, fixture.module.exits.exit(asked))) === undefined
  },
  async hedgePosition() {
    const { fixture } = await locked()
    const asked = { clientOrderId: clientId(3), outcomeId: YES, worst: null }
    return (await ended(fixture, fixture.module.exits.hedge(asked))) === undefined
  },
  async flattenPositions() {
    const { fixture } = await locked()
    const leg = { clientOrderId: clientId(3), outcomeId: YES, worst: null }
    const flat = await within(fixture, 16_000, fixture.module.exits.flatten([leg]))
    return flat.legs.every(({ result }) => result?.result === 'accepted')
  },
  async cancelOrders() {
    const { fixture, bought } = await locked()
    return (await within(fixture, 5_000, fixture.module.orders.cancel([bought]))).cancelled.includes(bought)
  },
  async cancelMarket() {
    const { fixture } = await locked()
    await within(fixture, 5_000, fixture.module.orders.cancelMarket({ outcomeId: YES }))
    return fixture.venue.live().length === 0
  },
  async cancelAll() {
    const { fixture } = await locked()
    await within(fixture, 5_000, fixture.module.orders.cancelAll())
    return fixture.venue.live().length === 0
  },
  async disarm() {
    const { fixture } = await locked()
    return fixture.module.trading.disarm('user').mode === 'SAFE'
  },
  /** A target that rests, then a stop that sells. */
  async attachExit() {
    const made = await scene(whole(60))
    assert.ok((await put(made)).ok)
    await made.wait()
    const rests = made.sales().length === 1
    made.bid(3_900)
    await made.wait(20_000)
    return rests && made.sales().length === 2
  },
  async changeAttachedExit() {
    const made = await scene(whole(60))
    const attached = await put(made)
    assert.ok(attached.ok)
    await made.wait()
    const legs = { ...NO_LEGS, target: { price: price(6_500) } }
    assert.ok(made.exits.change(made.only().exit.id, legs).ok)
    await made.wait(20_000)
    return made.sales().at(-1)?.[0] === 6_500
  },
  async removeAttachedExit() {
    const made = await scene(whole(60))
    assert.ok((await put(made)).ok)
    await made.wait()
    assert.ok(made.exits.remove(made.only().exit.id))
    await made.wait(20_000)
    return made.fixture.venue.live().length === 0
  },
  async dismissCombo() {
    const fixture = await openComboFixture()
    const { rfqId } = await liveQuote(fixture)
    fixture.isLossLocked = true
    return fixture.combos.dismiss(rfqId)?.state === 'dismissed'
  },
}

/** They send nothing. */
const NEITHER: readonly Operation[] = ['previewOrder', 'previewBothSides']

describe('INV-95 at 100 % of a loss limit', () => {
  test('each operation that trades or cancels is a way in, a way out, or neither', () => {
    const names = (Object.keys(routes) as Operation[]).filter((name) => {
      const route = routes[name]
      return 'scope' in route && route.scope !== 'read'
    })
    const known = new Set([...Object.keys(IN), ...Object.keys(OUT), ...NEITHER])
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    )
  })

  for (const [name, enter] of Object.entries(IN)) {
    test(`${name} is refused where it adds risk, and nothing leaves`, async () => {
      assert.deepEqual(await enter(), ['loss_limit', 0])
    })
  }

  for (const [name, leave] of Object.entries(OUT)) {
    test(`${name} goes on where it adds none`, async () => {
      assert.ok(await leave())
    })
  }
})
