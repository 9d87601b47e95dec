/**
 * Search over 10,000 events and 50,000 markets: time per query against a plain scan of all texts in the same run, and
 * the time and memory of building the index. `node bench/search.ts`
 */
import type { EventId, MarketId, OutcomeId } from '#core/ids.ts'
import type { Market, MarketEvent } from '#core/market/market.ts'
import { micros } from '#core/money.ts'
import type { SearchQuery } from '#engine/search/query.ts'
import { createSearch } from '#engine/search/search.ts'
import { createDice, isQuick, percentile, printRatio } from './measure.ts'
import { PLAIN_MARKET } from '#core/testing/plain-market.ts'

const EVENTS = isQuick ? 1_000 : 10_000
const MARKETS_PER_EVENT = 5
const QUERIES = isQuick ? 500 : 4_000
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu an el in or us'.split(' ')
const COMMON = ['Will', 'the', 'win', 'vs', 'by', 'over', 'before', 'in', 'reach', 'end']

const dice = createDice(7)

function pick<T>(list: readonly T[]): T {
  const item = list[Math.floor(dice() ** 2 * list.length)]
  if (item === undefined) throw new Error('empty list')
  return item
}

const words = Array.from({ length: 25_000 }, () =>
  Array.from({ length: 2 + Math.floor(dice() * 3) }, () => pick(SYLLABLES)).join(''),
)

function phrase(length: number): string {
  return Array.from({ length }, () => (dice() < 0.35 ? pick(COMMON) : pick(words))).join(' ')
}

function market(event: number, index: number): Market {
  const n = event * MARKETS_PER_EVENT + index
  const id = `pm:0x${n.toString(16).padStart(64, '0')}` as MarketId
  const amount = micros(BigInt(Math.floor(dice() * 1e12)))
  return {
    ...PLAIN_MARKET,
    id,
    eventId: `pm:${event}` as EventId,
    slug: `market-${n}`,
    question: phrase(8),
    groupTitle: phrase(2),
    volume: amount,
    liquidity: amount,
    outcomes: [
      { id: `pm:${2 * n}` as OutcomeId, marketId: id, name: 'Yes', positionId: null },
      { id: `pm:${2 * n + 1}` as OutcomeId, marketId: id, name: 'No', positionId: null },
    ],
  }
}

function event(n: number): MarketEvent {
  const amount = micros(BigInt(Math.floor(dice() * 1e12)))
  return {
    id: `pm:${n}` as EventId,
    slug: `event-${n}`,
    title: phrase(6),
    description: '',
    tags: [{ id: String(n % 40), label: phrase(1), slug: `tag-${n % 40}` }],
    status: 'open',
    startTime: null,
    endTime: null,
    createdAt: n,
    negRisk: false,
    volume: amount,
    liquidity: amount,
    gameId: null,
    parentEventId: null,
    live: false,
    teams: [],
    markets: Array.from({ length: MARKETS_PER_EVENT }, (_, index) => market(n, index)),
  }
}

/** Two neighbours swapped somewhere inside the word. */
function typo(word: string): string {
  if (word.length < 4) return word
  const at = 1 + Math.floor(dice() * (word.length - 2))
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}

const kinds: Record<string, () => string> = {
  'whole words': () => `${pick(words)} ${pick(words)}`,
  'one common word': () => pick(COMMON),
  'three letters': () => pick(words).slice(0, 3),
  'one letter': () => pick(words).slice(0, 1),
  'one typo': () => typo(pick(words)),
  'words with typos': () => `${typo(pick(words))} ${typo(pick(words))} ${typo(pick(words))}`,
  nothing: () => '',
}

function query(text: string): SearchQuery {
  return {
    text,
    tag: null,
    league: null,
    kind: null,
    status: 'open',
    sort: 'relevance',
    live: null,
    closesWithin: null,
    combo: null,
    limit: 50,
    offset: 0,
  }
}

function measure(run: (text: string) => unknown, texts: readonly string[]): number[] {
  return texts.map((text) => {
    const start = performance.now()
    run(text)
    return performance.now() - start
  })
}

const events = Array.from({ length: EVENTS }, (_, n) => event(n))
const search = createSearch(() => 0)
const before = process.memoryUsage().heapUsed
const start = performance.now()
for (const one of events) search.put(one, null)
const built = performance.now() - start
console.log(
  `index: ${built.toFixed(0)} ms for ${EVENTS} events, ${((process.memoryUsage().heapUsed - before) / 2 ** 20).toFixed(0)} MiB`,
)

const again = performance.now()
for (const one of events) search.put({ ...one, volume: one.liquidity }, null)
console.log(`refresh without new words: ${((performance.now() - again) / built).toFixed(3)} of building`)

const texts = events.map((one) =>
  [one.title, ...one.markets.map(({ question }) => question)].join(' ').toLowerCase(),
)
const scan = measure((text) => texts.filter((one) => one.includes(text)).length, words.slice(0, 200))
const scanMedian = percentile(scan, 0.5)
console.log(`plain scan for one word: p50 ${scanMedian.toFixed(2)} ms`)
for (const [name, make] of Object.entries(kinds)) {
  const typed = Array.from({ length: QUERIES }, make)
  measure((text) => search.find(query(text)), typed.slice(0, 300))
  const times = measure((text) => search.find(query(text)), typed)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  console.log(
    `${name.padEnd(18)} p50 ${p50.toFixed(3)} ms (${(p50 / scanMedian).toFixed(3)} of a scan), p99 ${p99.toFixed(2)} ms (${(p99 / scanMedian).toFixed(2)}), goal 5 ms: ${p99 < 5 ? 'met' : 'MISSED'}`,
  )
  printRatio(`search-${name.replaceAll(' ', '-')}`, p50 / scanMedian)
}
