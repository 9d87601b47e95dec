import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { createManualClock } from '../clock.ts'
import { createRandom } from '../random.ts'
import { PLAIN, type ExchangeEvent, type ListedMarket, type NewOrder, type PlaceAnswer } from '../types.ts'
import { createExchange, type ExchangeOptions } from './exchange.ts'

const START = 1_790_000_000_000
const YES = '1001'
const NO = '1002'
const SHARE = 1_000_000n

function listedMarket(changes: Partial<ListedMarket> = {}): ListedMarket {
  return {
    conditionId: `0x${'c1'.repeat(32)}`,
    eventId: '1',
    tokens: [YES, NO],
    outcomes: ['Yes', 'No'],
    negRisk: false,
    tick: 100,
    minimumSize: 5n * SHARE,
    secondsDelay: 0,
    acceptingOrders: true,
    closed: false,
    gameStart: null,
    clearBookOnStart: false,
    fee: null,
    winner: null,
    ...changes,
  }
}

function start(changes: Partial<ListedMarket> = {}, options: Partial<ExchangeOptions> = {}) {
  const clock = createManualClock(START)
  const exchange = createExchange({ clock, random: createRandom('exchange'), ...options })
  const market = listedMarket(changes)
  exchange.list(market)
  for (const wallet of ['ann', 'ben', 'cid']) {
    exchange.deposit(wallet, 1_000n * SHARE)
    exchange.grantShares(wallet, YES, 500n * SHARE)
    exchange.grantShares(wallet, NO, 500n * SHARE)
  }
  const events: ExchangeEvent[] = []
  exchange.subscribe((event) => events.push(event))
  let count = 0
  function place(wallet: string, changes: Partial<NewOrder>): PlaceAnswer & { id: string } {
    count += 1
    const id = changes.id ?? `0x${String(count).padStart(64, '0')}`
    const answer = exchange.place({
      wallet,
      owner: `key of ${wallet}`,
      token: YES,
      side: 'BUY',
      price: 5_000,
      size: 10n * SHARE,
      ...PLAIN,
      ...changes,
      id,
    })
    assert.deepEqual(exchange.audit(), [])
    return { ...answer, id }
  }
  return { clock, exchange, market, events, place }
}

function textOf(answer: PlaceAnswer): string {
  return answer.kind === 'refused' ? answer.text : 'placed'
}

