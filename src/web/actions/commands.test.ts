import assert from 'node:assert/strict'
import { cancelAllResult } from '#contract/records/orders.ts'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { err, ok } from '#lib/result.ts'
import type { Order, TradingState } from '../platform/api/client.ts'
import { createToasts } from '../platform/page/messages.ts'
import { createStore } from '../platform/state/store.ts'
import { createCommands } from './commands.ts'
import type { CommandsOptions } from './commands.ts'
import { sampleOrder } from '../features/portfolio/testing/samples.ts'

const open = (id: string) => sampleOrder({ id })

/** Commands whose requests answer `answer`, over orders that the test changes. */
function createFixture(answer: unknown, asked: unknown[] = []) {
  const orders = createStore<{ readonly items: readonly Order[] }>({ items: [] })
  const trading = createStore<TradingState | null>(null)
  const toasts = createToasts(
    () => 0,
    () => undefined,
  )
  const commands = createCommands({
    client: {
      call: (...call: unknown[]) => {
        asked.push(call)
        return Promise.resolve(answer)
      },
    },
    live: { link: createStore({ state: 'live' }) },
    trading,
    intents: { list: createStore([]) },
    toasts,
    announcer: { alert: () => undefined, report: () => undefined },
    orders,
    after: () => undefined,
    now: () => 0,
  } as unknown as CommandsOptions)
  const titles = () => toasts.list.get().map(({ title }) => title)
  const show = (...ids: readonly string[]) => orders.set({ items: ids.map(open) })
  const mode = (name: 'SAFE' | 'ARMED') => trading.set({ mode: name } as TradingState)
  return { commands, titles, show, mode, toasts }
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

test('INV-81 a Cancel All names the stops that keep working, and ends them when asked to', async () => {
  const asked: unknown[] = []
  const stop = {
    exit_id: 'e-1',
    outcome_id: 'o',
    market_title: 'Final',
    outcome_name: 'Herons',
    covered: '50',
  }
  const none = { cancelled: ['a'], queued: [], failed: [], in_flight: [], working_stops: [stop] }
  const { commands, toasts } = createFixture(ok(cancelAllResult.decode(none)), asked)
  commands.cancelAll()
  await setImmediate()
  const [offer] = toasts.list.get().filter(({ group }) => group === 'working_stops')
  assert.deepEqual([offer?.title, offer?.sticky], ['1 stop keeps working', true])
  assert.match(offer?.text ?? '', /50 Herons \(Final\)/)
  offer?.action?.run()
  await setImmediate()
  assert.deepEqual(asked.at(-1), ['removeAttachedExit', { params: { exitId: 'e-1' } }])
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
