/**
 * One replay: it shows an instant of a span, plays on, and goes where it is asked to. It works in slices of a few
 * milliseconds with turns for everything else in between, because the terminal trades meanwhile (ADR 130).
 */
import type { GameId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Mark } from '#core/recording/records.ts'
import type { ReplaySpeed } from '#core/recording/replay-speeds.ts'
import { unreachable } from '#lib/never.ts'
import { pause } from '#lib/pause.ts'
import type { Clock } from '#ports/clock.ts'
import type {
  ReadRecordedFrame,
  RecordingSource,
  ReplayChange,
  ReplayCommand,
  ReplayMark,
  ReplayState,
  Span,
} from './contract.ts'
import { createRecordedPrices } from './recorded-prices.ts'
import { createReplayMachines, type ReplayMachines } from './replay-machines.ts'
import { fillAfter, fillBefore, replayMarks } from './replay-marks.ts'
import { createReplayOwn, type ReplayOwn } from './replay-own.ts'
import { createReplayPositions } from './replay-positions.ts'
import { applySome, readOn, turns, type Reading } from './replay-reading.ts'

/** How often what plays moves on: as often as a page draws. */
const FRAME_MS = 16
/** A recording that cannot be read as fast as it plays becomes slower, and is still shown. */
const MOST_AT_ONCE_MS = 100
/** Twice a segment: sooner there from the begin of another one than by reading all that lies between. */
const FAR_MS = 10 * 60_000
/** One that plays is past a fill by now when it is asked for the one before. */
const JUST_PASSED_MS = 1_000

type ReplayParts = {
  readonly id: string
  readonly source: RecordingSource
  readonly readFrame: ReadRecordedFrame
  readonly clock: Clock
  readonly span: Span
  /** First instant shown. */
  readonly start: Instant
  /** Oldest first; also those before the span, whose orders are still open in it. */
  readonly marks: readonly Mark[]
}

type State = ReplayParts & {
  readonly own: ReplayOwn
  readonly points: readonly ReplayMark[]
  readonly listeners: Set<(change: ReplayChange) => void>
  machines: ReplayMachines
  /** Null before the first record and after a way back: the records are to be read again. */
  reading: Reading | null
  /** Time of the last record that the machines have taken. */
  readAt: Instant
  at: Instant
  /** Where it was asked to go; null when it is there. */
  goal: Instant | null
  isPlaying: boolean
  speed: ReplaySpeed
  /** When playing moved on last, monotonic. */
  movedAt: number
  isWorking: boolean
  isEnded: boolean
  problem: string | null
  waiting: (() => void)[]
  /** How often the machines were made again. */
  restarts: number
}

export type Replay = ReturnType<typeof createReplay>

