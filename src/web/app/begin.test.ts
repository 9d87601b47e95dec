import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { err, ok } from '#lib/result.ts'
import { begin } from './begin.ts'
import { createStore } from '../platform/state/store.ts'
import type { SessionState } from '../model/contexts/page.ts'
import type { Contexts } from './contexts.tsx'

/** As much of the contexts as the start uses, on a phone at the list of markets, and the clock of its window. */
function startPage(hasSession: boolean) {
  const session = createStore<SessionState>('checking')
  const isRead = createStore(false)
  const calls: string[] = []
  const timers: { readonly ms: number; readonly task: () => void }[] = []
  const note = (what: string) => () => void calls.push(what)
  const contexts = {
    page: {
      session,
      client: {
        call: (name: string) =>
          Promise.resolve(
            name === 'readSession' && hasSession
              ? ok({ csrf_token: 't' })
              : err({ kind: 'problem', problem: { code: 'no_session' } }),
          ),
        setCsrfToken: () => undefined,
      },
      live: { start: note('live'), stop: note('stop') },
      settingsSync: { isRead, read: note('settings') },
      notifications: { start: note('notifications') },
      router: { get: () => ({ page: 'trade', slug: null, outcomeId: null }) },
    },
    marketData: { watch: { read: note('watchlist') } },
    workspace: {
      workspace: { state: createStore({ status: 'reading' }), open: note('layout') },
      firstEvent: createStore(null),
      selection: createStore(null),
    },
    trading: {},
  } as unknown as Contexts
  const view = {
    matchMedia: () => ({ matches: false }),
    setTimeout: (task: () => void, ms: number) => timers.push({ ms, task }),
    document: { fonts: [] },
  } as unknown as Parameters<typeof begin>[1]
  let isDrawn = false
  void begin(contexts, view).then(() => {
    isDrawn = true
  })
  const pass = async (): Promise<void> => {
    for (const { task } of timers.splice(0)) task()
    await setImmediate()
  }
  return { session, isRead, calls, pass, isDrawn: () => isDrawn }
}

test('after a login the first view waits until the settings tell whether the tour is offered', async () => {
  const page = startPage(false)
  await setImmediate()
  assert.deepEqual([page.isDrawn(), page.session.get()], [true, 'out'])
  page.session.set('opening')
  await setImmediate()
  assert.equal(page.session.get(), 'opening')
  page.isRead.set(true)
  await setImmediate()
  assert.equal(page.session.get(), 'in')
  assert.deepEqual(page.calls, ['stop', 'live', 'settings', 'watchlist', 'notifications'])
})

test('with a session nothing is drawn before that, and not for ever', async () => {
  const page = startPage(true)
  await setImmediate()
  assert.equal(page.isDrawn(), false)
  await page.pass()
  assert.deepEqual([page.isDrawn(), page.session.get()], [true, 'in'])
})

test('a session that ends while the first view is read stays ended', async () => {
  const page = startPage(true)
  await setImmediate()
  page.session.set('out')
  await page.pass()
  assert.equal(page.session.get(), 'out')
  assert.equal(page.calls.at(-1), 'stop')
})
