/** One run of the crash harness (ORD-6): kill at a point, start again, compare with the venue's ledger. */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { AuditRow } from '#ports/audit-log.ts'
import { createAuditLog } from '#store/audit-log.ts'
import { verifyAudit } from '#store/audit-verify.ts'
import { openDatabase } from '#store/database.ts'
import { silentLog } from '#store/testing/temporary.ts'
import type { Client } from '../client.ts'
import { startTerminal, startTerminalProcess, temporaryDirectory, type TerminalProcess } from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { brokenRules, differences, startOf, type Known, type Start } from './comparison.ts'
import {
  bracketed,
  SCENARIOS,
  sellByStop,
  stopEntry,
  type ScenarioName,
  type Sent,
  type SentRequests,
} from './crash-scenarios.ts'
import { startQuietVenue, type QuietVenue } from './quiet-venue.ts'
import { openAtVenue, placings } from './truth.ts'

export type CrashCase = {
  /** `instant` is none of the points: the program is killed from outside. */
  readonly point: string
  readonly scenario: ScenarioName
  /** At which passage of the point, from 1; of an instant so many milliseconds after the scenario began. */
  readonly passage: number
}

export const INSTANT = 'instant'
const RECONCILED_WITHIN_MS = 10_000

/** `place.intent.post:1 filling`, as it is named in titles and asked for in SESAME_CRASH. */
export function caseName({ point, passage, scenario }: CrashCase): string {
  return `${point}:${passage} ${scenario}`
}

/** Kills the terminal at the point and proves that nothing was lost, sent twice or reported wrongly. */
export async function runCrash(context: TestContext, crash: CrashCase): Promise<void> {
  const venue = await startQuietVenue(context, { seed: caseName(crash), isSmall: true })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const start = startOf(await venue.truth())
  const { point, passage } = crash
  const terminal = await startTerminalProcess(context, {
    simulator: venue,
    env: point === INSTANT ? {} : { SESAME_FAULTPOINTS: `${point}:${passage}=kill` },
  })
  const requests: SentRequests = { sent: [], mustEnd: [], cancelAllOf: null }
  await play(terminal, venue, requests, crash)

  const copy = readCopy(context, terminal.dataDirectory)
  assert.equal(copy.problem, null, 'INV-29 the chain verifies after kill -9')
  assert.deepEqual(brokenRules(copy.rows, await venue.truth(), false), [])

  // Nobody kills the second one: it needs no process of its own.
  const second = await startTerminal(context, { simulator: venue, dataDirectory: terminal.dataDirectory })
  const client = second.client()
  const trading = await client.ok('readTrading')
  assert.equal(trading.mode, 'SAFE', 'INV-04')
  await waitFor(
    'own state to be read',
    async () => !(await client.ok('readTrading')).reasons.includes('orders_not_reconciled'),
    RECONCILED_WITHIN_MS,
  )
  const sentBefore = placings(await venue.truth()).length
  for (const sent of requests.sent) await repeat(client, sent, copy.rows)
  assert.equal(placings(await venue.truth()).length, sentBefore, 'INV-01 INV-08 a repeat sends nothing')
  await cancelsHold(client, venue, requests, crash)
  if (crash.scenario === 'attached_exit') await exitsHold(client, venue)
  if (crash.scenario === 'stop_entry') await entryHolds(client, venue)
  if (crash.scenario === 'way_out') await wayOutHolds(client, requests, copy.rows)
  if (crash.scenario === 'many') togetherHolds(requests, copy.rows)
  await agree(client, venue, start)

  assert.equal(await second.stop(), 0)
  const after = readCopy(context, terminal.dataDirectory)
  assert.equal(after.problem, null, 'INV-29')
  assert.deepEqual(brokenRules(after.rows, await venue.truth(), false), [])
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
}

