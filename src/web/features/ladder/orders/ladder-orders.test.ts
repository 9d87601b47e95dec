import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../../platform/api/client.ts'
import { createStore } from '../../../platform/state/store.ts'
import type { BookStore } from '../../../platform/live/book-store.ts'
import type { GridScroll } from '../grid/use-viewport.ts'
import type { LadderParts } from '../use-ladder-view.ts'
import type { Draft } from '../../../data/markets/draft.ts'
import type { Aim } from '../../../actions/sale.ts'
import type { Press } from '../../../actions/place.ts'
import type { LadderGrid, Cell } from '../../../data/markets/ladder-grid.ts'
import { createLadderOrders, shotText } from './ladder-orders.ts'
import { menuItems } from '../menu-items.ts'

import { samplePosition } from '../../portfolio/testing/samples.ts'

const GRID: LadderGrid = { tick: 100, group: 1 }
const AT = priceFromSteps(5_000) ?? assert.fail()
const CELL: Cell = { price: AT, column: 'result' }
const YES = { id: 'pm:1', name: 'Yes' } as Outcome
const NO = { id: 'pm:2', name: 'No' } as Outcome
const show = (price: number | null): string => String((price ?? 0) / 10_000)

/** A ladder with 300 shares held; clicks that answer as if sent, and note what mode they were pressed in. */
function build(
  mode: 'SAFE' | 'ARMED',
  asked: { free?: string; sellable?: string; buyOtherSide?: boolean; bestBid?: number } = {},
) {
  const { free = '300', buyOtherSide = true, bestBid = null } = asked
  const { sellable = free } = asked
  const trading = createStore({ mode })
  const quickNotional = createStore(micros(100_000_000n))
  const draft = createStore<Draft | null>(null)
  const put: unknown[] = []
  const sent: { readonly side: string; readonly size: bigint; readonly pressedAt: number }[] = []
  const others: Aim['other'][] = []
  const refusals: string[] = []
  let presses = 0
  const parts = {
    books: { book: () => ({ top: () => ({ bestBid }) }) },
    clicks: {
      press: (aim: Aim) => {
        presses += 1
        return { aim, mode: trading.get().mode, bookSequence: presses }
      },
      release: ({ aim: { side, size, other }, bookSequence, mode: pressed }: Press) => {
        if (pressed !== trading.get().mode) {
          return { intents: [], refusals: ['mode changed since the click'] }
        }
        sent.push({ side, size, pressedAt: bookSequence })
        others.push(other)
        return { intents: [{ clientOrderId: 'c-1' }], refusals: [] }
      },
    },
    commands: {},
    brackets: { of: () => null },
    draft,
    orderDefaults: createStore({
      size: micros(10_000_000n),
      unit: 'shares',
      timeInForce: 'GTC',
      postOnly: false,
    }),
    live: { isReceiving: () => true },
    own: createStore(new Map()),
    attachedExits: { marks: createStore(new Map()), put: (...leg: unknown[]) => put.push(leg) },
    account: createStore({ summary: null }),
    positions: createStore({
      items: [samplePosition({ free_size: free, sellable_size: sellable })],
      loaded: true,
    }),
    quickNotional,
    selection: createStore(null),
    settings: createStore({ priceFormat: 'price', buyOtherSide: buyOtherSide }),
    trading,
  } as unknown as LadderParts
  const orders = createLadderOrders(
    parts,
    {
      event: {} as Event,
      market: { minOrderSize: micros(1_000_000n), outcomes: [YES, NO] } as unknown as Market,
      outcome: YES,
      grid: GRID,
      holding: { size: micros(300_000_000n), cost: ZERO },
    },
    (_cell, text) => {
      if (text !== '') refusals.push(text)
    },
  )
  const items = (bestBid: number | null = null) =>
    menuItems(
      {
        outcome: YES,
        other: null,
        book: { top: () => ({ bestBid }) } as BookStore,
        stale: null,
        grid: GRID,
        show,
        holding: bestBid === null ? null : { size: micros(300_000_000n), cost: micros(120_000_000n) },
        scroll: {} as GridScroll,
      },
      { parts, orders, take: () => undefined, flip: () => undefined, type: () => undefined },
      CELL,
    )
  return {
    orders,
    items,
    trading,
    quickNotional,
    draft,
    sent,
    others,
    put,
    refusals,
    arm: (next: 'SAFE' | 'ARMED') => trading.set({ mode: next }),
  }
}

test('closing the position above the quick notional says everywhere that it goes into the ticket, and does', () => {
  const t = build('ARMED')
  const shot = t.orders.closingAt(CELL) ?? assert.fail()
  assert.equal(shotText(shot, 'Yes', t.orders.sends(shot), show), 'SELL 300 @ 0.5 into the ticket')
  const close = t.items().find(({ text }) => text.startsWith('Close')) ?? assert.fail()
  assert.equal(close.text, 'Close 300 @ 0.5 into the ticket')
  close.run()
  t.orders.act(shot)
  assert.deepEqual(t.sent, [])
  assert.equal(t.draft.get()?.side, 'SELL')

  t.quickNotional.set(micros(150_000_000n))
  assert.equal(shotText(shot, 'Yes', t.orders.sends(shot), show), 'SELL 300 @ 0.5')
  assert.ok(t.items().some(({ text }) => text === 'Close 300 @ 0.5'))
  t.orders.act(shot)
  assert.equal(t.sent.length, 1)
})

