/**
 * A database that cannot be used, or that stops taking writes, ends trading and nothing else: login, Cancel All and
 * single cancels go on, nothing is replaced, and the page can say what is wrong (STO-1; INV-16, INV-32).
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { Answer } from '#contract/routes.ts'
import { logIn, type Client } from '../../client.ts'
import { PASSWORD, startTerminalProcess, temporaryDirectory, terminalEnvironment } from '../../harness.ts'
import type { TerminalProcess } from '../../harness.ts'
import { runSesame } from '../../program.ts'
import { startQuietVenue, type QuietVenue } from '../../reliability/quiet-venue.ts'
import { openAtVenue } from '../../reliability/truth.ts'
import { waitFor } from '../../wait-for.ts'

/** Longer than a busy machine takes. */
function until<T>(what: string, ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  return waitFor(what, ask, 30_000)
}

async function quietVenue(context: TestContext, seed: string): Promise<QuietVenue> {
  const venue = await startQuietVenue(context, { seed })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  return venue
}

async function place(client: Client, venue: QuietVenue): Promise<Answer<'placeOrder'>> {
  return client.ok('placeOrder', {
    body: {
      client_order_id: randomUUIDv7(),
      outcome_id: `pm:${venue.market.tokens[0]}`,
      side: 'BUY',
      price: '0.38',
      size: '5',
      time_in_force: 'GTC',
      post_only: false,
    },
  })
}

async function currentBook(client: Client, venue: QuietVenue): Promise<void> {
  await until('a current book', async () => {
    const params = { outcome_id: `pm:${venue.market.tokens[0]}` }
    const { status, body } = await client.call('readBook', { params })
    return status === 200 && !(body as { readonly stale: boolean }).stale
  })
}

/** An order at the venue under this account, as an earlier run may have left it. */
async function leaveOrder(venue: QuietVenue): Promise<string> {
  const [token] = venue.market.tokens
  const order = { kind: 'foreign_place', token, side: 'BUY', price: 3_600, size: '5000000' }
  return `pm:${((await venue.control('/order', order)) as { readonly id: string }).id}`
}

async function openIds(venue: QuietVenue): Promise<readonly string[]> {
  return openAtVenue(await venue.truth()).map(({ order }) => `pm:${order.id}`)
}

/** Up, though its health is degraded for good. */
async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

type Damage = {
  readonly what: string
  readonly damage: (path: string) => void
  readonly words: RegExp
  /** Puts back what can be, if the test itself took it away. */
  readonly repair: (path: string) => void
}

const moved = (path: string): string => `${path}.moved`

