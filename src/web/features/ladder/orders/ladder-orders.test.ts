import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros, ZERO } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Event, Market, Outcome } from '../../../platform/api/wire.ts'
import { createStore } from '../../../platform/state/store.ts'
import type { MenuPlace } from '../menu-items.ts'
import type { Draft } from '../../../model/order-entry/draft.ts'
import type { Press } from '../../../model/order-entry/click-guard.ts'
import type { LadderGrid } from '../../../model/ladder/ladder-grid.ts'
import type { Cell } from '../../../model/ladder/ladder-cell.ts'
import { createLadderOrders, shotText } from './ladder-orders.ts'
import { menuItems } from '../menu-items.ts'
import type { DragControl } from './use-ladder-drag.ts'

const GRID: LadderGrid = { tick: 100, group: 1 }
const AT = priceFromSteps(5_000) ?? assert.fail()
const CELL: Cell = { price: AT, column: 'result' }
const show = (price: number | null): string => String((price ?? 0) / 10_000)

/** A ladder with 300 shares held; clicks that answer as if sent, and note what mode they were pressed in. */
function build(mode: 'SAFE' | 'ARMED') {
  const trading = createStore({ mode })
  const quickNotional = createStore('100')
  const draft = createStore<Draft | null>(null)
  const sent: { readonly side: string; readonly size: bigint; readonly pressedAt: number }[] = []
  const refusals: string[] = []
  let presses = 0
  const parts = {
    books: { book: () => ({ top: () => ({}) }) },
    clicks: {
      press: (aim: Partial<Press>) => {
        presses += 1
        return { ...aim, mode: trading.get().mode, bookSequence: presses }
      },
      release: ({ side, size, bookSequence, mode: pressed }: Press) => {
        if (pressed !== trading.get().mode) {
          return { kind: 'refused', text: 'mode changed since the press' }
        }
        sent.push({ side, size, pressedAt: bookSequence })
        return { kind: 'sent', intent: { clientOrderId: 'c-1' } }
      },
    },
    commands: {},
    draft,
    orderDefaults: createStore({
      size: micros(10_000_000n),
      unit: 'shares',
      timeInForce: 'GTC',
      postOnly: false,
    }),
    live: { isReceiving: () => true },
    own: createStore(new Map()),
    quickNotional,
    selection: createStore(null),
    settings: createStore({ price_format: 'price' }),
    trading,
  } as unknown as Parameters<typeof createLadderOrders>[0] & MenuPlace['parts']
  const orders = createLadderOrders(
    parts,
    {
      event: {} as Event,
      market: {} as Market,
      outcome: { id: 'pm:1', name: 'Yes' } as Outcome,
      grid: GRID,
      holding: { size: micros(300_000_000n), cost: ZERO },
    },
    (_cell, text) => refusals.push(text),
    () => undefined,
  )
  const items = () =>
    menuItems({
      parts,
      outcomeId: 'pm:1',
      grid: GRID,
      show,
      cell: CELL,
      orders,
      drag: {} as DragControl,
      staleWhy: null,
      otherName: null,
      centre: () => undefined,
      flip: () => undefined,
    })
  return {
    orders,
    items,
    trading,
    quickNotional,
    draft,
    sent,
    refusals,
    arm: (next: 'SAFE' | 'ARMED') => trading.set({ mode: next }),
  }
}

test('closing the position above the quick notional says everywhere that it goes into the ticket, and does', () => {
  const t = build('ARMED')
  const shot = t.orders.closingAt(CELL) ?? assert.fail()
  assert.equal(shotText(shot, t.orders.sends(shot), show), 'SELL 300 @ 0.5 into the ticket')
  const close = t.items().find(({ text }) => text.startsWith('Close')) ?? assert.fail()
  assert.equal(close.text, 'Close 300 @ 0.5 into the ticket')
  close.run()
  t.orders.act(shot)
  assert.deepEqual(t.sent, [])
  assert.equal(t.draft.get()?.side, 'SELL')

  t.quickNotional.set('150')
  assert.equal(shotText(shot, t.orders.sends(shot), show), 'SELL 300 @ 0.5')
  assert.ok(t.items().some(({ text }) => text === 'Close 300 @ 0.5'))
  t.orders.act(shot)
  assert.equal(t.sent.length, 1)
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
  assert.deepEqual(t.refusals, ['mode changed since the press'])
  t.arm('ARMED')
  buy.run()
  assert.deepEqual(t.sent, [{ side: 'BUY', size: 10_000_000n, pressedAt: 1 }])
})
