import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { WebSocket } from 'ws'

import { runSimulatorCommand } from './command.ts'
import { startSimulator } from './program.ts'
import type { RunningSimulator } from './running.ts'

/** The delivery network in front of the venue refuses requests without a host name. */
const NAMED = { headers: { 'user-agent': 'test' } }

type Row = Readonly<Record<string, unknown>>
type Reply = { readonly status: number; readonly json: Row }

let simulator: RunningSimulator
before(async () => {
  simulator = await startSimulator({ port: 0, seed: 'program' })
})
after(() => simulator.stop())

async function call(method: string, path: string, body?: unknown): Promise<Reply> {
  const response = await fetch(`${simulator.controlUrl}/_sim${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Row }
}

/** The next frame on a socket that `wanted` accepts. */
function nextFrame(socket: WebSocket, wanted: (frame: Row) => boolean): Promise<Row> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as Row
      if (wanted(frame)) resolve(frame)
    })
  })
}

describe('the venue as a whole', () => {
  test('answers on every address of its profile', async () => {
    const { urls } = simulator.profile
    const reads = [
      `${urls.clob}/time`,
      `${urls.catalog}/sports`,
      urls.geoblock,
      `${urls.data}/v2/positions?user=0x${'1'.repeat(40)}`,
    ]
    for (const url of reads) assert.equal((await fetch(url)).status, 200, url)
    for (const url of [urls.ws_market, urls.ws_user, urls.ws_sports]) {
      const socket = new WebSocket(url, NAMED)
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      socket.terminate()
    }
    assert.equal(new Set(Object.values(urls).map((url) => new URL(url).port)).size, 9)
  })

  test('keeps conservation while everything runs', async () => {
    const { json } = await call('GET', '/violations')
    assert.deepEqual(json, { violations: [], audit: [] })
  })

  test('sends sports frames as games go on, without a snapshot, and answers a text ping', async () => {
    const socket = new WebSocket(simulator.profile.urls.ws_sports, NAMED)
    const pong = new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('message', (data: Buffer) => {
        if (data.toString('utf8') === 'pong') resolve(true)
      })
    })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send('ping')
    assert.equal(await pong, true)
    const frame = nextFrame(socket, (each) => each['live'] === true)
    await call('POST', '/clock', { advance_ms: 60_000 })
    assert.equal(typeof (await frame)['score'], 'string')
    socket.terminate()
  })
})

describe('the chat service', () => {
  const path = `/bot123456:${'a'.repeat(35)}/sendMessage`
  const send = async (route: string, body: unknown): Promise<Reply> => {
    const response = await fetch(`${simulator.profile.urls.chat ?? ''}${route}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return { status: response.status, json: (await response.json()) as Row }
  }

  test('keeps what was sent for the control API and refuses what a bot may not send', async () => {
    assert.equal((await send(path, { chat_id: 7, text: 'filled' })).json['ok'], true)
    const { json } = await call('GET', '/chat')
    assert.deepEqual(
      (json as unknown as Row[]).map(({ chat, text }) => [chat, text]),
      [[7, 'filled']],
    )
    assert.equal((await send('/botx/sendMessage', { chat_id: 7, text: 'x' })).status, 401)
    assert.equal((await send(path, { chat_id: 7, text: '' })).status, 400)
    assert.equal((await send(path, { chat_id: 7, text: 'y'.repeat(4097) })).status, 400)
  })

  test('asks to wait after 30 messages in a minute, and when a rule is set', async () => {
    await call('POST', '/faults', { name: 'chat.429', args: { s: 9 }, when: { times: 1 } })
    const bent = await send(path, { chat_id: 8, text: 'x' })
    assert.deepEqual([bent.status, bent.json['parameters']], [429, { retry_after: 9 }])
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1)
      statuses.push((await send(path, { chat_id: 9, text: String(count) })).status)
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [30, 429])
  })
})

describe('the geographic check', () => {
  test('allows by default and follows the rules', async () => {
    const read = async (): Promise<unknown> => (await fetch(simulator.profile.urls.geoblock)).text()
    assert.match(String(await read()), /"blocked":false/)
    await call('POST', '/faults', { name: 'geo.blocked', when: { times: 1 } })
    assert.match(String(await read()), /"blocked":true/)
  })
})

