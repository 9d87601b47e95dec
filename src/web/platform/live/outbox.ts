/**
 * Subscriptions of the page, in few frames: a screen full of rows asks at once, and the server ends connections that
 * send more than 20 frames a second. The first question waits for the end of the turn, later ones for the pause.
 */
import type { ClientFrame } from '#contract/live.ts'

export type TopicOp = 'sub' | 'unsub' | 'resync'

const PAUSE_MS = 200
export const MAX_TOPICS = 100

/** Builds an empty outbox. */
export function createOutbox(
  send: (frame: ClientFrame) => void,
  now: () => number,
  after: (ms: number, task: () => void) => () => void,
) {
  const waiting: Record<TopicOp, Set<string>> = { unsub: new Set(), sub: new Set(), resync: new Set() }
  let sentAt = -PAUSE_MS
  let cancel: (() => void) | null = null

  function flush(): void {
    cancel = null
    sentAt = now()
    // A subscription brings its own snapshot.
    for (const topic of waiting.sub) waiting.resync.delete(topic)
    // Unsubscribe first: a topic that is followed again starts with a snapshot.
    for (const op of ['unsub', 'sub', 'resync'] as const) {
      const topics = [...waiting[op]]
      waiting[op].clear()
      for (let from = 0; from < topics.length; from += MAX_TOPICS) {
        send({ op, topics: topics.slice(from, from + MAX_TOPICS) })
      }
    }
  }

  return {
    ask(op: TopicOp, topic: string): void {
      waiting[op].add(topic)
      cancel ??= after(Math.max(0, sentAt + PAUSE_MS - now()), flush)
    },
    /** Forgets what has not been sent: a new connection asks for everything anyway. */
    clear(): void {
      cancel?.()
      cancel = null
      for (const topics of Object.values(waiting)) topics.clear()
    },
  }
}
