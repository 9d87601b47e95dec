/**
 * Plays the world's games on the venue's clock: state after state, the anchors of their markets, book clearing at the
 * start, settlement after the end. A game's course is drawn once, so it is the same for the same seed.
 */
import type { Parts } from '../../parts.ts'
import type { SimulatorRandom } from '../../types.ts'
import type { EventEntry, MarketEntry } from '../entries.ts'
import { fairOf, winnerOf } from './fair.ts'
import type { GameDefinition, GameState } from './game.ts'
import { BEFORE } from './recorder.ts'
import { createTimeline, stateAt } from './timeline.ts'

type GameUpdate = { readonly game: GameDefinition; readonly state: GameState }

export type LiveGames = ReturnType<typeof createLiveGames>

type Played = {
  readonly game: GameDefinition
  readonly markets: MarketEntry[]
  readonly random: SimulatorRandom
  timeline: readonly GameState[] | null
  /** As it was last looked at; null before that. */
  state: GameState | null
}

const LOOK_MS = 3_000
const LOOK_AHEAD_MS = 120_000
/** From the final whistle to the payout. */
const SETTLEMENT_MS = 90_000
const COURSES_TRIED = 6

/** Starts playing: games that are under way get their prices at once. */
export function createLiveGames(deps: Pick<Parts, 'world' | 'exchange' | 'clock' | 'random'>) {
  const { world, exchange, clock } = deps
  const began = clock.now()
  const played = new WeakMap<GameDefinition, Played>()
  /** To come, running, or ended and not settled yet. */
  const pending = new Set<Played>()
  const listeners = new Set<(update: GameUpdate) => void>()

  function add(event: EventEntry): void {
    const { game } = event.definition
    if (game === undefined) return
    const random = deps.random.fork(`game ${event.definition.slug}`)
    const entry = played.get(game) ?? { game, markets: [], random, timeline: null, state: null }
    entry.markets.push(...event.markets)
    if (played.has(game)) return
    played.set(game, entry)
    pending.add(entry)
  }

  /** A game that began before the world did is one that is still open: of a few courses the closest is taken. */
  function courseOf({ game, random }: Played): readonly GameState[] {
    const tries = game.startsAt < began ? COURSES_TRIED : 1
    const courses = Array.from({ length: tries }, (_, index) =>
      createTimeline(game, random.fork(`course ${index}`)),
    )
    const distance = (course: readonly GameState[]): number =>
      Math.abs(fairOf(game, { kind: 'winner', of: 'first' }, stateAt(course, began)) - 5000)
    const [best] = courses.toSorted((one, other) => distance(one) - distance(other))
    if (best === undefined) throw new Error('at least one course was drawn')
    return best
  }

  function isFar({ game, timeline }: Played): boolean {
    return timeline === null && game.startsAt - clock.now() > LOOK_AHEAD_MS
  }

  /** Most games are days away: their course is not drawn before it can be seen. */
  function stateNow(entry: Played): GameState {
    if (isFar(entry)) return BEFORE
    entry.timeline ??= courseOf(entry)
    return stateAt(entry.timeline, clock.now())
  }

  function look(): void {
    for (const entry of pending) {
      if (isFar(entry)) continue
      const { game, state: previous } = entry
      const state = stateNow(entry)
      entry.state = state
      if (state !== previous) move(entry, state, previous)
      else if (state.ended && clock.now() - state.at >= SETTLEMENT_MS) settle(entry, state)
      if (state === previous || previous === null) continue
      for (const listener of listeners) listener({ game, state })
    }
  }

  function move({ game, markets }: Played, state: GameState, previous: GameState | null): void {
    for (const market of markets) {
      const { listed } = market
      if (previous?.at === 0 && listed?.clearBookOnStart === true)
        exchange.clearBook(listed.conditionId, 'game start')
      const { claim } = market.definition
      if (claim !== undefined && claim.kind !== 'chance') market.anchor = fairOf(game, claim, state)
    }
  }

  function settle(entry: Played, state: GameState): void {
    pending.delete(entry)
    for (const { listed, definition } of entry.markets) {
      if (listed === null || listed.closed) continue
      const winner = winnerOf(definition.claim ?? { kind: 'chance' }, state, entry.random.next())
      exchange.resolve(listed.conditionId, winner)
    }
    entry.timeline = [state]
  }

  for (const event of world.events()) add(event)
  look()
  return {
    /** The state of the event's game now; null for an event without a game. */
    stateOf(event: EventEntry): GameState | null {
      const { game } = event.definition
      const entry = game === undefined ? undefined : played.get(game)
      return entry === undefined ? null : stateNow(entry)
    },
    /** Games that are about to start, running, or ended and not settled yet, with their states. */
    running: (): readonly GameUpdate[] =>
      [...pending].flatMap(({ game, state }) => (state === null ? [] : [{ game, state }])),
    /** Every change of every game, as it happens. Answers the unsubscribe function. */
    subscribe(listener: (update: GameUpdate) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Takes up the games of an event that was listed later. */
    add(event: EventEntry): void {
      add(event)
      look()
    },
    stop: clock.every(LOOK_MS, look),
  }
}
