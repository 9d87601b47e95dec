/**
 * The terminal's own search over events, markets, outcomes, teams, leagues and tags: by prefix, despite typos, ranked
 * by text and then by volume. Always says what the catalog says now: it is changed with each event.
 */
import type { EventId } from '#core/ids.ts'
import { isComboEligible } from '#core/market/market.ts'
import type { Instant, League, Market, MarketEvent } from '#core/market/market.ts'
import type { SearchHit, SearchQuery } from './query.ts'
import { EVENT_ORDERS, firstInOrder, marketOrder, type Ranked } from './search-order.ts'
import { createVocabulary, wordsOf, type Word } from './search-words.ts'

const MAX_WORDS = 8
const MARKETS_PER_HIT = 5
/** Words of all events together, each counted once for each event: 10,000 events with 54,000 markets have 220,000. */
const MAX_ENTRIES = 1_000_000
/** Text scores closer than this are taken as equal, so that volume decides between them. */
const TEXT_STEP = 5
const TITLE_BONUS = 10

/** Kinds of text, as bits. */
const TITLE = 1
const MARKET = 2
const TEAM = 4
const LABEL = 8
const ANYWHERE = TITLE | MARKET | TEAM | LABEL

/** Worth of a match in the best of these kinds of text, in hundredths. */
function weightOf(kinds: number): number {
  if ((kinds & (TITLE | TEAM)) !== 0) return 100
  return (kinds & MARKET) !== 0 ? 75 : 60
}

/** The text that must answer at least one word of a query for this kind; labels count next to it. */
const OWN_TEXT = { event: TITLE, market: MARKET, team: TEAM }

type SearchResult = { readonly hits: readonly SearchHit[]; readonly more: boolean }

export type Search = ReturnType<typeof createSearch>

type Entry = {
  event: MarketEvent
  readonly league: League | null
  readonly words: ReadonlySet<Word<Entry>>
  readonly titleLength: number
  /** Words of each market, in the order of the event's markets. */
  readonly markets: readonly ReadonlySet<Word<Entry>>[]
  /** How well it answers the query under way; kept here, as nothing is faster. */
  readonly score: Score
}

/** `total`: the sum over the words that it answers, 100 for each exact match in a title; `kinds`: all that answered. */
type Score = { query: number; word: number; answered: number; best: number; total: number; kinds: number }

type Meanings = readonly ReadonlyMap<Word<Entry>, number>[]

/** An empty search that takes this number of words (INV-52). `now` decides what has ended already. */
export function createSearch(now: () => Instant, maxEntries = MAX_ENTRIES) {
  const vocabulary = createVocabulary<Entry>()
  const entries = new Map<EventId, Entry>()
  let held = 0
  let queries = 0

  /** Adds the event or replaces its former state. Whatever it says beyond the limit is not found (INV-52). */
  function put(event: MarketEvent, league: League | null): void {
    const before = entries.get(event.id)
    const texts = textsOf(event, league)
    if (before !== undefined && isSame(texts, textsOf(before.event, before.league))) {
      before.event = event
      return
    }
    remove(event.id)
    const words = new Set<Word<Entry>>()
    const markets = event.markets.map(() => new Set<Word<Entry>>())
    const titleLength = wordsOf(event.title).length
    const score = { query: 0, word: 0, answered: 0, best: 0, total: 0, kinds: 0 }
    const entry: Entry = { event, league, words, titleLength, markets, score }
    for (const { kind, text, market } of texts) {
      for (const typed of wordsOf(text)) {
        if (held >= maxEntries) break
        const word = vocabulary.add(typed, entry, kind)
        if (!words.has(word)) held += 1
        words.add(word)
        if (market !== undefined) markets[market]?.add(word)
      }
    }
    entries.set(event.id, entry)
  }

  function remove(id: EventId): void {
    const entry = entries.get(id)
    if (entry === undefined) return
    held -= entry.words.size
    for (const word of entry.words) vocabulary.remove(word, entry)
    entries.delete(id)
  }

  /** Entries that answer at least one word, scored. */
  function touchedBy(meanings: Meanings, allowed: number): readonly Entry[] {
    const touched: Entry[] = []
    queries += 1
    for (const [index, words] of meanings.entries()) {
      for (const [word, quality] of words) {
        for (let at = 0; at < word.places.length; at += 1) {
          const entry = word.places[at]
          const usable = (word.kinds[at] ?? 0) & allowed
          if (entry === undefined || usable === 0) continue
          const { score } = entry
          if (score.query !== queries) {
            score.query = queries
            score.word = -1
            score.answered = score.total = score.kinds = 0
            touched.push(entry)
          }
          if (score.word !== index) {
            score.word = index
            score.best = 0
            score.answered += 1
          }
          score.kinds |= usable
          const worth = (quality * weightOf(usable)) / 100
          if (worth <= score.best) continue
          score.total += worth - score.best
          score.best = worth
        }
      }
    }
    return touched
  }

  /** All words must be answered; when no event does that, typos included, one of three or more may be left out. */
  function answer(query: SearchQuery, words: readonly string[], withTypos: boolean): Answer {
    const meanings = words.map((word) => vocabulary.meanings(word, withTypos))
    const own = query.kind === null ? ANYWHERE : OWN_TEXT[query.kind]
    const touched = touchedBy(meanings, own | LABEL)
    const count = words.length
    const isWhole = ({ score }: Entry): boolean => (score.kinds & own) !== 0 && score.answered === count
    const needed = withTypos && count >= 3 && !touched.some(isWhole) ? count - 1 : count
    const instant = now()
    const found: Ranked[] = []
    for (const entry of touched) {
      const { answered, kinds } = entry.score
      if (answered < needed || (kinds & own) === 0 || !passes(entry, query, instant)) continue
      found.push({ event: entry.event, text: textQuality(entry, count) })
    }
    return { found, meanings }
  }

  function everything(query: SearchQuery): Answer {
    const instant = now()
    const found = [...entries.values()].filter((entry) => passes(entry, query, instant))
    return { found: found.map(({ event }) => ({ event, text: 0 })), meanings: [] }
  }

  function find(query: SearchQuery): SearchResult {
    const words = wordsOf(query.text).slice(0, MAX_WORDS)
    let result = query.text.trim() === '' ? everything(query) : answer(query, words, false)
    if (words.length === 0 && query.text.trim() !== '') return { hits: [], more: false }
    if (result.found.length === 0 && words.length > 0) result = answer(query, words, true)
    const end = query.offset + query.limit
    const instant = now()
    const order = EVENT_ORDERS[query.sort]
    const first = firstInOrder(result.found, end, (a, b) => order(a, b, instant))
    const hits = first.slice(query.offset).map(({ event }) => {
      const entry = entries.get(event.id)
      return {
        event,
        markets: entry === undefined ? [] : bestMarkets(entry, result.meanings, query.combo === true),
      }
    })
    return { hits, more: result.found.length > end }
  }

  return { put, remove, find, size: () => entries.size }
}