describe('matching', () => {
  test('the best price trades first, then the oldest, and the taker gets the resting price', () => {
    const { exchange, place } = start()
    const late = place('ann', { side: 'SELL', price: 5_200 })
    const best = place('ben', { side: 'SELL', price: 5_100 })
    const older = place('ann', { side: 'SELL', price: 5_300, size: 6n * SHARE })
    const newer = place('ben', { side: 'SELL', price: 5_300, size: 6n * SHARE })
    const answer = place('cid', { price: 5_400, size: 29n * SHARE })
    assert.deepEqual(
      [best, late, older, newer].map(({ id }) => exchange.order(id)?.filled),
      [10n * SHARE, 10n * SHARE, 6n * SHARE, 3n * SHARE],
    )
    assert.equal(answer.kind === 'placed' && answer.status, 'matched')
    assert.equal(answer.kind === 'placed' && answer.making, 5_100_000n + 5_200_000n + 9n * 530_000n)
    assert.equal(exchange.cash('cid'), 1_000n * SHARE - (5_100_000n + 5_200_000n + 4_770_000n))
    assert.equal(exchange.shares('cid', YES), 529n * SHARE)
  })

  test('buys of both outcomes at complementary prices mint whole sets', () => {
    const { exchange, place } = start()
    place('ann', { token: NO, price: 4_000, size: 20n * SHARE })
    assert.deepEqual(exchange.levels(YES).asks, [{ price: 6_000, size: 20n * SHARE }])
    const answer = place('ben', { token: YES, price: 6_500, size: 20n * SHARE })
    assert.equal(answer.kind === 'placed' && answer.making, 12n * SHARE)
    assert.equal(exchange.cash('ann') + exchange.cash('ben'), 1_980n * SHARE)
    assert.equal(exchange.shares('ann', NO), 520n * SHARE)
    assert.equal(exchange.shares('ben', YES), 520n * SHARE)
  })

  test('sells of both outcomes merge whole sets, and the maker keeps its price', () => {
    const { exchange, place } = start()
    place('ann', { token: NO, side: 'SELL', price: 3_000 })
    assert.deepEqual(exchange.levels(YES).bids, [{ price: 7_000, size: 10n * SHARE }])
    place('ben', { token: YES, side: 'SELL', price: 6_000 })
    assert.equal(exchange.cash('ann'), 1_003n * SHARE)
    assert.equal(exchange.cash('ben'), 1_007n * SHARE)
    assert.equal(exchange.shares('ann', NO), 490n * SHARE)
    assert.equal(exchange.shares('ben', YES), 490n * SHARE)
  })

  test('both outcomes show the same book from their own end', () => {
    const { exchange, place } = start()
    place('ann', { price: 4_500, size: 7n * SHARE })
    place('ben', { token: NO, price: 4_800, size: 9n * SHARE })
    assert.deepEqual(exchange.levels(YES), {
      bids: [{ price: 4_500, size: 7n * SHARE }],
      asks: [{ price: 5_200, size: 9n * SHARE }],
    })
    assert.deepEqual(exchange.levels(NO), {
      bids: [{ price: 4_800, size: 9n * SHARE }],
      asks: [{ price: 5_500, size: 7n * SHARE }],
    })
  })

  test('a resting order of the same wallet in the way is cancelled, never traded with', () => {
    const { exchange, place } = start()
    const own = place('ann', { side: 'SELL', price: 5_000 })
    const other = place('ben', { side: 'SELL', price: 5_000 })
    const answer = place('ann', { price: 5_000, size: 15n * SHARE })
    assert.equal(exchange.order(own.id)?.status, 'CANCELED')
    assert.equal(exchange.order(own.id)?.endReason, 'self-trade prevented')
    assert.equal(exchange.order(other.id)?.status, 'MATCHED')
    assert.equal(answer.kind === 'placed' && answer.taking, 10n * SHARE)
    assert.deepEqual(exchange.levels(YES).bids, [{ price: 5_000, size: 5n * SHARE }])
  })
})

