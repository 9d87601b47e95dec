/** Where each word occurs: per word a sorted list of documents, each with the kinds of text that hold the word. */

/** Kinds of text, as bits of one posting. */
export const TITLE = 1
export const MARKET = 2
export const TEAM = 4
export const LABEL = 8
export const ANYWHERE = TITLE | MARKET | TEAM | LABEL

const MASK_BITS = 4

export type Postings = ReturnType<typeof createPostings>

/** The document of a packed entry. */
export function documentOf(entry: number): number {
  return entry >>> MASK_BITS
}

/** The kinds of text of a packed entry. */
export function kindsOf(entry: number): number {
  return entry & ANYWHERE
}

/** Empty postings. */
export function createPostings() {
  const lists: number[][] = []

  /** Index of the document's entry, or where it would be inserted. */
  function position(list: readonly number[], document: number): number {
    const last = list.at(-1)
    if (last === undefined || documentOf(last) < document) return list.length
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (documentOf(list[middle] ?? 0) < document) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add(word: number, document: number, kinds: number): void {
      const list = (lists[word] ??= [])
      list.splice(position(list, document), 0, (document << MASK_BITS) | kinds)
    },
    /** Answers whether the word occurs nowhere any more. */
    remove(word: number, document: number): boolean {
      const list = lists[word]
      if (list === undefined) return false
      const at = position(list, document)
      const entry = list[at]
      if (entry !== undefined && documentOf(entry) === document) list.splice(at, 1)
      return list.length === 0
    },
    /** Packed entries; see `documentOf` and `kindsOf`. */
    of: (word: number): readonly number[] => lists[word] ?? [],
  }
}
