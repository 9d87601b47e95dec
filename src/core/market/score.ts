/**
 * Scores of the sports channel as numbers. The text lists first the team that the league's ordering names; what does
 * not fit a known form is null, never guessed (venue reference, section 9).
 */

/** Points, goals, runs, sets won or maps won of the first and second team. */
type Score = {
  readonly first: number
  readonly second: number
  /** The games of each set, or the map being played: `3-6, 6-3, 7-6(7-1)` or `12-9, best of 3`; null for points. */
  readonly detail: string | null
}

const MAX_LENGTH = 80
const PAIR = /^(\d{1,3})-(\d{1,3})$/
const SET = /^(\d{1,2})-(\d{1,2})(?:\(\d{1,2}-\d{1,2}\))?$/
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
  return parsePair(text.trim())
}

function parsePair(text: string, form = PAIR): Score | null {
  const match = form.exec(text)
  return match === null ? null : { first: Number(match[1]), second: Number(match[2]), detail: null }
}

function parseMaps(text: string): Score | null {
  const [map = '', maps = '', bestOf = '', ...rest] = text.split('|').map((part) => part.trim())
  const won = parsePair(maps)
  const length = BEST_OF.exec(bestOf)
  if (won === null || length === null || !PAIR.test(map) || rest.length > 0) return null
  return { ...won, detail: `${plain(map)}, best of ${Number(length[1])}` }
}

function parseSets(text: string): Score | null {
  const parts = text.split(',').map((part) => part.trim())
  const sets = parts.flatMap((part) => parsePair(part, SET) ?? [])
  if (sets.length < parts.length) return null
  const finished = sets.filter((set, index) => index < sets.length - 1 || isSetOver(set))
  return {
    first: finished.filter((set) => set.first > set.second).length,
    second: finished.filter((set) => set.second > set.first).length,
    detail: parts.map(plain).join(', '),
  }
}

/** Six games with a lead of two, or seven. */
function isSetOver({ first, second }: Score): boolean {
  const most = Math.max(first, second)
  return most >= 7 || (most === 6 && Math.abs(first - second) >= 2)
}

/** Without leading zeros. */
function plain(text: string): string {
  return text.replaceAll(/\d+/g, (digits) => String(Number(digits)))
}

/** The same score with the teams exchanged. */
export function swapTeams({ first, second, detail }: Score): Score {
  return { first: second, second: first, detail: detail?.replaceAll(/(\d{1,3})-(\d{1,3})/g, '$2-$1') ?? null }
}