type Answer = { readonly found: readonly Ranked[]; readonly meanings: Meanings }

/** A text of an event; with the index of its market where it is one's. */
type Text = { readonly kind: number; readonly text: string; readonly market?: number }

function textsOf(event: MarketEvent, league: League | null): readonly Text[] {
  const of = (kind: number, texts: readonly string[], market?: number): readonly Text[] =>
    texts.map((text) => ({ kind, text, ...(market === undefined ? {} : { market }) }))
  return [
    ...of(TITLE, [event.title]),
    ...of(LABEL, [...event.tags.map(({ label }) => label), league?.code ?? '', league?.name ?? '']),
    ...event.teams.flatMap(({ name, abbreviation, alias }) => of(TEAM, [name, abbreviation, alias ?? ''])),
    ...event.markets.flatMap(({ question, groupTitle, outcomes: [first, second] }, index) =>
      of(MARKET, [question, groupTitle ?? '', first.name, second.name], index),
    ),
  ]
}

/** Two states of an event read the same, and its words need not be indexed again. */
function isSame(texts: readonly Text[], others: readonly Text[]): boolean {
  return (
    texts.length === others.length &&
    texts.every(({ kind, text, market }, index) => {
      const other = others[index]
      return other?.text === text && other.kind === kind && other.market === market
    })
  )
}

function textQuality({ score, titleLength }: Entry, words: number): number {
  const inTitle = (score.kinds & TITLE) !== 0 && titleLength > 0
  const coverage = inTitle ? Math.min(1, score.answered / titleLength) : 0
  return Math.round((score.total / words + TITLE_BONUS * coverage) / TEXT_STEP)
}

function passes({ event, league }: Entry, query: SearchQuery, now: Instant): boolean {
  if (query.status === 'open' && event.status !== 'open') return false
  if (query.status === 'closed' && event.status === 'open') return false
  if (query.live !== null && event.live !== query.live) return false
  if (query.league !== null && league?.code !== query.league) return false
  const { tag, closesWithin, combo } = query
  if (closesWithin !== null && !endsWithin(event, now, closesWithin)) return false
  if (combo !== null && event.markets.some(isLeg) !== combo) return false
  return tag === null || event.tags.some(({ id, slug }) => slug === tag || id === tag)
}

function endsWithin({ endTime }: MarketEvent, now: Instant, within: number): boolean {
  return endTime !== null && endTime >= now && endTime <= now + within
}

function isLeg(market: Market): boolean {
  return market.status === 'open' && isComboEligible(market)
}

function bestMarkets({ event, markets }: Entry, meanings: Meanings, onlyLegs: boolean): readonly Market[] {
  const ranked = event.markets.flatMap((market, index) =>
    onlyLegs && !isLeg(market) ? [] : [{ market, score: marketScore(markets[index], meanings) }],
  )
  return firstInOrder(
    ranked,
    MARKETS_PER_HIT,
    (a, b) => b.score - a.score || marketOrder(a.market, b.market),
  ).map(({ market }) => market)
}

/** Sum over the words of the query of how well the market's best word answers it. */
function marketScore(words: ReadonlySet<Word<Entry>> = new Set(), meanings: Meanings): number {
  return meanings.reduce(
    (sum, known) => sum + Math.max(0, ...[...words].map((word) => known.get(word) ?? 0)),
    0,
  )
}
