/**
 * Plays the world's games on the venue's clock: state after state, the anchors of their markets, book clearing at the
 * start, settlement after the end. A game's course is drawn once, so it is the same for the same seed.
 */
import type { Parts } from '../../parts.ts'
import type { SimulatorRandom } from '../../types.ts'
import type { EventEntry, MarketEntry } from '../entries.ts'
import { fairOf, winnerOf } from './fair.ts'
import type { GameDefinition, GameState } from './game.ts'
import { createTimeline, stateAt } from './timeline.ts'

type GameUpdate = {
  readonly game: GameDefinition
  readonly state: GameState
  readonly previous: GameState
}

export type LiveGames = ReturnType<typeof createLiveGames>

type Played = {
  readonly game: GameDefinition
  readonly markets: MarketEntry[]
  readonly random: SimulatorRandom
  timeline: readonly GameState[] | null
  index: number
  cancel: () => void
}

const LOOK_AHEAD_MS = 120_000
/** From the final whistle to the payout. */
const SETTLEMENT_MS = 90_000
const COURSES_TRIED = 6
const MAX_GAME_MS = 12 * 3_600_000

/** Starts playing: games that are under way get their prices at once. */
export function createLiveGames(deps: Pick<Parts, 'world' | 'exchange' | 'clock' | 'random'>) {
  const { world, exchange, clock } = deps
  const began = clock.now()
  const played = new WeakMap<GameDefinition, Played>()
  const waiting = new Set<Played>()
  const active = new Set<Played>()
  const listeners = new Set<(update: GameUpdate) => void>()

  function add(event: EventEntry): void {
    const { game } = event.definition
    if (game === undefined) return
    let entry = played.get(game)
    if (entry === undefined) {
      const random = deps.random.fork(`game ${event.definition.slug}`)
      entry = { game, markets: [], random, timeline: null, index: 0, cancel: () => undefined }
      played.set(game, entry)
      waiting.add(entry)
    }
    entry.markets.push(...event.markets)
  }

  function timelineOf(entry: Played): readonly GameState[] {
    entry.timeline ??= courseOf(entry)
    return entry.timeline
  }

  /** A game that began before the world did is one that is still open: of a few courses the closest is taken. */
  function courseOf(entry: Played): readonly GameState[] {
    const tries = entry.game.startsAt < began ? COURSES_TRIED : 1
    const courses = Array.from({ length: tries }, (_, index) =>
      createTimeline(entry.game, entry.random.fork(`course ${index}`)),
    )
    const distance = (course: readonly GameState[]): number =>
      Math.abs(fairOf(entry.game, { kind: 'winner', of: 'first' }, stateAt(course, began)) - 5000)
    const [best] = courses.toSorted((one, other) => distance(one) - distance(other))
    if (best === undefined) throw new Error('at least one course was drawn')
    return best
  }

  function stateNow(entry: Played): GameState {
    const now = clock.now()
    // Most games are days away: their course is not drawn before it can be seen.
    if (entry.timeline === null && now < entry.game.startsAt - LOOK_AHEAD_MS) return scheduled(entry)
    return stateAt(timelineOf(entry), now)
  }

  function scheduled(entry: Played): GameState {
    const [first] = courseOf(entry)
    if (first === undefined) throw new Error('a timeline has a scheduled state')
    return first
  }

  function takeUp(): void {
    const now = clock.now()
    for (const entry of waiting) {
      if (entry.game.startsAt - now > LOOK_AHEAD_MS) continue
      waiting.delete(entry)
      const timeline = timelineOf(entry)
      entry.index = timeline.indexOf(stateAt(timeline, now))
      active.add(entry)
      if (now - entry.game.startsAt > MAX_GAME_MS) finish(entry)
      else {
        move(entry)
        next(entry)
      }
    }
  }

  function next(entry: Played): void {
    const timeline = timelineOf(entry)
    const current = timeline[entry.index]
    const coming = timeline[entry.index + 1]
    if (current === undefined || coming === undefined) {
      entry.cancel = clock.after(SETTLEMENT_MS, () => finish(entry))
      return
    }
    entry.cancel = clock.after(Math.max(coming.at - clock.now(), 0), () => {
      entry.index += 1
      if (current.at === 0) clearBooks(entry)
      move(entry)
      for (const listener of listeners) listener({ game: entry.game, state: coming, previous: current })
      next(entry)
    })
  }

  function clearBooks(entry: Played): void {
    for (const { listed } of entry.markets) {
      if (listed?.clearBookOnStart === true) exchange.clearBook(listed.conditionId, 'game start')
    }
  }

  function move(entry: Played): void {
    const state = timelineOf(entry)[entry.index]
    if (state === undefined) return
    for (const market of entry.markets) {
      const { claim } = market.definition
      if (claim !== undefined && claim.kind !== 'chance') market.anchor = fairOf(entry.game, claim, state)
    }
  }

  function finish(entry: Played): void {
    active.delete(entry)
    const last = timelineOf(entry).at(-1)
    if (last === undefined) return
    for (const { listed, definition } of entry.markets) {
      if (listed === null || listed.closed) continue
      const winner = winnerOf(definition.claim ?? { kind: 'chance' }, last, entry.random.next())
      exchange.resolve(listed.conditionId, winner)
    }
    entry.timeline = [last]
  }

  for (const event of world.events()) add(event)
  takeUp()
  const stopLooking = clock.every(LOOK_AHEAD_MS / 4, takeUp)

  return {
    /** The state of the event's game now; null for an event without a game. */
    stateOf(event: EventEntry): GameState | null {
      const { game } = event.definition
      const entry = game === undefined ? undefined : played.get(game)
      return entry === undefined ? null : stateNow(entry)
    },
    /** Games that are about to start, running, or ended and not settled yet, with their states. */
    running: (): readonly GameUpdate[] =>
      [...active].flatMap((entry) => {
        const state = timelineOf(entry)[entry.index]
        return state === undefined ? [] : [{ game: entry.game, state, previous: state }]
      }),
    /** Every change of every game, as it happens. Answers the unsubscribe function. */
    subscribe(listener: (update: GameUpdate) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Takes up the games of an event that was listed later. */
    add(event: EventEntry): void {
      add(event)
      takeUp()
    },
    stop(): void {
      stopLooking()
      for (const entry of active) entry.cancel()
    },
  }
}
