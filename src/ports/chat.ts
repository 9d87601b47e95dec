/** The chat service: one bot, one chat, plain text. */
import type { ChatOutcome } from '#core/machines/chat-queue.ts'

export interface ChatService {
  /** One request, never repeated. Resolves within 10 s in every case; no reason holds the token. */
  send(text: string): Promise<ChatOutcome>
  close(): Promise<void>
}
