/** Reads of the journal, and its notes (API-5). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CoreOf } from '#contract/codec/codec.ts'
import type { journalRow, journalSummary, roundTrip } from '#contract/records/journal.ts'
import type { Input } from '#contract/routes.ts'
import { spreadSide } from '#core/journal/fill-measures.ts'
import {
  amountOf,
  MEASURES,
  type JournalFilter,
  type JournalRow,
  type Measure,
} from '#core/journal/journal-rows.ts'
import { averagePrice, timeHeld } from '#core/journal/round-trips.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import { labelsOf } from '#core/order/order.ts'
import { err, ok } from '#lib/result.ts'
import type { Journal } from '#engine/journal/journal.ts'
import type { JournalSums, JournalTrip } from '#engine/journal/contract.ts'
import { titlesOf } from '#engine/markets/titles.ts'
import { mapped, pageAfter } from '../http/cursors.ts'
import { STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { readingProblem, walletProblem } from './account.ts'
import type { Handlers, Services } from './handler.ts'
import { notFound } from './markets.ts'

export function journalHandlers({ engine, clock }: Services) {
  const { journal, catalog } = engine
  const problem = (): Problem | null => walletProblem(engine) ?? readingProblem(engine)

  return {
    async readJournal({ query }) {
      const refused = problem()
      if (refused !== null) return err(refused)
      const summary = await inTurns(journal.summary(filterOf(query)))
      return ok(summaryOf(summary, journal.choices(), catalog, clock.now()))
    },

    async listRoundTrips({ query }) {
      const refused = problem()
      if (refused !== null) return err(refused)
      await inTurns(journal.prepare())
      const page = pageAfter(journal.trips(filterOf(query)), ({ key }) => key, query)
      return mapped(page, (trip) => tripRow(trip, catalog, clock.now()))
    },

    async listJournalRows({ query }) {
      const refused = problem()
      if (refused !== null) return err(refused)
      await inTurns(journal.prepare())
      const page = pageAfter(journal.rows(filterOf(query)), ({ key }) => key, query)
      return mapped(page, (row) => fillRow(row, engine))
    },

    writeJournalNote({ body }) {
      const tags = [...new Set(body.tags)]
      const written = journal.setNote({ key: body.id, text: body.note.trim(), tags })
      if (written.ok) return ok({})
      return err(written.error === 'not_found' ? notFound('round trip') : STORAGE_REFUSED)
    },
  } satisfies Partial<Handlers>
}

/** A row with the names that the catalog has, and its figures. */
export function fillRow(
  row: JournalRow,
  { catalog, orders }: Pick<Services['engine'], 'catalog' | 'orders'>,
): CoreOf<typeof journalRow> {
  const { fill, measure } = row
  const { profit, ...figures } = Object.fromEntries(
    MEASURES.map((name) => [name, amountOf(row, name)]),
  ) as Readonly<Record<Measure, Micros | null>>
  return {
    ...row,
    ...titlesOf(catalog, row),
    side: fill?.side ?? null,
    price: fill?.price ?? null,
    role: fill?.role ?? null,
    timeInForce: measure?.timeInForce ?? null,
    orderId: fill?.orderId ?? null,
    clientOrderId: fill === null ? null : (orders.order(fill.orderId)?.clientOrderId ?? null),
    realisedPnl: profit,
    measure: {
      ...(measure ?? UNSEEN),
      ...figures,
      spreadSide: fill === null || measure === null ? null : spreadSide(fill, measure),
    },
  }
}

const UNSEEN = {
  press: null,
  atFill: null,
  pressToWire: null,
  wireToAnswer: null,
  answerToFill: null,
  queueAhead: null,
}

/** A round trip with the names that the catalog has, and its averages. */
export function tripRow(
  trip: JournalTrip,
  catalog: Services['engine']['catalog'],
  now: Instant,
): CoreOf<typeof roundTrip> {
  return {
    ...trip,
    ...titlesOf(catalog, trip),
    league: trip.rows[0]?.league ?? null,
    ...labelsOf(trip.rows[0] ?? {}),
    heldMs: timeHeld(trip, now),
    entryPrice: averagePrice(trip.entryCash, trip.entrySize),
    exitPrice: averagePrice(trip.exitCash, trip.exitSize),
    realisedPnl: trip.isCostKnown ? trip.realised : null,
    fills: trip.rows.filter(({ kind }) => kind === 'fill').length,
  }
}

function summaryOf(
  { summary, earlier }: JournalSums,
  { groups, templates, tags, leagues, markets }: ReturnType<Journal['choices']>,
  catalog: Services['engine']['catalog'],
  now: Instant,
): CoreOf<typeof journalSummary> {
  const { measures, latencies } = summary
  return {
    ...summary,
    ...measures,
    ...latencies,
    earlier,
    choices: {
      groups: groups.map((one) => ({ ...one, name: titlesOf(catalog, one).outcomeName })),
      templates,
      tags,
      leagues: leagues.map(({ code, name }) => ({ league: code, name })),
      markets: markets.map((ids) => {
        const { eventTitle, marketTitle: title } = titlesOf(catalog, ids)
        return { ...ids, name: eventTitle === title ? eventTitle : `${eventTitle}: ${title}` }
      }),
    },
    asOf: now,
  }
}

/** One piece in each turn of the loop. */
export async function inTurns<Value>(pieces: Generator<void, Value>): Promise<Value> {
  let piece = pieces.next()
  while (piece.done !== true) {
    await nextTurn()
    piece = pieces.next()
  }
  return piece.value
}

export function filterOf(query: Input<'readJournal'>['query']): JournalFilter {
  return {
    group: query.group,
    template: query.template,
    tag: query.tag,
    league: query.league,
    marketId: query.market_id,
    day: query.day,
    hour: query.hour,
    role: query.role,
    timeInForce: query.time_in_force,
    measure: query.measure,
    tripKey: query.round_trip,
  }
}
