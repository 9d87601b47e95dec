/**
 * Content and timing of the recording. A segment begins with everything followed, a part in each turn, and from then
 * on has every change; a new one begins every five minutes and wherever something may be missing. The recorder
 * listens: nothing waits for it, and no failure in its store reaches its caller (INV-68).
 */
import type { ExitId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { AttachedExit } from '#core/order/attached-exit.ts'
import type { Holdings } from '#core/position/position.ts'
import type { RecordedRow, RecordingRecord } from '#core/recording/records.ts'
import type { RecordingMode, RecordingStatus, TradingState } from '#core/trading-state.ts'
import type { FeedTap, RecordingStore } from '#ports/recording.ts'
import type { Tools } from '../tools.ts'
import type { BooksActor } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Games } from '../markets/games.ts'
import { createAccountRecords, type AccountRecords, type ResolutionSource } from './account-records.ts'

const TICK_MS = 1_000
const SEGMENT_MS = 5 * 60_000
const SEGMENT_BYTES = 64 * 1024 * 1024
/** Delay after an automatic stop: the disk may have room again. */
const RETRY_MS = 30_000
/** Outcomes written in one turn: a millisecond, with books of fifty levels a side. */
const A_TURN = 20
const MEGABYTE = 1_000_000

type RecordedExit = { readonly exit: AttachedExit }

/** Followed sources, read where a segment begins. */
type RecordedSources = {
  readonly books: Pick<BooksActor, 'followed' | 'record' | 'watch'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly games: Pick<Games, 'game'>
  readonly exits: {
    readonly list: () => readonly RecordedExit[]
    readonly get: (id: ExitId) => RecordedExit | null
  }
  readonly trading: () => TradingState
  /** Null while nothing is known. */
  readonly account: () => Holdings | null
  readonly ifWins: ResolutionSource
}

export type Recorder = ReturnType<typeof createRecorder>

type RecorderOptions = Pick<Tools, 'clock' | 'bus'> & {
  readonly store: RecordingStore
  readonly mode: RecordingMode
  readonly version: string
  readonly paper: boolean
}

type RecorderState = RecorderOptions & {
  sources: RecordedSources | null
  /** By connection of the market channel. */
  readonly carried: Map<number, Set<OutcomeId>>
  isArmed: boolean
  /** Monotonic; null while nothing is recorded. */
  begunAt: number | null
  /** Monotonic; when it may begin again after an automatic stop. */
  retryAt: number
  /** Wall clock; since when nothing is recorded, in this run. */
  missingSince: Instant | null
  /** Its automatic stop was published, and no segment has been recorded to its end since. */
  isStopTold: boolean
  /** Outcomes whose books the segment does not have yet. */
  due: OutcomeId[]
  /** Markets and games that the segment has. */
  markets: Set<MarketId>
  games: Set<GameId>
  account: AccountRecords | null
  stopTurn: () => void
}

/** Nothing is recorded before `start`. */
export function createRecorder(options: RecorderOptions) {
  const { store, clock } = options
  const state: RecorderState = {
    ...options,
    sources: null,
    carried: new Map(),
    isArmed: false,
    begunAt: null,
    retryAt: 0,
    missingSince: null,
    isStopTold: false,
    due: [],
    markets: new Set(),
    games: new Set(),
    account: null,
    stopTurn: () => {},
  }
  let stops: readonly (() => void)[] = []
  return {
    /** Given to the feeds, before there is anything to record from. */
    tap: createTap(state),
    /** Begins as the mode says. */
    start(sources: RecordedSources): void {
      state.sources = sources
      state.account = createAccountRecords({
        clock,
        read: sources.account,
        ifWins: sources.ifWins,
        tell: (record) => tell(state, record),
      })
      stops = [...listen(state, sources), clock.every(TICK_MS, () => tick(state))]
      tick(state)
    },
    /** Rows that were just appended to the audit log. */
    rows(rows: readonly RecordedRow[]): void {
      for (const row of rows) tell(state, { kind: 'row', at: row.at, row })
    },
    status: (): RecordingStatus => statusOf(state),
    /** Resolves once what was recorded is on disk. */
    stop(): Promise<void> {
      for (const stop of stops) stop()
      state.account?.stop()
      endSegment(state)
      return store.close()
    },
  }
}

function tell(state: RecorderState, record: RecordingRecord): void {
  if (state.begunAt !== null) state.store.add(record)
}

function createTap(state: RecorderState): FeedTap {
  const { clock, carried } = state
  return {
    opened: (channel, connection) => tell(state, { kind: 'opened', at: clock.now(), channel, connection }),
    closed: (channel, connection) => tell(state, { kind: 'closed', at: clock.now(), channel, connection }),
    frame(channel, connection, bytes) {
      tell(state, { kind: 'frame', at: clock.now(), channel, connection, bytes })
    },
    carried(connection, added, removed) {
      const ids = carried.get(connection) ?? new Set()
      for (const id of added) ids.add(id)
      for (const id of removed) ids.delete(id)
      if (ids.size === 0) carried.delete(connection)
      else carried.set(connection, ids)
      tell(state, { kind: 'carried', at: clock.now(), connection, added, removed })
    },
    lost: (outcomeIds, reason) => tell(state, { kind: 'lost', at: clock.now(), outcomeIds, reason }),
  }
}

