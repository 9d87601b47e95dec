/**
 * Events that no walk has brought, read from the venue when somebody asks: closed ones of old positions, fills and links.
 * The same question is asked once at a time, and one without an answer not again for ten minutes.
 */
import type { EventId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Market, MarketEvent } from '#core/market/market.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type { CatalogIndex } from './catalog-index.ts'

const ASKED_AGAIN_AFTER_MS = 10 * 60_000
const QUESTIONS_KEPT = 2_000
/** Token ids are long: this number still fits an address of 2 kB. */
const IDS_AT_ONCE = 25
const MAX_TEXT = 100

const REST_MS = 15_000
const LEARN_WAIT_MS = 1_500
const SEARCH_WAIT_MS = 3_000

type Read<T> = Promise<Result<T, ReadFault>>

export type CatalogLookup = ReturnType<typeof createCatalogLookup>

/** Requests nothing on its own. */
export function createCatalogLookup(options: {
  readonly venue: Pick<
    VenueCatalog,
    'event' | 'eventBySlug' | 'eventsByIds' | 'eventIdsOf' | 'closedEventIds'
  >
  readonly clock: Clock
  readonly index: Pick<CatalogIndex, 'event' | 'eventBySlug' | 'market' | 'outcome'>
  /** Keeps what a read has brought that began at `asOf` (monotonic). */
  readonly take: (events: readonly MarketEvent[], asOf: number) => Promise<void>
}) {
  const { venue, clock, index } = options
  /** Questions that the venue has answered, whatever the answer, with when (monotonic). */
  const answered = new BoundedMap<string, number>(QUESTIONS_KEPT)
  /** After a fault the venue is left alone for a while: lists that are shown ask again and again. */
  let rest: { readonly until: number; readonly fault: ReadFault } | null = null
  /** Note on the last answer to each search of closed events. */
  const closedNotes = new BoundedMap<string, string | null>(QUESTIONS_KEPT)
  const asking = new Map<string, Read<readonly MarketEvent[]>>()

  function isAnswered(question: string): boolean {
    const at = answered.get(question)
    return at !== undefined && clock.monotonic() - at < ASKED_AGAIN_AFTER_MS
  }

  function noteAnswered(question: string): void {
    answered.delete(question)
    answered.set(question, clock.monotonic())
  }

  async function kept(ask: () => Read<readonly MarketEvent[]>): Read<readonly MarketEvent[]> {
    const asOf = clock.monotonic()
    const read = await ask()
    if (read.ok && read.value.length > 0) await options.take(read.value, asOf)
    return read
  }

  async function once(
    question: string,
    ask: () => Read<readonly MarketEvent[]>,
  ): Read<readonly MarketEvent[]> {
    const running = asking.get(question)
    if (running !== undefined) return await running
    const asked = kept(ask)
    asking.set(question, asked)
    try {
      return await asked
    } finally {
      asking.delete(question)
    }
  }

  /** One event or none, from the catalog or from the venue. */
  async function find(
    known: MarketEvent | null,
    question: string,
    ask: () => Read<MarketEvent | null>,
  ): Read<MarketEvent | null> {
    if (known !== null) return ok(known)
    if (isAnswered(question)) return ok(null)
    const read = await once(question, async () => {
      const answer = await ask()
      if (!answer.ok) return answer
      if (answer.value === null) noteAnswered(question)
      return ok(answer.value === null ? [] : [answer.value])
    })
    if (!read.ok) return read
    const [event = null] = read.value
    return ok(event === null ? null : (index.event(event.id) ?? event))
  }

  async function byIds(ids: Result<readonly EventId[], ReadFault>): Read<readonly MarketEvent[]> {
    if (!ids.ok) return ids
    const batch = ids.value.slice(0, IDS_AT_ONCE)
    return batch.length === 0 ? ok([]) : await venue.eventsByIds(batch)
  }

  /** The events of those ids that have not been asked for in vain lately. */
  async function eventsOf<Id extends string>(
    ids: readonly Id[],
    eventIdsOf: (batch: readonly Id[]) => Read<readonly EventId[]>,
    idsIn: (event: MarketEvent) => readonly Id[],
  ): Read<readonly MarketEvent[]> {
    if (rest !== null && clock.monotonic() < rest.until) return err(rest.fault)
    const open = [...new Set(ids)].filter((id) => !isAnswered(id))
    const found: MarketEvent[] = []
    for (let from = 0; from < open.length; from += IDS_AT_ONCE) {
      const batch = open.slice(from, from + IDS_AT_ONCE)
      const read = await once(batch.join(), async () => await byIds(await eventIdsOf(batch)))
      if (!read.ok) {
        rest = { until: clock.monotonic() + REST_MS, fault: read.error }
        return read
      }
      const here = new Set(read.value.flatMap(idsIn))
      for (const id of batch) if (!here.has(id)) noteAnswered(id)
      found.push(...read.value)
    }
    return ok(found)
  }

  async function findMarket(id: MarketId): Read<Market | null> {
    const known = index.market(id)
    if (known !== null) return ok(known.market)
    const read = await eventsOf(
      [id],
      (batch) => venue.eventIdsOf({ markets: batch }),
      ({ markets }) => markets.map((market) => market.id),
    )
    if (!read.ok) return read
    const found = read.value.flatMap(({ markets }) => markets).find((market) => market.id === id)
    return ok(index.market(id)?.market ?? found ?? null)
  }

  /** Brings the events of outcomes that the catalog does not know. */
  async function readOutcomes(ids: Iterable<OutcomeId>): Promise<void> {
    const unknown = [...ids].filter((id) => index.outcome(id) === null)
    await eventsOf(
      unknown,
      (batch) => venue.eventIdsOf({ outcomes: batch }),
      ({ markets }) => markets.flatMap(({ outcomes }) => outcomes.map(({ id }) => id)),
    )
  }

  async function readClosed(text: string): Promise<void> {
    const question = questionOf(text)
    if (isAnswered(question)) return
    const read = await once(question, async () => {
      const found = await venue.closedEventIds(text.slice(0, MAX_TEXT))
      const events = await byIds(found)
      if (events.ok) {
        noteAnswered(question)
        closedNotes.set(question, null)
      }
      return events
    })
    if (read.ok) return
    const why = `Closed events could not be searched at the venue (${read.error.detail})`
    closedNotes.set(question, `${why}: these are the ones known here.`)
  }

  /** Resolves with the read, or when so much time has passed: the read goes on. */
  function atMost(waitMs: number, reading: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(waitMs, resolve)
      void reading.finally(() => {
        cancel()
        resolve()
      })
    })
  }

  return {
    findEvent: (id: EventId) => find(index.event(id), `event ${id}`, () => venue.event(id)),
    findEventBySlug: (slug: string) =>
      find(index.eventBySlug(slug), `slug ${slug}`, () => venue.eventBySlug(slug)),
    findMarket,
    readOutcomes,
    /** Brings the events of outcomes that the catalog does not know; resolves when the venue has answered or after 1.5 s. */
    learn: (ids: Iterable<OutcomeId>) => atMost(LEARN_WAIT_MS, readOutcomes(ids)),
    /**
     * Brings closed events that the venue finds for a text; resolves when the venue has answered or after 3 s.
     *
     * @returns in words why the list may lack some; null when the venue has searched them all
     */
    learnClosed: async (text: string): Promise<string | null> => {
      closedNotes.set(questionOf(text), closedNotes.get(questionOf(text)) ?? STILL_READING)
      await atMost(SEARCH_WAIT_MS, readClosed(text))
      return closedNotes.get(questionOf(text)) ?? null
    },
  }
}

const STILL_READING = 'The venue is still searching closed events: these are the ones known here.'

function questionOf(text: string): string {
  return `closed ${text.trim().toLowerCase().slice(0, MAX_TEXT)}`
}
