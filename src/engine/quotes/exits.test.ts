// Exits and hedges through the whole order path, on a fake venue.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ZERO, type Micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { PlaceResult } from '../orders/contract.ts'
import type { ExitIntent } from './contract.ts'
import { holding } from '../testing/holding-fixture.ts'
import { clientId, intent, NO, price, whole, YES, type TradingFixture } from '../testing/trading-fixture.ts'
import { NAMELESS } from '../testing/fake-orders.ts'

type Answer = Promise<Result<PlaceResult, 'idempotency_conflict'>>

const exit = (fixture: TradingFixture, number: number, changes: Partial<ExitIntent> = {}): Answer =>
  fixture.module.exits.exit({
    clientOrderId: clientId(number),
    outcomeId: YES,
    mode: 'walk',
    size: null,
    worst: null,
    ...changes,
  })
const hedge = (fixture: TradingFixture, number: number, worst: Price | null = null): Answer =>
  fixture.module.exits.hedge({ clientOrderId: clientId(number), outcomeId: YES, worst })

async function ended(fixture: TradingFixture, answer: Answer): Promise<PlaceResult> {
  await fixture.clock.advance(16_000)
  const result = await answer
  assert.ok(result.ok)
  return result.value
}

/** The venue says that the order has filled whole; its trades have not been reported yet. */
function fillWithoutTrades(fixture: TradingFixture, order: PlaceResult['order']): void {
  const row = [...fixture.venue.orders.values()].find(({ id }) => id === order?.id)
  assert.ok(row !== undefined)
  const filled = { ...row, state: 'matched', matchedSize: row.originalSize } as const
  fixture.venue.orders.set(row.id, filled)
  fixture.venue.publish({ type: 'order', change: 'update', order: filled })
  assert.equal(fixture.module.orders.order(row.id)?.status, 'filled')
}

const kinds = (fixture: TradingFixture, number: number): readonly string[] =>
  fixture.audit.orderHistory(clientId(number)).map(({ kind, action }) => `${action} ${kind}`)

