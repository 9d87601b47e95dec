/** Acts of a clean stop, and the state after it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { SESSION_SECRET, startTerminalProcess, type TerminalProcess } from '../../harness.ts'
import { arm, findTradable, restingBuy } from '../../market.ts'
import { runSesame } from '../../program.ts'

const STOPS_WITHIN_MS = 10_000

type Ledger = {
  readonly orders: readonly { readonly order: { readonly id: string; readonly status: string } }[]
}

/** Places one resting order, stops, and answers what the venue says of that order then. */
async function placeAndStop(
  terminal: TerminalProcess,
  signal?: NodeJS.Signals,
  code = 0,
): Promise<string | undefined> {
  const client = terminal.client()
  const body = await restingBuy(client, await findTradable(client))
  await arm(client)
  const { order } = await client.ok('placeOrder', { body })
  const started = performance.now()
  assert.equal(await terminal.stop(signal), code)
  assert.ok(performance.now() - started < STOPS_WITHIN_MS)
  const { orders } = (await terminal.simulator.control('/ledger')) as Ledger
  return orders.find((row) => `pm:${row.order.id}` === order?.id)?.order.status
}

describe('INV-48 a clean stop', () => {
  test('keeps resting orders, notes the head, and the log verifies', async (context) => {
    const terminal = await startTerminalProcess(context)
    assert.equal(await placeAndStop(terminal), 'LIVE')
    const verified = runSesame(['audit', 'verify', '--data', terminal.dataDirectory], {
      cwd: '/',
      env: { SESSION_SECRET },
    })
    assert.equal((await verified.ended).code, 0)
    const head = /head ([0-9a-f]{64})/.exec(verified.out())?.[1] ?? 'none'
    const heads = readFileSync(join(terminal.dataDirectory, 'audit-heads.txt'), 'utf8').trim().split('\n')
    assert.match(heads.at(-1) ?? '', new RegExp(head))
  })

  test('cancels everything when CANCEL_ON_SHUTDOWN is true', async (context) => {
    const terminal = await startTerminalProcess(context, { env: { CANCEL_ON_SHUTDOWN: 'true' } })
    assert.equal(await placeAndStop(terminal), 'CANCELED')
  })

  test('a window that is closed under it (SIGHUP) stops it as SIGTERM does', async (context) => {
    const terminal = await startTerminalProcess(context, { env: { CANCEL_ON_SHUTDOWN: 'true' } })
    assert.equal(await placeAndStop(terminal, 'SIGHUP'), 'CANCELED')
  })

  test('a Cancel All of the stop that is not confirmed has an exit code of its own', async (context) => {
    const terminal = await startTerminalProcess(context, { env: { CANCEL_ON_SHUTDOWN: 'true' } })
    await terminal.simulator.control('/faults', { name: 'cancel_all.timeout', args: { handled: false } })
    // By its id it may be cancelled all the same, which nobody waits for.
    assert.match(String(await placeAndStop(terminal, 'SIGTERM', 4)), /^(?:LIVE|CANCELED)$/)
  })

  test('INV-04 the next start is SAFE, with sessions that still hold', async (context) => {
    const terminal = await startTerminalProcess(context)
    const before = terminal.client()
    await arm(before)
    assert.equal(await terminal.stop(), 0)
    await terminal.restart()
    const { url } = terminal.client()
    const answered = await fetch(`${url}/api/trading`, { headers: { cookie: before.session.cookie } })
    assert.equal(((await answered.json()) as { readonly mode: string }).mode, 'SAFE')
  })
})
