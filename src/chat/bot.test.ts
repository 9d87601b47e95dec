import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import type { ChatService } from '#ports/chat.ts'
import type { Log } from '#ports/log.ts'
import { createChatBot } from './bot.ts'

const TOKEN = '123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr'

type BotFixture = {
  readonly bot: ChatService
  readonly requests: { readonly path: string; readonly method: string; readonly body: string }[]
  readonly logged: string[]
}

/** A bot whose service gives these answers; null: never. */
async function createBotFixture(
  context: TestContext,
  answer: ((response: ServerResponse, request: IncomingMessage) => void) | null,
): Promise<BotFixture> {
  const requests: BotFixture['requests'] = []
  const logged: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', method: request.method ?? '', body })
      answer?.(response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const write = (event: string, fields?: unknown): void =>
    void logged.push(`${event} ${JSON.stringify(fields)}`)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  // Only silence has to be waited for.
  const deadlineMs = answer === null ? 300 : 10_000
  const url = new URL(`http://127.0.0.1:${port}/api/`)
  const bot = createChatBot({ url, token: TOKEN, chatId: '-1001234567890', log, deadlineMs })
  context.after(async () => {
    await bot.close()
    server.closeAllConnections()
    server.close()
  })
  return { bot, requests, logged }
}

function json(status: number, body: unknown): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

describe('chat bot', () => {
  test('sends plain text to one numeric chat, without parse mode and link previews', async (context) => {
    const { bot, requests } = await createBotFixture(context, json(200, { ok: true, result: {} }))
    assert.deepEqual(await bot.send('Hawks "won" *x*'), { kind: 'sent' })
    assert.deepEqual(requests, [
      {
        method: 'POST',
        path: `/api/bot${TOKEN}/sendMessage`,
        body: '{"chat_id":-1001234567890,"text":"Hawks \\"won\\" *x*","link_preview_options":{"is_disabled":true}}',
      },
    ])
  })

  for (const [how, description] of [
    ['as it is', TOKEN],
    ['escaped for an address', encodeURIComponent(TOKEN).toLowerCase()],
    ['as base64', Buffer.from(TOKEN).toString('base64')],
    ['as hex', Buffer.from(TOKEN).toString('hex')],
    ['without the number', TOKEN.slice(TOKEN.indexOf(':') + 1)],
    ['with a full-width colon', TOKEN.replace(':', '\uff1a')],
    ['behind many line feeds', '\n'.repeat(1_970) + TOKEN],
  ] as const)
    test(`INV-35 the token is in no reason and no log line when the service echoes it ${how}`, async (context) => {
      const { bot, logged } = await createBotFixture(
        context,
        json(401, { ok: false, description: `Unauthorized: ${description}` }),
      )
      assert.deepEqual(await bot.send('x'), {
        kind: 'failed',
        reason: 'the chat service refused (401: invalid token (TELEGRAM_BOT_TOKEN))',
      })
      assert.deepEqual(logged, ['chat.not_sent {"outcome":"failed"}'])
    })

  test('429 gives the wait; without one it is half a minute', async (context) => {
    let parameters: unknown = { retry_after: 7 }
    const { bot } = await createBotFixture(context, (response) =>
      json(429, { ok: false, parameters })(response),
    )
    assert.deepEqual(await bot.send('x'), { kind: 'limited', retryAfterMs: 7_000 })
    parameters = { retry_after: 'soon' }
    assert.deepEqual(await bot.send('x'), { kind: 'limited', retryAfterMs: 30_000 })
  })

  for (const [name, answer, reason] of [
    ['broken JSON', json(200, '{"ok":tru'), /could not be read; it may have arrived/],
    ['a 500', json(500, { ok: false, description: 'words of the service' }), /refused \(500\)$/],
    ['a chat that is not there', json(400, {}), /refused \(400: no such chat \(TELEGRAM_CHAT_ID\)/],
    ['a chat that it may not write to', json(403, {}), /refused \(403: the bot may not write to this chat/],
    ['a bot that is not there', json(404, {}), /refused \(404: no such bot/],
    ['an endless answer', json(200, 'x'.repeat(70_000)), /no answer .*it may have arrived/],
    ['a redirect', json(302, ''), /refused \(302\)/],
    ['a cut connection', (response: ServerResponse) => response.destroy(), /no answer/],
    ['silence', null, /no answer .*it may have arrived/],
  ] as const) {
    test(`${name} is a failure with its reason, and is asked for once`, async (context) => {
      const { bot, requests } = await createBotFixture(context, answer)
      const outcome = await bot.send('x')
      assert.equal(outcome.kind, 'failed')
      assert.match(outcome.kind === 'failed' ? outcome.reason : '', reason)
      assert.equal(requests.length, 1)
    })
  }

  test('reports that no server answers', async () => {
    const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
    const bot = createChatBot({ url: new URL('http://127.0.0.1:1'), token: TOKEN, chatId: '1', log })
    const outcome = await bot.send('x')
    assert.deepEqual(outcome, { kind: 'failed', reason: 'no connection to the chat service (ECONNREFUSED)' })
    await bot.close()
  })
})