describe('order types', () => {
  test('FOK fills in full or is killed without a trace on the book', () => {
    const { exchange, place, events } = start()
    place('ann', { side: 'SELL', size: 9n * SHARE })
    const killed = place('ben', { type: 'FOK' })
    assert.match(textOf(killed), /FOK orders are fully filled or killed/)
    assert.equal(exchange.order(killed.id)?.status, 'CANCELED')
    const last = events.at(-1)
    assert.equal(last?.type === 'order' && last.change, 'CANCELLATION')
    assert.deepEqual(exchange.levels(YES).asks, [{ price: 5_000, size: 9n * SHARE }])
    const filled = place('ben', { type: 'FOK', size: 9n * SHARE })
    assert.equal(filled.kind === 'placed' && filled.status, 'matched')
  })

  test('FAK takes what is there and its rest is gone; with nothing there it is refused', () => {
    const { exchange, place } = start()
    assert.match(textOf(place('ben', { type: 'FAK' })), /no orders found to match with FAK order/)
    place('ann', { side: 'SELL', size: 6n * SHARE })
    const taken = place('ben', { type: 'FAK' })
    assert.equal(taken.kind === 'placed' && taken.taking, 6n * SHARE)
    assert.equal(exchange.order(taken.id)?.status, 'CANCELED')
    assert.deepEqual(exchange.levels(YES), { bids: [], asks: [] })
    assert.equal(exchange.heldCash('ben'), 0n)
  })

  test('a market buy spends its budget and never more', () => {
    const { exchange, place } = start()
    place('ann', { side: 'SELL', price: 3_300 })
    place('cid', { side: 'SELL', price: 3_400 })
    const answer = place('ben', { type: 'FOK', price: 3_400, size: 14n * SHARE, budget: 5n * SHARE })
    assert.equal(answer.kind === 'placed' && answer.making, 5n * SHARE)
    assert.equal(answer.kind === 'placed' && answer.taking, 10n * SHARE + 5_000_000n)
    assert.equal(exchange.cash('ben'), 995n * SHARE)
  })

  test('post-only is refused when it would trade and rests otherwise', () => {
    const { place } = start()
    place('ann', { side: 'SELL' })
    assert.match(textOf(place('ben', { postOnly: true })), /order crosses book/)
    assert.equal(textOf(place('ben', { postOnly: true, price: 4_900 })), 'placed')
  })

  test('GTD ends a minute before its expiration and must be three minutes ahead', () => {
    const { clock, exchange, place } = start()
    assert.equal(textOf(place('ann', { type: 'GTD', expiresAt: START + 179_999 })), 'invalid expiration')
    assert.equal(textOf(place('ann', { type: 'GTC', expiresAt: START + 500_000 })), 'invalid expiration')
    const dated = place('ann', { type: 'GTD', expiresAt: START + 180_000 })
    clock.advance(119_999)
    assert.equal(exchange.order(dated.id)?.status, 'LIVE')
    clock.advance(1)
    assert.equal(exchange.order(dated.id)?.status, 'CANCELED')
    assert.equal(exchange.heldCash('ann'), 0n)
  })

  test('tick, size and duplicates are refused in the venue’s words', () => {
    const { place } = start()
    const id = `0x${'ab'.repeat(32)}`
    assert.equal(
      textOf(place('ann', { id, price: 5_050 })),
      `order ${id} is invalid. Price (0.505) breaks minimum tick size rule: 0.01`,
    )
    assert.equal(
      textOf(place('ann', { id, size: 2n * SHARE })),
      `order ${id} is invalid. Size (2) lower than the minimum: 5`,
    )
    assert.equal(textOf(place('ann', { id })), 'placed')
    assert.equal(textOf(place('ann', { id })), `order ${id} is invalid. Duplicated.`)
  })
})

describe('the minimum', () => {
  test('is of shares for what may rest, and 1 pUSD for a buy that matches at once', () => {
    const { exchange, place } = start()
    place('ann', { side: 'SELL', price: 1_000, size: 100n * SHARE })
    const cheap = (cash: string): string =>
      `invalid amount for a marketable BUY order ($${cash}), min size: $1`
    assert.equal(
      textOf(place('ben', { type: 'FAK', price: 1_000, size: 9n * SHARE, budget: 900_000n })),
      cheap('0.9'),
    )
    assert.equal(textOf(place('ben', { price: 1_000, size: 9n * SHARE })), cheap('0.9'))
    // One that rests costs what it likes.
    assert.equal(textOf(place('ben', { price: 900, size: 9n * SHARE })), 'placed')
    assert.equal(
      textOf(place('ben', { type: 'FAK', price: 1_000, size: 10n * SHARE, budget: SHARE })),
      'placed',
    )
    // A taking buy has no minimum of shares, and a sale none at all.
    assert.equal(textOf(place('cid', { type: 'FAK', side: 'SELL', price: 900, size: 2n * SHARE })), 'placed')
    assert.deepEqual(exchange.audit(), [])
  })
})

