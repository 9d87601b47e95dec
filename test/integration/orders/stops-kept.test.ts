/** Stops over the whole product: named by the program that moved them, ended by a restore, and outliving a bug beside them. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Client } from '../../client.ts'
import {
  PASSWORD,
  SESSION_SECRET,
  startTerminalProcess,
  temporaryDirectory,
  type TerminalProcess,
} from '../../harness.ts'
import { arm, currentBook } from '../../market.ts'
import { runSesame } from '../../program.ts'
import { startQuietVenue } from '../../reliability/quiet-venue.ts'
import { waitFor } from '../../wait-for.ts'

const NAME = 'Grid bot'
const STOP = { stop: { price: '0.3', slippage_ticks: 5 } }

type Stage = {
  readonly terminal: TerminalProcess
  readonly yes: string
  readonly no: string
  readonly marketId: string
}

/** An armed terminal whose account holds 250 shares of Yes; others bid 0.44 and offer at 0.46. */
async function begin(context: TestContext): Promise<Stage> {
  const venue = await startQuietVenue(context, { seed: 'stops kept' })
  await venue.placeForeign('BUY', 4_400, 2_000)
  await venue.placeForeign('SELL', 4_600, 2_000)
  const env = { SESAME_FAULTPOINTS: 'exit.attached=reject' }
  const terminal = await startTerminalProcess(context, { simulator: venue, env })
  const client = terminal.client()
  const yes = `pm:${venue.market.tokens[0]}`
  await currentBook(client, yes, 1)
  const no = `pm:${venue.market.tokens[1]}`
  await currentBook(client, no, 1)
  await client.ok('listPositions')
  await arm(client)
  return { terminal, yes, no, marketId: `pm:${venue.market.conditionId}` }
}

/** Every command that a program may give, and every one of an exit; each answer is a success. */
async function commandAll(client: Client, { yes, no, marketId }: Stage): Promise<void> {
  const expiresAt = new Date(Date.now() + 600_000).toISOString()
  const { token } = await client.ok('createToken', {
    body: { name: NAME, scope: 'trade', expires_at: expiresAt, password: PASSWORD },
  })
  async function send(method: string, path: string, sent?: unknown): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = method === 'DELETE' ? {} : { body: JSON.stringify(sent ?? {}) }
    const answer = await fetch(`${client.url}${path}`, { method, headers, ...body })
    const json = (await answer.json()) as Record<string, unknown>
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(json)}`)
    return json
  }
  const buy = (): Record<string, unknown> => ({
    client_order_id: randomUUIDv7(),
    outcome_id: yes,
    side: 'BUY',
    price: '0.4',
    size: '10',
    time_in_force: 'GTC',
    post_only: true,
  })
  const placed = (await send('POST', '/api/orders/place', buy())) as {
    readonly order: { readonly id: string }
  }
  const replacement = { client_order_id: randomUUIDv7(), price: '0.41', size: '10', post_only: true }
  await send('POST', `/api/orders/${encodeURIComponent(placed.order.id)}/replace`, replacement)
  const again = (await send('POST', '/api/orders/place', buy())) as {
    readonly order: { readonly id: string }
  }
  await send('POST', '/api/orders/cancel', { order_ids: [again.order.id] })
  await send('POST', '/api/orders/cancel-market', { market_id: marketId })
  await send('POST', '/api/orders/cancel-all')
  const made = await send('POST', '/api/exits', { outcome_id: yes, size: '50', legs: STOP })
  const path = `/api/exits/${String(made['id'])}`
  await send('PUT', path, { legs: { stop: { price: '0.2', slippage_ticks: 5 } } })
  await send('DELETE', path)
  const leaving = (): Record<string, unknown> => ({ client_order_id: randomUUIDv7(), outcome_id: yes })
  await send('POST', '/api/positions/exit', { ...leaving(), mode: 'walk', size: '10' })
  await send('POST', '/api/positions/hedge', leaving())
  await send('POST', '/api/positions/flatten', { legs: [{ ...leaving(), outcome_id: no }] })
}

async function intents(client: Client) {
  const { items } = await client.ok('listAudit', { query: { kind: 'intent', limit: '100' } })
  return items.map(({ seq, action, details }) => ({
    seq,
    action,
    details,
  }))
}

test(
  'INV-59 INV-65 INV-89 each intent of a program has its name, a bug in the background ends ARMED and nothing else, a restore ends exits',
  { timeout: 180_000 },
  async (context) => {
    const stage = await begin(context)
    const { terminal, yes } = stage
    const { dataDirectory } = terminal
    const client = terminal.client()

    const known = new Set((await intents(client)).map(({ seq }) => seq))
    await commandAll(client, stage)
    const own = (await intents(client)).filter(({ seq }) => !known.has(seq))
    const nameless = own.filter(
      ({ action, details }) => details['by'] !== NAME && !action.startsWith('token_'),
    )
    assert.deepEqual(nameless, [])
    const events = own.flatMap(({ action, details }) => (action === 'attached_exit' ? details['event'] : []))
    assert.deepEqual(events.map(String).toSorted(), ['changed', 'created', 'ended', 'removed'])
    const told = (await client.ok('listNotifications')).items.map(({ text }) => text)
    assert.ok(told.some((text) => text.includes(`The program "${NAME}" removed this exit`)))

    const put = await waitFor('an exit to be attached', async () => {
      const answer = await client.call('attachExit', { body: { outcome_id: yes, size: '20', legs: STOP } })
      return answer.status === 200 ? answer : null
    })
    assert.equal(put.status, 200)
    const copy = join(temporaryDirectory(context), 'copy')
    const run = async (command: string): Promise<void> => {
      const program = runSesame([command, copy, '--data', dataDirectory], {
        cwd: '/',
        env: { SESSION_SECRET },
      })
      assert.equal((await program.ended).code, 0, program.err())
    }
    await run('backup')

    const entry = await client.ok('placeOrder', {
      body: {
        client_order_id: randomUUIDv7(),
        outcome_id: yes,
        side: 'BUY',
        price: '0.4',
        size: '10',
        time_in_force: 'GTC',
        post_only: true,
        exits: STOP,
      },
    })
    await waitFor('SAFE', async () => (await client.ok('readTrading')).mode === 'SAFE')
    assert.equal(terminal.program().isRunning(), true)
    assert.match(terminal.program().err() + terminal.program().out(), /program\.unhandled_rejection/)
    const failed = await waitFor('the notification', async () =>
      (await client.ok('listNotifications')).items.find(({ title }) =>
        title.includes('a fault in the program'),
      ),
    )
    assert.equal(failed.severity, 'urgent')
    assert.ok(entry.order !== null || entry.reject !== null)
    await client.ok('cancelAll', { body: {} })
    await arm(client)

    await terminal.stop()
    await run('restore')
    await terminal.restart({ SESAME_FAULTPOINTS: '' })
    const again = terminal.client()
    await arm(again)
    const { items } = await again.ok('listAttachedExits')
    const mine = items.filter(({ covered }) => covered === '20')
    assert.deepEqual(
      mine.map(({ state, end }) => [state, end]),
      [['failed', 'restored']],
    )
    const words = (await again.ok('listNotifications')).items.map(({ text }) => text)
    assert.ok(words.some((text) => text.startsWith('Exit ended by a restore')))
  },
)
