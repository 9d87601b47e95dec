import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { err, ok } from '#lib/result.ts'
import { begin } from './begin.ts'
import { createStore } from '../platform/state/store.ts'
import type { SessionState } from '../contexts/create-contexts.ts'
import type { Contexts } from '../contexts/contexts.ts'

/** As much of the contexts as the start uses, on a phone at the list of markets, and the clock of its window. */
function startPage(hasSession: boolean, hash = '') {
  const session = createStore<SessionState>('checking')
  const loginFault = createStore('')
  const isRead = createStore(false)
  const calls: string[] = []
  const timers: { readonly ms: number; readonly task: () => void }[] = []
  const note = (what: string) => () => void calls.push(what)
  const contexts = {
    page: {
      session,
      loginFault,
      client: {
        call: (name: string, { body }: { readonly body?: unknown }) => {
          if (name === 'login') calls.push(`login ${JSON.stringify(body)}`)
          return Promise.resolve(
            (name === 'readSession' && hasSession) || (name === 'login' && hash === '#login=good')
              ? ok({ csrfToken: 't' })
              : err({ kind: 'problem', problem: { code: 'no_session', detail: `refused ${name}` } }),
          )
        },
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
    trading: { brackets: { read: note('templates') } },
  } as unknown as Contexts
  const view = {
    matchMedia: () => ({ matches: false }),
    setTimeout: (task: () => void, ms: number) => timers.push({ ms, task }),
    document: { fonts: [] },
    location: { hash, pathname: '/portfolio', search: '?a=b' },
    history: { replaceState: (_state: unknown, _title: string, url: string) => void calls.push(url) },
  } as unknown as Parameters<typeof begin>[1]
  let isDrawn = false
  void begin(contexts, view).then(() => {
    isDrawn = true
  })
  const pass = async (): Promise<void> => {
    for (const { task } of timers.splice(0)) task()
    await setImmediate()
  }
  return { session, loginFault, isRead, calls, pass, isDrawn: () => isDrawn }
}

test('after a login the first view waits until the settings are read', async () => {
  const page = startPage(false)
  await setImmediate()
  assert.deepEqual([page.isDrawn(), page.session.get(), page.loginFault.get()], [true, 'out', ''])
  page.session.set('opening')
  await setImmediate()
  assert.equal(page.session.get(), 'opening')
  page.isRead.set(true)
  await setImmediate()
  assert.equal(page.session.get(), 'in')
  assert.deepEqual(page.calls, ['stop', 'live', 'settings', 'watchlist', 'templates', 'notifications'])
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

test('a link with a token logs in, and its address loses the token whatever comes of it', async () => {
  const page = startPage(false, '#login=good')
  await setImmediate()
  assert.equal(page.session.get(), 'opening')
  assert.deepEqual(page.calls.slice(0, 2), ['/portfolio?a=b', 'login {"token":"good"}'])
  const used = startPage(false, '#login=used')
  await setImmediate()
  assert.equal(used.session.get(), 'out')
  assert.equal(used.loginFault.get(), 'refused login', 'the login form says what is wrong with the link')
  used.session.set('opening')
  assert.equal(used.loginFault.get(), '', 'and no longer after a login')
  assert.equal(used.calls[0], '/portfolio?a=b')
  const open = startPage(true, '#login=used')
  await setImmediate()
  assert.deepEqual([open.session.get(), open.loginFault.get()], ['opening', ''])
})
