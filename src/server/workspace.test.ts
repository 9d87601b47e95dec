// Rules shown here: API-4.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { silentLog } from '#engine/testing/market-fakes.ts'
import { err } from '#lib/result.ts'
import { startHarness, type Answered, type Harness, type Login } from './testing/harness.ts'
import { examples } from './openapi/examples.ts'
import { createMemorySettings } from './testing/stores.ts'
import { createWorkspace } from './workspace.ts'

let server: Harness
let page: Login
before(async () => {
  server = await startHarness()
  page = await server.login()
})
after(() => server.close())

const get = (path: string): Promise<Answered> => server.as(page, path)

function put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
  return server.as(page, path, { method: 'PUT', body, headers })
}

const PHONE = '/api/layouts/phone'

function layout(version: number, name: string): object {
  return { version, workspaces: [{ id: 'a', name, content: { list: [name] } }], active: 'a' }
}

describe('a layout', () => {
  test('is empty at version 0 before anything was kept', async () => {
    const answer = await get(PHONE)
    assert.deepEqual(answer.json(), { version: 0, workspaces: [], active: null })
    assert.equal(answer.headers.etag, '"0"')
  })

  test('counts its writes, and refuses one that did not see the last', async () => {
    const first = await put(PHONE, layout(0, 'one'))
    assert.equal(first.json()['version'], 1)
    assert.equal(first.headers.etag, '"1"')
    const stale = await put(PHONE, layout(0, 'two'))
    assert.equal(`${stale.status} ${String(stale.json()['code'])}`, '412 stale_version')
    assert.deepEqual((await get(PHONE)).json(), layout(1, 'one'))
    assert.equal((await get('/api/layouts/wide')).json()['version'], 0)
  })

  test('obeys If-Match', async () => {
    assert.equal((await put(PHONE, layout(1, 'two'), { 'if-match': '"0"' })).status, 412)
    assert.equal((await put(PHONE, layout(1, 'two'), { 'if-match': '"7", "1"' })).status, 200)
    assert.equal((await put(PHONE, layout(2, 'three'), { 'if-match': '*' })).status, 200)
  })

  test('of an unknown class of screens does not exist', async () => {
    assert.equal((await get('/api/layouts/watch')).status, 422)
  })
})

describe('settings and watchlists', () => {
  test('have defaults and are what was written last', async () => {
    assert.equal((await get('/api/settings')).json()['theme_mode'], 'system')
    assert.deepEqual((await get('/api/watchlist')).json(), { lists: [] })
    await put('/api/settings', examples.writeSettings.body)
    await put('/api/watchlist', examples.writeWatchlist.body)
    assert.deepEqual((await get('/api/settings')).json(), examples.writeSettings.body)
    assert.deepEqual((await get('/api/watchlist')).json(), examples.writeWatchlist.body)
  })

  test('templates of exits are kept whole, and one that cannot act is refused with its place', async () => {
    const none = { templates: [], defaults: { sports: null, other: null } }
    assert.deepEqual((await get('/api/exit-templates')).json(), none)
    const { body } = examples.writeExitTemplates
    assert.deepEqual((await put('/api/exit-templates', body)).json(), body)
    assert.deepEqual((await get('/api/exit-templates')).json(), body)
    const twice = { ...body, templates: [...body.templates, ...body.templates] }
    const refused = await put('/api/exit-templates', twice)
    assert.equal(refused.status, 422)
    assert.match(JSON.stringify(refused.json()), /templates\.1\.name/)
    assert.deepEqual((await get('/api/exit-templates')).json(), body)
  })

  test('of which only some are given change in these alone', async () => {
    await put('/api/settings', examples.writeSettings.body)
    const answer = await put('/api/settings', { theme_mode: 'dark' })
    const after = { ...examples.writeSettings.body, theme_mode: 'dark' }
    assert.deepEqual(answer.json(), after)
    assert.deepEqual((await get('/api/settings')).json(), after)
    await put('/api/settings', examples.writeSettings.body)
  })

  test('refuse what does not fit, and stay as they were', async () => {
    const settings = examples.writeSettings.body
    const bad = [
      { ...settings, theme_mode: 'pink' },
      { ...settings, quick_sizes: ['1'] },
      { ...settings, extra: 1 },
      { ...settings, keys: { 'no name': ['a'] } },
      { ...settings, keys: { buy: ['a', 'b', 'c', 'd', 'e'] } },
      { ...settings, keys: { buy: ['x'.repeat(41)] } },
      { ...settings, keys: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`k${at}`, []])) },
      { density: 'huge' },
    ]
    for (const body of bad) assert.equal((await put('/api/settings', body)).status, 422)
    const lists = [{ name: 'x', outcome_ids: ['2'] }]
    assert.equal((await put('/api/watchlist', { lists })).status, 422)
    assert.deepEqual((await get('/api/settings')).json(), settings)
  })

  test('INV-34 that the disk refuses stay as before, with an error', () => {
    const store = createMemorySettings()
    const workspace = createWorkspace({ ...store, write: () => err('storage_refused') }, silentLog)
    const body = workspace.layout('desktop')
    const refused = { ok: false, error: 'storage_refused' }
    assert.deepEqual(workspace.setLayout('desktop', body), refused)
    assert.deepEqual(workspace.setSettings({ ...workspace.settings(), theme_mode: 'light' }), refused)
    assert.deepEqual(workspace.setWatchlist({ lists: [] }), refused)
    assert.equal(workspace.settings().theme_mode, 'system')
    assert.equal(workspace.layout('desktop').version, 0)
  })

  test('that a later version has no more cost none of the others, and are gone with the next change', () => {
    const store = createMemorySettings()
    store.write('settings', '{"onboarded":true,"theme_mode":"light"}')
    const workspace = createWorkspace(store, silentLog)
    assert.equal(workspace.settings().theme_mode, 'light')
    assert.ok(workspace.setSettings({ click_jump_ticks: 3 }).ok)
    assert.deepEqual(
      [workspace.settings().theme_mode, store.read('settings')?.includes('onboarded')],
      ['light', false],
    )
  })

  test('that can no longer be read are as never written', () => {
    const store = createMemorySettings()
    store.write('settings', '{"theme_mode":"pink"}')
    store.write('layout.desktop', '[]')
    const workspace = createWorkspace(store, silentLog)
    assert.equal(workspace.settings().theme_mode, 'system')
    assert.equal(workspace.layout('desktop').version, 0)
  })
})
