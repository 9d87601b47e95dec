/**
 * From the frame that crosses an alert's threshold to the message at an open tab, to the toast that a headless browser
 * draws (goal p99 200 ms) and to the request at the chat service (goal 500 ms), over the whole product: simulator,
 * terminal and tab, each on real sockets. Without a browser the toast is not measured.
 * `node bench/notifications.ts`
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { WebSocket } from 'ws'
import { addressOfKey } from '#simulator/accounts.ts'
import { startSimulator } from '#simulator/program.ts'
import { installedBrowser } from '../scripts/find-browser.ts'
import { logIn } from '#test/client.ts'
import { isReady, PASSWORD, terminalEnvironment } from '#test/harness.ts'
import { runSesame, waitForOutput } from '#test/program.ts'
import { waitFor } from '#test/wait-for.ts'
import { median, percentile } from './measure.ts'

const ROUNDS = 300
/** Ordinary messages to chat in a minute; later ones wait and merge, which is no delay of ours. */
const CHAT_ROUNDS = 15
const BETWEEN_MS = 150
const MARKET = '4210000'
const THRESHOLD = 4_500

const directory = mkdtempSync(join(tmpdir(), 'sesame-bench-'))
const simulator = await startSimulator({ port: 0, traderRate: 0, seed: 'bench' })
const chatAt: number[] = []
const chat = createServer((request, response) => {
  chatAt.push(performance.now())
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"ok":true,"result":{}}')
})
chat.listen(0, '127.0.0.1')
await once(chat, 'listening')
const chatUrl = `http://127.0.0.1:${(chat.address() as AddressInfo).port}`
const profilePath = join(directory, 'profile.json')
const { profile, accounts, controlUrl } = simulator
writeFileSync(profilePath, JSON.stringify({ ...profile, urls: { ...profile.urls, chat: chatUrl } }))

const program = runSesame(['start'], {
  cwd: directory,
  env: {
    ...terminalEnvironment(
      {
        profilePath,
        account: {
          control_url: controlUrl,
          deposit_wallet: accounts.depositWallet,
          session_key: accounts.sessionKey,
        },
        control: async () => null,
        stop: async () => {},
      },
      join(directory, 'data'),
    ),
    TELEGRAM_BOT_TOKEN: `123456789:${'T'.repeat(35)}`,
    TELEGRAM_CHAT_ID: '1',
  },
})

const browserPath = installedBrowser()
const browser =
  browserPath === null
    ? null
    : await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })

try {
  await measure()
} finally {
  await browser?.close()
  program.kill('SIGTERM')
  await program.ended
  chat.close()
  await simulator.stop()
  rmSync(directory, { recursive: true, force: true })
}

async function control(path: string, body?: unknown): Promise<unknown> {
  const answered = await fetch(`${controlUrl}/_sim${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return answered.json()
}

async function measure(): Promise<void> {
  const { listed } = (await control(`/market/${MARKET}`)) as {
    readonly listed: { readonly tokens: readonly [string, string] }
  }
  const [yes, no] = listed.tokens
  const buy = (token: string, price: number): Promise<unknown> =>
    control('/order', {
      kind: 'foreign_place',
      wallet: addressOfKey(accounts.eoaKey),
      token,
      side: 'BUY',
      price,
      size: '10000000',
    })
  await buy(yes, 4_000)
  await buy(no, 4_000)

  const url = await waitForOutput(program, /Sesame is at (http\S+)/, 120_000)
  await waitFor('the terminal', () => isReady(url), 60_000)
  const client = await logIn(url, PASSWORD)
  const outcomeId = `pm:${yes}`
  await waitFor('the book', async () => {
    const { status, body } = await client.call('readBook', { params: { outcome_id: outcomeId } })
    return status === 200 && !(body as { readonly stale: boolean }).stale
  })
  await client.ok('createAlert', {
    body: { kind: 'price', outcome_id: outcomeId, direction: 'above', threshold: '0.45', repeat: true },
  })

  // The same frame that the terminal gets, at the same moment.
  const frameAt: number[] = []
  const venue = new WebSocket(profile.urls.ws_market, {
    perMessageDeflate: false,
    headers: { 'user-agent': 'bench' },
  })
  await once(venue, 'open')
  venue.send(JSON.stringify({ assets_ids: [yes], type: 'market' }))
  venue.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    if (text.includes('price_change') && text.includes('"best_bid":"0.45"')) frameAt.push(performance.now())
  })

  const messageAt = new Map<string, number>()
  const tab = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { cookie: client.session.cookie, origin: url },
  })
  await once(tab, 'open')
  tab.on('message', (data: Buffer) => {
    const at = performance.now()
    const frame = JSON.parse(data.toString('utf8')) as {
      readonly type: string
      readonly data: { readonly upsert: readonly { readonly id: string }[] }
    }
    if (frame.type !== 'delta') return
    for (const { id } of frame.data.upsert) if (!messageAt.has(id)) messageAt.set(id, at)
  })
  tab.send(JSON.stringify({ op: 'sub', topics: ['notifications'] }))
  const page = await openPage(url)
  await pause(500)

  const messages: number[] = []
  const chats: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await buy(yes, THRESHOLD)
    await waitFor('the message', () => messageAt.size > round && frameAt.length > round)
    const messageTime = [...messageAt.values()][round] ?? Number.NaN
    messages.push(messageTime - (frameAt[round] ?? Number.NaN))
    if (round < CHAT_ROUNDS) {
      await waitFor('the chat request', () => chatAt.length > round)
      chats.push((chatAt[round] ?? Number.NaN) - (frameAt[round] ?? Number.NaN))
    }
    // A trade takes the bid, so that the alert can fire again.
    await buy(no, 10_000 - THRESHOLD)
    await pause(BETWEEN_MS)
  }
  tab.close()
  venue.close()
  console.log(line('message', messages, 200))
  if (page !== null) {
    const toasts = (await drawnAt(page)).map((at, round) => at - (frameAt[round] ?? Number.NaN))
    console.log(toasts.length === ROUNDS ? line('toast', toasts, 200) : `toast: only ${toasts.length} drawn`)
  }
  console.log(line('chat', chats, 500))
}

/** The terminal's page in a headless browser, which notes when each toast is drawn; null without a browser. */
async function openPage(url: string): Promise<Page | null> {
  if (browser === null) return null
  const page = await browser.newPage()
  await page.addInitScript({
    content: `window.drawn = []
      new MutationObserver((changes) => {
        const isToast = (node) => node.nodeType === 1 && (node.matches('.shell-toast') || node.querySelector('.shell-toast') !== null)
        if (!changes.some(({ addedNodes }) => [...addedNodes].some(isToast))) return
        requestAnimationFrame(() => window.drawn.push(performance.timeOrigin + performance.now()))
      }).observe(document, { childList: true, subtree: true })`,
  })
  await page.goto(url)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: /^Cancel all/ }).waitFor()
  return page
}

/** On this process's own clock. */
async function drawnAt(page: Page): Promise<readonly number[]> {
  const drawn = await page.evaluate(
    () => (globalThis as unknown as { readonly drawn: readonly number[] }).drawn,
  )
  return drawn.map((at) => at - performance.timeOrigin)
}

function line(name: string, values: readonly number[], goal: number): string {
  const figures = [median(values), percentile(values, 0.99), Math.max(...values)].map((ms) => ms.toFixed(1))
  const [p50, p99, most] = figures
  return `${name.padEnd(7)} ${values.length} rounds, p50 ${p50} ms, p99 ${p99} ms, most ${most} ms (goal p99 ${goal} ms)`
}