function listen(state: RecorderState, { books, games, exits }: RecordedSources): readonly (() => void)[] {
  const { bus, clock } = state
  books.watch({
    changed: ({ id }) => tellBook(state, id),
    verified({ id, verifiedAt }) {
      tell(state, { kind: 'verified', at: verifiedAt ?? clock.now(), outcomeId: id })
    },
    dropped: (outcomeId) => tell(state, { kind: 'dropped', at: clock.now(), outcomeId }),
  })
  return [
    bus.subscribe('order', (order) => {
      tell(state, { kind: 'order', at: clock.now(), order })
      accountChanged(state)
    }),
    bus.subscribe('fill', (fill) => tell(state, { kind: 'fill', at: clock.now(), fill })),
    bus.subscribe('attached_exit', ({ exitId }) => {
      const exit = exits.get(exitId)?.exit
      if (exit !== undefined) tell(state, { kind: 'exit', at: clock.now(), exit })
    }),
    bus.subscribe('position', () => accountChanged(state)),
    bus.subscribe('trading', (trading) => {
      tell(state, { kind: 'trading', at: clock.now(), trading })
      const isArmed = trading.mode === 'ARMED'
      if (isArmed === state.isArmed) return
      state.isArmed = isArmed
      if (state.mode === 'armed') tick(state)
    }),
    bus.subscribe('game', ({ gameId }) => {
      const game = state.games.has(gameId) ? games.game(gameId) : null
      if (game !== null) tell(state, { kind: 'game', at: clock.now(), game })
    }),
  ]
}

function accountChanged({ begunAt, account }: RecorderState): void {
  if (begunAt !== null) account?.changed()
}

function tick(state: RecorderState): void {
  const { mode, store, clock, begunAt } = state
  const isWanted = mode === 'on' || (mode === 'armed' && state.isArmed)
  const { isOpen, segmentBytes, fault } = store.state()
  const now = clock.monotonic()
  if (begunAt === null) {
    if (isWanted && now >= state.retryAt) beginSegment(state)
  } else if (!isWanted) endSegment(state)
  else if (!isOpen) {
    endSegment(state)
    state.retryAt = now + RETRY_MS
    if (!state.isStopTold) state.bus.publish('recording_stopped', { fault: fault ?? 'failed' })
    state.isStopTold = true
  } else if (state.due.length === 0 && (now - begunAt >= SEGMENT_MS || segmentBytes >= SEGMENT_BYTES)) {
    state.isStopTold = false
    beginSegment(state)
  }
}

function endSegment(state: RecorderState): void {
  if (state.begunAt === null) return
  state.stopTurn()
  state.begunAt = null
  state.missingSince = state.clock.now()
  state.store.end()
}

function beginSegment(state: RecorderState): void {
  const { store, clock, sources, version, paper, carried } = state
  if (sources === null) return
  const at = clock.now()
  store.begin(at)
  state.begunAt = clock.monotonic()
  state.markets = new Set()
  state.games = new Set()
  tell(state, { kind: 'begin', at, version, paper })
  if (state.missingSince !== null) tell(state, { kind: 'gap', at, since: state.missingSince })
  state.missingSince = null
  for (const [connection, ids] of carried)
    tell(state, { kind: 'carried', at, connection, added: [...ids], removed: [] })
  tell(state, { kind: 'trading', at, trading: sources.trading() })
  for (const { exit } of sources.exits.list()) {
    if (exit.end === null) tell(state, { kind: 'exit', at, exit })
  }
  state.account?.begin()
  state.due = [...sources.books.followed()]
  nextTurn(state)
}

/** Some books more; the segment is complete once there are none. */
function nextTurn(state: RecorderState): void {
  for (const id of state.due.splice(0, A_TURN)) tellBook(state, id)
  if (state.due.length > 0) state.stopTurn = state.clock.after(0, () => nextTurn(state))
  else tell(state, { kind: 'complete', at: state.clock.now() })
}

function tellBook(state: RecorderState, id: OutcomeId): void {
  const { sources, clock, begunAt } = state
  if (sources === null || begunAt === null) return
  const book = sources.books.record(id)
  if (book === null) return
  const at = clock.now()
  tellMarket(state, sources, id, at)
  tell(state, { kind: 'book', at, book })
}

/** The market of an outcome and its game, once in a segment. */
function tellMarket(
  state: RecorderState,
  { catalog, games }: RecordedSources,
  id: OutcomeId,
  at: Instant,
): void {
  const known = catalog.outcome(id)
  if (known === null || state.markets.has(known.market.id)) return
  state.markets.add(known.market.id)
  tell(state, { kind: 'market', at, event: { ...known.event, markets: [known.market] } })
  const { gameId } = known.event
  if (gameId === null || state.games.has(gameId)) return
  state.games.add(gameId)
  const game = games.game(gameId)
  if (game !== null) tell(state, { kind: 'game', at, game })
}

function statusOf({ mode, begunAt, store }: RecorderState): RecordingStatus {
  const { fault, bytes, since } = store.state()
  return {
    mode,
    isRecording: begunAt !== null && fault === null,
    fault,
    megabytes: Math.floor(bytes / MEGABYTE),
    since,
  }
}
