import assert from 'node:assert/strict'
import { cancelAllResult } from '#contract/records/orders.ts'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { err, ok } from '#lib/result.ts'
import type { Client, Order, TradingState } from '../platform/api/client.ts'
import { createToasts } from '../platform/page/messages.ts'
import { createStore } from '../platform/state/store.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { createCancels } from './cancel.ts'
import { uuidV7 } from './guard.ts'
import { createMode } from './mode.ts'
import { createIntents } from './send.ts'
import { sampleOrder } from '../features/portfolio/testing/samples.ts'

const open = (id: string) => sampleOrder({ id })

/** Cancels and modes whose requests answer `answer`, over orders that the test changes. */
function createFixture(answer: unknown, asked: unknown[] = []) {
  const items = (all: readonly Order[]) => ({ items: all, current: true, loaded: true })
  const orders = createStore(items([]))
  const trading = createStore<TradingState | null>(null)
  const waiting: (() => void)[] = []
  const said: string[] = []
  const after = (_ms: number, task: () => void) => void waiting.push(task)
  const toasts = createToasts(
    () => 0,
    () => undefined,
  )
  const client = {
    call: (...call: unknown[]) => {
      asked.push(call)
      return Promise.resolve(answer)
    },
  } as unknown as Client
  const announcer = { alert: (text: string) => said.push(text), report: (text: string) => said.push(text) }
  const intents = createIntents({
    client,
    now: () => 0,
    after,
    prices: () => pricesIn('price'),
    onSettled: () => undefined,
    orders: () => [],
  })
  let minted = 0
  const parts = {
    client,
    intents,
    live: { link: createStore({ state: 'live' }) },
    trading,
    toasts,
    announcer,
    orders,
    offerToEnd: (stops: unknown) => asked.push(stops),
    mint: () => uuidV7(++minted, new Uint8Array(10)),
    after,
    now: () => 0,
  } as unknown as Parameters<typeof createCancels>[0]
  return {
    commands: { ...createCancels(parts), ...createMode(parts) },
    asked,
    said,
    toasts,
    titles: () => toasts.list.get().map(({ title }) => title),
    show: (...ids: readonly string[]) => orders.set(items(ids.map(open))),
    list: (...all: readonly Order[]) => orders.set(items(all)),
    lose: () => orders.update((old) => ({ ...old, current: false })),
    mode: (name: 'SAFE' | 'ARMED') => trading.set({ mode: name } as TradingState),
    /** Lets every timer that waits run out. */
    wait: async () => {
      for (const task of waiting.splice(0)) task()
      await setImmediate()
    },
  }
}

const LOST = err({ kind: 'network' })
const FAILED = ok({ cancelled: [], queued: [], failed: [{ id: 'a', code: null, message: 'too late' }] })

test('a cancel that is not confirmed says so until the orders that it was for have ended', async () => {
  const { commands, titles, show } = createFixture(LOST)
  show('a', 'b', 'c')
  commands.cancelOrders(['a', 'b'])
  await setImmediate()
  assert.deepEqual(titles(), ['Cancel'])
  show('b', 'c')
  assert.deepEqual(titles(), ['Cancel'])
  show('c')
  assert.deepEqual(titles(), [])
})

test('a refused cancel says so until that order has ended, whatever else is open', async () => {
  const { commands, titles, show } = createFixture(FAILED)
  show('a', 'b')
  commands.cancelMarket({ marketId: 'm' })
  await setImmediate()
  assert.deepEqual(titles(), ['Cancel market'])
  show('b')
  assert.deepEqual(titles(), [])
})

test('an unconfirmed Cancel All says so until nothing that was open is', async () => {
  const { commands, titles, show } = createFixture(LOST)
  show('a')
  commands.cancelAll()
  await setImmediate()
  show('a', 'later')
  assert.deepEqual(titles(), ['Cancel all'])
  show('later')
  assert.deepEqual(titles(), [])
})

test('INV-81 a Cancel All offers to end the stops that keep working', async () => {
  const stop = {
    exit_id: 'e-1',
    outcome_id: 'o',
    market_title: 'Final',
    outcome_name: 'Herons',
    covered: '50',
  }
  const none = { cancelled: ['a'], queued: [], failed: [], in_flight: [], working_stops: [stop] }
  const { commands, asked, titles } = createFixture(ok(cancelAllResult.decode(none)))
  commands.cancelAll()
  await setImmediate()
  assert.deepEqual(titles(), ['Cancel all'])
  assert.partialDeepStrictEqual(asked.at(-1), [{ exitId: 'e-1', outcomeName: 'Herons' }])
})

test('INV-05 INV-16 a cancel without an answer is looked up in the list of orders and never sent again', async () => {
  const { commands, asked, said, show, titles, wait } = createFixture(LOST)
  show('a')
  commands.cancelOrders(['a'])
  await setImmediate()
  for (let turn = 0; turn < 3; turn += 1) await wait()
  show()
  await wait()
  assert.match(said[0] ?? '', /^Cancel: not confirmed/)
  assert.deepEqual(said.slice(1), ['Cancel: no longer open'])
  assert.deepEqual([asked.length, titles()], [1, []])
})

test('while the list is not current nothing is concluded; without a trace it is said to be pressed again', async () => {
  const { commands, said, show, lose, wait } = createFixture(LOST)
  show('a')
  lose()
  commands.cancelAll()
  await setImmediate()
  for (let turn = 0; turn < 9; turn += 1) await wait()
  assert.equal(said.filter((text) => text.includes('no longer open') || text.includes('no trace')).length, 0)
  show('a')
  for (let turn = 0; turn < 4; turn += 1) await wait()
  assert.equal(said.at(-1), 'Cancel all: no trace of it. Press again; cancelling twice is harmless.')
})

test('an order that is being cancelled is a trace: the cancel has arrived', async () => {
  const { commands, said, list, wait } = createFixture(LOST)
  list(sampleOrder({ id: 'a', cancelling: true }))
  commands.cancelOrders(['a'])
  await setImmediate()
  for (let turn = 0; turn < 9; turn += 1) await wait()
  assert.deepEqual(said.length, 1)
})

test('a Cancel All that was pressed again says nothing more: the later one does', async () => {
  const { commands, said, show, wait } = createFixture(LOST)
  show('a')
  commands.cancelAll()
  await setImmediate()
  commands.cancelAll()
  await setImmediate()
  const before = said.length
  show()
  for (let turn = 0; turn < 9; turn += 1) await wait()
  assert.deepEqual([before, said.slice(before)], [2, ['Cancel all: no longer open']])
})

test('every press of a cancel is a request, also while the one before is on its way', async () => {
  const { commands, asked, show } = createFixture(LOST)
  show('a')
  commands.cancelAll()
  commands.cancelAll()
  commands.cancelMarket({ marketId: 'm' })
  commands.cancelMarket({ marketId: 'm' })
  assert.equal(asked.length, 4)
  await setImmediate()
})

test('with nothing open there is nothing to wait for: it stays until it is dismissed', async () => {
  const { commands, titles, show } = createFixture(LOST)
  commands.cancelAll()
  await setImmediate()
  show()
  assert.deepEqual(titles(), ['Cancel all'])
})

test('going SAFE is no longer in doubt once the terminal is SAFE', async () => {
  const { commands, titles, mode } = createFixture(LOST)
  mode('ARMED')
  commands.disarm()
  await setImmediate()
  assert.deepEqual(titles(), ['Going SAFE'])
  mode('SAFE')
  assert.deepEqual(titles(), [])
})
