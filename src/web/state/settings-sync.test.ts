import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#lib/result.ts'
import type { Client } from '../api/client.ts'
import type { ServerSettings } from '../api/wire.ts'
import { createSettingsSync, fromServer, toServer } from './settings-sync.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { createStore } from './store.ts'

function build(kept: ServerSettings) {
  const written: ServerSettings[] = []
  const timers: (() => void)[] = []
  const keptAlive: boolean[] = []
  const leaves: (() => void)[] = []
  const call = (
    name: string,
    input: { readonly body?: ServerSettings },
    options?: { readonly keepalive?: boolean },
  ) => {
    if (name === 'writeSettings' && input.body !== undefined) {
      written.push(input.body)
      keptAlive.push(options?.keepalive === true)
    }
    return Promise.resolve(ok(input.body ?? kept))
  }
  const settings = createStore(DEFAULT_SETTINGS)
  const sync = createSettingsSync({
    client: { call: call as unknown as Client['call'] },
    settings,
    after: (_, task) => {
      timers.push(task)
      return () => timers.splice(timers.indexOf(task), 1)
    },
    onLeave: (task) => void leaves.push(task),
    onRefused: () => undefined,
  })
  const lapse = () => {
    for (const task of timers.splice(0)) task()
  }
  const leave = () => {
    for (const task of leaves) task()
  }
  return { settings, sync, written, keptAlive, lapse, leave }
}

test('what the server keeps is taken over and not written back', async () => {
  const kept = toServer({ ...DEFAULT_SETTINGS, theme: 'light', density: 'compact' })
  const { settings, sync, written, lapse } = build(kept)
  await sync.read()
  lapse()
  assert.deepEqual(settings.get(), fromServer(kept))
  assert.deepEqual(written, [])
})

test('several changes in a row are written once, as they stand at the end', async () => {
  const { settings, sync, written, lapse } = build(toServer(DEFAULT_SETTINGS))
  await sync.read()
  settings.update((old) => ({ ...old, density: 'touch' }))
  settings.update((old) => ({ ...old, density: 'compact' }))
  lapse()
  assert.deepEqual(
    written.map((one) => one.density),
    ['compact'],
  )
})

test('nothing is written before the server has been read, and a choice made meanwhile wins', async () => {
  const { settings, sync, written, lapse } = build(toServer({ ...DEFAULT_SETTINGS, density: 'touch' }))
  const reading = sync.read()
  settings.update((old) => ({ ...old, theme: 'light' }))
  lapse()
  assert.equal(written.length, 0)
  await reading
  assert.equal(settings.get().theme, 'light')
  assert.deepEqual(
    written.map((one) => one.theme_mode),
    ['light'],
  )
})

test('a change that waits is written when the page goes, once and so that it outlives the page', async () => {
  const { settings, sync, written, keptAlive, lapse, leave } = build(toServer(DEFAULT_SETTINGS))
  await sync.read()
  leave()
  assert.equal(written.length, 0, 'nothing has changed')
  settings.update((old) => ({ ...old, density: 'touch' }))
  leave()
  lapse()
  assert.deepEqual(
    written.map((one) => one.density),
    ['touch'],
  )
  assert.deepEqual(keptAlive, [true])
})
