/** Reads of the journal, its notes and its files (API-5). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JournalFilter } from '#core/journal/journal-rows.ts'
import type { FileAnswer, Input } from '#contract/routes.ts'
import type { OutcomeId } from '#core/ids.ts'
import { formatMicros } from '#core/money.ts'
import { formatPrice } from '#core/price.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { RecordedTop, RecordedTrade } from '#engine/replay/recorded-market.ts'
import { pageAfter, viewed } from '../http/cursors.ts'
import { STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { tableFile, type FileColumn } from '../http/table-files.ts'
import { journalRowView, journalSummaryView, roundTripView } from '../views/journal.ts'
import { timeText } from '../views/values.ts'
import { readingProblem, walletProblem } from './account.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'
import { recorded } from './recorded.ts'

type Operations = 'readJournal' | 'listRoundTrips' | 'listJournalRows' | 'writeJournalNote' | 'exportJournal'

type RowView = ReturnType<typeof journalRowView>
type TripView = ReturnType<typeof roundTripView>

export function journalHandlers({ engine, clock, replays }: Services): Pick<Handlers, Operations> {
  const { journal, catalog, orders } = engine
  const problem = (): Problem | null => walletProblem(engine) ?? readingProblem(engine)

  return {
    async readJournal({ query }) {
      const refused = problem()
      if (refused !== null) return err(refused)
      const summary = await inTurns(journal.summary(filterOf(query)))
      return ok(journalSummaryView(summary, journal.choices(), catalog, clock.now()))
    },

    async listRoundTrips({ query }) {
      const refused = problem()
      if (refused !== null) return err(refused)
      await inTurns(journal.prepare())
      const page = pageAfter(journal.trips(filterOf(query)), ({ key }) => key, query)
      return viewed(page, (trip) => roundTripView(trip, catalog, clock.now()))
    },

    async listJournalRows({ query }) {
      const refused = problem()
      if (refused !== null) return err(refused)
      await inTurns(journal.prepare())
      const page = pageAfter(journal.rows(filterOf(query)), ({ key }) => key, query)
      return viewed(page, (row) => journalRowView(row, catalog, orders))
    },

    writeJournalNote({ body }) {
      const tags = [...new Set(body.tags)]
      const written = journal.setNote({ key: body.id, text: body.note.trim(), tags })
      if (written.ok) return ok({})
      return err(written.error === 'not_found' ? notFound('round trip') : STORAGE_REFUSED)
    },

    async exportJournal({ query }) {
      const { what, format } = query
      if (what === 'book_tops' || what === 'trades') {
        const market = query.market_id === undefined ? null : catalog.market(query.market_id)
        if (market === null && query.market_id !== undefined) return err(notFound('market'))
        const ids = query.outcome_id === undefined ? market?.outcomes.map(({ id }) => id) : [query.outcome_id]
        return await recorded(() => marketFile(replays, query, what, ids ?? null))
      }
      const refused = problem()
      if (refused !== null) return err(refused)
      await inTurns(journal.prepare())
      const filter = filterOf(query)
      if (what === 'round_trips') {
        const trips = journal.trips(filter).map((trip) => roundTripView(trip, catalog, clock.now()))
        return ok(tableFile('round-trips', format, TRIP_COLUMNS, trips.toReversed()))
      }
      const rows = journal.rows(filter).map((row) => journalRowView(row, catalog, orders))
      return ok(tableFile('journal', format, ROW_COLUMNS, rows.toReversed()))
    },
  }
}

/** One piece in each turn of the loop. */
async function inTurns<Value>(pieces: Generator<void, Value>): Promise<Value> {
  let piece = pieces.next()
  while (piece.done !== true) {
    await nextTurn()
    piece = pieces.next()
  }
  return piece.value
}

/** A file from the recording: unrecorded times are not in it. */
async function marketFile(
  replays: Services['replays'],
  { from, to, format }: Input<'exportJournal'>['query'],
  what: 'book_tops' | 'trades',
  outcomeIds: readonly OutcomeId[] | null,
): Promise<Result<FileAnswer, Problem>> {
  if (from === undefined || to === undefined || to < from) return err(NO_SPAN)
  const read = await replays.market({ from, to, what, outcomeIds })
  if (read === 'too_many') return err(TOO_MANY)
  return ok(
    what === 'trades'
      ? tableFile('trades', format, TRADE_COLUMNS, read.trades)
      : tableFile('book-tops', format, TOP_COLUMNS, read.tops),
  )
}

const NO_SPAN: Problem = { code: 'invalid_request', detail: 'Name a span: `from` and, not before it, `to`.' }
const TOO_MANY: Problem = {
  code: 'invalid_request',
  detail: 'More than 200,000 rows: name a shorter span, a market or one outcome.',
}

