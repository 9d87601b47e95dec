/** Drives a pure step function as a single writer: one event at a time, effects only after the state is stored. */

export type Step<State, Effect> = { readonly state: State; readonly effects: readonly Effect[] }

type MachineOptions<State, Event, Effect> = {
  readonly initial: State
  readonly step: (state: State, event: Event) => Step<State, Effect>
  /** May send further events: they wait until this one is done. */
  readonly perform: (effect: Effect, state: State) => void
}

export type Machine<State, Event> = {
  readonly state: () => State
  readonly send: (event: Event) => void
}

/** Runs a step function: events in arrival order, effects after the state is stored, never one inside another. */
export function runMachine<State, Event, Effect>(
  options: MachineOptions<State, Event, Effect>,
): Machine<State, Event> {
  let state = options.initial
  let draining = false
  const inbox: Event[] = []

  function send(event: Event): void {
    inbox.push(event)
    if (draining) return
    draining = true
    try {
      for (let next = inbox.shift(); next !== undefined; next = inbox.shift()) {
        const result = options.step(state, next)
        state = result.state
        for (const effect of result.effects) options.perform(effect, state)
      }
    } finally {
      draining = false
    }
  }

  return { state: () => state, send }
}
