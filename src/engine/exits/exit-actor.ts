/** State of the actor of attached exits: its parts, its record of each exit, and the step of an exit. */
import type { ClientOrderId, ExitId, OutcomeId } from '#core/ids.ts'
import { stepAttachedExit } from '#core/machines/attached-exit.ts'
import type { ExitEffect, ExitEvent, Moment } from '#core/machines/attached-exit-facts.ts'
import { isInForce, type AttachedExit, type ExitPause, type Monotonic } from '#core/order/attached-exit.ts'
import type { Order } from '#core/order/order.ts'
import type { RejectCode, Rejection } from '#core/reject-codes.ts'
import type { RiskLimits } from '#core/risk-limits.ts'
import type { TradingState } from '#core/trading-state.ts'
import { runMachine, type Machine } from '#lib/machine.ts'
import type { AttachedExitStore } from '#ports/stores.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { OrdersActor } from '../orders/orders.ts'
import type { Exit, Holdings } from '../quotes/exit.ts'
import type { QuoteBooks } from '../quotes/quote-books.ts'
import type { Tools } from '../tools.ts'

export type ExitsParts = Pick<Tools, 'clock' | 'random' | 'log' | 'bus' | 'audit'> & {
  readonly store: AttachedExitStore
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly books: Pick<Books, 'hold'>
  readonly quoteBooks: Pick<QuoteBooks, 'source' | 'evidence'>
  readonly orders: OrdersActor
  readonly exit: Exit
  readonly holdings: Pick<Holdings, 'ensure' | 'held' | 'shown' | 'reserved' | 'settling'>
  readonly trading: () => TradingState
  /** Refusal that the venue is known to give now. */
  readonly venueRefusal: (postOnly: boolean) => Rejection | null
  readonly clockSkew: {
    /** Monotonic; null while this host's clock may be wrong. */
    readonly rightAt: () => Monotonic | null
    readonly check: () => Promise<unknown>
  }
  /** The program whose command runs; null for the page. */
  readonly commandBy?: (() => string | null) | undefined
  readonly limits: () => RiskLimits
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point: (name: string) => void
}

export type ExitEntry = {
  readonly machine: Machine<AttachedExit, ExitEvent>
  /** State on disk. */
  stored: AttachedExit | null
  /** Its orders of a previous run are not known yet. */
  isRecalling: boolean
  /** The venue is being asked for them. */
  isAsking: boolean
  /** Pause when it was last published. */
  shownPause: ExitPause | null
  /** Monotonic; when its balance is read ahead next. */
  warmAt: number
  /** Ends the hold on its book; null while there is none. */
  release: (() => void) | null
}

export type ExitsState = ExitsParts & {
  readonly entries: Map<ExitId, ExitEntry>
  readonly ofOutcome: Map<OutcomeId, Set<ExitEntry>>
  /** Orders that are being proven over. */
  readonly proving: Set<ClientOrderId>
  /** Orders sent whose answer is not here: it says why one is refused, which the order itself does not. */
  readonly answering: Set<ClientOrderId>
  /** Orders whose answer was lost. */
  readonly lost: Set<ClientOrderId>
  /** Orders whose end the trader asked for. */
  readonly asked: Set<ClientOrderId>
  /** Outcomes of which somebody sold otherwise. */
  readonly soldElsewhere: Set<OutcomeId>
  /** Outcomes of which somebody may have sold otherwise a while ago; monotonic, when that is looked at. */
  readonly settling: Map<OutcomeId, number>
  /** Outcomes that hedges of this run cover. */
  readonly hedges: Map<ClientOrderId, OutcomeId>
  /** Outcomes that a way out is leaving, and the orders that it cancels. */
  readonly leaving: Map<OutcomeId, ReadonlySet<ClientOrderId>>
  readonly perform: (entry: ExitEntry, effect: ExitEffect) => void
  /** ARMED at least once in this run. */
  wasArmed: boolean
  /** A previous run left exits. */
  hasRestored: boolean
  isFlushPending: boolean
}

const MEASURED_WITHIN_MS = 5_000

/** Takes an exit up, new or from the disk. */
export function addExit(state: ExitsState, exit: AttachedExit, isRestored: boolean): ExitEntry {
  const entry: ExitEntry = {
    machine: runMachine<AttachedExit, ExitEvent, ExitEffect>({
      initial: exit,
      step: (before, event) => step(state, entry, before, event),
      perform: (effect) => state.perform(entry, effect),
    }),
    stored: isRestored ? exit : null,
    isRecalling: isRestored,
    isAsking: false,
    shownPause: null,
    warmAt: 0,
    release: null,
  }
  state.entries.set(exit.id, entry)
  if (isInForce(exit)) follow(state, entry)
  return entry
}

function follow(state: ExitsState, entry: ExitEntry): void {
  const { outcomeId } = entry.machine.state()
  const others = state.ofOutcome.get(outcomeId) ?? new Set()
  state.ofOutcome.set(outcomeId, others.add(entry))
  entry.release = state.books.hold(outcomeId)
}

/** Ends what an exit that is over needs no more. */
export function unfollow(state: ExitsState, entry: ExitEntry): void {
  const { outcomeId } = entry.machine.state()
  const others = state.ofOutcome.get(outcomeId)
  others?.delete(entry)
  if (others?.size === 0) state.ofOutcome.delete(outcomeId)
  entry.release?.()
  entry.release = null
}

/**
 * One step. What is about to be sent is on disk first: where the disk refuses, nothing is sent and nothing has happened,
 * but what the step cancels is cancelled.
 * What was only learnt is written soon after, since a restart learns it again.
 */
