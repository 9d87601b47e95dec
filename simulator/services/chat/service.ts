/** A chat bot API with the one method that the terminal uses. It keeps what was sent, so that tests can read it. */
import { z } from 'zod'

import { jsonOf, ok, post } from '../../answers.ts'
import type { Faults } from '../../faults/faults.ts'
import { Refusal, type VenueAnswer, type VenueRequest } from '../../http-server.ts'
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
      throw bot.startsWith('bot') ? new Refusal(401, 'Unauthorized') : new Refusal(404, 'Not Found')
    const fault = faults.first(request.subject, 'chat.429', 'chat.echo_token_in_error')
    if (fault?.name === 'chat.429') throw tooMany(request, fault.number('s', 5))
    if (fault !== null) throw new Refusal(400, `Bad Request: token ${token} may not write to this chat`)
    const parsed = body.safeParse(jsonOf(request.body))
    if (!parsed.success) throw new Refusal(400, 'Bad Request: chat_id or text is missing')
    const { text } = parsed.data
    const chat = Number(parsed.data.chat_id)
    if (text.trim() === '') throw new Refusal(400, 'Bad Request: message text is empty')
    if (text.length > MAX_TEXT_LENGTH) throw new Refusal(400, 'Bad Request: message is too long')
    const now = clock.now()
    const recent = messages.filter((message) => message.chat === chat && message.at > now - 60_000)
    const oldest = recent[0]
    if (recent.length >= PER_MINUTE && oldest !== undefined) {
      throw tooMany(request, Math.max(Math.ceil((oldest.at + 60_000 - now) / 1000), 1))
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

function tooMany({ answerHeaders }: VenueRequest, seconds: number): Refusal {
  answerHeaders['retry-after'] = String(seconds)
  const fields = { parameters: { retry_after: seconds } }
  return new Refusal(429, `Too Many Requests: retry after ${seconds}`, fields)
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