describe('INV-14 an exit', () => {
  test('walks with all that is held, and its rows say what was asked, quoted and seen', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.venue.scriptedOutcomes.push('matched')
    const { result, order } = await ended(fixture, exit(fixture, 1))
    assert.equal(result, 'accepted')
    assert.deepEqual(
      [order?.side, order?.price, order?.size, order?.timeInForce, order?.outcomeId],
      ['SELL', 4_000, whole(60), 'FAK', YES],
    )
    assert.deepEqual(kinds(fixture, 1), ['exit intent', 'exit decision', 'exit signed', 'exit response'])
    const [row] = fixture.audit.orderHistory(clientId(1))
    assert.deepEqual(row?.details, {
      mode: 'walk',
      asked_size: null,
      body: '["exit","pm:1","walk",null]',
      outcome_id: YES,
      side: 'SELL',
      price: '0.4',
      size: '60',
      time_in_force: 'FAK',
      post_only: false,
      expires_at: null,
      evidence: { best_bid: '0.45', best_ask: '0.5', book_seq: 1, book_age_ms: 0 },
    })
  })

  test('that filled in part leaves the rest to the next one within half a minute where the venue forgets what has ended', async () => {
    const held = new Map([[YES, whole(60)]])
    const fixture = await holding(held)
    fixture.venue.scriptedOutcomes.push('partly')
    const { order } = await ended(fixture, exit(fixture, 1))
    assert.ok(order !== null && order.id !== null)
    fixture.venue.orders.delete(order.id)
    held.set(YES, whole(30))
    for (const trade of fixture.venue.trades.values()) fixture.venue.settle(trade, 'confirmed')
    await fixture.clock.advance(5_000)
    assert.equal((await ended(fixture, exit(fixture, 2, { size: whole(30) }))).reject?.code, 'no_position')
    await fixture.clock.advance(5_000)
    assert.equal(fixture.module.orders.order(order.id)?.status, 'cancelled')
    assert.equal((await ended(fixture, exit(fixture, 3))).order?.size, whole(30))
  })

  test('joins the best ask, post-only', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const { order } = await ended(fixture, exit(fixture, 1, { mode: 'join', size: whole(10) }))
    assert.deepEqual(
      [order?.price, order?.size, order?.timeInForce, order?.postOnly, order?.status],
      [5_000, whole(10), 'GTC', true, 'live'],
    )
  })

  test('never walks further than the price band lets an order go', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const limits = fixture.module.risk.limits()
    fixture.module.risk.set({ ...limits, priceBandTicks: 2, exitSlippageTicks: 5 })
    const { order } = await ended(fixture, exit(fixture, 1))
    assert.equal(order?.price, 4_300)
  })

  test('nor, as hedges, further than the limit in percent of the best price', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const limits = { ...fixture.module.risk.limits(), exitSlippageTicks: 5, exitSlippagePercent: 5 }
    assert.ok(fixture.module.risk.set(limits).ok)
    const { order } = await ended(fixture, exit(fixture, 1, { size: whole(10) }))
    assert.equal(order?.price, 4_300, 'of 0.45, which a fifth tick would leave by 11 percent')
    const { order: bought } = await ended(fixture, hedge(fixture, 2))
    assert.ok(bought !== null && bought.price <= 5_200, 'of 0.5')
  })

  test('at no worse a price than was shown: else nothing is sent, and the row says what was asked', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const { order } = await ended(fixture, exit(fixture, 1, { worst: price(4_200), size: whole(10) }))
    assert.equal(order?.price, 4_200)
    const { reject } = await ended(fixture, exit(fixture, 2, { worst: price(4_600) }))
    assert.deepEqual(
      [reject?.code, reject?.message],
      ['no_liquidity', 'The best bid is 0.45 now, worse than the 0.46 shown.'],
    )
    assert.equal(fixture.audit.orderHistory(clientId(2))[0]?.details['worst'], '0.46')
    const joined = await ended(fixture, exit(fixture, 3, { mode: 'join', worst: price(5_100) }))
    assert.equal(joined.reject?.message, 'The best ask is 0.5 now, worse than the 0.51 shown.')
    const covered = await ended(fixture, hedge(fixture, 4, price(4_900)))
    assert.equal(covered.reject?.message, 'The best ask is 0.5 now, worse than the 0.49 shown.')
    assert.equal(fixture.venue.requests.length, 1)
    assert.deepEqual(await exit(fixture, 2, { worst: price(4_500) }), err('idempotency_conflict'))
  })

  test('twice at once sells what is held once', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const answers = [exit(fixture, 1), exit(fixture, 2), exit(fixture, 3, { mode: 'join' })]
    await fixture.clock.advance(1_000)
    const results = await Promise.all(answers)
    const sold = results.flatMap((answer) =>
      answer.ok && answer.value.order !== null ? [answer.value.order] : [],
    )
    assert.deepEqual(
      sold.map(({ size }) => size),
      [whole(60)],
    )
    assert.equal(fixture.venue.requests.length, 1)
  })

  test('INV-81 sells what an own sale offers too', async () => {
    const fixture = await holding([[YES, whole(60)]])
    await ended(
      fixture,
      fixture.module.orders.place(intent(1, { side: 'SELL', price: price(5_000), size: whole(45) })),
    )
    const { order } = await ended(fixture, exit(fixture, 2))
    assert.equal(order?.size, whole(60))
  })

  test('of what was just bought says that the balance is late, sells it once the balance shows it, and waits not for ever', async () => {
    const held = new Map([[YES, ZERO]])
    const fixture = await holding(held)
    fixture.venue.scriptedOutcomes.push('matched')
    const bought = await ended(
      fixture,
      fixture.module.orders.place(intent(1, { price: price(5_000), size: whole(20), timeInForce: 'FAK' })),
    )
    assert.equal(bought.order?.status, 'filled')
    const refused = [
      await ended(fixture, exit(fixture, 2)),
      await ended(fixture, hedge(fixture, 3)),
      await ended(fixture, fixture.module.orders.place(intent(4, { side: 'SELL', price: price(5_000) }))),
    ]
    assert.deepEqual(
      refused.map(({ reject }) => reject?.code),
      ['shares_not_settled', 'shares_not_settled', 'shares_not_settled'],
    )
    held.set(YES, whole(20))
    assert.equal((await ended(fixture, exit(fixture, 5, { size: whole(15) }))).order?.size, whole(15))
    assert.equal((await ended(fixture, exit(fixture, 6, { size: whole(15) }))).order?.size, whole(5))
    held.set(YES, ZERO)
    assert.equal(
      (await ended(fixture, exit(fixture, 7))).reject?.code,
      'no_position',
      'it was sold, not late',
    )
  })

  for (const [name, held, code] of [
    ['nothing', ZERO, 'no_position'],
    ['dust', 4_000n as Micros, 'below_min_size'],
  ] as const) {
    test(`of ${name} is refused as ${code}, on record, and nothing leaves`, async () => {
      const fixture = await holding([[YES, held]])
      const { reject } = await ended(fixture, exit(fixture, 1))
      assert.equal(reject?.code, code)
      assert.deepEqual(kinds(fixture, 1), ['exit intent', 'exit decision'])
      assert.equal(fixture.venue.requests.length, 0)
    })
  }

  test('INV-50 leaves with less than the minimum of what rests, and with the most that the venue takes', async () => {
    const fixture = await holding([[YES, 4_370_000n as Micros]])
    const { order } = await ended(fixture, exit(fixture, 1))
    assert.deepEqual([order?.price, order?.size], [4_000, 4_350_000n])
    const [row] = fixture.audit.orderHistory(clientId(1))
    assert.equal(row?.details['size'], '4.35')
    assert.equal((await ended(fixture, exit(fixture, 2, { mode: 'join' }))).reject?.code, 'below_min_size')
  })

  test('of what could not be read is refused, never guessed', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.venue.isBlind = true
    assert.equal((await ended(fixture, exit(fixture, 1))).reject?.code, 'venue_unavailable')
    assert.equal(fixture.venue.requests.length, 0)
  })

  test('INV-22 on a book that stays stale is refused', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.book = { ...fixture.book, staleReason: 'gap' }
    assert.equal((await ended(fixture, exit(fixture, 1))).reject?.code, 'book_stale')
  })

  test('INV-03 while SAFE reads nothing and sends nothing', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.module.trading.disarm('user')
    const reads = fixture.venue.reads.get('refresh') ?? 0
    assert.equal((await ended(fixture, exit(fixture, 1))).reject?.code, 'safe_mode')
    assert.equal(fixture.venue.reads.get('refresh') ?? 0, reads)
    assert.equal(fixture.venue.requests.length, 0)
  })

  test('INV-18 asked for before a Cancel All is not sent after it', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const answer = exit(fixture, 1)
    const cancelled = fixture.module.orders.cancelAll()
    assert.equal((await ended(fixture, answer)).reject?.code, 'cancel_under_way')
    await cancelled
    assert.equal(fixture.venue.requests.length, 0)
  })

  test('INV-08 is one for one id, also twenty at once and after a restart; another body is a conflict', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const answers = Array.from({ length: 20 }, () => exit(fixture, 1, { mode: 'join' }))
    await fixture.clock.advance(1_000)
    const results = await Promise.all(answers)
    assert.equal(results.filter((answer) => answer.ok && !answer.value.replayed).length, 1)
    assert.deepEqual(await exit(fixture, 1), err('idempotency_conflict'))
    await fixture.restart()
    const again = await exit(fixture, 1, { mode: 'join' })
    assert.ok(again.ok && again.value.replayed)
    assert.deepEqual([again.value.result, again.value.order?.size], ['accepted', whole(60)])
    assert.deepEqual(await exit(fixture, 1, { mode: 'join', size: whole(60) }), err('idempotency_conflict'))
    assert.equal(fixture.venue.requests.length, 1)
  })
})

