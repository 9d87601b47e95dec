/**
 * Orders that take, over the whole product: a size that is asked for goes out as it is, and what the venue refuses of it is
 * explained; a size that the terminal chooses, of fractional holdings on four ticks, the venue never refuses.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test, type TestContext } from 'node:test'
import { formatMicros, micros } from '#core/money.ts'
import { formatPrice, parseTickSize, priceFromSteps } from '#core/price.ts'
import { fittingSize, limitAmounts } from '#core/order/order-amounts.ts'
import type { Wire } from '#test/wire.ts'
import { isTakenByVenue } from '#core/testing/taking-amounts.ts'
import type { Client } from '../../client.ts'
import { startTerminal } from '../../harness.ts'
import { arm, currentBook } from '../../market.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

/** Bids and asks of others in steps of 0.0001: the best with 60 shares, the next with 500. */
const BOOKS = [
  { tick: '0.01', bids: [4_300, 4_200], asks: [4_700, 4_800] },
  { tick: '0.005', bids: [4_350, 4_250], asks: [4_650, 4_750] },
  { tick: '0.001', bids: [4_370, 4_330], asks: [4_630, 4_660] },
  { tick: '0.0001', bids: [4_373, 4_370], asks: [4_627, 4_632] },
] as const

type Placed = { readonly result: string; readonly order: Wire['Order'] | null; readonly reject: unknown }

