/**
 * Scores of the sports channel as numbers. The text lists first the team that the league's ordering names; what does
 * not fit a known form is null, never guessed (venue reference, section 9).
 */

/** Points of the first and second team. */
type Pair = { readonly first: number; readonly second: number }

type SetScore = Pair & { readonly tieBreak: Pair | null }

type Score =
  /** Points, goals or runs. */
  | ({ readonly kind: 'points' } & Pair)
  /** Games of each set; the sets won are counted. */
  | ({ readonly kind: 'sets'; readonly sets: readonly SetScore[] } & Pair)
  /** Maps won, with the score of the map being played. */
  | ({ readonly kind: 'maps'; readonly map: Pair; readonly bestOf: number } & Pair)

const MAX_LENGTH = 80
const PAIR = /^(\d{1,3})-(\d{1,3})$/
const SET = /^(\d{1,2})-(\d{1,2})(?:\((\d{1,2})-(\d{1,2})\))?$/
const BEST_OF = /^Bo(\d{1,2})$/
const SET_PERIOD = /^(?:S|TB)\d$/

/**
 * Reads the score of a frame.
 *
 * @param period  of the same frame: a single pair is a set only when the period says so
 */
export function parseScore(text: string, period: string): Score | null {
  if (text.length > MAX_LENGTH) return null
  if (text.includes('|')) return parseMaps(text)
  if (text.includes(',') || text.includes('(') || SET_PERIOD.test(period)) return parseSets(text)
  const pair = parsePair(text.trim())
  return pair === null ? null : { kind: 'points', ...pair }
}

function parsePair(text: string): Pair | null {
  const match = PAIR.exec(text)
  return match === null ? null : { first: Number(match[1]), second: Number(match[2]) }
}

function parseMaps(text: string): Score | null {
  const [map, maps, bestOf, ...rest] = text.split('|').map((part) => part.trim())
  const current = parsePair(map ?? '')
  const won = parsePair(maps ?? '')
  const length = BEST_OF.exec(bestOf ?? '')
  if (current === null || won === null || length === null || rest.length > 0) return null
  return { kind: 'maps', ...won, map: current, bestOf: Number(length[1]) }
}

function parseSets(text: string): Score | null {
  const sets: SetScore[] = []
  for (const part of text.split(',')) {
    const match = SET.exec(part.trim())
    if (match === null) return null
    const [, first, second, tieFirst, tieSecond] = match
    const tieBreak = tieFirst === undefined ? null : { first: Number(tieFirst), second: Number(tieSecond) }
    sets.push({ first: Number(first), second: Number(second), tieBreak })
  }
  const finished = sets.filter((set, index) => index < sets.length - 1 || isSetOver(set))
  return {
    kind: 'sets',
    first: finished.filter((set) => set.first > set.second).length,
    second: finished.filter((set) => set.second > set.first).length,
    sets,
  }
}

/** Six games with a lead of two, or seven. */
function isSetOver({ first, second }: Pair): boolean {
  const most = Math.max(first, second)
  return most >= 7 || (most === 6 && Math.abs(first - second) >= 2)
}

/** The same score with the teams exchanged. */
export function swapTeams(score: Score): Score {
  const swapped = swapPair(score)
  switch (score.kind) {
    case 'points':
      return { kind: 'points', ...swapped }
    case 'sets':
      return {
        kind: 'sets',
        ...swapped,
        sets: score.sets.map((set) => ({
          ...swapPair(set),
          tieBreak: set.tieBreak === null ? null : swapPair(set.tieBreak),
        })),
      }
    case 'maps':
      return { kind: 'maps', ...swapped, map: swapPair(score.map), bestOf: score.bestOf }
    default:
      return score satisfies never
  }
}

function swapPair({ first, second }: Pair): Pair {
  return { first: second, second: first }
}

/** Details beside the main numbers: `3-6, 6-3, 7-6(7-1)` or `12-9, best of 3`; null for points. */
export function scoreDetail(score: Score): string | null {
  switch (score.kind) {
    case 'points':
      return null
    case 'sets':
      return score.sets
        .map((set) => `${pairText(set)}${set.tieBreak === null ? '' : `(${pairText(set.tieBreak)})`}`)
        .join(', ')
    case 'maps':
      return `${pairText(score.map)}, best of ${score.bestOf}`
    default:
      return score satisfies never
  }
}

function pairText({ first, second }: Pair): string {
  return `${first}-${second}`
}
