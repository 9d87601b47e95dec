/** The typed, in-process bus of facts: synchronous, in order. A listener that throws is a bug and harms nobody else. */
import type { Bus, Facts } from './engine.ts'

type Listeners = { readonly [Topic in keyof Facts]: Set<(fact: Facts[Topic]) => void> }

/**
 * Builds a bus.
 *
 * @param onBug  told what a listener threw; the publisher and the other listeners go on undisturbed
 */
export function createBus(onBug: (topic: keyof Facts, error: unknown) => void): Bus {
  const listeners: Listeners = {
    book: new Set(),
    order: new Set(),
    fill: new Set(),
    position: new Set(),
    trading: new Set(),
    status: new Set(),
    feeds: new Set(),
    catalog: new Set(),
    game: new Set(),
    disarmed: new Set(),
    foreign_activity: new Set(),
    cancel_ignored: new Set(),
    late_order: new Set(),
    earlier_activity: new Set(),
    game_start_orders: new Set(),
    alert: new Set(),
    notification: new Set(),
    chat: new Set(),
    session_key_expiring: new Set(),
    combo_rfq: new Set(),
    combo_positions: new Set(),
    combo_ended: new Set(),
  }

  return {
    publish(topic, fact) {
      for (const listener of listeners[topic]) {
        try {
          listener(fact)
        } catch (error) {
          onBug(topic, error)
        }
      }
    },
    subscribe(topic, listener) {
      listeners[topic].add(listener)
      return () => {
        listeners[topic].delete(listener)
      }
    },
  }
}