describe('INV-14 after a sale that the balance does not show yet', () => {
  test('an exit and a hedge count what was sold, however often the balance is read', async () => {
    const fixture = await holding([[YES, whole(100)]])
    fixture.venue.scriptedOutcomes.push('matched')
    const half = await ended(fixture, exit(fixture, 1, { size: whole(50) }))
    assert.equal(half.order?.filledSize, whole(50))
    fixture.venue.scriptedOutcomes.push('matched')
    assert.equal((await ended(fixture, hedge(fixture, 2))).order?.size, whole(50))
    fixture.venue.scriptedOutcomes.push('matched')
    assert.equal((await ended(fixture, exit(fixture, 3))).order?.size, whole(50))
    assert.equal((await ended(fixture, exit(fixture, 4))).reject?.code, 'no_position')
  })

  test('neither sells what an order sold whose trades are still missing', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const { order } = await ended(fixture, exit(fixture, 1))
    fillWithoutTrades(fixture, order)
    const [sale, cover] = [exit(fixture, 2), hedge(fixture, 3)]
    await fixture.clock.advance(1_000)
    for (const answer of [await sale, await cover]) {
      assert.equal(answer.ok ? answer.value.reject?.code : null, 'no_position')
    }
    assert.equal(fixture.venue.requests.length, 1)
  })
})

