/**
 * INV-02 where it counts: kill -9 keeps what the system has not written yet, so only the system calls show that the
 * signed row is synced before the first byte of its order is sent (STO-2).
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { startTerminalProcess, temporaryDirectory } from '../harness.ts'
import { arm, currentBook } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { startQuietVenue } from './quiet-venue.ts'

const ORDERS = 50
const CALLS = 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg'
const hasStrace = spawnSync('strace', ['-V']).status === 0

type Call = { readonly text: string; readonly began: number; readonly ended: number }

test(
  `INV-02 ${ORDERS} orders: a sync of the log ended between the signed row and the first byte`,
  { skip: hasStrace ? false : 'strace is not installed: NOT SHOWN HERE', timeout: 120_000 },
  async (context) => {
    const venue = await startQuietVenue(context, { seed: 'durability', isSmall: true })
    await venue.placeForeign('BUY', 3_500, 100)
    await venue.placeForeign('SELL', 4_500, 100)
    const terminal = await startTerminalProcess(context, { simulator: venue })
    const client = terminal.client()
    const outcome_id = `pm:${venue.market.tokens[0]}`
    await currentBook(client, outcome_id)
    await client.ok('writeRiskSettings', { body: { limits: { max_open_orders: ORDERS } } })
    await arm(client)

    const output = join(temporaryDirectory(context), 'calls.txt')
    const args = ['-f', '-yy', '-s', '9000', '-e', CALLS, '-o', output, '-p', String(terminal.program().pid)]
    const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    context.after(() => tracer.kill('SIGKILL'))
    let said = ''
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    await waitFor('strace to attach', () => said.includes('attached'))
    const salts: string[] = []
    for (let index = 0; index < ORDERS; index += 1) {
      const placed = await client.ok('placeOrder', {
        body: {
          client_order_id: randomUUIDv7(),
          outcome_id,
          side: 'BUY',
          price: '0.36',
          size: '5',
          time_in_force: 'GTC',
          post_only: true,
        },
      })
      assert.equal(placed.result, 'accepted', JSON.stringify(placed.reject))
    }
    tracer.kill('SIGINT')
    await once(tracer, 'close')

    for (const row of (await client.ok('listAudit', { query: { kind: 'signed', limit: '200' } })).items) {
      salts.push(String(row.details['salt']))
    }
    assert.equal(salts.length, ORDERS)
    const calls = readCalls(readFileSync(output, 'utf8'))
    const wrong = salts.flatMap((salt) => unsynced(calls, salt) ?? [])
    assert.deepEqual(wrong, [])
  },
)

/** Why the order of a salt left too early; null when it did not. */
function unsynced(calls: readonly Call[], salt: string): string | null {
  const row = calls.find(({ text }) => isLogWrite(text) && text.includes(salt))
  const sent = calls.find(({ text }) => text.includes('POST /order') && text.includes(salt))
  if (row === undefined) return `${salt}: its row was never written`
  if (sent === undefined) return `${salt}: it was never sent`
  const synced = calls.some(
    ({ text, began, ended }) => isLogSync(text) && began > row.ended && ended < sent.began,
  )
  return synced ? null : `${salt}: no sync ended between its row and its first byte`
}

function isLogWrite(text: string): boolean {
  return /^pwrite64\(\d+<[^>]*sesame\.db-wal>/.test(text)
}

function isLogSync(text: string): boolean {
  return /^f(data)?sync\(\d+<[^>]*sesame\.db-wal>/.test(text)
}

/** The calls with the lines at which they began and ended: another thread's may lie in between. */
function readCalls(text: string): readonly Call[] {
  const calls: Call[] = []
  const open = new Map<string, { readonly text: string; readonly began: number }>()
  for (const [line, words] of text.split('\n').entries()) {
    const match = /^(\d+)\s+(.*)$/.exec(words)
    if (match === null) continue
    const [, thread = '', call = ''] = match
    const resumed = /^<\.\.\. \w+ resumed>/.test(call)
    const begun = open.get(thread)
    if (resumed && begun !== undefined) {
      calls.push({ text: begun.text, began: begun.began, ended: line })
      open.delete(thread)
    } else if (call.endsWith('<unfinished ...>')) open.set(thread, { text: call, began: line })
    else calls.push({ text: call, began: line, ended: line })
  }
  return calls
}
