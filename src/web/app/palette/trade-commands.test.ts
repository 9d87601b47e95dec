import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import type { PriceFormat } from '../../platform/format/price-formats.ts'
import type { Contexts } from '../contexts.tsx'
import type { OrderDefaults } from '../../data/settings/order-defaults.ts'
import { createStore } from '../../platform/state/store.ts'
import { createKeyMap } from '../../commands/key-map.ts'
import { tradeCommands } from './trade-commands.ts'

function build(
  mode: 'SAFE' | 'ARMED',
  stale: string | null = null,
  refusal: string | null = null,
  priceFormat: PriceFormat = 'price',
  defaults: Pick<OrderDefaults, 'size' | 'unit'> = { size: micros(10_000_000n), unit: 'shares' },
) {
  const released: unknown[] = []
  const said: string[] = []
  const contexts = {
    marketData: {
      books: {
        book: () => ({ top: () => ({ tick: 100, bestBid: 4_200, bestAsk: 4_400 }), staleNow: () => stale }),
      },
    },
    account: {
      positions: createStore({ items: [] }),
      account: createStore({ summary: null }),
    },
    trading: {
      clicks: {
        press: (aim: unknown) => aim,
        release: (press: unknown) => {
          released.push(press)
          return refusal === null ? { kind: 'sent' } : { kind: 'refused', text: refusal }
        },
      },
      flatten: { plan: () => ({ legs: [], coming: [], orders: 0, unsellable: [] }) },
      orderDefaults: createStore({ ...defaults, timeInForce: 'GTC', postOnly: false }),
      trading: createStore({ mode }),
    },
    workspace: {
      selection: createStore({
        event: {},
        market: { tickSize: 100 },
        outcome: { id: 'pm:1', name: 'Yes' },
      }),
    },
    page: {
      keys: createStore(createKeyMap({}, true)),
      settings: createStore({ priceFormat: priceFormat }),
      toasts: { show: () => undefined },
      announcer: { report: (text: string) => said.push(text) },
    },
  } as unknown as Contexts
  return { commands: tradeCommands(contexts), released, said }
}

test('while SAFE, or on a book that cannot be believed, no command of the palette trades', () => {
  assert.deepEqual(build('SAFE').commands, [])
  assert.deepEqual(build('ARMED', 'gap').commands, [])
})

test('while ARMED each says what it would send and by which key, and sends that', () => {
  const { commands, released } = build('ARMED')
  assert.deepEqual(
    commands.map(({ title, hint, key }) => [title, hint, key]),
    [
      ['Buy 10 Yes @ 0.42', 'sends: joins the best bid', 'q'],
      ['Sell 10 Yes @ 0.44', 'sends: joins the best ask', 'w'],
      ['Buy 10 Yes @ 0.44', 'sends: takes the best ask', 'Shift Q'],
      ['Sell 10 Yes @ 0.42', 'sends: hits the best bid', 'Shift W'],
    ],
  )
  commands[2]?.run()
  assert.deepEqual(released, [
    {
      outcomeId: 'pm:1',
      outcomeName: 'Yes',
      side: 'BUY',
      price: 4_400,
      size: 10_000_000n,
      other: null,
      frees: false,
    },
  ])
})

test('prices are those that the trader reads everywhere else', () => {
  const titles = build('ARMED', null, null, 'decimal_odds').commands.map(({ title }) => title)
  assert.deepEqual(titles.slice(0, 2), ['Buy 10 Yes @ 2.38', 'Sell 10 Yes @ 2.27'])
})

test('a price that the market has left since the palette opened is refused with a message', () => {
  const { commands, said } = build('ARMED', null, 'market moved since the press')
  commands[0]?.run()
  assert.deepEqual(said, ['Refused: market moved since the press'])
})

test('a cash size is as many shares as it buys at the price, in the text and in the order', () => {
  const { commands, released } = build('ARMED', null, null, 'price', {
    size: micros(10_000_000n),
    unit: 'cash',
  })
  assert.deepEqual(
    commands.slice(1, 3).map(({ title }) => title),
    ['Sell 22.72 Yes @ 0.44', 'Buy 22.72 Yes @ 0.44'],
  )
  commands[2]?.run()
  assert.deepEqual(released, [
    {
      outcomeId: 'pm:1',
      outcomeName: 'Yes',
      side: 'BUY',
      price: 4_400,
      size: 22_720_000n,
      other: null,
      frees: false,
    },
  ])
})

test('cash that buys less than a hundredth of a share sends nothing and says so', () => {
  const { commands, released, said } = build('ARMED', null, null, 'price', {
    size: micros(1_000n),
    unit: 'cash',
  })
  commands[0]?.run()
  assert.deepEqual(released, [])
  assert.deepEqual(said, ['Refused: less than a hundredth of a share'])
})
