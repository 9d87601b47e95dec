/** Market search outside React: typing waits 120 ms, the last question wins, and the list is one row per thing that opens. */
import { ok } from '#lib/result.ts'
import { faultText } from '../../platform/api/client.ts'
import type { Client, Event, Market, Outcome } from '../../platform/api/client.ts'
import { signedLine } from '../../words/event-text.ts'
import { marketTitle } from './selection.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable, Store } from '../../platform/state/store.ts'
import { searchParameters } from './filters.ts'
import type { KeptFilters, SearchFilters } from './filters.ts'
import { writtenAmount } from '../../platform/format/figures.ts'

export type SearchQuery = SearchFilters & { readonly text: string }

export type SearchState = {
  readonly query: SearchQuery
  readonly events: readonly Event[]
  readonly loading: boolean
  readonly fault: string | null
  /** Index into the rows; -1 for none. */
  readonly active: number
  readonly answered: boolean
  /** The events are of what was typed before: the answer is on its way. */
  readonly isBehind: boolean
  /** True if there are events beyond these. */
  readonly more: boolean
}

/** One row that can be opened: an event, or one of its markets. */
export type SearchRow = { readonly id: string; readonly event: Event; readonly market: Market | null }

export type Search = {
  readonly state: Store<SearchState>
  readonly setQuery: (query: SearchQuery) => void
  readonly move: (by: number) => void
  readonly refresh: () => void
  /** At once, or with the answer to what was typed last; never where that changes or is not answered. */
  readonly onceAnswered: (task: () => void) => void
  /** Reads further events; nothing when all are there or as many as the list takes. */
  readonly readMore: () => void
}

const SEARCH_PAUSE_MS = 120
const EVENTS_AT_ONCE = 20
const MAX_EVENTS = 160
/** Markets listed under an event of several. */
export const MAX_MARKETS = 3

/** Rows in the order shown: each event, then its best-matching markets when there are several. */
export function searchRows(events: readonly Event[]): readonly SearchRow[] {
  return events.flatMap((event) => [
    { id: `result-${event.id.slice(3)}`, event, market: null },
    ...(event.markets.length > 1 ? event.markets.slice(0, MAX_MARKETS) : []).map((market) => ({
      id: `result-${market.id.slice(3)}`,
      event,
      market,
    })),
  ])
}

/** The place of the marked row among other events; -1 where it is not there. */
function sameRow({ events, active }: SearchState, next: readonly Event[]): number {
  const id = searchRows(events)[active]?.id
  return id === undefined ? -1 : searchRows(next).findIndex((row) => row.id === id)
}

/** True if every word is in the title of the event or of one of its markets. */
function isNamed(event: Event, text: string): boolean {
  const titles = [event.title, ...event.markets.map((market) => market.question)].join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => titles.includes(word))
}

/** The outcome that a row opens. */
export function leadingOutcome(row: Pick<SearchRow, 'event' | 'market'>): Outcome | null {
  return (row.market ?? row.event.markets[0])?.outcomes[0] ?? null
}

/** Name of the outcome whose prices a row shows; null where it is the plain Yes, or where the row has none. */
export function pricedName(market: Market | null): string | null {
  const name = market?.outcomes[0]?.name ?? 'Yes'
  return name === 'Yes' ? null : name
}

/**
 * Text of a market's row beside that name: the line of a spread (it belongs to the first outcome) or total, nothing
 * where the market is the game itself, else its title.
 */
export function pricedRest(event: Event, market: Market): string {
  const title = marketTitle(event, market)
  if (pricedName(market) === null) return title
  const { line, sportsMarketType: type } = market
  if (line !== null && type === 'totals') return writtenAmount(line)
  if (line !== null && type === 'spreads') return signedLine(line)
  return title === event.title ? '' : title
}

/** Builds the search over the API client. */
export function createSearch(
  client: Client,
  after: (ms: number, task: () => void) => () => void,
  myEvents: Readable<ReadonlySet<string>>,
  kept: KeptFilters,
): Search {
  const state = createStore<SearchState>({
    query: { ...kept.read(), text: '' },
    events: [],
    loading: false,
    fault: null,
    active: -1,
    answered: false,
    isBehind: false,
    more: false,
  })
  let waiting: (() => void) | null = null
  let wanted = EVENTS_AT_ONCE
  let cancelWait: (() => void) | null = null
  let abort: AbortController | null = null

  async function ask(): Promise<void> {
    abort?.abort()
    const asking = new AbortController()
    abort = asking
    const { query } = state.get()
    const { text, mine: isMine, ...filters } = query
    state.update((old) => ({ ...old, loading: true }))
    const answer = isMine
      ? await readMine(asking.signal)
      : await client.call(
          'search',
          { query: { ...searchParameters({ ...filters, mine: false }, text), limit: wanted } },
          { signal: asking.signal },
        )
    if (asking.signal.aborted) return
    state.update((old) =>
      answer.ok
        ? {
            ...old,
            events: answer.value.items,
            active: sameRow(old, answer.value.items),
            loading: false,
            fault: answer.value.note,
            answered: true,
            isBehind: old.query !== query,
            more: answer.value.nextCursor !== null && wanted < MAX_EVENTS,
          }
        : { ...old, loading: false, fault: faultText(answer.error) },
    )
    if (state.get().query !== query) return
    const task = waiting
    waiting = null
    if (answer.ok) task?.()
  }

  /** The events themselves, narrowed by what was typed. */
  async function readMine(signal: AbortSignal) {
    const ids = [...myEvents.get()].slice(0, MAX_EVENTS)
    const answers = await Promise.all(
      ids.map((id) => client.call('readEvent', { params: { eventId: id } }, { signal })),
    )
    const fault = answers.find((answer) => !answer.ok)
    if (fault !== undefined && answers.every((answer) => !answer.ok)) return fault
    const { text, live } = state.get().query
    const events = answers.flatMap((answer) => (answer.ok ? answer.value : []))
    const items = events.filter((event) => (!live || event.live) && isNamed(event, text))
    return ok({ items, nextCursor: null, note: null })
  }

  myEvents.subscribe(() => {
    if (state.get().query.mine) void ask()
  })

  return {
    state,
    setQuery(query) {
      wanted = EVENTS_AT_ONCE
      const { text: _, ...filters } = query
      kept.write(filters)
      waiting = null
      state.update((old) => ({ ...old, query, active: -1, isBehind: true }))
      cancelWait?.()
      cancelWait = after(SEARCH_PAUSE_MS, () => void ask())
    },
    move(by) {
      const { events, active } = state.get()
      const last = searchRows(events).length - 1
      const next = active === -1 && by < 0 ? last : Math.min(last, Math.max(0, active + by))
      state.update((old) => ({ ...old, active: next }))
    },
    refresh: () => void ask(),
    onceAnswered(task) {
      const { isBehind, fault } = state.get()
      if (!isBehind) return task()
      waiting = task
      // An unanswered search is repeated.
      if (fault !== null) void ask()
    },
    readMore() {
      const { loading, more } = state.get()
      if (loading || !more) return
      wanted = Math.min(MAX_EVENTS, wanted + EVENTS_AT_ONCE)
      void ask()
    },
  }
}