describe('the delay window', () => {
  test('a marketable order waits, cannot be cancelled, then meets the book as it is', () => {
    const { clock, exchange, place } = start({ secondsDelay: 3 })
    const maker = place('ann', { side: 'SELL' })
    const taker = place('ben', {})
    assert.equal(taker.kind === 'placed' && taker.status, 'delayed')
    const answer = exchange.cancel([taker.id], { owner: 'key of ben' })
    assert.deepEqual(Object.keys(answer.notCanceled), [taker.id])
    assert.equal(exchange.heldCash('ben'), 5n * SHARE)
    clock.advance(3_000)
    assert.equal(exchange.order(taker.id)?.status, 'MATCHED')
    assert.equal(exchange.order(maker.id)?.status, 'MATCHED')
    assert.deepEqual(exchange.audit(), [])
  })

  test('what it was to trade with may be gone: then it rests, and a FAK ends', () => {
    const { clock, exchange, place, events } = start({ secondsDelay: 1 })
    const maker = place('ann', { side: 'SELL' })
    const resting = place('ben', {})
    const immediate = place('cid', { type: 'FAK' })
    exchange.cancel([maker.id], { owner: 'key of ann' })
    clock.advance(1_000)
    assert.equal(exchange.order(resting.id)?.status, 'LIVE')
    assert.equal(exchange.order(immediate.id)?.status, 'CANCELED')
    const seen = events.flatMap((event) =>
      event.type === 'order' && event.order.id === resting.id
        ? [`${event.change} ${event.order.status}`]
        : [],
    )
    assert.deepEqual(seen, ['PLACEMENT DELAYED', 'UPDATE UNMATCHED'])
    assert.deepEqual(exchange.audit(), [])
  })

  test('a FAK that still crosses the book after its delay trades, and the rest ends', () => {
    const { clock, exchange, place } = start({ secondsDelay: 3 })
    const maker = place('ann', { side: 'SELL', size: 6n * SHARE })
    const taker = place('ben', { type: 'FAK' })
    assert.equal(taker.kind === 'placed' && taker.status, 'delayed')
    clock.advance(3_000)
    assert.equal(exchange.order(maker.id)?.status, 'MATCHED')
    assert.deepEqual(
      [exchange.order(taker.id)?.status, exchange.order(taker.id)?.filled],
      ['CANCELED', 6n * SHARE],
    )
    assert.deepEqual(exchange.audit(), [])
  })

  test('an order that does not cross is not delayed', () => {
    const { place } = start({ secondsDelay: 3 })
    const answer = place('ben', { price: 1_000 })
    assert.equal(answer.kind === 'placed' && answer.status, 'live')
  })
})

describe('funds', () => {
  test('open orders hold what they may need, and nothing is promised twice', () => {
    const { exchange, place } = start()
    place('ann', { price: 9_000, size: 1_000n * SHARE })
    assert.equal(exchange.heldCash('ann'), 900n * SHARE)
    assert.equal(textOf(place('ann', { price: 9_000, size: 112n * SHARE })), 'not enough balance / allowance')
    assert.equal(textOf(place('ann', { price: 1_000, size: 1_000n * SHARE })), 'placed')
    assert.equal(
      textOf(place('ann', { side: 'SELL', price: 9_500, size: 501n * SHARE })),
      'not enough balance / allowance',
    )
  })

  test('the taker pays the fee: on top of a buy, out of the proceeds of a sell, rounded to 5 decimals', () => {
    const { exchange, place } = start({ fee: { rate: 50_000n, exponent: 1 } })
    place('ann', { side: 'SELL', price: 3_300, size: 7_330_000n })
    place('ben', { price: 3_300, size: 7_330_000n })
    const fee = 81_030n
    assert.equal(exchange.cash('ben'), 1_000n * SHARE - 2_418_900n - fee)
    assert.equal(exchange.cash('ann'), 1_000n * SHARE + 2_418_900n)
    assert.equal(exchange.fees(), fee)
    place('ann', { price: 5_000 })
    place('ben', { side: 'SELL', price: 5_000 })
    assert.equal(exchange.cash('ben'), 1_000n * SHARE - 2_418_900n - fee + 5n * SHARE - 125_000n)
  })

  test('a resting order pays and receives its price for each fill, rounded down to a micro', () => {
    const { exchange, place } = start()
    const maker = place('ann', { side: 'SELL', price: 3_300 })
    place('ben', { type: 'FAK', price: 3_300, size: 5n * SHARE, budget: 1_000_001n })
    place('cid', { type: 'FAK', price: 3_300, size: 5n * SHARE, budget: 1_700_003n })
    place('ben', { price: 3_300, size: 10n * SHARE })
    assert.equal(exchange.order(maker.id)?.status, 'MATCHED')
    const received = exchange.trades('ann').map((trade) => (trade.size * 3_300n) / 10_000n)
    assert.equal(
      exchange.cash('ann') - 1_000_000_000n,
      received.reduce((sum, cash) => sum + cash, 0n),
    )
    assert.deepEqual(
      exchange.trades('ann').map(({ cash }) => cash),
      received,
    )
  })
})

