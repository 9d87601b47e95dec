/**
 * The journal: measures own fills as they come, keeps what it saw and what the trader writes, and makes round trips of the
 * portfolio's ledger. The single writer of its store.
 */
import type { OutcomeId } from '#core/ids.ts'
import { passes, summarise, type JournalFilter, type JournalRow } from '#core/journal/journal-rows.ts'
import { roundTrips, type RoundTrip } from '#core/journal/round-trips.ts'
import type { FillMeasure } from '#core/journal/fill-measures.ts'
import type { League, MarketEvent } from '#core/market/market.ts'
import { addMicros, type Micros } from '#core/money.ts'
import type { Fill, OrderLabels } from '#core/order/order.ts'
import { payoutOf } from '#core/position/portfolio-mark.ts'
import { err, type Result } from '#lib/result.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { JournalNote, JournalStore, MeasuredFill } from '#ports/journal-store.ts'
import type { StorageRefused } from '#ports/stores.ts'
import type { Tools } from '../tools.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Orders } from '../orders/contract.ts'
import type { LedgerEntries } from '../portfolio/ledger-account.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import type { JournalSums, JournalTrip } from './contract.ts'
import { createFillMeasurement, fillKeyOf } from './fill-measurement.ts'
import { createOrderTimes } from './order-times.ts'

export type Journal = ReturnType<typeof createJournal>

export type JournalParts = Pick<Tools, 'clock' | 'bus'> & {
  readonly store: JournalStore
  readonly books: Pick<Books, 'hold' | 'top' | 'peek'>
  readonly orders: Pick<Orders, 'order' | 'fills' | 'labels'>
  readonly audit: Pick<AuditLog, 'orderHistory'>
  readonly catalog: Pick<Catalog, 'outcome'> & { readonly league: (event: MarketEvent) => League | null }
  readonly portfolio: Pick<Portfolio, 'traded' | 'entries' | 'entriesVersion'>
}

const WRITE_EVERY_MS = 5_000
const MAX_NOTES = 10_000
/** Groups that the filter offers. */
const MOST_GROUPS = 100
/** Round trips made in one turn. */
const A_PIECE = 200

type State = JournalParts & {
  readonly measures: Map<string, FillMeasure>
  readonly payouts: Map<OutcomeId, Micros>
  readonly notes: Map<string, JournalNote>
  /** To be written. */
  readonly unwritten: Map<string, MeasuredFill>
  readonly unwrittenPayouts: Map<OutcomeId, Micros>
  /** Grows with every change of what is kept here. */
  version: number
  made: { readonly version: string; readonly trips: readonly JournalTrip[]; readonly earlier: Micros } | null
  /** Parts of each outcome, until something of it changes. */
  readonly parts: Map<OutcomeId, Part>
}

type Part = {
  readonly entries: LedgerEntries
  readonly league: string | null
  readonly trips: readonly JournalTrip[]
  readonly earlier: Micros
}

/** Builds the actor; nothing is measured before `start`. */
export function createJournal(parts: JournalParts) {
  const { clock, bus, store } = parts
  const state: State = {
    ...parts,
    measures: new Map(store.measures().map(({ key, measure }) => [key, measure])),
    payouts: new Map(store.payouts()),
    notes: new Map(store.notes().map((note) => [note.key, note])),
    unwritten: new Map(),
    unwrittenPayouts: new Map(),
    version: 0,
    made: null,
    parts: new Map(),
  }
  const times = createOrderTimes(parts)
  const measurement = createFillMeasurement({
    ...parts,
    times,
    isMeasured: (key) => state.measures.has(key),
    onMeasure(measured, outcomeId) {
      state.measures.set(measured.key, measured.measure)
      state.unwritten.set(measured.key, measured)
      forget(state, outcomeId)
    },
  })
  const stops: (() => void)[] = []
  return {
    /** Those of which a fill or payout passes, the latest opened first. */
    trips: (filter: JournalFilter): readonly JournalTrip[] =>
      tripsOf(state).trips.filter(({ rows }) => rows.some((row) => passes(row, filter))),
    /** Fills and payouts that pass, the latest first. */
    rows: (filter: JournalFilter): readonly JournalRow[] => rowsOf(state, filter).toSorted(newestFirst),
    /** Sums of the rows that pass, in pieces. `earlier`: realised before the first known trades, which no filter chooses. */
    *summary(filter: JournalFilter): Generator<void, JournalSums> {
      yield* prepare(state)
      const { earlier } = tripsOf(state)
      return { summary: yield* summarise(rowsOf(state, filter)), earlier }
    },
    /** Makes what the others answer, in pieces; without it the first of them takes the whole time. */
    prepare: () => prepare(state),
    choices: () => choicesOf(state),
    /** Round trip that the fill is in. */
    setNote: (note: JournalNote) => setNote(state, note),
    start(): void {
      learnPayouts(state)
      stops.push(
        bus.subscribe('order_received', ({ clientOrderId }) => times.pressed(clientOrderId)),
        bus.subscribe('order', times.changed),
        bus.subscribe('fill', (fill) => {
          forget(state, fill.outcomeId)
          measurement.received(fill)
        }),
        bus.subscribe('catalog', () => learnPayouts(state)),
        clock.every(WRITE_EVERY_MS, () => write(state)),
      )
    },
    /** Writes what is not written yet. */
    stop(): void {
      for (const stop of stops.splice(0)) stop()
      measurement.stop()
      write(state)
    },
  }
}

