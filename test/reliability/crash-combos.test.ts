/**
 * kill -9 at the named points of asking for a combo and accepting it: after the restart nothing was accepted twice, what
 * became of the acceptance is found out and notified once, and the chain verifies. SESAME_RELIABILITY=full runs every point.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { describe, test, type TestContext } from 'node:test'
import type { AuditRow } from '#ports/audit-log.ts'
import type { WireInput } from '#contract/routes.ts'
import type { Client } from '../client.ts'
import { comboLedger, comboLegs } from '../combos.ts'
import { startTerminal, startTerminalProcess, type TerminalProcess } from '../harness.ts'
import { arm } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { brokenRules } from './comparison.ts'
import { readCopy } from './crash-run.ts'
import { environment } from './environment.ts'
import { startQuietVenue, type QuietVenue } from './quiet-venue.ts'

const SHORT = [
  'quote.sent',
  'accept.signed.post',
  'accept.first_byte',
  'accept.answer',
  'poll',
  'final.pre',
  'final.post',
]
const FULL = [
  ...SHORT,
  'quote.intent.post',
  'quote.answer',
  'accept.signed.pre',
  'accept.intent.post',
  'accept.connect.post',
  'accept.last_byte',
  'accept.answer.headers',
  'accept.answer.body',
  'accept.response.pre',
  'accept.response.post',
  'accept.reply.pre',
]

/** At these the venue has not received the acceptance: its end is known once the quote is over. */
const BEFORE_THE_VENUE = ['signed.post', 'intent.post', 'connect.post', 'first_byte']
const SHORT_QUOTE_MS = 4_000
/** Until the end of an acceptance is known: the duration of a quote, and some seconds for a busy machine. */
const END_WITHIN_MS = 45_000

/** Requests and acceptances before the kill, as their sender would repeat them. */
type SentRequests = {
  readonly quotes: WireInput<'quoteCombo'>['body'][]
  readonly accepts: WireInput<'acceptCombo'>['body'][]
}

describe('INV-02 INV-08 INV-21 INV-29 combos after kill -9', { concurrency: 2 }, () => {
  for (const point of environment('SESAME_RELIABILITY') === 'full' ? FULL : SHORT) {
    test(`at combo.${point}`, { timeout: 240_000 }, (context) => runComboCrash(context, point))
  }
})

async function runComboCrash(context: TestContext, point: string): Promise<void> {
  const venue = await startQuietVenue(context, { seed: point })
  if (BEFORE_THE_VENUE.some((name) => point === `accept.${name}`)) {
    await venue.control('/faults', {
      name: 'combo.short_expiry',
      match: { service: 'combos' },
      args: { ms: SHORT_QUOTE_MS },
    })
  }
  const terminal = await startTerminalProcess(context, {
    simulator: venue,
    env: { SESAME_FAULTPOINTS: `combo.${point}=kill` },
  })
  const sent: SentRequests = { quotes: [], accepts: [] }
  await play(terminal, sent)

  const killed = readCopy(context, terminal.dataDirectory)
  assert.equal(killed.problem, null, 'INV-29 the chain verifies after kill -9')
  const signed = idsOf(killed.rows, 'signed')
  await neverUnsigned(venue, signed)

  const second = await startTerminal(context, { simulator: venue, dataDirectory: terminal.dataDirectory })
  const client = second.client()
  for (const id of signed) await notificationsOf(client, id)
  const before = await comboLedger(venue)
  await repeat(client, sent, killed.rows)
  const after = await comboLedger(venue)
  assert.deepEqual(after.acceptPaths, before.acceptPaths, 'INV-21 no repeat sends an acceptance')
  assert.equal(new Set(after.acceptPaths).size, after.acceptPaths.length, 'INV-21 no quote is accepted twice')
  assert.equal(after.quotes, before.quotes, 'INV-08 no repeat asks again')
  await tellsTheTruth(client, venue, killed.rows)

  assert.equal(await second.stop(), 0)
  const healed = readCopy(context, terminal.dataDirectory)
  assert.equal(healed.problem, null, 'INV-29')
  assert.deepEqual(brokenRules(healed.rows, await venue.truth(), false), [])
  for (const id of signed) assert.ok(isEnded(healed.rows, id), `INV-31 ${id} has an end`)
  assert.deepEqual(await venue.control('/violations'), { violations: [], audit: [] })
}