function step(
  state: ExitsState,
  entry: ExitEntry,
  before: AttachedExit,
  event: ExitEvent,
): ReturnType<typeof stepAttachedExit> {
  const result = stepAttachedExit(before, event)
  if (result.state === before) return result
  const sends = result.effects.some(({ type }) => type !== 'cancel' && type !== 'ended')
  if (sends && !write(state, entry, result.state)) {
    return { state: before, effects: result.effects.flatMap((effect) => cancelOf(state, effect)) }
  }
  if (!sends && !state.isFlushPending) {
    state.isFlushPending = true
    state.clock.after(0, () => flush(state))
  }
  state.bus.publish('attached_exit', { exitId: before.id })
  return result
}

/** The cancel in an effect, of what is not being cancelled already: each look asks for it as long as the disk refuses. */
function cancelOf(state: ExitsState, effect: ExitEffect): readonly ExitEffect[] {
  if (effect.type !== 'cancel') return []
  const orders = effect.orders.filter(({ clientOrderId }) => {
    const now = state.orders.byClientOrderId(clientOrderId)
    return now === null || (!now.cancelling && !now.cancelQueued)
  })
  return orders.length === 0 ? [] : [{ ...effect, orders }]
}

/** Writes an exit; false when the disk refused. */
export function write(state: ExitsState, entry: ExitEntry, exit: AttachedExit): boolean {
  try {
    state.store.put(exit)
    entry.stored = exit
    return true
  } catch (error) {
    state.log.error('exits.write_failed', { error: error instanceof Error ? error.message : 'unknown' })
    return false
  }
}

/** Writes what is not on disk yet; what the disk refuses is tried again at the next look. */
export function flush(state: ExitsState): void {
  state.isFlushPending = false
  for (const entry of state.entries.values()) {
    const exit = entry.machine.state()
    if (entry.stored !== exit) write(state, entry, exit)
  }
}

/** Reason why nothing may be sent for exits now; null when it may. */
export function gatePause(state: ExitsState): ExitPause | null {
  const closed = state.orders.gate(state.orders.epoch())
  if (closed === null) return null
  const isLeft = state.hasRestored && !state.wasArmed
  return isLeft ? 'restart' : (GATE_PAUSE[closed.code] ?? 'safe')
}

const GATE_PAUSE: Partial<Record<RejectCode, ExitPause>> = {
  geoblocked: 'geoblock',
  no_credentials: 'credentials',
  session_key_expired: 'credentials',
  session_key_not_listed: 'credentials',
  wallet_mismatch: 'credentials',
  clock_skew: 'clock',
  audit_unavailable: 'audit',
}

const HOLD_OF: Partial<Record<RejectCode, ExitPause>> = {
  ...GATE_PAUSE,
  safe_mode: 'safe',
  book_stale: 'book',
  way_out_under_way: 'way_out',
  positions_reading: 'positions',
  shares_not_settled: 'settling',
  no_liquidity: 'no_bids',
  market_not_accepting: 'market',
  max_orders_per_minute: 'order_rate',
  max_open_orders: 'order_rate',
  venue_restarting: 'venue_restarting',
  venue_post_only: 'venue_post_only',
  venue_cancel_only: 'venue_cancel_only',
  venue_unavailable: 'venue_unavailable',
  venue_rate_limited: 'venue_rate_limited',
}

/** Why an order was refused only for now; null where the same order may be refused for good. */
export function holdOf(state: ExitsState, outcomeId: OutcomeId, code: RejectCode | null): ExitPause | null {
  if (code === null) return null
  // Shares are held, and own sales have all of them.
  if (code === 'no_position') return (state.holdings.held(outcomeId) ?? 0n) > 0n ? 'own_sales' : null
  return HOLD_OF[code] ?? null
}

/** An id made of chance. */
export function fresh<Id>({ random }: ExitsState, parse: (text: string) => Id | null): Id {
  const id = parse(random.uuidV7())
  if (id === null) throw new Error('a fresh UUIDv7 is none')
  return id
}

/** Now, by both clocks. */
export function momentOf({ clock }: Pick<ExitsParts, 'clock'>): Moment {
  return { wall: clock.now(), mono: clock.monotonic() }
}

/** Why one exit may not act now, its book included. */
export function pauseOf(state: ExitsState, entry: ExitEntry): ExitPause | null {
  if (entry.isRecalling) return 'restart'
  const closed = gatePause(state)
  if (closed !== null) return closed
  const { outcomeId } = entry.machine.state()
  if (state.leaving.has(outcomeId)) return 'way_out'
  if (!state.quoteBooks.source(outcomeId).ok) return 'book'
  const { held, timeDueSince } = entry.machine.state().waits
  if (held !== null) return held
  const isUnmeasured = timeDueSince !== null && state.clock.monotonic() - timeDueSince > MEASURED_WITHIN_MS
  return isUnmeasured && !isClockRight(state, timeDueSince) ? 'clock' : null
}

/** True if this host's clock was found right since then. */
export function isClockRight({ clockSkew }: ExitsState, since: Monotonic): boolean {
  const at = clockSkew.rightAt()
  return at !== null && at > since
}

/** The exit that an order belongs to, as its entry or as its own. */
export function entryOf(
  state: ExitsState,
  { clientOrderId }: Pick<Order, 'clientOrderId'>,
): ExitEntry | null {
  if (clientOrderId === null) return null
  for (const entry of state.entries.values()) {
    const { entries, orders, end } = entry.machine.state()
    if (end !== null) continue
    const isIts = (order: { readonly clientOrderId: ClientOrderId }): boolean =>
      order.clientOrderId === clientOrderId
    if (entries.some(isIts) || orders.some(isIts)) return entry
  }
  return null
}
