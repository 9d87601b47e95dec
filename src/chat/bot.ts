/**
 * The chat bot's API: sendMessage and nothing else (VEN-14). Updates are never read and
 * no webhook is set. The token goes to the chat service only, and appears in no error and no log line.
 */
import { Buffer } from 'node:buffer'
import { Pool, buildConnector } from 'undici'
import type { ChatOutcome } from '#core/machines/chat-queue.ts'
import { USER_AGENT } from '#lib/user-agent.ts'
import type { ChatService } from '#ports/chat.ts'
import type { Log } from '#ports/log.ts'

const CONNECT_MS = 3_000
const WHOLE_MS = 10_000
const MAX_BYTES = 64 * 1024
const DEFAULT_WAIT_MS = 30_000

export type ChatBotParts = {
  /** Where the service is; the method's path is appended. */
  readonly url: URL
  readonly token: string
  /** A whole number, negative for groups and channels; as text, since it may be longer than a double holds. */
  readonly chatId: string
  readonly log: Log
  /** Milliseconds within which the whole answer must be there. */
  readonly deadlineMs?: number
}

type Answered = { readonly status: number; readonly json: unknown }

/** Opens nothing yet; connections are made on first use. Redirects, retries and proxies do not exist here. */
export function createChatBot(parts: ChatBotParts): ChatService {
  const { url, token, chatId, log } = parts
  const connect = buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  })
  // One for urgent messages, one for the others, one for a test.
  const pool = new Pool(url.origin, { connections: 3, connect, pipelining: 1 })
  const path = `${url.pathname.slice(0, url.pathname.endsWith('/') ? -1 : undefined)}/bot${token}/sendMessage`

  async function post(text: string): Promise<Answered> {
    const body = `{"chat_id":${chatId},"text":${JSON.stringify(text)},"link_preview_options":{"is_disabled":true}}`
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: {
        ...Object.fromEntries([USER_AGENT]),
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
      signal: AbortSignal.timeout(parts.deadlineMs ?? WHOLE_MS),
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BYTES) throw new Error('the answer is too long')
      chunks.push(chunk)
    }
    return { status: answer.statusCode, json: parse(Buffer.concat(chunks).toString('utf8')) }
  }

  return {
    async send(text) {
      try {
        const outcome = outcomeOf(await post(text))
        if (outcome.kind === 'sent') log.info('chat.sent')
        else log.warn('chat.not_sent', { outcome: outcome.kind })
        return outcome
      } catch (error) {
        const fault = faultName(error)
        log.warn('chat.no_answer', { reason: fault })
        return { kind: 'failed', reason: noAnswerText(fault) }
      }
    },
    close: () => pool.destroy(),
  }
}

function outcomeOf({ status, json }: Answered): ChatOutcome {
  if (status === 200 && field(json, 'ok') === true) return { kind: 'sent' }
  if (status === 429) {
    const seconds = field(field(json, 'parameters'), 'retry_after')
    const isNumber = typeof seconds === 'number' && seconds >= 0 && seconds < 1e6
    return { kind: 'limited', retryAfterMs: isNumber ? seconds * 1000 : DEFAULT_WAIT_MS }
  }
  if (status === 200) {
    return { kind: 'failed', reason: 'the answer of the chat service could not be read; it may have arrived' }
  }
  const words = REFUSALS[status]
  return {
    kind: 'failed',
    reason: `the chat service refused (${status}${words === undefined ? '' : `: ${words}`})`,
  }
}

/** Meaning of the service's statuses. Its own words go nowhere: they may hold the token, in whatever spelling. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'no such chat (TELEGRAM_CHAT_ID), or it refuses this message',
  401: 'invalid token (TELEGRAM_BOT_TOKEN)',
  403: 'the bot may not write to this chat: start it or add it there first',
  404: 'no such bot (TELEGRAM_BOT_TOKEN)',
}

const UNCONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Codes of a certificate or a handshake that is not good. */
const UNTRUSTED = /CERT|VERIFY|^ERR_(?:TLS|SSL)_|^EPROTO$/

/** Nothing was written where no connection was made. */
function noAnswerText(fault: string): string {
  return UNCONNECTED.has(fault) || UNTRUSTED.test(fault)
    ? `no connection to the chat service (${fault})`
    : `no answer from the chat service (${fault}); it may have arrived`
}

/** Names of faults that are safe to show: codes and class names, never a message with an address in it. */
function faultName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : error.name
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
