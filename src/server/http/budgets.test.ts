// Rules shown here: INV-88. What callers may cost, over real sockets on a manual clock.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { clientId } from '#engine/testing/trading-fixture.ts'
import { createRefusedCommands } from './refused-commands.ts'
import { createCostlyWork } from './costly-work.ts'
import { send, startHarness, type Answered, type Harness, type Login } from '../testing/harness.ts'
import { createManualClock } from '#engine/testing/market-fakes.ts'
import { ok } from '#lib/result.ts'
import type { Reply } from './replies.ts'

const FILE: Reply = { status: 200, headers: {}, body: ['a', 'b'], policy: 'api' }
const person = { id: 's', isProgram: false }
const program = { id: 't', isProgram: true }

describe('files', () => {
  test('INV-88 one is made at a time for people and one for programs, until its connection needs it no more', async () => {
    const costly = createCostlyWork(createManualClock())
    const first = await costly.file(person, async () => ok(FILE))
    const second = await costly.file({ id: 'other', isProgram: false }, async () => ok(FILE))
    assert.ok(!second.ok)
    assert.equal(second.error.code, 'rate_limited')
    assert.ok((await costly.file(program, async () => ok(FILE))).ok)
    assert.ok(first.ok)
    first.value.released?.()
    assert.ok((await costly.file(person, async () => ok(FILE))).ok)
  })

  test('INV-88 one that fails, in words or by a bug, is over', async () => {
    const costly = createCostlyWork(createManualClock())
    for (let count = 0; count < 3; count += 1) {
      await assert.rejects(
        costly.file(person, () => Promise.reject(new Error('a bug'))),
        /a bug/,
      )
      const failed = await costly.file(person, async () => ({
        ok: false as const,
        error: { code: 'not_found' as const, detail: '' },
      }))
      assert.ok(!failed.ok && failed.error.code === 'not_found')
    }
  })

  test('INV-88 whoever has used five seconds of work waits until a fifth of the time pays for it', async () => {
    const clock = createManualClock()
    const costly = createCostlyWork(clock)
    const long = async (): Promise<number> => {
      await clock.advance(8_000)
      return 1
    }
    assert.deepEqual(await costly.run(person, long), ok(1))
    const refused = await costly.run(person, long)
    assert.ok(!refused.ok)
    assert.ok((refused.error.retryAfterMs ?? 0) > 5_000)
    assert.ok((await costly.run(program, async () => 2)).ok, 'another caller is not kept waiting')
    await clock.advance(refused.error.retryAfterMs ?? 0)
    assert.ok((await costly.run(person, async () => 3)).ok)
  })

  test('INV-88 a reader that goes away before or while it is sent leaves room for the next', async (context) => {
    const server = await started(context)
    const page = await server.login()
    for (let count = 0; count < 3; count += 1) {
      const gone = request(`${server.url}/api/export/audit.csv`, { headers: { cookie: page.cookie } })
      gone.on('error', () => {})
      gone.end()
      if (count > 0) await new Promise((resolve) => gone.once('response', resolve))
      gone.destroy()
      await new Promise((resolve) => gone.once('close', resolve))
      let answer = await server.as(page, '/api/export/audit.csv')
      while (answer.status === 429) answer = await server.as(page, '/api/export/audit.csv')
      assert.equal(answer.status, 200)
    }
  })

  test('INV-46 INV-88 a second file is refused while the first is not read, and nothing else is', async (context) => {
    const server = await started(context)
    const page = await server.login()
    const row = { clientOrderId: clientId(1), at: 0, kind: 'intent', action: 'place' } as const
    const details = { text: 'x'.repeat(2_000) }
    server.fake.auditRows.push(
      ...Array.from({ length: 5_000 }, (_, seq) => ({ ...row, seq, details, previousHash: '', hash: '' })),
    )
    const slow = request(`${server.url}/api/export/audit.csv`, { headers: { cookie: page.cookie } })
    context.after(() => slow.destroy())
    slow.on('error', () => {}).end()
    await new Promise((resolve) => slow.once('response', resolve))
    for (const path of ['/api/export/audit.csv', '/api/export/audit.jsonl', '/api/export/fills.csv'])
      assert.equal((await server.as(page, path)).status, 429, path)
    assert.equal((await server.as(page, '/api/trading')).status, 200)
  })

  test('INV-46 INV-88 reads that are no files have the same budget of time', async (context) => {
    const server = await started(context)
    const page = await server.login()
    const work = { isOver: false }
    // Works until the clock stops advancing.
    Object.assign(server.fake.engine.journal, {
      *prepare() {
        while (!work.isOver) yield
      },
    })
    const first = server.as(page, '/api/journal/round-trips')
    while (server.clock.monotonic() < 60_000) {
      await server.clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    work.isOver = true
    assert.equal((await first).status, 200)
    const again = await server.as(page, '/api/journal/round-trips')
    assert.equal(again.status, 429)
    assert.match(again.text, /other costly reads have used up their share of time/)
  })
})

describe('commands that are refused', () => {
  test('INV-88 are judged twenty times a second and caller, then not at all; one row says how many', async (context) => {
    const server = await started(context)
    const [page, other] = [await server.login(), await server.login()]
    const command = (login: Login, body: object, path: string): Promise<Answered> =>
      send(server.url.slice('http://'.length), path, {
        method: 'POST',
        headers: {
          cookie: login.cookie,
          'x-csrf-token': login.csrf,
          origin: server.url,
          'content-type': 'application/json',
        },
        body,
      })
    let ids = 0
    const refused = async (login: Login): Promise<number> => {
      ids += 1
      const body = { client_order_id: clientId(ids), price: '0.4', size: '5', post_only: false }
      return (await command(login, body, `/api/orders/pm:0x${'ab'.repeat(32)}/replace`)).status
    }
    const answers: number[] = []
    for (let count = 0; count < 30; count += 1) answers.push(await refused(page))
    assert.deepEqual(answers, [...Array(20).fill(200), ...Array(10).fill(429)])
    assert.equal(await refused(other), 200, 'another caller is judged')
    assert.equal((await command(page, {}, '/api/orders/cancel-all')).status, 200)
    await server.clock.advance(60_000)
    const rows = server.fake.appendedRows.filter(({ action }) => action === 'commands_refused')
    assert.equal(rows.length, 1)
    assert.equal(rows[0]?.details['unjudged'], 10)
  })

  test('INV-88 those under way at once are waited for afterwards; repeats and what was taken count for nothing', () => {
    const clock = createManualClock()
    const random = { bytes: () => new Uint8Array(), uuidV7: () => clientId(1) }
    const commands = createRefusedCommands({ audit: { append: () => ok([]) }, clock, random })
    const legs = Array.from({ length: 100 }, () => ({ result: { result: 'rejected', replayed: false } }))
    for (let count = 0; count < 50; count += 1) {
      commands.answered('placeOrder', 'quiet', { result: 'rejected', replayed: true })
      commands.answered('placeOrder', 'quiet', { result: 'accepted', replayed: false })
      commands.answered('cancelOrders', 'quiet', { failed: [] })
      commands.answered('placeOrder', 'loud', { result: 'rejected', replayed: false })
    }
    commands.answered('flattenPositions', 'flat', { legs })
    assert.equal(commands.problem('placeOrder', 'quiet'), null)
    assert.equal(commands.problem('placeOrder', 'loud')?.retryAfterMs, 1_550)
    assert.equal(commands.problem('placeOrder', 'flat')?.retryAfterMs, 50)
    assert.equal(commands.problem('cancelAll', 'loud'), null)
  })
})

async function started(context: TestContext): Promise<Harness> {
  const server = await startHarness()
  context.after(() => server.close())
  return server
}
