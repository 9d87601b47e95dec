import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { ApiFault, Client, TradingState } from '../platform/api/client.ts'
import type { Link } from '../platform/live/socket.ts'
import { createStore } from '../platform/state/store.ts'
import { createToasts } from '../platform/page/messages.ts'
import { createMode } from './mode.ts'
import type { Acting } from './send.ts'

const ARMED = { mode: 'ARMED' } as TradingState
const SAFE = { mode: 'SAFE' } as TradingState
const LIVE: Link = { state: 'live', receivedAt: 0, roundTripMs: 1, gaps: 0 }
const LOST: Link = { ...LIVE, state: 'lost' }

const settle = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** A page just woken: the link is lost and the terminal was ARMED in the last message. */
function build() {
  const answers: ((answer: Result<TradingState, ApiFault>) => void)[] = []
  const timers: (() => void)[] = []
  const alerts: string[] = []
  const trading = createStore<TradingState | null>(ARMED)
  const link = createStore<Link>(LOST)
  const toasts = createToasts(
    () => 0,
    () => undefined,
  )
  const mode = createMode({
    client: {
      call: ((name: string) =>
        name === 'arm'
          ? Promise.resolve(ok(ARMED))
          : new Promise((resolve) => {
              answers.push(resolve)
            })) as unknown as Client['call'],
    },
    live: { link },
    trading,
    toasts,
    announcer: { alert: (text: unknown) => alerts.push(String(text)) },
    after: (_ms: number, task: () => void) => timers.push(task),
  } as unknown as Acting)
  const answer = async (value: Result<TradingState, ApiFault>): Promise<void> => {
    answers.at(-1)?.(value)
    await settle()
  }
  return {
    mode,
    trading,
    link,
    alerts,
    answer,
    sent: () => answers.length,
    runTimers: () => timers.splice(0).forEach((task) => task()),
    strip: () => toasts.list.get().map(({ title, text }) => `${title}: ${text}`),
  }
}

test('without an answer the page does not say SAFE, and asks again as soon as the link is live and the mode ARMED', async () => {
  const t = build()
  t.mode.disarmFor('woke from sleep')
  assert.equal(t.sent(), 1)
  await t.answer(err({ kind: 'network' }))
  assert.match(t.strip()[0] ?? '', /^Going SAFE: not confirmed.*may still be ARMED/)
  assert.equal(t.alerts.length, 1)
  t.runTimers()
  assert.equal(t.sent(), 1, 'nothing can be received yet')

  t.link.set(LIVE)
  assert.equal(t.sent(), 2)
  t.link.set({ ...LIVE, receivedAt: 5 })
  assert.equal(t.sent(), 2, 'one at a time')
  await t.answer(err({ kind: 'timeout' }))
  t.runTimers()
  assert.equal(t.sent(), 3)
  await t.answer(ok(SAFE))
  assert.equal(t.trading.get()?.mode, 'SAFE')
  assert.deepEqual(t.strip(), ['The terminal is SAFE: Cause: woke from sleep.'])

  // Armed again later, it stays ARMED.
  t.trading.set(ARMED)
  t.link.set(LOST)
  t.link.set(LIVE)
  assert.equal(t.sent(), 3)
})

test('once the terminal reports SAFE nothing more is asked', async () => {
  const t = build()
  t.mode.disarmFor('woke from sleep')
  await t.answer(err({ kind: 'timeout' }))
  t.trading.set(SAFE)
  assert.match(t.strip()[0] ?? '', /^The terminal is SAFE: Requested: woke from sleep/)
  t.trading.set(ARMED)
  t.link.set(LIVE)
  t.runTimers()
  assert.equal(t.sent(), 1)
})

test('arming by the user ends the request', async () => {
  const t = build()
  t.mode.disarmFor('woke from sleep')
  await t.answer(err({ kind: 'network' }))
  await t.mode.arm()
  assert.deepEqual(t.strip(), [])
  t.link.set(LIVE)
  t.runTimers()
  assert.equal(t.sent(), 1)
})

test('a late answer after the user has armed again does not show SAFE', async () => {
  const t = build()
  t.link.set(LIVE)
  t.mode.disarmFor('woke from sleep')
  t.trading.set(SAFE)
  await t.mode.arm()
  await t.answer(ok(SAFE))
  assert.equal(t.trading.get()?.mode, 'ARMED')
  assert.equal(t.sent(), 1)
  assert.deepEqual(t.strip(), [])
})

test("the user's own press is sent each time, and asked for again while the terminal is ARMED", async () => {
  const t = build()
  t.link.set(LIVE)
  t.trading.set(ARMED)
  t.mode.disarm()
  t.mode.disarm()
  assert.equal(t.sent(), 2)
  await t.answer(err({ kind: 'timeout' }))
  assert.match(t.strip()[0] ?? '', /^Going SAFE: not confirmed.*may still be ARMED/)
  t.runTimers()
  assert.equal(t.sent(), 2, 'the first has no answer yet')
  t.trading.set(SAFE)
  assert.deepEqual(t.strip(), [])
  t.trading.set(ARMED)
  assert.equal(t.sent(), 2)
})

test('a press without an answer while the terminal is SAFE does not disarm what is armed elsewhere later', async () => {
  const t = build()
  t.link.set(LIVE)
  t.trading.set(SAFE)
  t.mode.disarm()
  await t.answer(err({ kind: 'network' }))
  t.trading.set(ARMED)
  t.runTimers()
  assert.equal(t.sent(), 1)
})