function placeColumns<Row extends RecordedTop | RecordedTrade>(): readonly FileColumn<Row>[] {
  return [
    { name: 'event_title', kind: 'text', value: ({ place }) => place?.event.title ?? null },
    { name: 'market_title', kind: 'text', value: ({ place }) => marketTitleOf(place) },
    { name: 'outcome_name', kind: 'text', value: ({ place }) => place?.outcome.name ?? null },
    { name: 'outcome_id', kind: 'text', value: ({ outcomeId }) => outcomeId },
  ]
}

function marketTitleOf(place: RecordedTop['place']): string | null {
  return place === null ? null : (place.market.groupTitle ?? place.market.question)
}

const TOP_COLUMNS: readonly FileColumn<RecordedTop>[] = [
  { name: 'seen_at', kind: 'time', value: ({ at }) => timeText(at) },
  ...placeColumns<RecordedTop>(),
  ...(['bid', 'ask'] as const).flatMap((side): readonly FileColumn<RecordedTop>[] => [
    {
      name: side,
      kind: 'amount',
      value: ({ [side]: level }) => (level === null ? null : formatPrice(level[0])),
    },
    {
      name: `${side}_size`,
      kind: 'amount',
      value: ({ [side]: level }) => (level === null ? null : formatMicros(level[1])),
    },
  ]),
  { name: 'live', kind: 'text', value: ({ isLive }) => String(isLive) },
]

const TRADE_COLUMNS: readonly FileColumn<RecordedTrade>[] = [
  { name: 'traded_at', kind: 'time', value: ({ at }) => timeText(at) },
  ...placeColumns<RecordedTrade>(),
  { name: 'side', kind: 'text', value: ({ side }) => side },
  { name: 'price', kind: 'amount', value: ({ price }) => formatPrice(price) },
  { name: 'size', kind: 'amount', value: ({ size }) => formatMicros(size) },
]

function filterOf(query: Input<'readJournal'>['query']): JournalFilter {
  return {
    tag: query.tag,
    league: query.league,
    marketId: query.market_id,
    day: query.day,
    hour: query.hour,
    role: query.role,
    timeInForce: query.time_in_force,
    measure: query.measure,
    latency: latencyOf(query),
    tripKey: query.round_trip,
  }
}

function latencyOf({
  latency: of,
  latency_class: place,
}: Input<'readJournal'>['query']): JournalFilter['latency'] {
  return of === undefined || place === undefined ? undefined : { of, place }
}

type Named<View> = {
  readonly [Name in keyof View]: View[Name] extends string | number | null ? Name : never
}[keyof View]

function columns<View>(kind: FileColumn<View>['kind'], ...names: readonly (Named<View> & string)[]) {
  return names.map((name): FileColumn<View> => ({
    name,
    kind,
    value: (row) => row[name] as string | number | null,
  }))
}

const ROW_COLUMNS: readonly FileColumn<RowView>[] = [
  { name: 'filled_at', kind: 'time', value: ({ at }) => at },
  ...columns<RowView>('text', 'kind', 'event_title', 'market_title', 'outcome_name', 'side'),
  ...columns<RowView>('amount', 'price', 'size', 'fee', 'realised_pnl'),
  ...columns<RowView>('text', 'role', 'time_in_force', 'league'),
  { name: 'tags', kind: 'text', value: ({ tags }) => tags.join(' ') },
  ...(['press', 'at_fill'] as const).flatMap((when) =>
    (['bid', 'ask'] as const).map((side): FileColumn<RowView> => ({
      name: `${when}_${side}`,
      kind: 'amount',
      value: ({ measure }) => measure[when]?.[side] ?? null,
    })),
  ),
  { name: 'spread_side', kind: 'text', value: ({ measure }) => measure.spread_side },
  ...(
    [
      'slippage_best',
      'slippage_mid',
      'mark_1s',
      'mark_10s',
      'mark_1m',
      'mark_5m',
      'mark_end',
      'queue_ahead',
    ] as const
  ).map((name): FileColumn<RowView> => ({ name, kind: 'amount', value: ({ measure }) => measure[name] })),
  ...(['press_to_wire_ms', 'wire_to_answer_ms', 'answer_to_fill_ms'] as const).map(
    (name): FileColumn<RowView> => ({ name, kind: 'number', value: ({ measure }) => measure[name] }),
  ),
  ...columns<RowView>('text', 'id', 'round_trip', 'order_id', 'client_order_id', 'outcome_id', 'market_id'),
]

const TRIP_COLUMNS: readonly FileColumn<TripView>[] = [
  ...columns<TripView>('time', 'opened_at', 'closed_at'),
  ...columns<TripView>('number', 'held_ms'),
  ...columns<TripView>('text', 'event_title', 'market_title', 'outcome_name', 'league'),
  ...columns<TripView>(
    'amount',
    'entry_size',
    'entry_price',
    'exit_size',
    'exit_price',
    'fees',
    'realised_pnl',
  ),
  ...columns<TripView>('number', 'fills'),
  { name: 'tags', kind: 'text', value: ({ tags }) => tags.join(' ') },
  ...columns<TripView>('text', 'note', 'id', 'outcome_id', 'market_id'),
]
