import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, createClient, faultText } from './client.ts'

function build(reply: () => Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = []
  let ended = 0
  const client = createClient({
    fetch: (url, init) => {
      sent.push({ url, init })
      return reply()
    },
    onNoSession: () => {
      ended += 1
    },
  })
  return { client, sent, ended: () => ended }
}

const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'Title', status, detail: 'Detail.', code }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })

test('paths and queries are escaped, empty parts left out', () => {
  assert.equal(addressOf('readEventBySlug', { params: { slug: 'a/b ?' } }), '/api/events/by-slug/a%2Fb%20%3F')
  assert.equal(
    addressOf('search', { query: { q: 'x y', tag: undefined, league: '', limit: 5 } }),
    '/api/search?q=x+y&limit=5',
  )
})

test('commands carry the CSRF token and reads do not', async () => {
  const t = build(() => Promise.resolve(new Response('{}')))
  t.client.setCsrfToken('token')
  await t.client.call('readStatus', {})
  await t.client.call('cancelAll', { body: {} })
  const [read, command] = t.sent.map((one) => new Headers(one.init.headers))
  assert.equal(read?.get('x-csrf-token'), null)
  assert.equal(command?.get('x-csrf-token'), 'token')
  assert.equal(command.get('content-type'), 'application/json')
})

test('a command without an answer is not sent again', async () => {
  const t = build(() => Promise.reject(new TypeError('network')))
  const answer = await t.client.call('cancelAll', { body: {} })
  assert.deepEqual(answer, { ok: false, error: { kind: 'network' } })
  assert.equal(t.sent.length, 1)
})

test('problems come as they are, and a lost session is reported', async () => {
  const t = build(() => Promise.resolve(problem(403, 'no_session')))
  const answer = await t.client.call('readStatus', {})
  assert.ok(!answer.ok)
  assert.equal(faultText(answer.error), 'Detail.')
  assert.equal(t.ended(), 1)
})

test('an answer that cannot be read is a fault, never a success', async () => {
  for (const reply of [new Response('<html>'), new Response('{"a":1}', { status: 500 })]) {
    const t = build(() => Promise.resolve(reply))
    const answer = await t.client.call('readStatus', {})
    assert.ok(!answer.ok)
    assert.equal(answer.error.kind, 'unreadable')
  }
})

test('an answer that is not what its record says is a fault too: a command may have been carried out', async () => {
  const odd = { client_order_id: 'c', result: 'accepted', order: { price: 'x' }, reject: null }
  const t = build(() => Promise.resolve(new Response(JSON.stringify(odd))))
  const answer = await t.client.call('exitPosition', { body: {} as never })
  assert.deepEqual(answer, { ok: false, error: { kind: 'unreadable', status: 200 } })
})

test('a caller that gives up and a server that is too slow are distinguished', async () => {
  const never = createClient({
    fetch: (_url, init) =>
      new Promise((_, reject) => {
        const give = () => reject(new Error('aborted'))
        if (init.signal?.aborted === true) give()
        else init.signal?.addEventListener('abort', give)
      }),
    onNoSession: () => undefined,
  })
  const given = await never.call('readStatus', {}, { signal: AbortSignal.abort() })
  assert.deepEqual(given, { ok: false, error: { kind: 'aborted' } })
  // The timer behind an abort signal does not keep Node alive, so the test holds on to something that does.
  const hold = setInterval(() => undefined, 1_000)
  const timedOut = await never.call('readStatus', {}, { timeoutMs: 1 })
  clearInterval(hold)
  assert.deepEqual(timedOut, { ok: false, error: { kind: 'timeout' } })
})
