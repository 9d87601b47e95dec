/**
 * Events from the gates and own orders to the rest of the trading module: synchronous, in the order of subscription.
 */

/**
 * `changed`: something that a gate or the status rests on. `clock_jumped` and `clock_right`: the wall clock was set, or
 * is right again. `credentials_ready`: a new set, which the user channel needs. `heartbeat_lapsed`: the venue has most
 * likely cancelled everything.
 */
type TradingEvent = 'changed' | 'clock_jumped' | 'clock_right' | 'credentials_ready' | 'heartbeat_lapsed'

export type TradingEvents = ReturnType<typeof createTradingEvents>

/** Without listeners. */
export function createTradingEvents() {
  const listeners: { readonly event: TradingEvent; readonly listener: () => void }[] = []
  return {
    on(event: TradingEvent, listener: () => void): void {
      listeners.push({ event, listener })
    },
    emit(event: TradingEvent): void {
      for (const one of listeners) if (one.event === event) one.listener()
    },
  }
}
