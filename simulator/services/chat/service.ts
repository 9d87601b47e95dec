/** A chat bot API with the one method that the terminal uses. It keeps what was sent, so that tests can read it. */
import { z } from 'zod'

import { jsonOf, ok, post } from '../../answers.ts'
import type { Faults } from '../../faults/faults.ts'
import type { VenueAnswer, VenueRequest } from '../../http-server.ts'
import type { SimulatorClock } from '../../types.ts'

export type ChatMessage = {
  readonly id: number
  /** Venue milliseconds. */
  readonly at: number
  readonly chat: number
  readonly text: string
}

const TOKEN = /^bot(\d{5,12}:[A-Za-z0-9_-]{20,64})$/
const MAX_TEXT_LENGTH = 4096
/** Messages to one chat in a rolling minute. */
const PER_MINUTE = 30
const KEPT = 5000

const body = z.object({
  chat_id: z.union([z.number().int(), z.string().regex(/^-?\d+$/)]),
  text: z.string(),
})

/** The API's routes and its memory. */
export function createChat(deps: { readonly faults: Faults; readonly clock: SimulatorClock }) {
  const { faults, clock } = deps
  let messages: ChatMessage[] = []
  let count = 0

  function send(request: VenueRequest, bot: string): VenueAnswer {
    const token = TOKEN.exec(bot)?.[1]
    if (token === undefined)
      return bot.startsWith('bot') ? failure(401, 'Unauthorized') : failure(404, 'Not Found')
    const bent = bend(faults, request, token)
    if (bent !== null) return bent
    const parsed = body.safeParse(jsonOf(request.body))
    if (!parsed.success) return failure(400, 'Bad Request: chat_id or text is missing')
    const { text } = parsed.data
    const chat = Number(parsed.data.chat_id)
    if (text.trim() === '') return failure(400, 'Bad Request: message text is empty')
    if (text.length > MAX_TEXT_LENGTH) return failure(400, 'Bad Request: message is too long')
    const now = clock.now()
    const recent = messages.filter((message) => message.chat === chat && message.at > now - 60_000)
    const oldest = recent[0]
    if (recent.length >= PER_MINUTE && oldest !== undefined) {
      return tooMany(Math.max(Math.ceil((oldest.at + 60_000 - now) / 1000), 1))
    }
    count += 1
    messages.push({ id: count, at: now, chat, text })
    if (messages.length > 2 * KEPT) messages = messages.slice(-KEPT)
    return success(count, now, chat, text)
  }

  return {
    routes: [post('/:bot/sendMessage', (request, { bot = '' }) => send(request, bot))],
    messages: (): readonly ChatMessage[] => messages,
  }
}

/** Error body of the bot API. */
export function chatErrorBody(status: number, text: string): object {
  return { ok: false, error_code: status, description: text }
}

function failure(status: number, text: string): VenueAnswer {
  return { status, json: chatErrorBody(status, text) }
}

function tooMany(seconds: number): VenueAnswer {
  const text = `Too Many Requests: retry after ${seconds}`
  return {
    status: 429,
    json: { ok: false, error_code: 429, description: text, parameters: { retry_after: seconds } },
    headers: { 'retry-after': String(seconds) },
  }
}

function success(id: number, now: number, chat: number, text: string): VenueAnswer {
  const result = {
    message_id: id,
    from: { id: 100_001, is_bot: true, first_name: 'Sesame', username: 'sesame_test_bot' },
    chat: { id: chat, type: 'private' },
    date: Math.floor(now / 1000),
    text,
  }
  return ok({ ok: true, result })
}

/** The `chat.` faults; null when none fires. */
function bend(faults: Faults, request: VenueRequest, token: string): VenueAnswer | null {
  const fault = faults.first(request.subject, 'chat.')
  switch (fault?.name) {
    case 'chat.429':
      return tooMany(fault.number('s', 5))
    case 'chat.401':
      return failure(401, 'Unauthorized')
    case 'chat.hang':
      return { status: 200, instead: 'hang' }
    case 'chat.echo_token_in_error':
      return failure(400, `Bad Request: token ${token} may not write to this chat`)
    case 'chat.malformed':
      return { status: 200, text: '{"ok":tru' }
    default:
      return null
  }
}
