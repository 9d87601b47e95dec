/**
 * The fields of an answer or a row, read one by one: words, flags and lists fall back where they are something else, and are named,
 * so that no odd value costs its row (INV-80). Texts of the catalog are cut here, so that none longer is ever kept (INV-52).
 */

/** In characters: some three times the longest that the venue was seen to have. */
export const MOST = {
  title: 300,
  description: 10_000,
  slug: 200,
  name: 100,
  id: 80,
  listText: 8_192,
  cursor: 2_048,
} as const

/** Entries of a list of names or ids. */
const MOST_ENTRIES = 100
const WORDS_OF_FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false }
const LIST_OF_DIGITS = /^\s*\[\s*\d+(?:\s*,\s*\d+)*\s*\]\s*$/

export type Fields = NonNullable<ReturnType<typeof fieldsOf>>

/** A copy: a slice of a text keeps the whole of it in memory. */
function cut(value: string, most: number): string {
  return value.length <= most ? value : `${Buffer.from(value.slice(0, most - 1)).toString()}…`
}

/** Nothing is read before it is asked for; null when the row is no object. */
export function fieldsOf(row: unknown) {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return null
  const own = row as Readonly<Record<string, unknown>>
  const odd = new Set<string>()

  function isGiven(name: string): boolean {
    return own[name] !== undefined && own[name] !== null
  }

  function flag(name: string): boolean | null {
    const value = own[name]
    if (typeof value === 'boolean') return value
    if (!isGiven(name)) return null
    odd.add(name)
    return isScalar(value) ? (WORDS_OF_FLAGS[String(value).toLowerCase()] ?? null) : null
  }

  return {
    /** Whatever is there; numbers are read by figures.ts. */
    raw: (name: string): unknown => own[name],
    /** A text of any length; empty where there is none. */
    word: (name: string): string => (typeof own[name] === 'string' ? own[name] : ''),
    /** The same; null where there is something else. */
    strict: (name: string): string | null => {
      const value = own[name] ?? ''
      return typeof value === 'string' ? value : null
    },
    /** Empty when there is none. A number is its digits. */
    text(name: string, most: number = MOST.name): string {
      const value = own[name]
      if (typeof value === 'string') return cut(value, most)
      if (!isGiven(name)) return ''
      odd.add(name)
      return isScalar(value) ? String(value) : ''
    },
    /** Null when there is none, or nothing that says yes or no. */
    flag,
    /** True if a flag is there that says neither yes nor no. */
    isUnclear: (name: string): boolean => isGiven(name) && flag(name) === null,
    /**
     * A list; null where there is something else.
     *
     * @param none  what is an empty one
     */
    list: (
      name: string,
      none: readonly (null | undefined)[] = [null, undefined],
    ): readonly unknown[] | null => {
      const value = own[name]
      if (Array.isArray(value)) return Array.from(value as readonly unknown[])
      return none.some((one) => one === value) ? [] : null
    },
    /** Rows, to be read one by one; empty when there are none. */
    rows(name: string): readonly unknown[] {
      const value = own[name]
      if (Array.isArray(value)) return Array.from(value as readonly unknown[])
      if (isGiven(name)) odd.add(name)
      return []
    },
    /** A list of texts, as JSON inside a text or as it is; empty when there is none. A number is its digits where they are exact. */
    texts(name: string): readonly string[] {
      if (!isGiven(name) || own[name] === '') return []
      const list = listIn(own[name])
      const texts = list?.map(textOfEntry) ?? []
      const isWhole = list !== null && texts.every((text) => text !== null)
      if (!isWhole || list.some((entry) => typeof entry !== 'string')) odd.add(name)
      return isWhole ? texts.map((text) => cut(text, MOST.name)) : []
    },
    /** The fields read so far that had something else than they should. */
    odd: (): readonly string[] => [...odd],
  }
}

function isScalar(value: unknown): value is number | string | boolean {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
}

function listIn(value: unknown): readonly unknown[] | null {
  const list = typeof value === 'string' ? parsedList(value) : value
  return Array.isArray(list) ? Array.from(list as readonly unknown[]).slice(0, MOST_ENTRIES) : null
}

/** Digits without quotes are taken from the text itself: as numbers they would lose their last places. */
function parsedList(text: string): unknown {
  if (text.length > MOST.listText) return null
  if (LIST_OF_DIGITS.test(text)) return text.match(/\d+/g)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Null where nothing is a text: a number beyond 2^53 is not the one that was sent. */
function textOfEntry(entry: unknown): string | null {
  if (typeof entry === 'string') return entry
  if (typeof entry !== 'number') return null
  return Number.isSafeInteger(entry) || !Number.isInteger(entry) ? String(entry) : null
}
