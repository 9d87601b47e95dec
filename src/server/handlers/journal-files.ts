/** Files of the journal and of the recorded market (API-5). */
import type { WireOf } from '#contract/codec/codec.ts'
import { instant } from '#contract/codec/fields.ts'
import { journalRow, roundTrip } from '#contract/records/journal.ts'
import type { FileAnswer, Input } from '#contract/routes.ts'
import type { OutcomeId } from '#core/ids.ts'
import { MEASURES } from '#core/journal/journal-rows.ts'
import { marketTitle } from '#core/market/market.ts'
import { formatMicros } from '#core/money.ts'
import { formatPrice } from '#core/price.ts'
import type { RecordedTop, RecordedTrade } from '#engine/replay/recorded-market.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Problem } from '../http/replies.ts'
import { tableFile, type FileColumn } from '../http/table-files.ts'
import { readingProblem, walletProblem } from './account.ts'
import type { Handlers, Services } from './handler.ts'
import { fillRow, filterOf, inTurns, tripRow } from './journal.ts'
import { notFound } from './markets.ts'
import { recorded } from './recorded.ts'

type RowView = WireOf<typeof journalRow>
type TripView = WireOf<typeof roundTrip>

export function journalFileHandlers({ engine, clock, replays }: Services): Pick<Handlers, 'exportJournal'> {
  const { journal, catalog } = engine
  return {
    async exportJournal({ query }) {
      const { what, format } = query
      if (what === 'book_tops' || what === 'trades') {
        const market = query.market_id === undefined ? null : catalog.market(query.market_id)
        if (market === null && query.market_id !== undefined) return err(notFound('market'))
        const ids = query.outcome_id === undefined ? market?.outcomes.map(({ id }) => id) : [query.outcome_id]
        return await recorded(() => marketFile(replays, query, what, ids ?? null))
      }
      const refused = walletProblem(engine) ?? readingProblem(engine)
      if (refused !== null) return err(refused)
      await inTurns(journal.prepare())
      const filter = filterOf(query)
      if (what === 'round_trips') {
        const trips = journal
          .trips(filter)
          .map((trip) => roundTrip.encode(tripRow(trip, catalog, clock.now())))
        return ok(tableFile('round-trips', format, TRIP_COLUMNS, trips.toReversed()))
      }
      const rows = journal.rows(filter).map((row) => journalRow.encode(fillRow(row, engine)))
      return ok(tableFile('journal', format, ROW_COLUMNS, rows.toReversed()))
    },
  }
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
    { name: 'market_title', kind: 'text', value: ({ place }) => place && marketTitle(place.market) },
    { name: 'outcome_name', kind: 'text', value: ({ place }) => place?.outcome.name ?? null },
    { name: 'outcome_id', kind: 'text', value: ({ outcomeId }) => outcomeId },
  ]
}

const TOP_COLUMNS: readonly FileColumn<RecordedTop>[] = [
  { name: 'seen_at', kind: 'time', value: ({ at }) => instant.encode(at) },
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
  { name: 'traded_at', kind: 'time', value: ({ at }) => instant.encode(at) },
  ...placeColumns<RecordedTrade>(),
  { name: 'side', kind: 'text', value: ({ side }) => side },
  { name: 'price', kind: 'amount', value: ({ price }) => formatPrice(price) },
  { name: 'size', kind: 'amount', value: ({ size }) => formatMicros(size) },
]

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
  ...([...MEASURES.filter((name) => name !== 'profit'), 'queue_ahead'] as const).map(
    (name): FileColumn<RowView> => ({ name, kind: 'amount', value: ({ measure }) => measure[name] }),
  ),
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