async function play(
  terminal: TerminalProcess,
  venue: QuietVenue,
  requests: SentRequests,
  { point, passage, scenario }: CrashCase,
): Promise<void> {
  const client = terminal.client()
  try {
    // On a busy machine the terminal may pass such a point while it is being armed.
    await currentBook(client, `pm:${venue.market.tokens[0]}`, 1)
    await arm(client)
    if (point === INSTANT) setTimeout(() => terminal.program().kill('SIGKILL'), passage)
    await SCENARIOS[scenario]({ client, venue, requests })
  } catch (error) {
    // The requests must end by the death of the process, which is asserted below.
    if (terminal.program().isRunning()) await waitFor('the end of it', () => !terminal.program().isRunning())
    const { signal } = await terminal.program().ended
    assert.equal(signal, 'SIGKILL', `the requests failed without a kill: ${String(error)}`)
  }
  const ended = await waitFor('the point to be passed', () => !terminal.program().isRunning(), 5_000).then(
    () => terminal.program().ended,
  )
  assert.equal(ended.signal, 'SIGKILL')
}

/** The same id and body gives the first result, and one that is true. */
async function repeat(client: Client, sent: Sent, rows: readonly AuditRow[]): Promise<void> {
  const id = sent.body.client_order_id
  const isKnown = rows.some((row) => row.clientOrderId === id)
  // Nothing was ever written of it: then it is a new command, and a terminal that is SAFE refuses it.
  const answered =
    sent.kind === 'place'
      ? await client.ok('placeOrder', { body: sent.body })
      : sent.kind === 'exit'
        ? await client.ok('exitPosition', { body: sent.body })
        : await client.ok('replaceOrder', { params: { order_id: sent.orderId }, body: sent.body })
  if (sent.answer !== null) {
    assert.deepEqual([answered.result, answered.replayed], [sent.answer, true], `INV-08 ${id}`)
    return
  }
  assert.equal(answered.replayed, isKnown, `INV-08 ${id}`)
  const isSigned = rows.some((row) => row.clientOrderId === id && row.kind === 'signed')
  if (!isSigned) assert.equal(answered.result, 'rejected', `${id} was never signed`)
}

/** INV-18, 19, 20: what was to be cancelled is, whatever happened in between. */
async function cancelsHold(
  client: Client,
  venue: QuietVenue,
  requests: SentRequests,
  { point }: CrashCase,
): Promise<void> {
  const ids = [...requests.mustEnd, ...(requests.cancelAllOf ?? [])].map((id) => id.replace('pm:', ''))
  const open = async (): Promise<readonly string[]> =>
    openAtVenue(await venue.truth())
      .map(({ order }) => order.id)
      .filter((id) => ids.includes(id))
  if (requests.cancelAllOf !== null) {
    // The caller got no answer, so it asks again: that works SAFE and at once.
    await client.ok('cancelAll', { body: {} })
    assert.deepEqual(await open(), [], 'INV-18')
    return
  }
  const left = (await open()).map((id) => `pm:${id}`)
  if (left.length > 0) {
    // One that was stored is sent automatically; any other is requested again.
    if (!point.startsWith('cancel.queue.')) {
      const { cancelled } = await client.ok('cancelOrders', { body: { order_ids: left } })
      // At an instant it may be stored, and be sent just now.
      if (point !== INSTANT) assert.equal(cancelled.length, 1, 'INV-20')
    }
    await waitFor('the cancel to be kept', async () => (await open()).length === 0)
  }
}

/** INV-65, 67: the exit is found again, paused; once ARMED it sells what it covers, and over both runs never more. */
async function exitsHold(client: Client, venue: QuietVenue): Promise<void> {
  const [exit, ...others] = (await client.ok('listAttachedExits')).items
  assert.ok(exit !== undefined && others.length === 0, 'INV-67')
  const soldOf = async (): Promise<bigint> =>
    (await venue.truth()).orders
      .filter(({ order }) => order.signed !== null && order.side === 'SELL')
      .reduce((sum, { order }) => sum + BigInt(order.filled), 0n)
  const bought = (await venue.truth()).orders.some(
    ({ order }) => order.signed !== null && order.side === 'BUY',
  )
  // Killed before the order came in, the exit is of the repeat, which SAFE refused.
  const isOfRepeat = !bought && exit.pause === 'safe'
  if (exit.end === null && !isOfRepeat) assert.equal(exit.pause, 'restart', 'INV-67')
  if (!bought) return
  await arm(client)
  if (exit.end === null) await sellByStop({ client })
  assert.equal(await soldOf(), 10_000_000n, 'INV-65')
  await client.ok('disarm', { body: {} })
}

