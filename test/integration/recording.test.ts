/** The recording of a running terminal: what it has, and what a kill at any moment leaves of it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { appendFileSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { zstdCompressSync } from 'node:zlib'
import type { Wire } from '#test/wire.ts'
import { nativeId, parseOutcomeId, type OutcomeId } from '#core/ids.ts'
import { stepBook, type BookSync } from '#core/machines/book-sync.ts'
import { recordBook, restoreBook } from '#core/recording/book-state.ts'
import type { RecordedBook, RecordingRecord } from '#core/recording/records.ts'
import { formatMicros } from '#core/money.ts'
import { formatPrice } from '#core/price.ts'
import { writeBlock } from '#store/recording/block.ts'
import { openRecording } from '#store/recording/reader.ts'
import { RECORDING_DIRECTORY } from '#store/recording/segments.ts'
import { readMarketBytes } from '#venue/feeds/market-scan.ts'
import { startTerminal, startTerminalProcess, temporaryDirectory, terminalEnvironment } from '../harness.ts'
import { arm, currentBook, findTradable, restingBuy } from '../market.ts'
import type { Client } from '../client.ts'
import { waitFor } from '../wait-for.ts'

const REST = { marketId: null, changedAt: null, verifiedAt: null, tradesSoFar: 0, trades: null }

const readRecords = (dataDirectory: string): Promise<readonly RecordingRecord[]> =>
  recordsOf(join(dataDirectory, RECORDING_DIRECTORY))

async function recordsOf(directory: string): Promise<readonly RecordingRecord[]> {
  const recording = openRecording(directory)
  const records: RecordingRecord[] = []
  for await (const batch of recording.records(0, Number.MAX_SAFE_INTEGER)) records.push(...batch)
  return records
}

type Levels = Pick<Wire['Book'], 'bids' | 'asks'>

const levelsOf = (side: RecordedBook['bids']): Levels['bids'] =>
  side.map(([price, size]) => [formatPrice(price), formatMicros(size)])

/** Every state that the book of an outcome had, from the records alone. */
function rebuild(records: readonly RecordingRecord[], outcomeId: OutcomeId): ReadonlySet<string> {
  const followed = new Map([[nativeId(outcomeId), { outcomeId }]])
  const states = new Set<string>()
  let book: BookSync | null = null
  for (const record of records) {
    if (record.kind === 'book' && record.book.outcomeId === outcomeId) book = restoreBook(record.book)
    if (book === null) continue
    const sync = book
    if (record.kind === 'lost' && record.outcomeIds.includes(outcomeId))
      stepBook(sync, { type: 'lost', reason: record.reason })
    if (record.kind === 'frame' && record.channel === 'market')
      readMarketBytes(Buffer.from(record.bytes), followed, (event) => {
        if (event.type === 'snapshot' || event.type === 'changes') stepBook(sync, { ...event, at: 0 })
      })
    const { bids, asks } = recordBook(sync, { outcomeId, ...REST })
    states.add(JSON.stringify([levelsOf(bids), levelsOf(asks)]))
  }
  return states
}