test('what is held gets a target above the best bid, a stop below it and neither at it, at the price of the row, and both in one press', () => {
  const t = build('SAFE')
  const legs = (bid: number) => t.items(bid).filter(({ key }) => /^(?:target|stop|bracket)$/.test(key))
  for (const item of [...legs(AT - 100), ...legs(AT), ...legs(AT + 100)]) item.run()
  assert.deepEqual(
    [...legs(AT - 100), ...legs(AT + 100)].map(({ text }) => text),
    [
      'Target here: sells 300 at 0.5, +30.00 est.',
      'Target here and stop: sells 300 at 0.5, +30.00 est., or at 0.48, +24.00 est.',
      'Stop here: sells 300 at 0.5, +30.00 est.',
      'Stop here and target: sells 300 at 0.5, +30.00 est., or at 0.52, +36.00 est.',
    ],
  )
  assert.deepEqual(t.put, [
    ['pm:1', 300_000_000n, { target: AT }],
    ['pm:1', 300_000_000n, { target: AT, stop: AT - 200 }],
    ['pm:1', 300_000_000n, { stop: AT }],
    ['pm:1', 300_000_000n, { stop: AT, target: AT + 200 }],
  ])
  assert.deepEqual(
    legs(AT / 2).map(({ key }) => key),
    ['target'],
    'no stop at 0',
  )
  assert.equal(
    t.items().some(({ key }) => key === 'target'),
    false,
    'nothing without a position',
  )
})

test('an item of a menu that says "into the ticket" goes there, though another device armed since', () => {
  const t = build('SAFE')
  const buy = t.items().find(({ text }) => text === 'BUY 10 @ 0.5 into the ticket') ?? assert.fail()
  t.arm('ARMED')
  buy.run()
  assert.deepEqual(t.sent, [])
  assert.equal(t.draft.get()?.side, 'BUY')
})

test('an item of a menu is the press of the moment in which it was shown: what has changed since refuses it', () => {
  const t = build('ARMED')
  const buy = t.items().find(({ text }) => text === 'BUY 10 @ 0.5') ?? assert.fail()
  const sell = t.items().find(({ text }) => text === 'SELL 10 @ 0.5') ?? assert.fail()
  t.arm('SAFE')
  sell.run()
  assert.deepEqual(t.refusals, ['mode changed since the click'])
  t.arm('ARMED')
  buy.run()
  assert.deepEqual(t.sent, [{ side: 'BUY', size: 10_000_000n, pressedAt: 1 }])
})

describe('INV-62 a press on the ask side', () => {
  const ASK: Cell = { price: AT, column: 'ask' }
  const shotOf = (t: ReturnType<typeof build>) => t.orders.shotAt(ASK, 'SELL')
  const words = (t: ReturnType<typeof build>) => shotText(shotOf(t), 'Yes', t.orders.sends(shotOf(t)), show)

  test('with no shares buys the other outcome, and says both before', () => {
    const t = build('ARMED', { free: '0' })
    assert.equal(words(t), 'BUY 10 No @ 0.5 = SELL Yes @ 0.5')
    assert.ok(t.items().some(({ text, refused }) => text === words(t) && refused === null))
    t.orders.act(shotOf(t))
    assert.deepEqual(
      [t.sent[0]?.size, t.others[0]?.outcomeId, t.others[0]?.size],
      [10_000_000n, 'pm:2', 10_000_000n],
    )
  })

  test('with some sells these first, and buys the rest', () => {
    const t = build('ARMED', { free: '4' })
    assert.equal(words(t), 'SELL 4 @ 0.5 + BUY 6 No @ 0.5')
    t.orders.act(shotOf(t))
    assert.deepEqual([t.sent.length, t.others[0]?.size], [1, 6_000_000n])
  })

  test('is barred with the reason when the setting is off, and sends nothing', () => {
    const t = build('ARMED', { free: '4', buyOtherSide: false })
    assert.equal(words(t), 'only 4 Yes to sell (buying No is off in Settings)')
    assert.ok(t.items().some(({ refused }) => refused === words(t)))
    t.orders.act(shotOf(t))
    assert.deepEqual([t.sent, t.refusals], [[], [words(t)]])
  })

  test('of a position closes it and buys nothing, however much of it is offered elsewhere', () => {
    const t = build('ARMED', { free: '4' })
    assert.deepEqual([t.orders.closingAt(CELL)?.other, t.orders.closingAt(CELL)?.frees], [null, true])
  })

  test('INV-81 at the bid sells what own sales offer, which are cancelled first, and buys only what is beyond that', () => {
    const held = build('ARMED', { free: '0', sellable: '10', bestBid: AT })
    assert.equal(words(held), 'SELL 10 @ 0.5, open sells cancelled first')
    assert.deepEqual([shotOf(held).other, shotOf(held).frees], [null, true])
    const part = build('ARMED', { free: '0', sellable: '4', bestBid: AT })
    assert.equal(words(part), 'SELL 4 @ 0.5 + BUY 6 No @ 0.5, open sells cancelled first')
    const above = build('ARMED', { free: '0', sellable: '10', bestBid: AT - 100 })
    assert.equal(words(above), 'BUY 10 No @ 0.5 = SELL Yes @ 0.5')
  })
})