/** Pauses at its start as soon as that is read. */
export function createReplay(parts: ReplayParts) {
  const state: State = {
    ...parts,
    own: createReplayOwn(parts.marks),
    points: replayMarks(parts.marks, parts.span),
    listeners: new Set(),
    machines: createReplayMachines(parts.readFrame),
    reading: null,
    readAt: 0,
    at: parts.start,
    goal: parts.start,
    isPlaying: false,
    speed: 1,
    movedAt: 0,
    isWorking: false,
    isEnded: false,
    problem: null,
    waiting: [],
    restarts: 0,
  }
  void work(state)
  const prices = createRecordedPrices(parts)
  return {
    id: parts.id,
    /** Prices of the whole span, also later than its present instant. */
    prices: prices.of,
    /** State at its instant. */
    view: {
      outcome: (id: OutcomeId) => state.machines.outcome(id),
      events: () => state.machines.events(),
      book: (id: OutcomeId) => state.machines.book(id),
      trades: (id: OutcomeId) => state.machines.trades(id),
      game: (id: GameId) => state.machines.game(id),
      ...state.own,
      ...createReplayPositions(
        state.own,
        () => state.machines,
        () => state.at,
      ),
    },
    marks: (): readonly ReplayMark[] => state.points,
    state: (): ReplayState => ({
      ...state.span,
      at: state.goal ?? state.at,
      isPlaying: state.isPlaying,
      isSeeking: isOnTheWay(state),
      speed: state.speed,
      // Markets are only added to the machines.
      markets: state.restarts * 1_000_000 + state.machines.markets().size,
      trading: state.own.trading(),
      problem: state.problem,
    }),
    command(command: ReplayCommand): void {
      obey(state, command)
      tell(state, { what: 'state' })
      void work(state)
    },
    /** Resolves once it is where it was last asked to go. */
    settled: (): Promise<void> =>
      !isOnTheWay(state) || state.isEnded
        ? Promise.resolve()
        : new Promise<void>((resolve) => void state.waiting.push(resolve)),
    subscribe: (listener: (change: ReplayChange) => void): (() => void) => {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    end(): void {
      prices.end()
      state.isEnded = true
      state.listeners.clear()
      letGo(state)
    },
  }
}

function obey(state: State, command: ReplayCommand): void {
  switch (command.do) {
    case 'play':
      // At its end it begins again.
      if (here(state) >= state.span.to) goTo(state, state.span.from)
      state.isPlaying = true
      state.movedAt = state.clock.monotonic()
      return
    case 'pause':
      state.isPlaying = false
      return
    case 'speed':
      state.speed = command.speed
      return
    case 'seek':
      goTo(state, command.at)
      return
    case 'step':
      goTo(state, here(state) + command.ms)
      return
    case 'next_fill':
    case 'previous_fill': {
      const passed = state.isPlaying ? JUST_PASSED_MS : 0
      const mark = (command.do === 'next_fill' ? fillAfter : fillBefore)(state.points, here(state), passed)
      if (mark !== undefined) goTo(state, mark.at)
      return
    }
    default:
      unreachable(command)
  }
}

const isOnTheWay = ({ goal }: State): boolean => goal !== null

const here = ({ goal, at }: State): Instant => goal ?? at

function goTo(state: State, at: Instant): void {
  state.goal = Math.min(state.span.to, Math.max(state.span.from, at))
}

function tell({ listeners }: State, change: ReplayChange): void {
  for (const listener of listeners) listener(change)
}

/** Goes where it was asked to go, then plays on, until there is nothing left to do. */
async function work(state: State): Promise<void> {
  if (state.isWorking) return
  state.isWorking = true
  while (!state.isEnded && (isOnTheWay(state) || state.isPlaying)) {
    if (state.goal !== null) await arrive(state, state.goal)
    else await playOn(state)
  }
  state.isWorking = false
  if (state.isEnded) letGo(state)
}

/** Nothing is published on the way: at the goal everything is new. */
async function arrive(state: State, goal: Instant): Promise<void> {
  const isFar = goal < state.readAt || goal - state.readAt > FAR_MS
  if (isFar || state.reading === null) await restartReading(state, goal)
  const isThere = await readTo(state, goal, () => state.goal !== goal || state.isEnded)
  if (!isThere || state.goal !== goal) return
  if (goal < state.at) state.own.restart()
  state.at = goal
  state.own.moveTo(goal)
  state.goal = null
  state.movedAt = state.clock.monotonic()
  release(state)
  tell(state, { what: 'all' })
}

function tellOnTheWay(state: State, change: ReplayChange): void {
  if (!isOnTheWay(state)) tell(state, change)
}

/** A file that nobody closes ends the program when it is collected as garbage. */
function letGo(state: State): void {
  release(state)
  void state.reading?.batches.return?.()
}

function release(state: State): void {
  for (const resolve of state.waiting.splice(0)) resolve()
}

async function restartReading(state: State, from: Instant): Promise<void> {
  await state.reading?.batches.return?.()
  state.machines = createReplayMachines(state.readFrame)
  state.restarts += 1
  const { bus } = state.machines
  bus.subscribe('book', ({ outcomeId }) => tellOnTheWay(state, { what: 'book', outcomeId }))
  bus.subscribe('game', ({ gameId }) => tellOnTheWay(state, { what: 'game', gameId }))
  const batches = state.source.records(from, state.span.to)[Symbol.asyncIterator]()
  state.reading = { batches, batch: [], next: 0, isOver: false }
  state.readAt = 0
  state.problem = null
}

async function playOn(state: State): Promise<void> {
  const { clock, span } = state
  const now = clock.monotonic()
  const passed = Math.min(now - state.movedAt, MOST_AT_ONCE_MS)
  const until = Math.min(span.to, state.at + passed * state.speed)
  state.movedAt = now
  const isThere = await readTo(state, until, () => isOnTheWay(state) || state.isEnded || !state.isPlaying)
  state.at = isThere ? until : Math.max(state.at, state.readAt)
  for (const change of state.own.moveTo(state.at)) tellOnTheWay(state, change)
  if (!isThere) return
  if (until >= span.to) state.isPlaying = false
  tell(state, { what: 'state' })
  if (state.isPlaying) await pause(state.clock, FRAME_MS)
}

/**
 * Applies the records up to an instant, in slices.
 *
 * @returns false when it was given up on the way
 */
async function readTo(state: State, until: Instant, isGivenUp: () => boolean): Promise<boolean> {
  const { reading } = state
  if (reading === null) return true
  const turn = turns(state.clock, isGivenUp)
  for (;;) {
    if (reading.next >= reading.batch.length) {
      if (reading.isOver) return true
      await readOn(state, reading)
      if (isGivenUp()) return false
    } else if (applySome(state, reading, until)) return true
    if (!(await turn())) return false
  }
}