/** A write refused by the disk is retried. */
function write({ store, unwritten, unwrittenPayouts }: State): void {
  if (unwritten.size === 0 && unwrittenPayouts.size === 0) return
  if (!store.write([...unwritten.values()], unwrittenPayouts).ok) return
  unwritten.clear()
  unwrittenPayouts.clear()
}

/** Payouts are kept: the catalog forgets markets that are long over. */
function learnPayouts(state: State): void {
  for (const outcomeId of state.portfolio.traded()) {
    if (state.payouts.has(outcomeId)) continue
    const winner = state.catalog.outcome(outcomeId)?.market.winningOutcomeId ?? null
    const payout = payoutOf(winner, outcomeId)
    if (payout === null) continue
    state.payouts.set(outcomeId, payout)
    state.unwrittenPayouts.set(outcomeId, payout)
    state.parts.delete(outcomeId)
  }
  // Names and leagues may be new as well.
  state.version += 1
}

/** Drops the results of the outcome, to be made again. */
function forget(state: State, outcomeId: OutcomeId): void {
  state.parts.delete(outcomeId)
  state.version += 1
}

function versionOf({ portfolio, version }: State): string {
  return `${portfolio.entriesVersion()} ${version}`
}

/** Makes what is not made yet, in pieces: some outcomes have thousands of fills. */
function* prepare(state: State): Generator<void> {
  if (state.made?.version === versionOf(state)) return
  const fills = fillsOf(state)
  let rows = 0
  for (const outcomeId of state.portfolio.traded()) {
    const { trips } = partOf(state, outcomeId, fills) ?? { trips: [] }
    rows += trips.length
    if (rows < A_PIECE) continue
    rows = 0
    yield
  }
}

function fillsOf({ orders }: State): ReadonlyMap<string, Fill> {
  return new Map(orders.fills().map((fill) => [fillKeyOf(fill), fill]))
}

function tripsOf(state: State): NonNullable<State['made']> {
  const version = versionOf(state)
  if (state.made?.version === version) return state.made
  const fills = fillsOf(state)
  const parts = state.portfolio.traded().flatMap((outcomeId) => partOf(state, outcomeId, fills) ?? [])
  state.made = {
    version,
    trips: parts
      .flatMap(({ trips }) => trips)
      .sort((a, b) => b.openedAt - a.openedAt || (a.key < b.key ? 1 : -1)),
    earlier: addMicros(...parts.map(({ earlier }) => earlier)),
  }
  return state.made
}

function partOf(state: State, outcomeId: OutcomeId, fills: ReadonlyMap<string, Fill>): Part | null {
  const entries = state.portfolio.entries(outcomeId)
  if (entries === null) return null
  const event = state.catalog.outcome(outcomeId)?.event
  const league = event === undefined ? null : (state.catalog.league(event)?.code ?? null)
  const known = state.parts.get(outcomeId)
  if (known?.entries === entries && known.league === league) return known
  const { trips, earlier } = roundTrips(entries.opening, entries.entries, entries.replaced)
  const { marketId } = entries
  const part = {
    entries,
    league,
    earlier,
    trips: trips.map((trip) =>
      tripOf(state, trip, { outcomeId, marketId, league, fills, kept: entries.fills }),
    ),
  }
  state.parts.set(outcomeId, part)
  return part
}