/** INV-99: the stop entry is found again by its command, and over both runs it buys once, for both of its targets. */
async function entryHolds(client: Client, venue: QuietVenue): Promise<void> {
  const [exit] = (await client.ok('listAttachedExits')).items
  const again = await client.ok('attachExit', { body: stopEntry(venue) })
  if (exit !== undefined) assert.equal(again.id, exit.id, 'INV-99')
  await arm(client)
  await bracketed({ client })
  const own = (await venue.truth()).orders.filter(({ order }) => order.signed !== null)
  const lines = own.map(({ order: { side, size, filled } }) => `${side} ${size} ${filled}`)
  const sale = 'SELL 5000000 0'
  assert.deepEqual(lines.toSorted(), ['BUY 10000000 10000000', sale, sale], 'INV-97 INV-99')
  await client.ok('disarm', { body: {} })
}

/**
 * INV-81: a way out that had begun to cancel and sent nothing is notified; one that was sent is settled as any order
 * is.
 */
async function wayOutHolds(client: Client, { sent }: SentRequests, rows: readonly AuditRow[]): Promise<void> {
  const id = sent.find(({ kind }) => kind === 'exit')?.body.client_order_id
  const kinds = rows.filter(({ clientOrderId }) => clientOrderId === id).map(({ kind }) => kind)
  const isUnsaid = kinds.includes('intent') && !kinds.includes('decision')
  const notices = async () =>
    (await client.ok('listNotifications', { query: { kind: 'exit_failed' } })).items.filter(
      ({ client_order_id: of }) => of === id,
    )
  if (!isUnsaid) {
    assert.deepEqual(id === undefined ? [] : await notices(), [])
    return
  }
  await waitFor('the way out to be told of', async () => (await notices()).length === 1)
}

/** INV-92: of the orders of one command all are on disk or none, and all of them have left or none. */
function togetherHolds({ sent }: SentRequests, rows: readonly AuditRow[]): void {
  const kinds = sent.map(({ body: { client_order_id: id } }) =>
    rows.flatMap((row) => (row.clientOrderId === id && row.kind !== 'response' ? row.kind : [])).join(' '),
  )
  assert.equal(new Set(kinds).size, 1, `INV-92 ${kinds.join(', ')}`)
}

async function agree(client: Client, venue: QuietVenue, start: Start): Promise<void> {
  let last: readonly string[] = []
  await waitFor('terminal and venue to agree', async () => {
    const truth = await venue.truth()
    const seen = new Set(placings(truth).flatMap((request) => request.order_hashes))
    const known = await knownBy(client)
    // Signed, never sent: it stays unknown for two minutes by rule INV-07, at full size.
    const open = known.open.filter((order) => order.status !== 'unknown' || seen.has(order.id))
    last = differences({ ...known, open }, truth, start)
    return last.length === 0
  }).catch((error: unknown) => {
    throw new Error(`INV-09 ${last.join('; ')}`, { cause: error })
  })
}

async function knownBy(client: Client): Promise<Known> {
  const orders = (await client.ok('listOrders', { query: { limit: '200' } })).items
  const fills = (await client.ok('listFills', { query: { limit: '200' } })).items
  return {
    open: orders.map((order) => ({
      id: (order.id ?? '').replace('pm:', ''),
      clientOrderId: order.client_order_id,
      status: order.status,
      filled: scaled(order.filled_size, 6),
      foreign: order.foreign,
    })),
    fills: fills.map((fill) => ({
      key: fill.id.replace(':pm:', ' '),
      token: fill.outcome_id.replace('pm:', ''),
      side: fill.side,
      price: Number(scaled(fill.price, 4)),
      size: scaled(fill.size, 6),
      status: fill.status,
    })),
  }
}

function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

/** The rows of a copy of the data directory of a terminal that has ended, as another process finds them. */
export function readCopy(
  context: TestContext,
  dataDirectory: string,
): { readonly rows: readonly AuditRow[]; readonly problem: string | null } {
  const copy = join(temporaryDirectory(context), 'copy')
  cpSync(dataDirectory, copy, { recursive: true })
  const opened = openDatabase({ directory: copy, installId: '00'.repeat(32), now: 0 })
  if (!opened.ok) throw new Error(`the copy cannot be opened: ${JSON.stringify(opened.error)}`)
  const audit = createAuditLog({ database: opened.value, now: () => 0, log: silentLog })
  const rows = audit.since(0)
  const { problem } = verifyAudit(opened.value)
  audit.close()
  opened.value.close()
  return { rows, problem }
}
