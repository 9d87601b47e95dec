// Readable metrics, and their readers.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { examples } from '../openapi/examples.ts'
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
  assert.equal((await server.ask('/api/metrics', bearer(`${METRICS_TOKEN}x`))).status, 401)
  assert.equal((await server.ask('/api/status', bearer(METRICS_TOKEN))).status, 401)
})

test('the metrics say which build runs, when its key ends and what cash there is, in names that Prometheus takes', async (context) => {
  const server = await startHarness()
  context.after(() => server.close())
  const { text } = await server.ask('/api/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  assert.match(text, /^sesame_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"\} 1$/m)
  assert.match(text, /^sesame_session_key_expiry_timestamp_seconds (?:\d+(?:\.\d+)?|Nan)$/im)
  for (const name of ['cash', 'combo_exposure', 'position_notional'])
    assert.match(text, new RegExp(`^sesame_${name}_pusd (?:\\d+(?:\\.\\d+)?|Nan)$`, 'im'))
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  if (checked.error === undefined) assert.deepEqual([checked.status, checked.stderr], [0, ''])
  else context.diagnostic('this machine has no promtool')
})

test('the rules and the dashboard ask for metrics that there are', async (context) => {
  const server = await startHarness()
  context.after(() => server.close())
  const { text } = await server.ask('/api/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const deploy = join(import.meta.dirname, '../../../deploy')
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const names = new Set(readFileSync(join(deploy, file), 'utf8').match(/\b(?:sesame|process|nodejs)_\w+/g))
    assert.ok(names.size > 5)
    for (const name of names) {
      assert.match(text, new RegExp(`^# TYPE ${name.replace(/_bucket$/, '')} `, 'm'), file)
    }
  }
  const rules = spawnSync('promtool', ['check', 'rules', join(deploy, 'alerts.yml')], { encoding: 'utf8' })
  if (rules.error === undefined) assert.equal(rules.status, 0, rules.stderr)
})

test('the metrics tell how long the venue took to answer an order and a cancel; one without an answer does not count', async (context) => {
  const server = await startHarness()
  context.after(() => server.close())
  const read = async () => {
    const { text } = await server.ask('/api/metrics', {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    return text
      .split('\n')
      .filter((line) => /^sesame_(?:order|cancel)_answer_seconds_(?:sum|count) /.test(line))
  }
  assert.deepEqual(await read(), NOTHING_ANSWERED)
  const placed = await server.as(await server.login(), '/api/orders/place', {
    method: 'POST',
    body: examples.placeOrder.body,
  })
  assert.equal(placed.status, 200)
  const id = server.fake.engine.orders.open()[0]?.id
  assert.ok(id)
  server.fake.setOrder(id, { status: 'pending' })
  await server.clock.advance(40)
  server.fake.setOrder(id, { status: 'live' })
  server.fake.setOrder(id, { cancelling: true })
  await server.clock.advance(300)
  server.fake.setOrder(id, { cancelling: false, status: 'cancelled' })
  const answered = [
    'sesame_order_answer_seconds_sum 0.04',
    'sesame_order_answer_seconds_count 1',
    'sesame_cancel_answer_seconds_sum 0.3',
    'sesame_cancel_answer_seconds_count 1',
  ]
  assert.deepEqual(await read(), answered)
  server.fake.setOrder(id, { status: 'pending' })
  await server.clock.advance(15_000)
  server.fake.setOrder(id, { status: 'unknown' })
  assert.deepEqual(await read(), answered)
  const { text } = await server.ask('/api/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const ends = text.split('\n').filter((line) => line.startsWith('sesame_orders_total'))
  assert.deepEqual(ends, [
    'sesame_orders_total{result="cancelled"} 1',
    'sesame_orders_total{result="unknown"} 1',
  ])
})

test('a feed that is off has no gauge that a rule would take for down; reconnects are a counter', async (context) => {
  const server = await startHarness()
  context.after(() => server.close())
  const { status } = server.fake.engine
  const now = status.read()
  const [feed = assert.fail()] = now.feeds
  const feeds = [
    { ...feed, reconnects: 3 },
    { ...feed, name: 'user', state: 'off' as const },
  ]
  Object.assign(status, { read: () => ({ ...now, feeds }) })
  for (let reads = 0; reads < 2; reads += 1) {
    const { text } = await server.ask('/api/metrics', {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    assert.deepEqual(text.match(/^sesame_feed_live.*$/gm), ['sesame_feed_live{feed="market"} 1'])
    assert.match(text, /^# TYPE sesame_feed_reconnects_total counter$/m)
    assert.match(text, /^sesame_feed_reconnects_total\{feed="market"\} 3$/m)
  }
})

const NOTHING_ANSWERED = [
  'sesame_order_answer_seconds_sum 0',
  'sesame_order_answer_seconds_count 0',
  'sesame_cancel_answer_seconds_sum 0',
  'sesame_cancel_answer_seconds_count 0',
]
