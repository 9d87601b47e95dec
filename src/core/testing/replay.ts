/** A history run through a step function. */
import type { Step } from '#lib/machine.ts'

/** The effects of a whole history, for tests of laws. */
export function replay<State, Event, Effect>(
  step: (state: State, event: Event) => Step<State, Effect>,
  initial: State,
  history: readonly Event[],
): { readonly state: State; readonly effects: readonly Effect[] } {
  let state = initial
  const effects: Effect[] = []
  for (const event of history) {
    const result = step(state, event)
    state = result.state
    effects.push(...result.effects)
  }
  return { state, effects }
}
