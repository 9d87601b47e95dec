// Rules shown here: PAGE-4.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Draft } from '../../data/markets/draft.ts'
import { createPricePresses } from './price-press.ts'
import type { ListedPrice } from './price-press.ts'

const SELECTION = {
  event: { id: 'e' },
  market: { id: 'm', outcomes: [{ id: 'a' }, { id: 'b' }] },
  outcome: { id: 'a', name: 'Herons' },
} as unknown as ListedPrice['selection']
const ASK: ListedPrice = { selection: SELECTION, tick: 100, side: 'BUY', price: 5_400 as Price }
const LONG = 5_000

/** A board whose clicks answer `refusal`, or send. */
function createFixture({ mode = 'ARMED', sends = true, refusal = '' }) {
  const draft = createStore<Draft | null>(null)
  const selection = createStore<unknown>(null)
  const settings = createStore({ boardSends: sends, buyOtherSide: false, priceFormat: 'price' })
  const trading = createStore({ mode })
  const orderDefaults = createStore({
    size: micros(10_000_000n),
    unit: 'shares',
    timeInForce: 'GTC',
    postOnly: false,
  })
  const released: unknown[] = []
  const presses = createPricePresses({
    books: { book: () => ({ top: () => ({ bestBid: 5_300 }) }) },
    account: createStore({ summary: null }),
    positions: createStore({ items: [], loaded: true }),
    selection,
    draft,
    orderDefaults,
    trading,
    settings,
    live: { isReceiving: () => true },
    clicks: {
      press: (aim: unknown) => ({ aim }),
      release: (...all: readonly unknown[]) => {
        released.push(all)
        return refusal === ''
          ? { kind: 'sent', intents: [{ clientOrderId: 'c1' }] }
          : { kind: 'refused', text: refusal }
      },
    },
  } as unknown as Parameters<typeof createPricePresses>[0])
  return { presses, draft, selection, settings, trading, orderDefaults, released }
}

test('a press fills the ticket with side, price and size where clicks do not send, ARMED or not', () => {
  for (const [mode, sends] of [
    ['ARMED', false],
    ['SAFE', true],
  ] as const) {
    const { presses, draft, selection, released } = createFixture({ mode, sends })
    assert.deepEqual(presses.release(presses.press(ASK, LONG)), { kind: 'ticket' })
    assert.deepEqual(
      [draft.get()?.side, draft.get()?.priceText, draft.get()?.sizeText],
      ['BUY', '0.54', '10'],
    )
    assert.deepEqual(selection.get(), SELECTION)
    assert.equal(released.length, 0, 'nothing is sent')
  }
})

test('while ARMED, and where the trader chose so, it sends the default size through the click guard', () => {
  const { presses, draft, released } = createFixture({})
  assert.deepEqual(presses.release(presses.press(ASK, LONG)), { kind: 'sent', clientOrderIds: ['c1'] })
  assert.equal(draft.get(), null)
  assert.equal(released.length, 1)
  const guarded = createFixture({ refusal: 'feed stale' })
  assert.deepEqual(guarded.presses.release(guarded.presses.press(ASK, LONG)), {
    kind: 'refused',
    text: 'feed stale',
  })
})

test('what is sent has the type that stood there at the press', () => {
  const { presses, orderDefaults, released } = createFixture({})
  const pressed = presses.press(ASK, LONG)
  orderDefaults.update((old) => ({ ...old, timeInForce: 'FAK' }))
  presses.release(pressed)
  assert.deepEqual((released[0] as unknown[])[2], { timeInForce: 'GTC', postOnly: false, expiresAt: null })
})

test('a price that changed under the pointer is not sent at', () => {
  const { presses, released } = createFixture({})
  const result = presses.release(presses.press(ASK, 299))
  assert.deepEqual(result, { kind: 'refused', text: 'the price changed under the pointer' })
  assert.equal(released.length, 0)
})

test('what was pressed while SAFE goes into the ticket, whatever has been armed before the release', () => {
  const { presses, trading, released } = createFixture({ mode: 'SAFE' })
  const pressed = presses.press(ASK, LONG)
  trading.set({ mode: 'ARMED' })
  assert.deepEqual(presses.release(pressed), { kind: 'ticket' })
  assert.equal(released.length, 0)
})

test('a sale of shares that are not held is refused, where it may not buy the other side', () => {
  const { presses, released } = createFixture({})
  const result = presses.release(presses.press({ ...ASK, side: 'SELL' }, LONG))
  assert.equal(result.kind, 'refused')
  assert.equal(released.length, 0)
})