const DAMAGES: readonly Damage[] = [
  {
    what: 'corrupt',
    damage(path) {
      const bytes = readFileSync(path)
      writeFileSync(moved(path), bytes)
      writeFileSync(path, bytes.fill(0x5a, 4_096))
    },
    words: /cannot be read.*backup/,
    repair: (path) => renameSync(moved(path), path),
  },
  {
    what: 'newer',
    damage: (path) => setSchema(path, 999),
    words: /newer version \(schema 999/,
    repair: (path) => setSchema(path, null),
  },
  {
    what: 'unreadable',
    damage(path) {
      renameSync(path, moved(path))
      mkdirSync(path)
    },
    words: /cannot be read.*backup/,
    repair(path) {
      rmSync(path, { recursive: true })
      renameSync(moved(path), path)
    },
  },
]

let schemaBefore = 0

function setSchema(path: string, version: number | null): void {
  const raw = new DatabaseSync(path)
  if (version !== null) schemaBefore = Number(raw.prepare('PRAGMA user_version').get()?.['user_version'])
  raw.exec(`PRAGMA user_version = ${version ?? schemaBefore}`)
  raw.close()
}

test('INV-16 INV-32 INV-33 a database that cannot be used: SAFE for good, login and cancels work, nothing is replaced', async (context) => {
  const venue = await quietVenue(context, 'database refused')
  const terminal = await startTerminalProcess(context, { simulator: venue, ready: answers })
  const path = join(terminal.dataDirectory, 'sesame.db')
  await until('own state', async () => (await reasons(terminal)).length === 0)
  for (const { what, damage, words, repair } of DAMAGES) {
    await context.test(what, async () => {
      assert.equal(await terminal.stop(), 0)
      damage(path)
      const before = contents(path)
      await terminal.restart()
      await cancelsAndPlacesNothing(terminal, venue, words)
      if (what === 'corrupt') await tellsOthers(context, terminal, venue, words)
      assert.equal(await terminal.stop(), 0)
      assert.deepEqual(contents(path), before)
      repair(path)
    })
  }
  await terminal.restart()
  await until('own state', async () => (await reasons(terminal)).length === 0)
  assert.equal((await terminal.client().ok('readStatus')).storage_problem, null)
})

async function cancelsAndPlacesNothing(
  terminal: TerminalProcess,
  venue: QuietVenue,
  words: RegExp,
): Promise<void> {
  const client = terminal.client()
  await until('every other condition', async () => {
    const left = await reasons(terminal)
    return left.length === 1 && left[0] === 'audit_unavailable'
  })
  assert.equal((await client.call('arm', { body: {} })).status, 409)
  await currentBook(client, venue)
  const refused = await place(client, venue)
  assert.deepEqual([refused.result, refused.reject?.code], ['rejected', 'audit_unavailable'])
  assert.match((await client.ok('readStatus')).storage_problem ?? '', words)
  assert.match(terminal.program().err(), words)
  assert.equal((await client.ok('health')).status, 'degraded')
  assert.equal((await client.ok('verifyAudit')).ok, false)

  const single = await leaveOrder(venue)
  const cancelled = await client.ok('cancelOrders', { body: { order_ids: [single] } })
  assert.deepEqual(cancelled.cancelled, [single])
  await leaveOrder(venue)
  await client.ok('cancelAll', { body: {} })
  assert.deepEqual(await openIds(venue), [])
  const { items } = await client.ok('listAudit', { query: {} })
  assert.deepEqual(new Set(items.map(({ action }) => action)), new Set(['place', 'cancel', 'cancel_all']))
}

/** A second start is refused as ever, and `doctor` says the same as the page. */
async function tellsOthers(
  context: TestContext,
  { dataDirectory }: TerminalProcess,
  venue: QuietVenue,
  words: RegExp,
): Promise<void> {
  const cwd = temporaryDirectory(context)
  const second = runSesame(['start'], { cwd, env: terminalEnvironment(venue, dataDirectory) })
  assert.equal((await second.ended).code, 3)
  const doctor = runSesame(['doctor', '--data', dataDirectory], { cwd })
  assert.equal((await doctor.ended).code, 1)
  assert.match(doctor.out(), words)
}

test('INV-16 INV-32 INV-34 a disk that refuses while it runs stops placing and settings, not login and cancels; the rows follow', async (context) => {
  const venue = await quietVenue(context, 'disk refuses')
  const terminal = await startTerminalProcess(context, { simulator: venue, ready: answers })
  const client = terminal.client()
  await currentBook(client, venue)
  await until('arming', async () => (await client.call('arm', { body: {} })).status === 200)
  const [first, second] = [await place(client, venue), await place(client, venue)]
  assert.equal(first.result, 'accepted')
  const rowsBefore = await verifiedRows(client)

  // Whoever holds the write lock makes every write fail, as a full disk does.
  const other = new DatabaseSync(join(terminal.dataDirectory, 'sesame.db'))
  other.exec('BEGIN IMMEDIATE')
  context.after(() => other.close())
  const refused = await place(client, venue)
  assert.deepEqual([refused.result, refused.reject?.code], ['rejected', 'audit_unavailable'])
  await until('the words on the page', async () => {
    const { storage_problem: problem, mode } = await client.ok('readStatus')
    return mode === 'SAFE' && problem !== null && /cannot be written/.test(problem)
  })
  assert.equal((await client.ok('health')).status, 'degraded')
  await keepsNothing(client)

  const later = await logIn(client.url, PASSWORD)
  const id = first.order?.id ?? ''
  const one = await later.ok('cancelOrders', { body: { order_ids: [id] } })
  assert.deepEqual(one.cancelled, [id])
  const all = await later.ok('cancelAll', { body: {} })
  assert.deepEqual(all.cancelled, [second.order?.id])
  assert.deepEqual(await openIds(venue), [])
  await later.ok('logout', { body: {} })
  assert.equal((await later.call('readStatus')).status, 403, 'a session that ended stays ended')
  assert.equal(await verifiedRows(client), rowsBefore)

  other.exec('ROLLBACK')
  await until('the rows of the cancels', async () => (await verifiedRows(client)) === rowsBefore + 4)
  await until('a log that is writable', async () => (await client.ok('readStatus')).storage_problem === null)
  await until('arming', async () => (await client.call('arm', { body: {} })).status === 200)
  assert.equal((await place(client, venue)).result, 'accepted')
})

/** INV-34: what the disk refuses is reported, and what was in force stays. */
async function keepsNothing(client: Client): Promise<void> {
  const before = await inForce(client)
  const layout = { version: 0, workspaces: [], active: null }
  const refused = [
    await client.call('writeRiskSettings', { body: { limits: { max_open_orders: 7 } } }),
    await client.call('writeSettings', {
      body: { ...(await client.ok('readSettings')), theme_mode: 'light' },
    }),
    await client.call('writeWatchlist', { body: { lists: [{ name: 'Mine', outcome_ids: [] }] } }),
    await client.call('writeLayout', { params: { screen_class: 'wide' }, body: layout }),
    await client.call('writeNotificationSettings', { body: { sound_volume: 3 } }),
  ]
  for (const { status, body } of refused) {
    const { code, detail } = body as { readonly code: string; readonly detail: string }
    assert.deepEqual([status, code], [503, 'storage_refused'])
    assert.match(detail, /nothing changed/)
  }
  assert.deepEqual(await inForce(client), before)
}

async function inForce(client: Client): Promise<readonly unknown[]> {
  return [
    (await client.ok('readRiskSettings')).limits,
    await client.ok('readSettings'),
    await client.ok('readWatchlist'),
    await client.ok('readLayout', { params: { screen_class: 'wide' } }),
    await client.ok('readNotificationSettings'),
  ]
}

async function verifiedRows(client: Client): Promise<number> {
  const verdict = await client.ok('verifyAudit')
  assert.equal(verdict.ok, true)
  return verdict.rows
}

async function reasons(terminal: TerminalProcess): Promise<readonly string[]> {
  return (await terminal.client().ok('readTrading')).reasons
}

function contents(path: string): string | null {
  return statSync(path).isFile() ? readFileSync(path).toString('base64') : null
}