describe('the control API', () => {
  test('answers loopback callers by a local name only', async () => {
    const { port } = new URL(simulator.controlUrl)
    const status = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const asked = request({ hostname: '127.0.0.1', port, path: '/_sim/state', headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        asked.on('error', reject)
        asked.end()
      })
    assert.equal(await status({}), 200)
    assert.equal(await status({ host: 'evil.example.invalid' }), 403)
    assert.equal(await status({ origin: 'https://evil.example.invalid' }), 403)
  })

  test('reports what is wrong with a body', async () => {
    const cases: [string, unknown][] = [
      ['/faults', { name: 'nonsense' }],
      ['/faults', { name: 'http.delay', wen: {} }],
      ['/clock', { rate: -1 }],
      ['/market', { market_id: '1', tick: '0.02' }],
      ['/order', { kind: 'fly' }],
      ['/engine', { mode: 'asleep' }],
    ]
    for (const [path, body] of cases) {
      const { status, json } = await call('POST', path, body)
      assert.equal(status, 400, path)
      assert.ok(String(json['error']).length > 5, path)
    }
    assert.equal((await call('POST', '/market', { market_id: '1' })).status, 404)
    assert.equal((await call('DELETE', '/faults/none')).status, 404)
  })

  test('a barrier holds a request until it is released', async () => {
    await call('POST', '/barrier', { name: 'hold', match: { service: 'catalog', path: '/sports' } })
    let answered = false
    const held = fetch(`${simulator.profile.urls.catalog}/sports`).then((response) => {
      answered = true
      return response.status
    })
    for (let holding: unknown = 0; holding !== 1;) {
      const [barrier] = (await call('GET', '/barrier')).json as unknown as Row[]
      holding = barrier?.['holding']
    }
    assert.equal(answered, false)
    await call('POST', '/barrier/hold/release')
    assert.equal(await held, 200)
  })
})

describe('sesame simulator', () => {
  async function run(
    given: Readonly<Record<string, string>>,
    ended = Promise.resolve(),
  ): Promise<{ code: number; out: string[]; failed: string[] }> {
    const out: string[] = []
    const failed: string[] = []
    const code = await runSimulatorCommand(given, {
      out: (line) => void out.push(line),
      fail: (line) => void failed.push(line),
      ended,
    })
    return { code, out, failed }
  }

  test('writes the profile and the test accounts for its owner only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
    const path = join(folder, 'profile.json')
    const { code, out } = await run({ port: '0', seed: 's', profileOut: path })
    assert.equal(code, 0)
    assert.ok(out.some((line) => line.startsWith('clob http://127.0.0.1:')))
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    const written = JSON.parse(await readFile(path, 'utf8')) as Record<string, Row>
    assert.deepEqual(Object.keys(written['simulator'] ?? {}), [
      'control_url',
      'owner_key',
      'deposit_wallet',
      'session_key',
      'eoa_key',
    ])
    assert.equal(written['header_prefix'], 'VENUE')
    await rm(folder, { recursive: true })
  })

  test('speaks with the names of a given profile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
    const given = join(folder, 'given.json')
    const contract = `0x${'a'.repeat(40)}`
    const contracts = { ctf_exchange_v2: contract, neg_risk_exchange_v2: contract, exchange_v3: contract }
    await writeFile(given, JSON.stringify({ name: 'Other', header_prefix: 'OTHER', contracts }))
    const path = join(folder, 'out.json')
    assert.equal((await run({ port: '0', profile: given, profileOut: path })).code, 0)
    const written = JSON.parse(await readFile(path, 'utf8')) as Row
    assert.deepEqual([written['header_prefix'], written['contracts']], ['OTHER', contracts])
    await rm(folder, { recursive: true })
  })

  test('reports what is wrong with the call and with the port', async () => {
    for (const [given, option] of [
      [{ port: 'x' }, '--port'],
      [{ port: '0', speed: '-1' }, '--speed'],
      [{ port: '0', events: '1e9' }, '--events'],
    ] as const) {
      const { code, failed } = await run(given)
      assert.equal(code, 2, option)
      assert.match(failed.join('\n'), new RegExp(`^${option} takes`))
    }
    assert.equal((await run({ port: '0', profile: '/nowhere.json' })).code, 1)
    const blocker = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => blocker.once('listening', resolve))
    const { code, failed } = await run({ port: String((blocker.address() as AddressInfo).port) })
    assert.equal(code, 1)
    assert.match(failed.join(), /could not start/)
    blocker.close()
  })
})