test('INV-76 what was bought and never settles is not settled, overdue; what was sold is not sold again', async () => {
  const held = new Map([
    [YES, ZERO],
    [NO, whole(60)],
  ])
  const fixture = await holding(held)
  fixture.venue.scriptedOutcomes.push('matched', 'matched')
  const buy = intent(1, { price: price(5_000), size: whole(20), timeInForce: 'FAK' })
  await ended(fixture, fixture.module.orders.place(buy))
  const sale = intent(2, {
    outcomeId: NO,
    side: 'SELL',
    price: price(4_000),
    size: whole(40),
    timeInForce: 'FAK',
  })
  await ended(fixture, fixture.module.orders.place(sale))
  await fixture.clock.advance(180_000)
  const early = await ended(fixture, exit(fixture, 3))
  assert.equal(early.reject?.code, 'shares_not_settled')
  assert.doesNotMatch(early.reject.message, /overdue/)
  await fixture.clock.advance(510_000)
  const late = [
    await ended(fixture, exit(fixture, 4)),
    await ended(fixture, hedge(fixture, 5)),
    await ended(fixture, fixture.module.orders.place(intent(6, { side: 'SELL', price: price(5_000) }))),
  ]
  for (const { reject } of late) {
    assert.equal(reject?.code, 'shares_not_settled')
    assert.match(reject.message, /^20 shares are overdue:/)
  }
  assert.deepEqual(
    [YES, NO].map((outcomeId) => fixture.own.overdueShares(outcomeId)),
    [whole(20), whole(-40)],
  )
  const rest = await ended(fixture, exit(fixture, 7, { outcomeId: NO }))
  assert.equal(rest.order?.size, whole(20), 'the rest can be sold, and nothing twice')
})