/** Asks and accepts until the terminal is dead; a quote that ran out on a busy machine is requested again. */
async function play(terminal: TerminalProcess, sent: SentRequests): Promise<void> {
  const client = terminal.client()
  const legs = await comboLegs(client)
  await arm(client)
  try {
    for (;;) {
      const question: SentRequests['quotes'][number] = {
        client_order_id: randomUUIDv7(),
        legs: legs.map(({ outcomeId }) => outcomeId),
        side: 'BUY',
        size: '25',
      }
      sent.quotes.push(question)
      const { quote, reject } = await client.ok('quoteCombo', { body: question })
      assert.ok(quote !== null, JSON.stringify(reject))
      const body = { client_order_id: randomUUIDv7(), rfq_id: quote.rfq_id, quote_id: quote.quote_id }
      sent.accepts.push(body)
      const accepted = await client.ok('acceptCombo', { body })
      if (accepted.reject?.code === 'combo_expired') continue
      assert.equal(accepted.result, 'accepting', JSON.stringify(accepted.reject))
      await waitFor('the terminal to die', async () => !(await client.ok('health')), END_WITHIN_MS)
    }
  } catch (error) {
    // The requests must end by the death of the process.
    await waitFor('the end of the process', () => !terminal.program().isRunning()).catch(() => {
      throw error
    })
    const { signal } = await terminal.program().ended
    assert.equal(signal, 'SIGKILL', `the requests failed without a kill: ${String(error)}`)
  }
}

/** INV-02: whatever the venue took up was signed on disk before. */
async function neverUnsigned(venue: QuietVenue, signed: readonly string[]): Promise<void> {
  const { acceptPaths } = await comboLedger(venue)
  assert.ok(acceptPaths.length <= signed.length, 'INV-02 an acceptance left without a signed row')
}

/** INV-08: the same id and body asks nobody; another id for a quote that was accepted is refused. */
async function repeat(client: Client, sent: SentRequests, rows: readonly AuditRow[]): Promise<void> {
  const known = new Set<string>(rows.map(({ clientOrderId }) => clientOrderId))
  const signed = idsOf(rows, 'signed')
  for (const body of sent.quotes.filter((one) => known.has(one.client_order_id))) {
    assert.ok(
      (await client.ok('quoteCombo', { body })).replayed,
      'INV-08 the question is answered from its rows',
    )
  }
  for (const body of sent.accepts) {
    const same = await client.ok('acceptCombo', { body })
    const id = body.client_order_id
    assert.equal(same.replayed, known.has(id), `INV-08 ${id}`)
    if (!signed.includes(id)) assert.equal(same.result, 'rejected', `${id} was never signed`)
    const other = await client.ok('acceptCombo', { body: { ...body, client_order_id: randomUUIDv7() } })
    assert.equal(other.result, 'rejected', 'INV-21')
    if (signed.includes(id)) assert.equal(other.reject?.code, 'combo_already_accepted')
  }
}

/** Each signed acceptance has one notice, which says what the venue did with it. */
async function tellsTheTruth(client: Client, venue: QuietVenue, rows: readonly AuditRow[]): Promise<void> {
  const { accepts } = await comboLedger(venue)
  for (const row of rows.filter(({ kind }) => kind === 'signed')) {
    const there = accepts.find(({ rfq_id: id }) => id === row.details['rfq_id'])
    assert.deepEqual(
      (await notificationsOf(client, row.clientOrderId)).map(({ kind }) => kind),
      [there?.status === 'CONFIRMED' ? 'combo_filled' : 'combo_failed'],
    )
    if (there === undefined) continue
    assert.equal(row.details['maker_amount'], there.quote.makerAmount, 'INV-13')
    assert.equal(row.details['taker_amount'], there.quote.takerAmount, 'INV-13')
  }
}

/** The notices of one acceptance, once there is one. */
function notificationsOf(
  client: Client,
  clientOrderId: string,
): Promise<readonly { readonly kind: string }[]> {
  return waitFor(
    `the notice of ${clientOrderId}`,
    async () => {
      const { items } = await client.ok('listNotifications')
      const found = items.filter((one) => one.client_order_id === clientOrderId)
      return found.length > 0 ? found : null
    },
    END_WITHIN_MS,
  )
}

function idsOf(rows: readonly AuditRow[], kind: AuditRow['kind']): readonly string[] {
  return rows.filter((row) => row.kind === kind).map((row) => row.clientOrderId)
}

function isEnded(rows: readonly AuditRow[], id: string): boolean {
  const ends = rows.filter(({ clientOrderId, kind }) => {
    return clientOrderId === id && (kind === 'response' || kind === 'reconcile')
  })
  return ends.some(({ details }) => details['result'] !== 'unknown')
}
