import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_SETTINGS } from '#contract/page-settings.ts'
import { ok } from '#lib/result.ts'
import type { Client } from '../../platform/api/client.ts'
import { createSettingsSync } from './settings-sync.ts'
import type { Settings } from './settings.ts'
import { createStore } from '../../platform/state/store.ts'

/** The settings of a server, to which any number of pages may write. */
function createServer(first: Settings) {
  let kept = first
  const written: Partial<Settings>[] = []
  const keptAlive: boolean[] = []
  const pages: (() => void)[] = []
  const held: (() => void)[] = []
  let isHeld = false
  return {
    kept: () => kept,
    written,
    keptAlive,
    pages,
    /** Holds answers as they were at the request; then releases them. */
    hold: () => {
      isHeld = true
    },
    release: async () => {
      isHeld = false
      for (const go of held.splice(0)) go()
      await settled()
    },
    call(
      name: string,
      input: { readonly body?: Partial<Settings> },
      options?: { readonly keepalive?: boolean },
    ): Promise<unknown> {
      if (name === 'writeSettings' && input.body !== undefined) {
        written.push(input.body)
        keptAlive.push(options?.keepalive === true)
        kept = { ...kept, ...input.body }
      }
      const answer = ok(kept)
      return isHeld ? new Promise((go) => held.push(() => go(answer))) : Promise.resolve(answer)
    },
  }
}

/** Resolves once the answers are handled. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

function build(first: Settings, server = createServer(first)) {
  const settings = createStore(DEFAULT_SETTINGS)
  const leave: (() => void)[] = []
  const sync = createSettingsSync({
    client: server as unknown as Client,
    settings,
    onNews: (task) => void server.pages.push(task),
    onLeave: (task) => void leave.push(task),
    onWritten() {
      for (const page of server.pages) page()
    },
    onRefused: () => undefined,
  })
  return { settings, sync, server, written: server.written, keptAlive: server.keptAlive, leave }
}

test('what the server keeps is taken over and not written back', async () => {
  const kept: Settings = { ...DEFAULT_SETTINGS, themeMode: 'light', density: 'compact' }
  const { settings, sync, written } = build(kept)
  await sync.read()
  await settled()
  assert.deepEqual(settings.get(), kept)
  assert.deepEqual(written, [])
})

test('a change behind a write that is under way is written as the page goes', async () => {
  const { settings, sync, server, leave, keptAlive } = build(DEFAULT_SETTINGS)
  await sync.read()
  await settled()
  server.hold()
  settings.update((old) => ({ ...old, density: 'touch' }))
  await settled()
  settings.update((old) => ({ ...old, themeMode: 'light' }))
  await settled()
  assert.equal(server.kept().themeMode, DEFAULT_SETTINGS.themeMode)
  for (const task of leave) task()
  assert.deepEqual([server.kept().density, server.kept().themeMode], ['touch', 'light'])
  assert.deepEqual(keptAlive, [true, true])
})

test('several changes in a row are written once, as they are at the end', async () => {
  const { settings, sync, written } = build(DEFAULT_SETTINGS)
  await sync.read()
  settings.update((old) => ({ ...old, density: 'touch' }))
  settings.update((old) => ({ ...old, density: 'compact' }))
  await settled()
  assert.deepEqual(
    written.map((one) => one.density),
    ['compact'],
  )
})

test('nothing is written before the server has been read, and a choice made meanwhile wins', async () => {
  const { settings, sync, server, written } = build({ ...DEFAULT_SETTINGS, density: 'touch' })
  server.hold()
  const reading = sync.read()
  settings.update((old) => ({ ...old, themeMode: 'light' }))
  await settled()
  assert.equal(written.length, 0)
  await server.release()
  await reading
  assert.equal(settings.get().themeMode, 'light')
  assert.equal(settings.get().density, 'touch', 'only the choice that was made')
  assert.deepEqual(written, [{ themeMode: 'light' }])
})

test('a change is written so that it outlives the page, and waits for an answer that is on its way', async () => {
  const { settings, sync, server, written, keptAlive } = build(DEFAULT_SETTINGS)
  await sync.read()
  settings.update((old) => ({ ...old, density: 'touch' }))
  await settled()
  assert.deepEqual([written, keptAlive], [[{ density: 'touch' }], [true]])
  server.hold()
  for (const notify of server.pages) notify()
  settings.update((old) => ({ ...old, density: 'compact' }))
  await settled()
  assert.equal(written.length, 1)
  await server.release()
  assert.equal(written.length, 2)
})

test('only what was changed is written', async () => {
  const { settings, sync, written } = build(DEFAULT_SETTINGS)
  await sync.read()
  settings.update((old) => ({ ...old, themeMode: 'light' }))
  await settled()
  assert.deepEqual(written, [{ themeMode: 'light' }])
})

test('pages that change different settings lose none of them, and each learns of the other', async () => {
  const one = build(DEFAULT_SETTINGS)
  const other = build(DEFAULT_SETTINGS, one.server)
  await one.sync.read()
  await other.sync.read()
  one.settings.update((old) => ({
    ...old,
    quickSizes: ['1', '2', '3', '4', '5', '6'],
    keys: { buy: ['z'] },
  }))
  other.settings.update((old) => ({ ...old, themeMode: 'light' }))
  await settled()
  assert.deepEqual(other.settings.get().keys, { buy: ['z'] })
  assert.equal(other.settings.get().themeMode, 'light', 'what is not written yet stays')
  await settled()
  assert.deepEqual(one.settings.get(), other.settings.get())
  assert.deepEqual(one.server.kept(), one.settings.get())
  assert.equal(one.settings.get().themeMode, 'light')
})

test('an answer that is late takes back nothing that was chosen since', async () => {
  const { settings, sync, server } = build(DEFAULT_SETTINGS)
  await sync.read()
  server.hold()
  for (const page of server.pages) page()
  await settled()
  settings.update((old) => ({ ...old, themeMode: 'light' }))
  await settled()
  await server.release()
  await settled()
  assert.equal(settings.get().themeMode, 'light')
  assert.equal(server.kept().themeMode, 'light')
  server.hold()
  settings.update((old) => ({ ...old, themeMode: 'dark' }))
  await settled()
  settings.update((old) => ({ ...old, themeMode: 'light' }))
  await server.release()
  await settled()
  assert.equal(settings.get().themeMode, 'light')
  assert.equal(server.kept().themeMode, 'light')
})

test('what came as the choice of another page is not written again', async () => {
  const { settings, sync, server, written } = build(DEFAULT_SETTINGS)
  await sync.read()
  await server.call('writeSettings', { body: { density: 'touch' } })
  for (const page of server.pages) page()
  await settled()
  await settled()
  assert.equal(settings.get().density, 'touch')
  assert.equal(written.length, 1)
})