describe('INV-14 a hedge', () => {
  test('buys the other outcome for what is held, no more and no dearer than quoted', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const { order } = await ended(fixture, hedge(fixture, 1))
    assert.deepEqual(
      [order?.outcomeId, order?.side, order?.price, order?.size, order?.timeInForce],
      [NO, 'BUY', 5_000, whole(60), 'FAK'],
    )
    assert.equal(fixture.audit.orderHistory(clientId(1))[0]?.details['held_outcome_id'], YES)
    assert.ok(kinds(fixture, 1).every((kind) => kind.startsWith('hedge')))
  })

  test('leaves out what is held of the other outcome already', async () => {
    const fixture = await holding([
      [YES, whole(60)],
      [NO, whole(22)],
    ])
    assert.equal((await ended(fixture, hedge(fixture, 1))).order?.size, whole(38))
  })

  for (const scripted of ['live', 'matched', 'lost_nothing', 'delayed'] as const) {
    test(`is not bought again while or after another was ${scripted}`, async () => {
      const fixture = await holding([[YES, whole(60)]])
      fixture.venue.scriptedOutcomes.push(scripted)
      const first = hedge(fixture, 1)
      const second = hedge(fixture, 2)
      await ended(fixture, first)
      assert.equal((await ended(fixture, second)).reject?.code, 'hedge_unavailable')
      assert.equal((await ended(fixture, hedge(fixture, 3))).reject?.code, 'hedge_unavailable')
      assert.equal(fixture.venue.requests.length, 1)
    })
  }

  test('is not bought again while the fills of the last one are still missing', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const { order } = await ended(fixture, hedge(fixture, 1))
    fillWithoutTrades(fixture, order)
    assert.equal((await ended(fixture, hedge(fixture, 2))).reject?.code, 'hedge_unavailable')
  })

  test('is not bought for what a plain buy of the other outcome has brought, though its fills are still missing', async () => {
    const fixture = await holding([[YES, whole(60)]])
    const buy = intent(1, { outcomeId: NO, size: whole(60), price: price(4_000) })
    fillWithoutTrades(fixture, (await ended(fixture, fixture.module.orders.place(buy))).order)
    assert.equal((await ended(fixture, hedge(fixture, 2))).reject?.code, 'hedge_unavailable')
  })

  test('goes on by the balance where the trades of the last one are never reported', async () => {
    const held = new Map([[YES, whole(60)]])
    const fixture = await holding(held)
    fixture.venue.tradesNotUnderstood = [NAMELESS]
    const { order } = await ended(fixture, hedge(fixture, 1))
    fillWithoutTrades(fixture, order)
    held.set(NO, whole(30))
    await fixture.clock.advance(120_000)
    assert.equal((await ended(fixture, hedge(fixture, 2))).order?.size, whole(30))
  })

  test('is bought again for shares that came after the pairs of the last one were merged elsewhere', async () => {
    const held = new Map([[YES, whole(60)]])
    const fixture = await holding(held)
    fixture.venue.scriptedOutcomes.push('matched')
    const { order } = await ended(fixture, hedge(fixture, 1))
    assert.equal(order?.status, 'filled')
    held.set(NO, whole(60))
    await fixture.clock.advance(90_000)
    for (const trade of fixture.venue.trades.values()) fixture.venue.settle(trade, 'confirmed')
    await fixture.clock.advance(90_000)
    assert.equal((await ended(fixture, hedge(fixture, 2))).reject?.code, 'hedge_unavailable')
    held.set(YES, whole(40)).set(NO, ZERO)
    await fixture.clock.advance(60_000)
    assert.equal((await ended(fixture, hedge(fixture, 3))).order?.size, whole(40))
  })

  test('is not bought again where the venue’s balance lags behind the last one until it is asked to look, or cannot be', async () => {
    for (const works of [true, false]) {
      const held = new Map([[YES, whole(60)]])
      const fixture = await holding(held)
      fixture.venue.scriptedOutcomes.push('matched')
      await ended(fixture, hedge(fixture, 1))
      for (const trade of fixture.venue.trades.values()) fixture.venue.settle(trade, 'confirmed')
      await fixture.clock.advance(180_000)
      fixture.venue.account.refreshBalance = async () => {
        if (!works) return err({ kind: 'unavailable', detail: 'down', retryAfterMs: null })
        held.set(NO, whole(60))
        return ok(null)
      }
      assert.equal((await ended(fixture, hedge(fixture, 2))).reject?.code, 'hedge_unavailable')
      assert.equal(fixture.venue.requests.length, 1)
    }
  })

  test('is not bought again while no balance shows the last one, its trade settled or not', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.venue.scriptedOutcomes.push('matched')
    await ended(fixture, hedge(fixture, 1))
    await fixture.clock.advance(120_000)
    assert.equal((await ended(fixture, hedge(fixture, 2))).reject?.code, 'hedge_unavailable')
    fixture.venue.isBlind = true
    for (const trade of fixture.venue.trades.values()) fixture.venue.settle(trade, 'confirmed')
    await fixture.clock.advance(10_000)
    assert.equal((await ended(fixture, hedge(fixture, 3))).reject?.code, 'hedge_unavailable')
  })

  test('that filled in part leaves the rest to the next one', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.venue.scriptedOutcomes.push('partly')
    const { order } = await ended(fixture, hedge(fixture, 1))
    assert.ok(order !== null && order.id !== null)
    const cancelled = fixture.module.orders.cancel([order.id])
    await fixture.clock.advance(10_000)
    await cancelled
    assert.equal((await ended(fixture, hedge(fixture, 2))).order?.size, whole(30))
  })

  test('works in a neg-risk event: the other outcome is the same market’s', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.market = { ...fixture.market, negRisk: true }
    assert.equal((await ended(fixture, hedge(fixture, 1))).order?.outcomeId, NO)
  })

  test('of nothing is refused', async () => {
    const fixture = await holding([[NO, whole(60)]])
    assert.equal((await ended(fixture, hedge(fixture, 1))).reject?.code, 'no_position')
  })

  test('of a closed market is refused as such', async () => {
    const fixture = await holding([[YES, whole(60)]])
    fixture.market = { ...fixture.market, status: 'closed' }
    assert.equal((await ended(fixture, hedge(fixture, 1))).reject?.code, 'market_closed')
  })
})

test('neither exit nor hedge sends anything while positions are read, and both say so', async () => {
  const fixture = await holding([[YES, whole(20)]])
  fixture.arePositionsReading = true
  for (const answer of [exit(fixture, 1), hedge(fixture, 2)]) {
    const { result, reject } = await ended(fixture, answer)
    assert.deepEqual([result, reject?.code], ['rejected', 'positions_reading'])
  }
  assert.equal(fixture.venue.requests.length, 0)
  fixture.arePositionsReading = false
  assert.equal((await ended(fixture, exit(fixture, 3))).result, 'accepted')
})
