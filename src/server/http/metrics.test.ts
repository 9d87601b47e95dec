// What a monitor may read, and who may.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRICS_TOKEN, startHarness } from '../testing/harness.ts'

test('a session or the bearer of METRICS_TOKEN reads the metrics, no other request does, and the token opens nothing else', async (context) => {
  const server = await startHarness()
  context.after(() => server.close())
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const read = await server.ask('/api/metrics', bearer(METRICS_TOKEN))
  assert.equal(read.status, 200)
  assert.equal(read.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.match(read.text, /^sesame_armed 0$/m)
  assert.match(read.text, /^sesame_feed_live\{feed="market"\} [01]$/m)
  assert.match(read.text, /^process_resident_memory_bytes \d/m)
  assert.equal((await server.as(await server.login(), '/api/metrics')).status, 200)
  assert.equal((await server.ask('/api/metrics')).status, 403)
  assert.equal((await server.ask('/api/metrics', bearer(`${METRICS_TOKEN}x`))).status, 403)
  assert.equal((await server.ask('/api/status', bearer(METRICS_TOKEN))).status, 403)
})
