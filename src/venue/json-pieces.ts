/**
 * Long JSON texts cut into pieces that can be parsed one at a time, with other work in between: the elements of a list, or of the
 * lists that are members of an object. The cutting only counts brackets; whether a piece is JSON is for JSON.parse to say, so
 * that together they accept exactly what JSON.parse accepts.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** In bytes. */
export type PieceSizes = {
  /** Short elements of a list are put together up to this. */
  readonly run: number
  /** No single element may be longer, nor all that is outside of lists. */
  readonly most: number
  /** An element that is longer, nested too deeply or of too many values is passed over: the beginning of its text as `{ passedOver }` replaces it. Else it is a fault. */
  readonly passesOver?: true
}

type JsonPiece = {
  /** Number of the list, from 0. */
  readonly list: number
  /** None while an element is passed over. */
  readonly elements: readonly unknown[]
  /** Parsed text; empty where there was none. */
  readonly text: string
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
/** Brackets differ from braces by this bit. */
const CURLY = 0x20
/** No honest row is nested a third as deeply. */
const MAX_DEPTH = 64
/** Values in one element: 4 MiB of an honest event have some 100,000, of empty lists a million and a half. */
const MAX_VALUES = 250_000
/** Bytes of an element that identify it. */
const HEAD_BYTES = 64

/** The place of the first byte that is no space, or `end`. */
function pastSpaces(bytes: Buffer, from: number, end = bytes.length): number {
  let at = from
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09))
    at += 1
  return at
}

/** The place of the quote that ends a text, or where the looking ended: `end` or the byte behind it. */
function endOfText(bytes: Buffer, from: number, end: number): number {
  let at = from
  for (; at < end && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1
  return at
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Elements between two places; null where one of them is none. */
function pieceOf(bytes: Buffer, list: number, from: number, to: number): JsonPiece | null {
  const text = `[${bytes.toString('utf8', from, to)}]`
  const elements = parsed(text)
  return Array.isArray(elements) && elements.length > 0 ? { list, elements, text } : null
}

/**
 * Cuts a list or an object, piece by piece.
 *
 * @returns the text without the elements, parsed: each list that has some has its number alone; undefined where it is not JSON,
 * or has a part that is too long
 */
export function* cutJson(
  bytes: Buffer,
  { run, most, passesOver }: PieceSizes,
): Generator<JsonPiece, unknown> {
  const listDepth = bytes[pastSpaces(bytes, 0)] === OPEN_LIST ? 1 : 2
  let outside = ''
  /** Begin of what follows outside, of the run and of the element at hand; and where that is too long. */
  let [outsideFrom, from, start, limit] = [0, 0, 0, most]
  let [depth, list] = [0, -1]
  let [valuesOutside, values] = [0, 0]
  let [isList, isText, isPassed] = [false, false, false]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const kind = byte | CURLY
    if (isText || byte === QUOTE) {
      const end = endOfText(bytes, isText ? at : at + 1, Math.min(limit, bytes.length))
      isText = bytes[end] !== QUOTE || end >= limit
      at = isText ? end - 1 : end
    } else if (kind === OPEN_OBJECT) {
      depth += 1
      if (
        depth === listDepth &&
        byte === OPEN_LIST &&
        bytes[pastSpaces(bytes, at + 1, limit)] !== CLOSE_LIST
      ) {
        isList = true
        list += 1
        outside += `${bytes.toString('utf8', outsideFrom, at + 1)}${list}`
        from = start = at + 1
        limit = start + most
        values = 0
      }
    } else if (isList && depth === listDepth && (byte === COMMA || kind === CLOSE_OBJECT)) {
      const isEnd = byte !== COMMA
      if (start > from && at - from > run) {
        const piece = pieceOf(bytes, list, from, start - 1)
        if (piece === null) return undefined
        yield piece
        from = start
      }
      if (isPassed) {
        const head = pastSpaces(bytes, start)
        yield { list, elements: [{ passedOver: bytes.toString('utf8', head, head + HEAD_BYTES) }], text: '' }
        from = at + 1
      } else if (isEnd || at - from >= run) {
        const piece = pieceOf(bytes, list, from, at)
        if (piece === null) return undefined
        yield piece
        from = at + 1
      }
      start = at + 1
      limit = start + most
      values = 0
      isPassed = false
      if (isEnd) {
        isList = false
        depth -= 1
        outsideFrom = at
        limit = at + most - outside.length
      }
    } else if (kind === CLOSE_OBJECT) depth -= 1
    else if (byte === COMMA && isList) values += 1
    else if (byte === COMMA) valuesOutside += 1
    const isTooMuch = !isPassed && (depth > MAX_DEPTH || values + valuesOutside > MAX_VALUES)
    if (at + 1 < limit && !isTooMuch) continue
    if (!isList || (passesOver !== true && start === from)) return undefined
    const before = start > from ? pieceOf(bytes, list, from, start - 1) : { list, elements: [], text: '' }
    if (before === null) return undefined
    yield before
    if (passesOver !== true) return undefined
    from = start
    isPassed = true
    limit = at + most
  }
  return isList ? undefined : parsed(outside + bytes.toString('utf8', outsideFrom))
}

/** JSON.parse of the same bytes, piece by piece with other work in between; undefined where they are no list and no object. */
export async function parseJsonInTurns(bytes: Buffer, sizes: PieceSizes): Promise<unknown> {
  const lists: unknown[][] = []
  const pieces = cutJson(bytes, sizes)
  let cut = pieces.next()
  for (; cut.done !== true; cut = pieces.next()) {
    const whole = (lists[cut.value.list] ??= [])
    for (const element of cut.value.elements) whole.push(element)
    await nextTurn()
  }
  const { value } = cut
  if (typeof value !== 'object' || value === null) return undefined
  const filled = (member: unknown): unknown =>
    Array.isArray(member) && member.length > 0 ? lists[Number(member[0])] : member
  if (Array.isArray(value)) return filled(value)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(member)]))
}
