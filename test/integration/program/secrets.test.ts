/** Every secret that the terminal is given, looked for in everything that leaves it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRecording } from '#store/recording/reader.ts'
import { RECORDING_DIRECTORY } from '#store/recording/segments.ts'
import { PASSWORD, startTerminalProcess } from '../../harness.ts'
import { arm, findTradable, restingBuy } from '../../market.ts'
import { waitFor } from '../../wait-for.ts'

const BOT_TOKEN = '123456789:CAnaryOfTheChatTokenAAbbCCddEEffGG'
const SESSION_SECRET = '8b1f0c7de94a5523661f90ab37c2d8e45a7706b9c1e3f2048d5a6b7c8d9e0f1a'

/** The spellings in which a secret could get out. */
function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const meant = /^(0x)?([0-9a-f]{2})+$/i.test(secret) ? [Buffer.from(secret.replace(/^0x/, ''), 'hex')] : []
  const of = (raw: Buffer): readonly string[] => [
    raw.toString('hex'),
    raw.toString('hex').toUpperCase(),
    raw.toString('base64').replace(/=+$/, ''),
    raw.toString('base64url'),
    encodeURIComponent(raw.toString('base64').replace(/=+$/, '')),
  ]
  return [
    secret,
    secret.toUpperCase(),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    ...of(bytes),
    ...meant.flatMap(of),
  ]
}

/** All that is recorded, as text, once the order is in it. */
async function recordedText(dataDirectory: string): Promise<string> {
  const recording = openRecording(join(dataDirectory, RECORDING_DIRECTORY))
  return waitFor('the order in the recording', async () => {
    const kinds = new Set<string>()
    let text = ''
    for await (const batch of recording.records(0, Number.MAX_SAFE_INTEGER))
      for (const record of batch) {
        kinds.add(record.kind)
        const plain = record.kind === 'frame' ? Buffer.from(record.bytes).toString() : record
        text += JSON.stringify(plain, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        )
      }
    return kinds.has('row') && kinds.has('order') && kinds.has('frame') ? text : null
  })
}

test('INV-35 INV-69 no secret is in an answer, a download, a log line, a recording, a file of the data directory, or the command line', async (context) => {
  const terminal = await startTerminalProcess(context, {
    env: {
      LOG_LEVEL: 'debug',
      SESSION_SECRET,
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_CHAT_ID: '-1001',
    },
  })
  const client = terminal.client()
  await waitFor('credentials', async () => (await client.call('listOrders')).status === 200)
  const tradable = await findTradable(client)
  await arm(client)
  const placed = await client.ok('placeOrder', { body: await restingBuy(client, tradable) })
  assert.equal(placed.result, 'accepted')
  await client.call('testNotification', { body: {} })
  const wrong = await fetch(`${client.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: `${PASSWORD}!` }),
  })
  assert.equal(wrong.status, 403)

  const answers: string[] = []
  for (const path of [
    '/api/status',
    '/api/session',
    '/api/settings',
    '/api/settings/risk',
    '/api/settings/notifications',
    '/api/doctor',
    '/api/orders',
    '/api/audit',
    '/api/notifications',
    '/api/export/audit.csv',
    '/api/export/audit.jsonl',
    '/api/export/fills.csv',
    '/api/openapi.json',
  ]) {
    const answer = await client.raw(path, { method: 'GET' })
    answers.push(await answer.text(), JSON.stringify([...answer.headers]))
  }
  assert.match(
    terminal.program().out() + terminal.program().err(),
    new RegExp(`"order".*"client_order_id":"${placed.client_order_id}".*"status":"live"`),
    'the log at debug has the lives of orders',
  )
  const pid = terminal.program().pid
  const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  for (const flag of ['--disable-proto=delete', '--disable-sigusr1', '--report-exclude-env'])
    assert.ok(command.includes(flag), flag)
  const files = readdirSync(terminal.dataDirectory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(terminal.dataDirectory, name))
    .filter((path) => statSync(path).isFile())
  assert.ok(files.some((path) => path.endsWith('-wal')))
  const sinks: readonly (readonly [string, string])[] = [
    ['an answer', answers.join('\n')],
    ['the log', terminal.program().out() + terminal.program().err()],
    ['the command line', command],
    ...files.map((path) => [path, readFileSync(path, 'latin1')] as const),
    ['the recording', await recordedText(terminal.dataDirectory)],
  ]
  assert.ok(terminal.program().out().length + terminal.program().err().length > 500)
  for (const [name, secret] of [
    ['session key', terminal.simulator.account.session_key],
    ['password', PASSWORD],
    ['session secret', SESSION_SECRET],
    ['chat token', BOT_TOKEN],
  ] as const) {
    for (const [sink, text] of sinks) {
      for (const spelling of spellings(secret))
        assert.ok(!text.includes(spelling), `the ${name} is in ${sink}`)
    }
  }
  // The holder of an order's signature may send it: 65 bytes in hex.
  for (const [sink, text] of sinks)
    assert.doesNotMatch(text, /\b(?:0x)?[0-9a-f]{128}(?:1b|1c|00|01)\b/i, sink)
})
