import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'

type Tab = { readonly focused: boolean; readonly visibilityState: string; readonly messages: unknown[] }
type Click = {
  readonly notification: { readonly data: string; readonly close: () => void }
  readonly waitUntil: (work: Promise<void>) => void
}

const SOURCE = readFileSync(join(import.meta.dirname, '../../public/notifications-worker.js'), 'utf8')

/** Runs the worker with nothing in its world but what a click needs. */
function startWorker(tabs: readonly Tab[]) {
  const listeners = new Map<string, (event: Click) => void>()
  const done: string[] = []
  const self = {
    addEventListener: (name: string, listener: (event: Click) => void) => listeners.set(name, listener),
    clients: {
      matchAll: () =>
        Promise.resolve(
          tabs.map((tab, at) => ({
            ...tab,
            postMessage: (message: unknown) => tab.messages.push(message),
            focus: () => Promise.resolve(done.push(`focus ${at}`)),
          })),
        ),
      openWindow: (address: string) => Promise.resolve(done.push(`open ${address}`)),
    },
  }
  runInNewContext(SOURCE, { self })
  return {
    names: () => [...listeners.keys()],
    done,
    async click(data: string) {
      const work: Promise<void>[] = []
      listeners.get('notificationclick')?.({
        notification: { data, close: () => done.push('close') },
        waitUntil: (promise) => work.push(promise),
      })
      await Promise.all(work)
    },
  }
}

const tab = (focused: boolean, visibilityState: string): Tab => ({ focused, visibilityState, messages: [] })

test('the worker listens to a click on a notification and to nothing else: no request, no copy, no push', () => {
  assert.deepEqual(startWorker([]).names(), ['notificationclick'])
})

test('a click brings the tab in use to the front and sends it the id; without a tab it opens one', async () => {
  const tabs = [tab(false, 'hidden'), tab(false, 'visible')]
  const worker = startWorker(tabs)
  await worker.click('id')
  assert.deepEqual(worker.done, ['close', 'focus 1'])
  assert.deepEqual(JSON.stringify(tabs.map(({ messages }) => messages)), '[[],[{"clicked":"id"}]]')
  const empty = startWorker([])
  await empty.click('id')
  assert.deepEqual(empty.done, ['close', 'open /notifications'])
})
