/** Adds up, per document, how well it answers each word of a query. Buffers are reused from query to query. */
import { ANYWHERE, documentOf, kindsOf, LABEL, MARKET, TEAM, TITLE } from './search-postings.ts'
import type { Postings } from './search-postings.ts'
import type { Meaning } from './search-vocabulary.ts'

/** Weight of a match in each kind of text, in hundredths. */
const WEIGHTS = [TITLE, TEAM, MARKET, LABEL].map((kind, index) => ({
  kind,
  weight: [100, 100, 75, 60][index] ?? 0,
}))

/** Worth of each combination of kinds: that of the best. */
const WEIGHT_OF_KINDS = Array.from({ length: ANYWHERE + 1 }, (_, kinds) =>
  Math.max(0, ...WEIGHTS.filter(({ kind }) => (kinds & kind) !== 0).map(({ weight }) => weight)),
)

export type Scores = {
  /** Documents that answer at least one word. */
  readonly touched: readonly number[]
  /** How many of the words the document answers. */
  answered(document: number): number
  /** Sum over the words, 100 for each exact match in a title. */
  total(document: number): number
  /** All kinds of text that answered. */
  kinds(document: number): number
}

type Scorer = {
  /** Valid until the next call. */
  score(words: readonly (readonly Meaning[])[], postings: Postings, allowed: number): Scores
}

/** Scores documents numbered from 0. */
export function createScorer(): Scorer {
  let capacity = 0
  let stamps = new Float64Array(0)
  let best = new Float64Array(0)
  let totals = new Float64Array(0)
  let answered = new Uint8Array(0)
  let kinds = new Uint8Array(0)
  let stamp = 0

  function reserve(document: number): void {
    if (document < capacity) return
    capacity = Math.max(1_024, 2 * document)
    stamps = grown(stamps, new Float64Array(capacity))
    best = grown(best, new Float64Array(capacity))
    totals = grown(totals, new Float64Array(capacity))
    answered = grown(answered, new Uint8Array(capacity))
    kinds = grown(kinds, new Uint8Array(capacity))
  }

  return {
    score(words, postings, allowed) {
      const touched: number[] = []
      const firstStamp = stamp + 1
      for (const meanings of words) {
        stamp += 1
        for (const { word, quality } of meanings) {
          for (const entry of postings.of(word)) {
            const usable = kindsOf(entry) & allowed
            if (usable === 0) continue
            const document = documentOf(entry)
            reserve(document)
            const seen = stamps[document] ?? 0
            if (seen < firstStamp) {
              touched.push(document)
              totals[document] = 0
              answered[document] = 0
              kinds[document] = 0
            }
            if (seen !== stamp) {
              stamps[document] = stamp
              best[document] = 0
              answered[document] = (answered[document] ?? 0) + 1
            }
            kinds[document] = (kinds[document] ?? 0) | usable
            const worth = (quality * (WEIGHT_OF_KINDS[usable] ?? 0)) / 100
            const before = best[document] ?? 0
            if (worth > before) {
              best[document] = worth
              totals[document] = (totals[document] ?? 0) + worth - before
            }
          }
        }
      }
      return {
        touched,
        answered: (document) => answered[document] ?? 0,
        total: (document) => totals[document] ?? 0,
        kinds: (document) => kinds[document] ?? 0,
      }
    },
  }
}

function grown<T extends Float64Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}