describe('settlement', () => {
  test('a trade is MATCHED, MINED, then CONFIRMED and has a transaction once it is mined', () => {
    const { clock, exchange, place, events } = start()
    place('ann', { side: 'SELL' })
    place('ben', {})
    assert.equal(exchange.trades('ben')[0]?.transactionHash, '')
    clock.advance(60_000)
    const statuses = events.flatMap((event) =>
      event.type === 'trade' || event.type === 'trade_status' ? [event.trade.status] : [],
    )
    assert.deepEqual(statuses, ['MATCHED', 'MINED', 'CONFIRMED'])
    assert.match(exchange.trades('ann')[0]?.transactionHash ?? '', /^0x[0-9a-f]{64}$/)
  })

  test('a failed trade gives back exactly what each side gave, fee included', () => {
    const { exchange, place } = start(
      { fee: { rate: 70_000n, exponent: 1 } },
      { statusStepsOf: () => [{ status: 'RETRYING', afterMs: 10 }] },
    )
    place('ann', { token: NO, price: 3_300, size: 7_330_000n })
    place('ben', { price: 6_700, size: 7_330_000n })
    const id = exchange.trades('ben')[0]?.id ?? ''
    assert.equal(exchange.failTrade(id), true)
    assert.equal(exchange.failTrade(id), false)
    for (const wallet of ['ann', 'ben']) {
      assert.equal(exchange.cash(wallet), 1_000n * SHARE)
      assert.equal(exchange.shares(wallet, YES), 500n * SHARE)
      assert.equal(exchange.shares(wallet, NO), 500n * SHARE)
    }
    assert.equal(exchange.fees(), 0n)
    assert.deepEqual(exchange.audit(), [])
  })

  test('open orders that a reversal leaves without cover are removed as INVALID', () => {
    const { exchange, place } = start({}, { statusStepsOf: () => [], settles: 'at_once' })
    place('ann', { side: 'SELL', size: 500n * SHARE, price: 1_000 })
    place('ben', { price: 1_000, size: 500n * SHARE })
    const sale = place('ben', { side: 'SELL', price: 9_000, size: 1_000n * SHARE })
    exchange.failTrade(exchange.trades('ben')[0]?.id ?? '')
    assert.equal(exchange.order(sale.id)?.status, 'INVALID')
    assert.deepEqual(exchange.audit(), [])
  })

  test('resolution confirms what is pending, ends open orders and pays the winning outcome 1 each', () => {
    const { exchange, market, place } = start()
    place('ann', { side: 'SELL', price: 5_000 })
    place('ben', { price: 5_000, size: 15n * SHARE })
    exchange.resolve(market.conditionId, 0)
    assert.equal(exchange.openOrders('key of ben').length, 0)
    assert.equal(exchange.trades('ben')[0]?.status, 'CONFIRMED')
    assert.equal(exchange.cash('ben'), 1_000n * SHARE - 5n * SHARE + 510n * SHARE)
    assert.equal(exchange.cash('ann'), 1_000n * SHARE + 5n * SHARE + 490n * SHARE)
    assert.equal(exchange.shares('ben', NO), 0n)
    assert.deepEqual(exchange.audit(), [])
    assert.equal(textOf(place('ann', {})), 'No orderbook exists for the requested token id')
  })

  test('a trade beyond 0.96 or below 0.04 makes the tick finer once', () => {
    const { market, place, events } = start()
    place('ann', { side: 'SELL', price: 9_700 })
    place('ben', { price: 9_700 })
    assert.equal(market.tick, 10)
    assert.equal(events.filter((event) => event.type === 'tick').length, 1)
    assert.equal(
      textOf(place('ben', { price: 9_701 })).includes('breaks minimum tick size rule: 0.001'),
      true,
    )
    assert.equal(textOf(place('ben', { price: 9_690 })), 'placed')
  })
})

