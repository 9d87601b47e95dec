/**
 * The terminal's own search over events, markets, outcomes, teams, leagues and tags: by prefix, despite typos, ranked
 * by text and then by volume. Always says what the catalog says now: it is changed with each event.
 */
import type { EventId } from '#core/ids.ts'
import { isComboEligible } from '#core/market/market.ts'
import type { Instant, League, Market, MarketEvent } from '#core/market/market.ts'
import type { SearchHit, SearchQuery } from './query.ts'
import { documentOfEvent, readsTheSame, type SearchDocument } from './search-document.ts'
import { eventOrder, firstInOrder, marketOrder, type Ranked } from './search-order.ts'
import { ANYWHERE, createPostings, LABEL, MARKET, TEAM, TITLE } from './search-postings.ts'
import { createScorer, type Scores } from './search-scores.ts'
import { wordsOf } from './search-text.ts'
import { createVocabulary, type Meaning } from './search-vocabulary.ts'

const MAX_WORDS = 8
const MARKETS_PER_HIT = 5
/** Words of all events together, each counted once for each event: 10,000 events with 54,000 markets have 220,000. */
const MAX_ENTRIES = 1_000_000
/** Text scores closer than this are taken as equal, so that volume decides between them. */
const TEXT_STEP = 5
const TITLE_BONUS = 10

/** The text that must answer at least one word of a query for this kind; labels count next to it. */
const OWN_TEXT = { event: TITLE, market: MARKET, team: TEAM }

type SearchResult = { readonly hits: readonly SearchHit[]; readonly more: boolean }

export type Search = {
  /** Adds the event or replaces its former state. */
  put(event: MarketEvent, league: League | null): void
  remove(id: EventId): void
  find(query: SearchQuery): SearchResult
  /** Events held. */
  size(): number
}

/** An empty search that takes this number of words (INV-52). `now` decides what has ended already. */
export function createSearch(now: () => Instant, maxEntries = MAX_ENTRIES): Search {
  const vocabulary = createVocabulary()
  const postings = createPostings()
  const scorer = createScorer()
  const documents: (SearchDocument | null)[] = []
  const numbers = new Map<EventId, number>()
  const free: number[] = []
  let entries = 0

  function removeWords(document: SearchDocument, number: number): void {
    entries -= document.words.size
    for (const word of document.words.keys()) if (postings.remove(word, number)) vocabulary.forget(word)
  }

  function put(event: MarketEvent, league: League | null): void {
    const known = numbers.get(event.id)
    const before = known === undefined ? null : (documents[known] ?? null)
    if (known !== undefined && before !== null) {
      if (sameLeague(before.league, league) && readsTheSame(before.event, event)) {
        documents[known] = { ...before, event }
        return
      }
      removeWords(before, known)
    }
    const number = known ?? free.pop() ?? documents.length
    const document = documentOfEvent(event, league, vocabulary, maxEntries - entries)
    entries += document.words.size
    documents[number] = document
    numbers.set(event.id, number)
    for (const [word, kinds] of document.words) postings.add(word, number, kinds)
  }

  function remove(id: EventId): void {
    const number = numbers.get(id)
    const document = number === undefined ? null : documents[number]
    if (number === undefined || document === null || document === undefined) return
    removeWords(document, number)
    documents[number] = null
    numbers.delete(id)
    free.push(number)
  }

  function answer(query: SearchQuery, words: readonly string[], withTypos: boolean): Answer {
    const meanings = words.map((word) => vocabulary.meanings(word, withTypos))
    const own = query.kind === null ? ANYWHERE : OWN_TEXT[query.kind]
    const scores = scorer.score(meanings, postings, own | LABEL)
    const isOwn = (number: number): boolean => (scores.kinds(number) & own) !== 0
    const needed = neededWords(scores, words.length, isOwn, withTypos)
    const instant = now()
    const found: Ranked[] = []
    for (const number of scores.touched) {
      const document = documents[number]
      if (document === null || document === undefined) continue
      if (scores.answered(number) < needed || !isOwn(number) || !passes(document, query, instant)) continue
      found.push({ event: document.event, text: textQuality(scores, number, document, words.length) })
    }
    return { found, meanings }
  }

  function* all(query: SearchQuery): Generator<Ranked> {
    const instant = now()
    for (const document of documents) {
      if (document !== null && passes(document, query, instant)) yield { event: document.event, text: 0 }
    }
  }

  function find(query: SearchQuery): SearchResult {
    const words = wordsOf(query.text).slice(0, MAX_WORDS)
    let result: Answer = { found: [], meanings: [] }
    if (words.length === 0) {
      if (query.text.trim() === '') result = { found: [...all(query)], meanings: [] }
    } else {
      result = answer(query, words, false)
      if (result.found.length === 0) result = answer(query, words, true)
    }
    const end = query.offset + query.limit
    const first = firstInOrder(result.found, end, eventOrder(query.sort, now()))
    const weights = weightsOfWords(result.meanings)
    const hits = first.slice(query.offset).map(({ event }) => {
      const document = documents[numbers.get(event.id) ?? -1]
      return { event, markets: document ? bestMarkets(document, weights, query.combo === true) : [] }
    })
    return { hits, more: result.found.length > end }
  }

  return { put, remove, find, size: () => numbers.size }
}

