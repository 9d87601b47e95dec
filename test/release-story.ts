/** Story of a newcomer with a release: starts it, logs in by the link, buys, cancels, stops; on any installation. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUIDv7 } from 'node:crypto'
import { logIn } from './client.ts'
import { isReady } from './harness.ts'
import { arm, currentBook, findTradable, restingBuy } from './market.ts'
import { waitFor } from './wait-for.ts'

export type Installed = {
  /** The program and the words before a command: `./sesame`, or `chroot DIRECTORY /opt/sesame/sesame`. */
  readonly command: readonly [program: string, ...words: readonly string[]]
  /** A directory for its data, as the program sees it. */
  readonly data: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** @returns milliseconds from the start to the first fill */
export async function playStory({
  command: [program, ...words],
  data,
  cwd,
  env,
}: Installed): Promise<number> {
  const began = performance.now()
  const child = spawn(program, [...words, 'start', '--port', '0', '--data', data], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const said = (pattern: RegExp): Promise<string> =>
    waitFor(
      `${pattern}`,
      () => {
        assert.equal(child.exitCode, null, `${out}${err}`)
        return pattern.exec(out)?.[1] ?? null
      },
      60_000,
    )
  try {
    const link = new URL(await said(/Log in with this link.*: (\S+)/))
    const url = link.origin
    await waitFor('the terminal', () => isReady(url))
    const filledAt = await playPage(url, await said(/Password for this run: (\S+)/))
    child.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    assert.equal(code, 0, err)
    return filledAt - began
  } finally {
    child.kill('SIGKILL')
  }
}

/** Page, login, a fill and Cancel All of a terminal that runs. @returns when the fill was seen */
export async function playPage(url: string, password: string): Promise<number> {
  await assertPage(url)
  const client = await logIn(url, password)
  const tradable = await findTradable(client)
  await arm(client)
  const resting = await client.ok('placeOrder', { body: await restingBuy(client, tradable) })
  assert.equal(resting.result, 'accepted')
  const { asks } = await currentBook(client, tradable.outcomeId)
  const bought = await client.ok('placeOrder', {
    body: {
      client_order_id: randomUUIDv7(),
      outcome_id: tradable.outcomeId,
      side: 'BUY',
      price: asks[2]?.[0] ?? asks[0]?.[0] ?? '',
      size: tradable.market.min_order_size ?? '',
      time_in_force: 'GTC',
      post_only: false,
    },
  })
  assert.equal(bought.result, 'accepted')
  await waitFor('the fill', async () => (await client.ok('listFills')).items.length > 0)
  const filledAt = performance.now()
  await client.ok('cancelAll', { body: {} })
  await waitFor('no order', async () => (await client.ok('listOrders')).items.length === 0)
  assert.equal((await client.ok('verifyAudit')).ok, true)
  return filledAt
}

/** The page with its scripts, and the API reference, which a thread makes. */
async function assertPage(url: string): Promise<void> {
  const html = await (await fetch(url)).text()
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  assert.ok(files.length > 2)
  for (const path of files) assert.equal((await fetch(`${url}${path}`)).status, 200, path)
}
