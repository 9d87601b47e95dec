/** Every word that occurs in the catalog, numbered, in order, and found by prefix or despite typos. */
import { MAX_WORD } from './search-text.ts'
import { createTypoMeter, letterMask, mayBeClose, mayBeginClose, typosAllowed } from './search-typos.ts'

/** A known word that a typed one may mean. */
export type Meaning = { readonly word: number; readonly quality: number }

const EXACT = 100
const PREFIX = 80
const ONE_TYPO = 60
const TWO_TYPOS = 45
/** Slips in a word that is not typed to its end. */
const TYPOS_IN_PREFIX = 35
const MIN_PREFIX_WITH_TYPOS = 5

/** A short prefix must not drag the whole vocabulary in. */
const MAX_MEANINGS = 1_000
/** As many are dropped from the order at once. */
const MAX_FORGOTTEN = 100_000

export type Vocabulary = ReturnType<typeof createVocabulary>

/** An empty vocabulary. */
export function createVocabulary() {
  const meter = createTypoMeter(MAX_WORD + 2)
  const numbers = new Map<string, number>()
  const words: string[] = []
  const masks: number[] = []
  /** Numbers in the order of their words; words added since the last look-up wait in `added`. */
  let sorted: number[] = []
  let added: number[] = []
  /** Numbers of forgotten words: still in the order, and behind `sortAdded` free. */
  let forgotten: number[] = []
  let free: number[] = []

  function wordAt(number: number): string {
    return words[number] ?? ''
  }

  function compare(a: number, b: number): number {
    const [left, right] = [wordAt(a), wordAt(b)]
    if (left === right) return 0
    return left < right ? -1 : 1
  }

  function dropForgotten(): void {
    if (forgotten.length === 0) return
    sorted = sorted.filter((number) => wordAt(number) !== '')
    added = added.filter((number) => wordAt(number) !== '')
    free = free.concat(forgotten)
    forgotten = []
  }

  function sortAdded(): void {
    dropForgotten()
    if (added.length === 0) return
    added.sort(compare)
    const merged: number[] = []
    let next = 0
    for (const number of sorted) {
      for (let first = added[next]; first !== undefined && compare(first, number) < 0; first = added[next]) {
        merged.push(first)
        next += 1
      }
      merged.push(number)
    }
    sorted = merged.concat(added.slice(next))
    added = []
  }

  /** Where the words that begin with these letters begin in the order. */
  function firstFrom(typed: string): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (wordAt(sorted[middle] ?? 0) < typed) low = middle + 1
      else high = middle
    }
    return low
  }

  function addPrefixed(typed: string, found: Meaning[]): void {
    for (let at = firstFrom(typed); at < sorted.length && found.length < MAX_MEANINGS; at += 1) {
      const number = sorted[at] ?? 0
      const word = wordAt(number)
      if (!word.startsWith(typed)) break
      found.push({ word: number, quality: word.length === typed.length ? EXACT : PREFIX })
    }
  }

  function addTypos(typed: string, found: Meaning[]): void {
    const typos = typosAllowed(typed.length)
    if (typos === 0) return
    const mask = letterMask(typed)
    for (let number = 0; number < words.length && found.length < MAX_MEANINGS; number += 1) {
      if (!mayBeClose(mask, masks[number] ?? 0, typos)) continue
      const word = wordAt(number)
      if (word === '') continue
      if (word.startsWith(typed)) continue
      const distance = meter.between(typed, word, typos)
      if (distance <= typos) found.push({ word: number, quality: distance === 1 ? ONE_TYPO : TWO_TYPOS })
    }
    if (typed.length >= MIN_PREFIX_WITH_TYPOS) addPrefixedWithTypos(typed, mask, typos, found)
  }

  function addPrefixedWithTypos(typed: string, mask: number, typos: number, found: Meaning[]): void {
    const first = typed.charAt(0)
    for (let at = firstFrom(first); at < sorted.length && found.length < MAX_MEANINGS; at += 1) {
      const number = sorted[at] ?? 0
      const word = wordAt(number)
      if (!word.startsWith(first)) break
      if (word.length <= typed.length || !mayBeginClose(mask, masks[number] ?? 0, typos)) continue
      if (word.startsWith(typed) || meter.toBeginning(typed, word, typos) > typos) continue
      if (meter.between(typed, word, typos) > typos) found.push({ word: number, quality: TYPOS_IN_PREFIX })
    }
  }

  return {
    /** The word's number; a new word gets the next one. */
    add(word: string): number {
      const known = numbers.get(word)
      if (known !== undefined) return known
      const number = free.pop() ?? words.length
      numbers.set(word, number)
      words[number] = word
      masks[number] = letterMask(word)
      added.push(number)
      return number
    },
    /** Forgets a word that occurs nowhere any more; its number goes to another one. */
    forget(number: number): void {
      numbers.delete(wordAt(number))
      words[number] = ''
      masks[number] = 0
      forgotten.push(number)
      if (forgotten.length >= MAX_FORGOTTEN) dropForgotten()
    },
    /**
     * Meanings of a typed word: itself, words that begin with it and, asked for or failing those, typos of it or words
     * that begin with its first letter and typos of the rest.
     */
    meanings(typed: string, withTypos: boolean): readonly Meaning[] {
      const found: Meaning[] = []
      sortAdded()
      addPrefixed(typed, found)
      if (withTypos || found.length === 0) addTypos(typed, found)
      return found
    },
    size: (): number => numbers.size,
  }
}
