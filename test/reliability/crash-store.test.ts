/**
 * kill -9 while the program starts and while it writes what is no order: schema, sessions, settings, heads of the audit log, the
 * emptying of the write-ahead log, and right after own orders were read for the first time (ORD-6). The next start finds a log
 * that verifies, every order that was acknowledged, and places again. SESAME_RELIABILITY=full runs every point.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { logIn, type Client } from '../client.ts'
import {
  PASSWORD,
  isReady,
  startTerminalProcess,
  temporaryDirectory,
  terminalEnvironment,
} from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { runSesame, waitForOutput } from '../program.ts'
import { waitFor } from '../wait-for.ts'
import { brokenRules } from './comparison.ts'
import { readCopy } from './crash-run.ts'
import { environment } from './environment.ts'
import { startQuietVenue, type QuietVenue } from './quiet-venue.ts'
import { placings } from './truth.ts'

const SHORT = ['migrate.step:2', 'audit.head.write:2', 'wal.checkpoint:1']
const FULL = [
  ...SHORT,
  'migrate.step:1',
  'migrate.step:3',
  'session.write:1',
  'settings.write:1',
  'audit.head.write:1',
  'audit.head.write:3',
  'start.reconciled:1',
]
/** So many fill the write-ahead log until it is emptied. */
const ORDERS = 100
const DIES_WITHIN_MS = 90_000

describe('INV-02 INV-04 INV-29 after kill -9 beside the order path', { concurrency: 2 }, () => {
  for (const point of environment('SESAME_RELIABILITY') === 'full' ? FULL : SHORT) {
    test(`at ${point}`, { timeout: 240_000 }, (context) => runStoreCrash(context, point))
  }
})

async function runStoreCrash(context: TestContext, point: string): Promise<void> {
  const venue = await startQuietVenue(context, { seed: point, isSmall: true })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const dataDirectory = join(temporaryDirectory(context), 'data')
  const { accepted } = await dieAt(context, { venue, dataDirectory, point })

  const killed = readCopy(context, dataDirectory)
  assert.equal(killed.problem, null, 'INV-29 the chain verifies after kill -9')
  assert.deepEqual(brokenRules(killed.rows, await venue.truth(), false), [])
  const signed = killed.rows.filter(({ kind }) => kind === 'signed').map((row) => row.clientOrderId)
  for (const id of accepted)
    assert.ok(
      signed.some((one) => one === id),
      `${id} was acknowledged and is lost`,
    )
  assert.ok(placings(await venue.truth()).length <= signed.length, 'INV-02')

  const terminal = await startTerminalProcess(context, { simulator: venue, dataDirectory })
  const client = terminal.client()
  assert.equal((await client.ok('readTrading')).mode, 'SAFE', 'INV-04')
  await currentBook(client, `pm:${venue.market.tokens[0]}`, 1)
  await arm(client)
  assert.equal((await place(client, venue, randomUUIDv7())).result, 'accepted')
  assert.equal((await client.ok('verifyAudit')).ok, true)
  assert.equal(await terminal.stop(), 0)
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
}

/** Starts, logs in, changes limits, arms and places until the process is dead; answers the ids of acknowledged orders. */
async function dieAt(
  context: TestContext,
  {
    venue,
    dataDirectory,
    point,
  }: { readonly venue: QuietVenue; readonly dataDirectory: string; readonly point: string },
): Promise<{ readonly accepted: readonly string[] }> {
  const program = runSesame(['start'], {
    cwd: temporaryDirectory(context),
    env: { ...terminalEnvironment(venue, dataDirectory), SESAME_FAULTPOINTS: `${point}=kill` },
  })
  context.after(() => program.kill('SIGKILL'))
  const accepted: string[] = []
  try {
    const url = await waitForOutput(program, /Sesame is at (http\S+)/)
    await waitFor('the terminal to be ready', () => !program.isRunning() || isReady(url), DIES_WITHIN_MS)
    const client = await logIn(url, PASSWORD)
    const limits = { max_open_orders: ORDERS + 10, max_orders_per_minute: ORDERS + 10 }
    await client.ok('writeRiskSettings', { body: { limits, password: PASSWORD } })
    await currentBook(client, `pm:${venue.market.tokens[0]}`, 1)
    await arm(client)
    for (let order = 0; order < ORDERS; order += 1) {
      const id = randomUUIDv7()
      if ((await place(client, venue, id)).result === 'accepted') accepted.push(id)
    }
    await client.ok('disarm', { body: {} })
  } catch (error) {
    // The death of the process must have ended the story.
    await waitFor('the end of the process', () => !program.isRunning()).catch(() => {
      throw error
    })
  }
  await waitFor('the point to be passed', () => !program.isRunning(), 5_000)
  assert.equal((await program.ended).signal, 'SIGKILL', program.err())
  return { accepted }
}

function place(client: Client, venue: QuietVenue, id: string): Promise<{ readonly result: string }> {
  return client.ok('placeOrder', {
    body: {
      client_order_id: id,
      outcome_id: `pm:${venue.market.tokens[0]}`,
      side: 'BUY',
      price: '0.36',
      size: '5',
      time_in_force: 'GTC',
      post_only: true,
    },
  })
}
