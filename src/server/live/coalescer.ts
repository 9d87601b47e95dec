/**
 * When a topic may send: the first change after a quiet 100 ms at once, later ones 100 ms after the last. Slots lie on
 * one grid for all topics, so that many topics share a wake-up and each tab's socket is written once per wake-up.
 */
import type { Clock } from '#ports/clock.ts'

const INTERVAL_MS = 100
const GRID_MS = 20

/** @param flush  gets every topic whose slot has come, each at most once per interval */
export function createCoalescer(clock: Clock, flush: (topics: readonly string[]) => void) {
  /** Topic to its slot. */
  const due = new Map<string, number>()
  /** Topic to the slot in which it last sent. */
  const sent = new Map<string, number>()
  let atOnce: string[] = []
  let wake: { readonly at: number; cancel(): void } | null = null
  let stopped = false

  function sendAtOnce(): void {
    const topics = atOnce
    atOnce = []
    if (!stopped && topics.length > 0) flush(topics)
  }

  function sendDue(): void {
    wake = null
    const now = clock.monotonic()
    const topics = [...due].filter(([, slot]) => slot <= now)
    for (const [topic, slot] of topics) {
      due.delete(topic)
      // Counting from the slot keeps a late timer from stretching the interval; a very late one starts over.
      sent.set(topic, now - slot < INTERVAL_MS ? slot : now)
    }
    if (topics.length > 0) flush(topics.map(([topic]) => topic))
    if (due.size > 0) wakeAt(Math.min(...due.values()))
  }

  function wakeAt(at: number): void {
    if (stopped || (wake !== null && wake.at <= at)) return
    wake?.cancel()
    wake = { at, cancel: clock.after(Math.max(0, at - clock.monotonic()), sendDue) }
  }

  return {
    /** The topic has something to send. */
    mark(topic: string): void {
      if (due.has(topic) || atOnce.includes(topic)) return
      const now = clock.monotonic()
      const last = sent.get(topic)
      if (last === undefined || now - last >= INTERVAL_MS) {
        sent.set(topic, now)
        atOnce.push(topic)
        // A feed's frame may change several books: all of them are sent together once it is applied.
        if (atOnce.length === 1) queueMicrotask(sendAtOnce)
        return
      }
      const slot = Math.ceil((last + INTERVAL_MS) / GRID_MS) * GRID_MS
      due.set(topic, slot)
      wakeAt(slot)
    },
    /** Forgets the topic. */
    drop(topic: string): void {
      due.delete(topic)
      sent.delete(topic)
      atOnce = atOnce.filter((other) => other !== topic)
    },
    stop(): void {
      stopped = true
      wake?.cancel()
      due.clear()
    },
  }
}

export type Coalescer = ReturnType<typeof createCoalescer>
