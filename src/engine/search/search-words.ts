/** The words of the catalog: folded, and found by prefix or despite typos. */
import { foldWords } from '#core/notification/notification-words.ts'

const MAX_TEXT = 400
/** Letters of a word beyond these are ignored. */
const MAX_WORD = 32

/** Letters that decomposition leaves whole. Apostrophes join: `O'Neil` is `oneil`. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}
const SPECIAL = /[ßæœøđðłþı'’ʼ]/g

/** Lower-case words without diacritics. Text beyond 400 characters is ignored. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.slice(0, MAX_TEXT).toLowerCase()
  return foldWords(plain.replace(SPECIAL, (letter) => LETTERS[letter] ?? '')).map((word) =>
    word.slice(0, MAX_WORD),
  )
}

/** A word that occurs, with where it does and in which kinds of text. */
export type Word<Place> = {
  readonly text: string
  readonly mask: number
  readonly places: Place[]
  /** Kinds of text in each of the places. */
  readonly kinds: number[]
}

const EXACT = 100
const PREFIX = 80
const ONE_TYPO = 60
const TWO_TYPOS = 45
/** Slips in a word that is not typed to its end. */
const TYPOS_IN_PREFIX = 35
const MIN_PREFIX_WITH_TYPOS = 5
/** A short prefix must not drag the whole vocabulary in. */
const MAX_MEANINGS = 400

/** An empty vocabulary. */
export function createVocabulary<Place>() {
  const words = new Map<string, Word<Place>>()

  function find(typed: string, isFar: boolean): Map<Word<Place>, number> {
    const found = new Map<Word<Place>, number>()
    const own = letterMask(typed)
    for (const word of words.values()) {
      // Its letters rule out nearly every word for the price of a few operations on bits.
      const isBegun = (own & ~word.mask) === 0 && word.text.startsWith(typed)
      const quality = isBegun ? PREFIX : isFar ? slipQuality(typed, own, word) : 0
      if (quality > 0) found.set(word, quality)
      if (found.size === MAX_MEANINGS) break
    }
    const same = words.get(typed)
    return same === undefined ? found : found.set(same, EXACT)
  }

  return {
    add(text: string, place: Place, kind: number): Word<Place> {
      const word = words.get(text) ?? { text, mask: letterMask(text), places: [], kinds: [] }
      words.set(text, word)
      // The texts of one place come one after the other.
      if (word.places.at(-1) !== place) word.kinds[word.places.push(place) - 1] = 0
      const last = word.places.length - 1
      word.kinds[last] = (word.kinds[last] ?? 0) | kind
      return word
    },
    /** Words that occur nowhere any more are forgotten. */
    remove({ text, places, kinds }: Word<Place>, place: Place): void {
      const at = places.indexOf(place)
      places.splice(at, 1)
      kinds.splice(at, 1)
      if (places.length === 0) words.delete(text)
    },
    /**
     * Meanings of a typed word with their quality: itself, words that begin with it and, asked for or failing those, typos of it
     * or words that begin with its first letter and typos of the rest.
     */
    meanings(typed: string, withTypos: boolean): ReadonlyMap<Word<Place>, number> {
      const found = find(typed, withTypos)
      return found.size > 0 ? found : find(typed, true)
    },
  }
}

/** Quality of a word as what was meant by a typed one; 0 when it is too far. */
function slipQuality(
  typed: string,
  own: number,
  { text, mask }: { readonly text: string; readonly mask: number },
): number {
  const most = typosAllowed(typed.length)
  const longer = text.length - typed.length
  // One typo changes at most two letters.
  const isClose = longer <= most && -longer <= most && countBits(own ^ mask) <= 2 * most
  const mayBegin =
    longer > 0 &&
    typed.length >= MIN_PREFIX_WITH_TYPOS &&
    countBits(own & ~mask) <= most &&
    text.charCodeAt(0) === typed.charCodeAt(0)
  if (most === 0 || (!isClose && !mayBegin)) return 0
  const { whole, beginning } = typosBetween(typed, text.slice(0, typed.length + most + 1), most)
  if (whole <= most) return whole === 1 ? ONE_TYPO : TWO_TYPOS
  return mayBegin && beginning <= most ? TYPOS_IN_PREFIX : 0
}

/** How many typos a word of this length may hold: none below 4 letters, one from 4, two from 8. */
function typosAllowed(length: number): 0 | 1 | 2 {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/** The letters of a word as bits. */
function letterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31)
  return mask
}

/** Bits set. */
function countBits(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

const ROWS = [0, 1, 2].map(() => new Uint8Array(MAX_WORD + 1))

/**
 * Insertions, deletions, replacements and swaps of neighbours (optimal string alignment) to a whole word, and to its nearest
 * beginning; `limit + 1` for more.
 */
export function typosBetween(
  from: string,
  to: string,
  limit: number,
): { readonly whole: number; readonly beginning: number } {
  let [older = NO_ROW, old = NO_ROW, current = NO_ROW] = ROWS
  for (let column = 0; column <= to.length; column += 1) old[column] = column
  let least = 0
  for (let row = 1; row <= from.length && least <= limit; row += 1) {
    const letter = from.charCodeAt(row - 1)
    const before = from.charCodeAt(row - 2)
    least = current[0] = row
    for (let column = 1; column <= to.length; column += 1) {
      const other = to.charCodeAt(column - 1)
      const isSwapped = before === other && letter === to.charCodeAt(column - 2)
      let cost = (old[column - 1] ?? 0) + (letter === other ? 0 : 1)
      cost = Math.min(cost, (old[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      if (isSwapped) cost = Math.min(cost, (older[column - 2] ?? 0) + 1)
      current[column] = cost
      if (cost < least) least = cost
    }
    ;[older, old, current] = [old, current, older]
  }
  if (least > limit) return { whole: limit + 1, beginning: limit + 1 }
  const beginning = Math.min(...old.subarray(0, to.length + 1))
  return { whole: Math.min(old[to.length] ?? 0, limit + 1), beginning: Math.min(beginning, limit + 1) }
}

const NO_ROW = new Uint8Array(0)