describe('INV-85 INV-50 over real sockets', () => {
  let client: Client
  let venue: QuietVenue
  let yes = ''
  let no = ''
  const hooks: (() => void | Promise<void>)[] = []

  before(async () => {
    const context = {
      after: (hook: () => void | Promise<void>) => hooks.push(hook),
    } as unknown as TestContext
    venue = await startQuietVenue(context, { seed: 'taking sizes' })
    client = (await startTerminal(context, { simulator: venue })).client()
    const tokens = venue.market.tokens.map((token) => `pm:${token}`)
    yes = tokens[0] ?? ''
    no = tokens[1] ?? ''
    await currentBook(client, yes)
    // Nothing can be left or hedged before positions are reconciled.
    await client.ok('listPositions')
    await arm(client)
  })
  after(async () => {
    for (const hook of hooks.toReversed()) await hook()
  })

  async function show({ tick, bids, asks }: (typeof BOOKS)[number]): Promise<void> {
    await venue.control('/market', { market_id: venue.market.conditionId, book: 'clear' })
    await venue.control('/market', { market_id: venue.market.conditionId, tick })
    for (const [side, prices] of [
      ['BUY', bids],
      ['SELL', asks],
    ] as const) {
      await venue.placeForeign(side, prices[0], 60)
      await venue.placeForeign(side, prices[1], 500)
    }
    for (const outcomeId of [yes, no]) {
      await waitFor(`the book at ${tick}`, async () => {
        const book = await currentBook(client, outcomeId)
        return book.tick_size === tick && Math.min(book.bids.length, book.asks.length) === 2
      })
    }
  }

  /** Asks until it is taken: what is held is known a moment after a trade. A refusal by the venue is never worth another try. */
  async function taken(what: string, ask: () => Promise<Placed>): Promise<Wire['Order']> {
    const { id } = await waitFor(what, async () => {
      const { order, result } = await ask()
      assert.ok(result !== 'rejected' || order === null, `${what}: the venue refused`)
      return result === 'accepted' ? order : null
    })
    return waitFor(`the end of ${what}`, async () => {
      const { order } = await client.ok('readOrder', { params: { order_id: id ?? '' } })
      return ['filled', 'cancelled'].includes(order.status) ? order : null
    })
  }

  const ticket = (side: 'BUY' | 'SELL', steps: number, size: string) => (): Promise<Placed> => {
    const price = priceFromSteps(steps)
    assert.ok(price !== null)
    const terms = { side, price: formatPrice(price), size, time_in_force: 'FAK', post_only: false } as const
    return client.ok('placeOrder', { body: { client_order_id: randomUUIDv7(), outcome_id: yes, ...terms } })
  }
  /** The size that whoever chooses one would send. */
  const chosen = (steps: number, size: number): string => {
    const price = priceFromSteps(steps)
    assert.ok(price !== null)
    return formatMicros(fittingSize({ timeInForce: 'FAK', price }, micros(BigInt(Math.round(size * 1e6)))))
  }
  const exit = (outcome_id: string, size?: string) => (): Promise<Placed> =>
    client.ok('exitPosition', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id,
        mode: 'walk',
        ...(size === undefined ? {} : { size }),
      },
    })
  const hedge = (): Promise<Placed> =>
    client.ok('hedgePosition', { body: { client_order_id: randomUUIDv7(), outcome_id: yes } })

  for (const book of BOOKS) {
    test(`buys, sales, exits and hedges of fractions at a tick of ${book.tick} are taken, and show what was matched`, async () => {
      await show(book)
      const bought = await taken('the buy', ticket('BUY', book.asks[1], chosen(book.asks[1], 20.37)))
      // Met at the better ask: its cash brings more than its size.
      assert.ok(Number(bought.filled_size) > Number(bought.size), `${bought.filled_size} of ${bought.size}`)
      assert.deepEqual([bought.status, bought.remaining_size], ['filled', '0'])
      await show(book)
      const orders = [
        bought,
        await taken('the sale', ticket('SELL', book.bids[1], chosen(book.bids[1], 20.37))),
        await taken('an exit of a part', exit(yes, '33.33')),
      ]
      const hedged = await taken('the hedge', hedge)
      await waitFor('the shares of the hedge', async () => {
        const held = (await client.ok('listPositions')).items.find(({ outcome_id: id }) => id === no)
        return Number(held?.free_size ?? 0) + 1 > Number(hedged.filled_size)
      })
      orders.push(hedged, await taken('an exit of the hedge', exit(no)))
      const tick = parseTickSize(book.tick)
      assert.ok(tick !== null)
      for (const order of orders) {
        const truth = (await venue.truth()).orders.find((one) => `pm:${one.order.id}` === order.id)
        assert.ok(truth !== undefined)
        const { signed, filled, price, size, side } = truth.order
        const [makerAmount, takerAmount] = [signed?.['makerAmount'], signed?.['takerAmount']].map((amount) =>
          micros(BigInt(String(amount))),
        )
        assert.ok(makerAmount !== undefined && takerAmount !== undefined)
        const isBuy = side === 'BUY'
        assert.ok(isTakenByVenue(isBuy ? 'BUY' : 'SELL', { makerAmount, takerAmount }))
        const limit = priceFromSteps(price)
        assert.ok(limit !== null)
        assert.deepEqual(limitAmounts(isBuy ? 'BUY' : 'SELL', limit, micros(BigInt(size)), tick), {
          makerAmount,
          takerAmount,
        })
        assert.deepEqual(
          [order.size, order.filled_size, order.price],
          [formatMicros(micros(BigInt(size))), formatMicros(micros(BigInt(filled))), formatPrice(limit)],
        )
      }
      const shares = async (): Promise<string> => {
        const { items } = await client.ok('listFills')
        const of = items.filter((fill) => fill.order_id === hedged.id)
        return of.reduce((sum, { size }) => sum + Number(size), 0).toFixed(6)
      }
      await waitFor('the fills', async () => (await shares()) === Number(hedged.filled_size).toFixed(6))
    })
  }

  test('a size that is asked for is sent, by the table of the specification, and its refusal names the nearest that are taken', async () => {
    await show(BOOKS[2])
    const count = async () =>
      (await venue.truth()).requests.filter(({ path, method }) => path === '/order' && method === 'POST')
        .length
    const before = await count()
    for (const [time_in_force, asked, price, sent, cash, nearest] of [
      ['FOK', '7', '0.412', '7', 2_884_000n, { down: '5', up: '7.5' }],
      ['FAK', '10.259', '0.46', '10.25', 4_715_000n, { down: '10', up: '10.5' }],
      ['FAK', '4', '0.463', '4', 1_852_000n, { down: null, up: '10' }],
    ] as const) {
      const client_order_id = randomUUIDv7()
      const terms = {
        outcome_id: yes,
        side: 'BUY',
        price,
        size: asked,
        time_in_force,
        post_only: false,
      } as const
      const preview = await client.ok('previewOrder', { body: terms })
      assert.deepEqual(preview.nearest_sizes, nearest)
      assert.equal(preview.reject, null, 'it would be sent')
      const { reject, result } = await client.ok('placeOrder', { body: { client_order_id, ...terms } })
      assert.deepEqual([result, reject?.code], ['rejected', 'invalid_size'])
      assert.match(reject?.message ?? '', /^invalid amounts.* whole cents/)
      const { items } = await client.ok('listAudit', { query: { client_order_id } })
      const signed = items.find(({ kind }) => kind === 'signed')?.details
      assert.deepEqual(
        [signed?.['maker_amount'], signed?.['taker_amount']].map(String),
        [cash, Math.round(Number(sent) * 1e6)].map(String),
      )
    }
    assert.equal(await count(), before + 3)
  })

  test('a size of more than two decimals is rounded down, and preview and answer show it', async () => {
    const terms = {
      outcome_id: yes,
      side: 'BUY',
      price: '0.4',
      size: '6.999',
      time_in_force: 'GTC',
      post_only: true,
    } as const
    const preview = await client.ok('previewOrder', { body: terms })
    assert.deepEqual([preview.rounded_away, preview.nearest_sizes, preview.reject], ['0.009', null, null])
    const { order } = await client.ok('placeOrder', { body: { client_order_id: randomUUIDv7(), ...terms } })
    assert.equal(order?.size, '6.99')
    const small = { client_order_id: randomUUIDv7(), ...terms, size: '4.999' }
    assert.equal((await client.ok('placeOrder', { body: small })).reject?.code, 'below_min_size')
    const id = order?.id ?? ''
    const replaced = await client.ok('replaceOrder', {
      params: { order_id: id },
      body: { client_order_id: randomUUIDv7(), price: '0.39', size: '8.001', post_only: true },
    })
    assert.equal(replaced.order?.size, '8')
  })
})
