import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitFor } from '#test/wait-for.ts'
import type { Socket } from '../live/socket.ts'
import { askEarly } from './early.ts'

const SLUG = 'who-wins'
const READS = ['/api/session', `/api/events/by-slug/${SLUG}`, '/api/layouts/wide', '/api/settings']

type Asked = { readonly url: string; readonly method: string | undefined }

/** A window whose server and socket the test controls. */
function createWindow(status: number, width: number) {
  const asked: Asked[] = []
  const sockets: Socket[] = []
  class FakeSocket implements Socket {
    onopen = null
    onmessage = null
    onclose = null
    constructor() {
      sockets.push(this)
    }
    send(): void {}
    close(): void {}
  }
  const view = {
    fetch: (url: string, init?: RequestInit) => {
      asked.push({ url, method: init?.method })
      return Promise.resolve(new Response(`{"from":"${url}"}`, { status }))
    },
    location: { protocol: 'http:', host: 'here', pathname: `/event/${SLUG}`, search: '', hash: '' },
    matchMedia: (query: string) => ({ matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1]) }),
    setTimeout: () => 0,
    WebSocket: FakeSocket,
  }
  return { asked, sockets, view: view as unknown as Parameters<typeof askEarly>[0] }
}

const READ: RequestInit = { method: 'GET' }

test('after the session the reads of the first view and the socket are asked for at once', async () => {
  const { asked, sockets, view } = createWindow(200, 2_560)
  askEarly(view, () => undefined)
  assert.deepEqual(
    asked.map(({ url }) => url),
    READS.slice(0, 1),
  )
  await waitFor('the other reads', () => asked.length >= READS.length)
  assert.deepEqual(
    asked.map(({ url }) => url),
    READS,
  )
  assert.equal(sockets.length, 1)
})

test('a screen without docked panels asks for no layout', async () => {
  const { asked, view } = createWindow(200, 390)
  askEarly(view, () => undefined)
  await waitFor('the last read', () => asked.at(-1)?.url === '/api/settings')
  assert.ok(asked.every(({ url }) => !url.startsWith('/api/layouts')))
})

test('without a session nothing but that is asked, and no socket is opened', async () => {
  const { asked, sockets, view } = createWindow(401, 2_560)
  const answer = await askEarly(view, () => undefined).fetch('/api/session', READ)
  assert.equal(answer.status, 401)
  await new Promise((done) => setImmediate(done))
  assert.equal(asked.length, 1)
  assert.equal(sockets.length, 0)
})

test('an answer is given once; after that, and for a command, it is asked again', async () => {
  const { asked, view } = createWindow(200, 2_560)
  const { fetch } = askEarly(view, () => undefined)
  await waitFor('the reads', () => asked.length === READS.length)
  assert.equal(await (await fetch('/api/settings', READ)).text(), '{"from":"/api/settings"}')
  assert.equal(asked.length, READS.length)
  await fetch('/api/settings', READ)
  await fetch('/api/layouts/wide', { method: 'PUT' })
  assert.deepEqual(asked.slice(READS.length), [
    { url: '/api/settings', method: 'GET' },
    { url: '/api/layouts/wide', method: 'PUT' },
  ])
})

test('a socket that is already open reports so to its user; a closed one is opened again', async () => {
  const { sockets, view } = createWindow(200, 2_560)
  const { open } = askEarly(view, () => undefined)
  await waitFor('the socket', () => sockets.length === 1)
  sockets[0]?.onopen?.()
  const taken = open()
  let opened = 0
  taken.onopen = () => (opened += 1)
  await waitFor('its opening', () => opened === 1)
  open()
  assert.equal(sockets.length, 2)

  const closed = createWindow(200, 2_560)
  const other = askEarly(closed.view, () => undefined)
  await waitFor('the socket', () => closed.sockets.length === 1)
  closed.sockets[0]?.onclose?.({ code: 1006 })
  other.open()
  assert.equal(closed.sockets.length, 2)
})
