// Tells listeners what happened, in order and only once an operation is complete: a listener may act on the exchange
// again, and what that causes is published after all earlier events.
import type { ExchangeEvent, ListedMarket } from '../types.ts'

type NewEvent = ExchangeEvent extends infer E
  ? E extends ExchangeEvent
    ? Omit<E, 'market' | 'at'>
    : never
  : never

export type EventPublisher = ReturnType<typeof createEventPublisher>

/** A teller that stamps events with `now`. */
export function createEventPublisher(now: () => number) {
  const listeners = new Set<(event: ExchangeEvent) => void>()
  const queue: ExchangeEvent[] = []
  let depth = 0
  let delivering = false

  function deliver(): void {
    if (delivering) return
    delivering = true
    try {
      for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
        for (const listener of listeners) listener(event)
      }
    } finally {
      delivering = false
    }
  }

  return {
    /** Queues one event; orders and trades are published as they are now. */
    publish(market: ListedMarket, event: NewEvent): void {
      queue.push({ ...frozenParts(event), market, at: now() })
    },
    /** Runs an operation and delivers its events when it is done. */
    during<T>(operation: () => T): T {
      depth += 1
      try {
        return operation()
      } finally {
        depth -= 1
        if (depth === 0) deliver()
      }
    },
    subscribe: (listener: (event: ExchangeEvent) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Orders and trades go on changing; an event keeps them as they were. */
function frozenParts(event: NewEvent): NewEvent {
  if (event.type === 'order') return { ...event, order: { ...event.order, trades: [...event.order.trades] } }
  if (event.type === 'trade' || event.type === 'trade_status') return { ...event, trade: { ...event.trade } }
  return event
}