function tripOf(
  { measures, payouts, notes, orders }: State,
  trip: RoundTrip,
  place: Pick<JournalRow, 'outcomeId' | 'marketId' | 'league'> & {
    readonly fills: ReadonlyMap<string, Fill>
    /** Fills that the venue's list may no longer have. */
    readonly kept: ReadonlyMap<string, Fill>
  },
): JournalTrip {
  const { outcomeId, marketId, league, fills, kept } = place
  const own = trip.movements.flatMap(({ entry }) => notes.get(entry.key) ?? [])
  const tags = [...new Set(own.flatMap((note) => note.tags))]
  const fillOf = (key: string): Fill | null => fills.get(key) ?? kept.get(key) ?? null
  const labelsOf = (fill: Fill | null): OrderLabels => (fill === null ? {} : orders.labels(fill.orderId))
  const opening = labelsOf(fillOf(trip.movements[0]?.entry.key ?? ''))
  const rows = trip.movements.map(({ entry, profit }): JournalRow => ({
    ...(fillOf(entry.key)?.side === 'BUY' ? {} : opening),
    ...labelsOf(fillOf(entry.key)),
    key: entry.key,
    tripKey: trip.key,
    outcomeId,
    marketId,
    at: entry.at,
    kind: entry.kind,
    fill: fillOf(entry.key),
    size: entry.size,
    fee: entry.kind === 'fill' ? entry.fee : null,
    profit,
    isFinal: entry.kind === 'payout' || entry.status === 'confirmed',
    measure: measures.get(entry.key) ?? null,
    payout: payouts.get(outcomeId) ?? null,
    league,
    tags,
  }))
  return { ...trip, outcomeId, marketId, text: own.map(({ text }) => text).join('\n'), tags, rows }
}

function rowsOf(state: State, filter: JournalFilter): readonly JournalRow[] {
  return tripsOf(state)
    .trips.flatMap(({ rows }) => rows)
    .filter((row) => passes(row, filter))
}

function newestFirst(a: JournalRow, b: JournalRow): number {
  return b.at - a.at || (a.key < b.key ? 1 : -1)
}

/** Choices in the filters' lists. */
function choicesOf(state: State) {
  const { trips } = tripsOf(state)
  const leagues = trips.flatMap(({ outcomeId }) => {
    const event = state.catalog.outcome(outcomeId)?.event
    return event === undefined ? [] : (state.catalog.league(event) ?? [])
  })
  const rows = trips.flatMap((trip) => trip.rows.filter(({ kind }) => kind === 'fill'))
  const groups = Map.groupBy(rows, ({ group }) => group)
  const templates = Map.groupBy(rows, ({ template }) => template)
  return {
    /** The latest begun first. */
    groups: [...groups]
      .flatMap(([group, [first, ...more]]) => {
        if (group === undefined || first === undefined) return []
        const { marketId, outcomeId } = first
        const at = more.reduce((least, row) => Math.min(least, row.at), first.at)
        return { group, marketId, outcomeId, at, fills: more.length + 1 }
      })
      .toSorted((a, b) => b.at - a.at)
      .slice(0, MOST_GROUPS),
    templates: [...templates]
      .flatMap(([template, all]) => (template === undefined ? [] : { template, fills: all.length }))
      .toSorted((a, b) => b.fills - a.fills),
    tags: [...new Set(trips.flatMap(({ tags }) => tags))].toSorted(),
    leagues: [...new Map(leagues.map((league) => [league.code, league])).values()],
    markets: [
      ...new Map(trips.map(({ marketId, outcomeId }) => [marketId, { marketId, outcomeId }])).values(),
    ],
  }
}

/** One note for a round trip: it goes to the first fill, whichever of the trip's fills was named. */
function setNote(state: State, { key, text, tags }: JournalNote): Result<void, StorageRefused | 'not_found'> {
  const trip = tripsOf(state).trips.find(({ movements }) => movements.some(({ entry }) => entry.key === key))
  if (trip === undefined) return err('not_found')
  const before = trip.movements.flatMap(({ entry }) => state.notes.get(entry.key) ?? [])
  if (before.length === 0 && state.notes.size >= MAX_NOTES) return err('storage_refused')
  const note = { key: trip.key, text, tags }
  for (const one of [note, ...before.filter((old) => old.key !== trip.key).map(emptied)]) {
    const written = state.store.writeNote(one)
    if (!written.ok) return written
    if (one.text === '' && one.tags.length === 0) state.notes.delete(one.key)
    else state.notes.set(one.key, one)
  }
  forget(state, trip.outcomeId)
  return { ok: true, value: undefined }
}

function emptied({ key }: JournalNote): JournalNote {
  return { key, text: '', tags: [] }
}