type Answer = { readonly found: readonly Ranked[]; readonly meanings: readonly (readonly Meaning[])[] }

/** All words must be answered; when no event does that, typos included, one of three or more may be left out. */
function neededWords(
  scores: Scores,
  count: number,
  isOwn: (number: number) => boolean,
  withTypos: boolean,
): number {
  if (!withTypos || count < 3) return count
  return scores.touched.some((number) => isOwn(number) && scores.answered(number) === count)
    ? count
    : count - 1
}

function textQuality(scores: Scores, number: number, document: SearchDocument, words: number): number {
  const inTitle = (scores.kinds(number) & TITLE) !== 0 && document.titleLength > 0
  const coverage = inTitle ? Math.min(1, scores.answered(number) / document.titleLength) : 0
  return Math.round((scores.total(number) / words + TITLE_BONUS * coverage) / TEXT_STEP)
}

function passes({ event, league }: SearchDocument, query: SearchQuery, now: Instant): boolean {
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

/** For each word of the vocabulary that the query may mean: how well it answers which of the query's words. */
function weightsOfWords(meanings: readonly (readonly Meaning[])[]): ReadonlyMap<number, readonly number[]> {
  const weights = new Map<number, number[]>()
  for (const [index, list] of meanings.entries()) {
    for (const { word, quality } of list) {
      const row = weights.get(word) ?? meanings.map(() => 0)
      row[index] = quality
      weights.set(word, row)
    }
  }
  return weights
}

function bestMarkets(
  document: SearchDocument,
  weights: ReadonlyMap<number, readonly number[]>,
  onlyLegs: boolean,
): readonly Market[] {
  const ranked = document.event.markets.flatMap((market, index) =>
    onlyLegs && !isLeg(market)
      ? []
      : [{ market, score: marketScore(document.markets[index] ?? [], weights) }],
  )
  return firstInOrder(
    ranked,
    MARKETS_PER_HIT,
    (a, b) => b.score - a.score || marketOrder(a.market, b.market),
  ).map(({ market }) => market)
}

function marketScore(words: readonly number[], weights: ReadonlyMap<number, readonly number[]>): number {
  if (weights.size === 0) return 0
  const best: number[] = []
  for (const word of words) {
    const row = weights.get(word)
    if (row === undefined) continue
    for (const [index, quality] of row.entries()) best[index] = Math.max(best[index] ?? 0, quality)
  }
  return best.reduce((sum, quality) => sum + quality, 0)
}

function sameLeague(a: League | null, b: League | null): boolean {
  return a?.code === b?.code && a?.name === b?.name
}