function textsOf(records: readonly RecordingRecord[]): readonly string[] {
  return records.map((record) =>
    JSON.stringify(record, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
}

test('INV-68 what was on disk when the program was killed stays, a torn end goes, and it is recorded on', async (context) => {
  const terminal = await startTerminalProcess(context)
  const client = terminal.client()
  await waitFor('credentials', async () => (await client.call('listOrders')).status === 200)
  const tradable = await findTradable(client)
  const outcomeId = parseOutcomeId(tradable.outcomeId)
  assert.ok(outcomeId)
  const live = await client.live()
  await live.subscribe(`book:${outcomeId}`)
  await arm(client)
  const placed = await client.ok('placeOrder', { body: await restingBuy(client, tradable) })
  assert.equal(placed.result, 'accepted')

  const shown = await client.ok('readBook', { params: { outcome_id: outcomeId } })
  const records = await waitFor('the book of the page in the recording', async () => {
    const found = await readRecords(terminal.dataDirectory)
    if (!rebuild(found, outcomeId).has(JSON.stringify([shown.bids, shown.asks]))) return null
    return found
  })
  const kinds = new Set(records.map(({ kind }) => kind))
  for (const kind of ['begin', 'opened', 'carried', 'complete', 'market', 'row', 'order', 'trading'] as const)
    assert.ok(kinds.has(kind), kind)
  const { recording } = await client.ok('readStatus')
  assert.equal(recording.is_recording, true)

  for (const waitMs of [300, 1_250]) {
    const before = textsOf(await readRecords(terminal.dataDirectory))
    const at = Date.now()
    await waitFor('some time to pass', () => Date.now() - at >= waitMs)
    await terminal.kill('SIGKILL')
    const after = textsOf(await readRecords(terminal.dataDirectory))
    assert.deepEqual(after.slice(0, before.length), before)
    await terminal.restart()
    const again = await waitFor('more records', async () => {
      const found = textsOf(await readRecords(terminal.dataDirectory))
      return found.length > after.length ? found : null
    })
    assert.deepEqual(again.slice(0, after.length), after)
  }
  const directory = join(terminal.dataDirectory, RECORDING_DIRECTORY)
  for (const name of readdirSync(directory)) assert.equal(statSync(join(directory, name)).mode & 0o777, 0o600)
})

/** Over what a replay shows of every book at its end. */
async function hashOfReplay(client: Client, span: { from: string; to: string; at: string }): Promise<string> {
  const { id, events } = await client.ok('openReplay', { body: span })
  const live = await client.live(id)
  const hash = createHash('sha256')
  const outcomes = events.flatMap(({ markets }) => markets.flatMap((market) => market.outcomes))
  assert.ok(outcomes.length > 1)
  for (const outcome of outcomes) hash.update(JSON.stringify(await live.subscribe(`book:${outcome.id}`)))
  await live.close()
  return hash.digest('hex')
}

test('INV-69 a report made while the terminal runs is read as the recording is, has no secret, and is replayed elsewhere', async (context) => {
  const terminal = await startTerminal(context)
  const client = terminal.client()
  const { outcomeId } = await findTradable(client)
  const live = await client.live()
  await live.subscribe(`book:${outcomeId}`)
  await waitFor('frames in the recording, and the market that they are of', async () => {
    const kinds = new Set((await readRecords(terminal.dataDirectory)).map(({ kind }) => kind))
    return kinds.has('frame') && kinds.has('market')
  })
  const cwd = temporaryDirectory(context)
  const given = terminalEnvironment(terminal.simulator, terminal.dataDirectory)
  const secrets = ['UI_PASSWORD_HASH', 'SESSION_SECRET', 'VENUE_SESSION_KEY'].map((name) => given[name] ?? '')
  const tar = join(cwd, 'report.tar')
  const report = async (): Promise<Buffer> => {
    const download = await client.raw('/api/report?last=10m', { method: 'GET' })
    assert.equal(download.status, 200)
    assert.match(
      download.headers.get('content-disposition') ?? '',
      /^attachment; filename="sesame-report-.*\.tar"$/,
    )
    const bytes = Buffer.from(await download.arrayBuffer())
    writeFileSync(tar, bytes)
    return bytes
  }
  const bytes = await report()
  assert.equal(spawnSync('tar', ['-xf', tar], { cwd }).status, 0)
  const unpacked = join(cwd, 'sesame-report')
  const records = textsOf(await recordsOf(join(unpacked, 'recording')))
  assert.ok(records.length > 0)
  assert.deepEqual(textsOf(await readRecords(terminal.dataDirectory)).slice(0, records.length), records)

  const about = JSON.parse(readFileSync(join(unpacked, 'report.json'), 'utf8')) as {
    readonly settings: Readonly<Record<string, string>>
  }
  assert.equal(about.settings['SESSION_SECRET'], '(set)')
  assert.equal(about.settings['LIVE_TRADING'], 'true')
  const whole = bytes.toString('latin1') + records.join('\n')
  for (const secret of secrets) {
    assert.ok(secret.length > 20)
    assert.equal(whole.includes(secret), false)
  }

  // On another machine, in a terminal that records nothing.
  const span = await client.ok('readRecordedSpan')
  assert.ok(span.from !== null && span.to !== null)
  const other = await startTerminal(context, { env: { RECORDING: 'off' } })
  const into = ['-xf', tar, '-C', other.dataDirectory, '--strip-components=1']
  assert.equal(spawnSync('tar', into).status, 0)
  const viewer = other.client()
  const seen = await viewer.ok('readRecordedSpan')
  assert.ok(seen.from !== null && seen.to !== null)
  const body = { from: seen.from, to: seen.to, at: seen.to }
  assert.equal(await hashOfReplay(viewer, body), await hashOfReplay(client, body))

  // A torn end stays out.
  const last = readdirSync(join(terminal.dataDirectory, RECORDING_DIRECTORY)).toSorted().at(-1) ?? ''
  appendFileSync(join(terminal.dataDirectory, RECORDING_DIRECTORY, last), 'torn')
  assert.equal((await report()).includes('torn'), false)
})

test('INV-74 what each outcome would pay is in a replay what it was, before an order and after its fill', async (context) => {
  const terminal = await startTerminal(context)
  const client = terminal.client()
  const tradable = await findTradable(client)
  await arm(client)
  const shown = async () => (await client.ok('listResolutionPnl')).items
  const costOf = (items: Awaited<ReturnType<typeof shown>>): string | null =>
    items.flatMap(({ markets }) => markets).find(({ market_id: id }) => id === tradable.market.id)
      ?.cost_basis ?? null
  const sorted = (items: Awaited<ReturnType<typeof shown>>) =>
    items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const known = async (what: string, isThere: (cost: string | null) => boolean) => {
    await waitFor(what, async () => isThere(costOf(await shown())))
    const from = new Date(Date.now() - 60_000).toISOString()
    await waitFor(`${what} in a replay`, async () => {
      const to = new Date().toISOString()
      const { id } = await client.ok('openReplay', { body: { from, to, at: to } })
      const replay = await client.live(id)
      const isRecorded = (await replay.subscribe('account')) !== null
      const now = isRecorded ? await replay.subscribe('resolution_pnl') : { upsert: [] }
      await replay.close()
      const { upsert } = now as { readonly upsert: Awaited<ReturnType<typeof shown>> }
      return isDeepStrictEqual(sorted(upsert), sorted(await shown()))
    })
  }
  const body = await restingBuy(client, tradable)
  await client.ok('placeOrder', { body })
  await known('the resting order', (cost) => cost === '0')
  const price = (await currentBook(client, tradable.outcomeId)).asks[0]?.[0] ?? ''
  const taking = { ...body, client_order_id: randomUUIDv7(), price, post_only: false }
  await client.ok('placeOrder', { body: taking })
  await known('the fill', (cost) => cost !== null && cost !== '0')
})

/** More than the sockets and their readers hold: a download of it that nobody reads stalls. */
const LARGE = 48_000_000

test('INV-68 orders and cancels reach the venue while a report is under way that nobody reads', async (context) => {
  const terminal = await startTerminal(context)
  const client = terminal.client()
  await waitFor('credentials', async () => (await client.call('listOrders')).status === 200)
  const tradable = await findTradable(client)
  await arm(client)
  await terminal.stop()
  const at = Date.now() - 60_000
  const noise = randomBytes(LARGE)
  const compressed = zstdCompressSync(noise)
  const head = { type: 'records', isComplete: true, from: at, to: at } as const
  const sizes = { compressed: compressed.length, unpacked: noise.length }
  const block = writeBlock({ ...head, ...sizes }, compressed)
  writeFileSync(join(terminal.dataDirectory, RECORDING_DIRECTORY, `${at}.rec`), block, { mode: 0o600 })
  await terminal.restart()
  const again = terminal.client()
  await waitFor('credentials again', async () => (await again.call('listOrders')).status === 200)
  await arm(again)
  const download = await again.raw('/api/report?last=10m', { method: 'GET' })
  assert.equal(download.status, 200)
  const placed = await again.ok('placeOrder', { body: await restingBuy(again, tradable) })
  assert.equal(placed.result, 'accepted')
  await again.ok('cancelAll', { body: {} })
  await waitFor('no open order', async () => (await again.ok('listOrders')).items.length === 0)
  assert.ok((await download.arrayBuffer()).byteLength > LARGE)
})
