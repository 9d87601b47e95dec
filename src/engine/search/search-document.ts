/** The words of one event and of each of its markets. */
import type { League, Market, MarketEvent } from '#core/market/market.ts'
import { LABEL, MARKET, TEAM, TITLE } from './search-postings.ts'
import { wordsOf } from './search-text.ts'
import type { Vocabulary } from './search-vocabulary.ts'

export type SearchDocument = {
  readonly event: MarketEvent
  readonly league: League | null
  /** Every word with the kinds of text that hold it. */
  readonly words: ReadonlyMap<number, number>
  readonly titleLength: number
  /** Words of each market, in the order of the event's markets. */
  readonly markets: readonly (readonly number[])[]
}

/** Reads an event into words, with a limit on different ones: whatever it says beyond them is not found (INV-52). */
export function documentOfEvent(
  event: MarketEvent,
  league: League | null,
  vocabulary: Vocabulary,
  maxWords = Number.POSITIVE_INFINITY,
): SearchDocument {
  const words = new Map<number, number>()

  function take(text: string, kind: number, into?: Set<number>): number {
    const found = wordsOf(text)
    for (const word of found) {
      if (words.size >= maxWords) break
      const number = vocabulary.add(word)
      words.set(number, (words.get(number) ?? 0) | kind)
      into?.add(number)
    }
    return found.length
  }

  const titleLength = take(event.title, TITLE)
  for (const tag of event.tags) take(tag.label, LABEL)
  if (league !== null) {
    take(league.code, LABEL)
    take(league.name, LABEL)
  }
  for (const team of event.teams) {
    take(team.name, TEAM)
    take(team.abbreviation, TEAM)
    if (team.alias !== null) take(team.alias, TEAM)
  }
  const markets = event.markets.map((market) => {
    const own = new Set<number>()
    for (const text of marketTexts(market)) take(text, MARKET, own)
    return [...own]
  })
  return { event, league, words, titleLength, markets }
}

/** True if two states of an event read the same, so that its words need not be indexed again. */
export function readsTheSame(a: MarketEvent, b: MarketEvent): boolean {
  return (
    a.title === b.title &&
    sameList(a.tags, b.tags, (left, right) => left.label === right.label) &&
    sameList(
      a.teams,
      b.teams,
      (left, right) =>
        left.name === right.name && left.alias === right.alias && left.abbreviation === right.abbreviation,
    ) &&
    sameList(a.markets, b.markets, (left, right) =>
      sameList(marketTexts(left), marketTexts(right), (one, other) => one === other),
    )
  )
}

function marketTexts(market: Market): readonly string[] {
  const [first, second] = market.outcomes
  return [market.question, market.groupTitle ?? '', first.name, second.name]
}

function sameList<T>(a: readonly T[], b: readonly T[], same: (left: T, right: T) => boolean): boolean {
  return (
    a.length === b.length &&
    a.every((left, index) => {
      const right = b[index]
      return right !== undefined && same(left, right)
    })
  )
}