describe('cancelling', () => {
  test('a key cancels its own live orders and no other', () => {
    const { exchange, place } = start()
    const own = place('ann', { price: 4_000 })
    const theirs = place('ben', { price: 4_000 })
    const answer = exchange.cancel([own.id, theirs.id, own.id], { owner: 'key of ann' })
    assert.deepEqual(answer.canceled, [own.id])
    assert.deepEqual(Object.keys(answer.notCanceled), [theirs.id])
    const again = exchange.cancel([own.id], { owner: 'key of ann' })
    assert.equal(again.notCanceled[own.id], 'already canceled or matched')
  })

  test('clearing a book at game start removes resting and delayed orders as INVALID', () => {
    const { exchange, market, place } = start({ secondsDelay: 5 })
    const resting = place('ann', { side: 'SELL' })
    const delayed = place('ben', {})
    exchange.clearBook(market.conditionId, 'game started')
    assert.deepEqual(
      [resting, delayed].map(({ id }) => exchange.order(id)?.status),
      ['INVALID', 'INVALID'],
    )
    assert.deepEqual(exchange.audit(), [])
  })
})

test('an event caused by a listener is published after the event that it received', () => {
  const { exchange, place, events } = start()
  const stop = exchange.subscribe((event) => {
    if (event.type !== 'trade') return
    stop()
    place('cid', { price: 1_000 })
  })
  place('ann', { side: 'SELL' })
  place('ben', {})
  const placements = events.flatMap((event) =>
    event.type === 'order' && event.change === 'PLACEMENT' ? [event.order.wallet] : [],
  )
  assert.deepEqual(placements, ['ann', 'ben', 'cid'])
})

test('no order spends the proceeds of a trade before it is mined, unless trades settle at once', () => {
  for (const settles of ['late', 'at_once'] as const) {
    const { exchange, clock, place } = start({}, { settles })
    place('ben', { side: 'SELL', price: 5_000, size: 100n * SHARE })
    place('ann', { side: 'BUY', price: 5_000, size: 100n * SHARE, type: 'FAK' })
    const sell = { side: 'SELL', price: 9_000, size: 501n * SHARE } as const
    const buy = { side: 'BUY', price: 1_000, size: 10_500n * SHARE } as const
    const kinds = (): readonly string[] => [place('ann', sell).kind, place('ben', buy).kind]
    const spends = ['placed', 'placed']
    assert.deepEqual(kinds(), settles === 'late' ? ['refused', 'refused'] : spends)
    if (settles === 'at_once') continue
    assert.deepEqual(
      [
        place('ann', { ...sell, size: 500n * SHARE }).kind,
        place('ben', { ...buy, size: 10_000n * SHARE }).kind,
      ],
      spends,
    )
    exchange.cancel(
      exchange.openOrders('key of ann').map(({ id }) => id),
      'venue',
    )
    exchange.cancel(
      exchange.openOrders('key of ben').map(({ id }) => id),
      'venue',
    )
    clock.advance(3_000)
    assert.deepEqual(kinds(), spends)
    assert.deepEqual(exchange.audit(), [])
  }
})

test('a void market pays a half of both outcomes, and nothing is lost by rounding', () => {
  const { exchange, market, place } = start()
  place('ben', { side: 'SELL', price: 5_000, size: 10_000_001n })
  place('ann', { side: 'BUY', price: 5_000, size: 10_000_001n, type: 'FAK' })
  exchange.resolve(market.conditionId, 'void')
  assert.equal(exchange.redemptions('ann').find(({ token }) => token === YES)?.cash, 255_000_000n)
  assert.equal(exchange.redemptions('ben').find(({ token }) => token === YES)?.cash, 244_999_999n)
  assert.equal(market.winner, 'void')
  assert.deepEqual(exchange.audit(), [])
})
