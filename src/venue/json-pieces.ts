/**
 * Long JSON texts cut into pieces that can be parsed one at a time, with other work in between: the elements of a list,
 * the members of an object, the elements of a list that is such a member. The cutting only counts brackets; whether a
 * piece is JSON is for JSON.parse to say, so that together they accept exactly what JSON.parse accepts.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { err, ok, type Result } from '#lib/result.ts'

/** In bytes. */
export type PieceSizes = {
  /** Short elements of a list are put together up to this. */
  readonly run: number
  /** No single element or member may be longer. */
  readonly most: number
  /** An element that is longer, nested too deeply or of too many values is passed over: a `PassedOver` replaces it. Else it is a fault. */
  readonly passesOver?: true
}

/** Placeholder in a list for an element that was not parsed: the beginning of its text. */
type PassedOver = { readonly passedOver: string }

type JsonPiece = {
  /** The member that the piece is, or is a part of; null in a list. */
  readonly key: string | null
  /** Parsed: a list of elements, or the value of a member. */
  readonly value: unknown
  /** Parsed text; empty where there was none. */
  readonly text: string
  readonly isElements: boolean
  /** True if these are the first elements of their list. */
  readonly isFirst: boolean
}

type JsonFault = 'malformed' | 'too_long'

type JsonPieces = {
  /** True if the whole is a list. */
  readonly isList: boolean
  /** The next piece; null after the last one of a text that was well-formed to its end. */
  next(): Result<JsonPiece | null, JsonFault>
}

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
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
const TOO_MUCH = -2
/** Bytes of an element that identify it. */
const HEAD_BYTES = 64
const MALFORMED = err('malformed' as const)

function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Behind the text that opens at `at`; -1 when it does not end before `limit`. */
function endOfText(bytes: Buffer, at: number, limit: number): number {
  for (let index = at + 1; index < limit; index += 1) {
    const byte = bytes[index]
    if (byte === QUOTE) return index + 1
    if (byte === BACKSLASH) index += 1
  }
  return -1
}

/** Behind the value that begins at `at`; -1 when it does not end before `limit`, -2 when it is nested too deeply or has too many values. */
function endOfValue(bytes: Buffer, at: number, limit: number): number {
  let depth = 0
  let values = 0
  let index = at
  while (index < limit) {
    const byte = bytes[index] ?? 0
    if (byte === QUOTE) {
      index = endOfText(bytes, index, limit)
      if (index === -1) return -1
      if (depth === 0) return index
      continue
    }
    const kind = byte | CURLY
    if (kind === OPEN_OBJECT) {
      depth += 1
      if (depth > MAX_DEPTH) return TOO_MUCH
    } else if (kind === CLOSE_OBJECT) {
      if (depth === 0) return index
      depth -= 1
      if (depth === 0) return index + 1
    } else if (depth === 0) {
      if (byte === COMMA || isSpace(byte)) return index
    } else if (byte === COMMA) {
      values += 1
      if (values > MAX_VALUES) return TOO_MUCH
    }
    index += 1
  }
  return -1
}

/** The state of a step over an element: depth, and whether inside a text. */
type Passed = { readonly from: number; depth: number; isText: boolean }

/** The byte behind an element that is not parsed, or `limit` and beyond when it goes on; `over` carries on from step to step. */
function endOfPassed(bytes: Buffer, at: number, limit: number, over: Passed): number {
  let index = at
  for (; index < limit; index += 1) {
    const byte = bytes[index] ?? 0
    const kind = byte | CURLY
    if (over.isText) {
      if (byte === QUOTE) over.isText = false
      else if (byte === BACKSLASH) index += 1
    } else if (byte === QUOTE) over.isText = true
    else if (kind === OPEN_OBJECT) over.depth += 1
    else if (kind === CLOSE_OBJECT) {
      if (over.depth === 0) break
      over.depth -= 1
    } else if (byte === COMMA && over.depth === 0) break
  }
  return index
}

type CutState = {
  readonly bytes: Buffer
  readonly sizes: PieceSizes
  readonly whole: number
  at: number
  /** Owner of the next byte that is no space. */
  place: 'start' | 'object' | 'list' | 'passing' | 'end'
  /** True if a comma must come before anything else. */
  isAfterValue: boolean
  key: string | null
  isFirst: boolean
  passed: Passed
}

/** Begins to cut. The bytes are a list or an object; anything else is malformed here. */
export function cutJson(bytes: Buffer, sizes: PieceSizes): JsonPieces {
  const cut: CutState = {
    bytes,
    sizes,
    whole: bytes.length,
    at: 0,
    place: 'start',
    isAfterValue: false,
    key: null,
    isFirst: true,
    passed: { from: 0, depth: 0, isText: false },
  }

  const isList = seek(cut) === OPEN_LIST
  return { isList, next: () => next(cut) }
}

/** Steps over spaces, but no more of them than a piece may be long. */
function seek(cut: CutState): number | undefined {
  const limit = Math.min(cut.whole, cut.at + cut.sizes.most)
  while (cut.at < limit && isSpace(cut.bytes[cut.at])) cut.at += 1
  return cut.bytes[cut.at]
}

function isBeyond(cut: CutState, behind: number, limit: number): boolean {
  return behind === TOO_MUCH || limit !== cut.whole
}

function beyond(cut: CutState, behind: number, limit: number): Result<never, JsonFault> {
  return isBeyond(cut, behind, limit) ? err('too_long') : MALFORMED
}

function parsed(cut: CutState, text: string, isElements: boolean): Result<JsonPiece, JsonFault> {
  try {
    const value: unknown = JSON.parse(text)
    const piece = { key: cut.key, value, text, isElements, isFirst: cut.isFirst }
    cut.isFirst = false
    return ok(piece)
  } catch {
    return MALFORMED
  }
}

/** The comma before a further value, or the bracket behind the last one; false where neither is there. */
function step(cut: CutState, close: number): 'value' | 'closed' | null {
  const byte = seek(cut)
  if (byte === close) {
    cut.at += 1
    return 'closed'
  }
  if (!cut.isAfterValue) return 'value'
  if (byte !== COMMA) return null
  cut.at += 1
  return seek(cut) === close ? null : 'value'
}

/** As many whole elements as make a run, or one that is longer. */
function elements(cut: CutState): Result<JsonPiece | null, JsonFault> {
  const stepped = step(cut, CLOSE_LIST)
  if (stepped === null) return MALFORMED
  if (stepped === 'closed') return leaveList(cut)
  const start = cut.at
  let end = cut.at
  for (;;) {
    seek(cut)
    const limit = Math.min(cut.whole, cut.at + cut.sizes.most)
    const behind = endOfValue(cut.bytes, cut.at, limit)
    if (behind === cut.at) return MALFORMED
    if (behind < 0) {
      if (end > start) return run(cut, start, end)
      if (cut.sizes.passesOver !== true || !isBeyond(cut, behind, limit)) return beyond(cut, behind, limit)
      cut.passed = { from: cut.at, depth: 0, isText: false }
      return passOver(cut, cut.passed)
    }
    if (end > start && behind - start > cut.sizes.run) return run(cut, start, end)
    cut.at = behind
    end = behind
    if (end - start >= cut.sizes.run || seek(cut) !== COMMA) return run(cut, start, end)
    cut.at += 1
  }
}

function run(cut: CutState, start: number, end: number): Result<JsonPiece, JsonFault> {
  cut.at = end
  cut.isAfterValue = true
  return parsed(cut, `[${cut.bytes.toString('utf8', start, end)}]`, true)
}

/** A step over an element that is not parsed: no longer than an element may be, so that other work has its turn. */
function passOver(cut: CutState, over: Passed): Result<JsonPiece | null, JsonFault> {
  const limit = Math.min(cut.whole, cut.at + cut.sizes.most)
  cut.at = endOfPassed(cut.bytes, cut.at, limit, over)
  const isEnd = cut.at < limit
  if (!isEnd && limit === cut.whole) return MALFORMED
  cut.place = isEnd ? 'list' : 'passing'
  cut.isAfterValue = true
  const head = cut.bytes.toString('utf8', over.from, over.from + HEAD_BYTES)
  const value: readonly PassedOver[] = isEnd ? [{ passedOver: head }] : []
  const piece = { key: cut.key, value, text: '', isElements: true, isFirst: cut.isFirst }
  cut.isFirst = false
  return ok(piece)
}

function leaveList(cut: CutState): Result<JsonPiece | null, JsonFault> {
  cut.place = cut.key === null ? 'end' : 'object'
  cut.isAfterValue = true
  return next(cut)
}

function member(cut: CutState): Result<JsonPiece | null, JsonFault> {
  const stepped = step(cut, CLOSE_OBJECT)
  if (stepped === null) return MALFORMED
  if (stepped === 'closed') {
    cut.place = 'end'
    return next(cut)
  }
  const named = name(cut)
  if (!named.ok) return named
  cut.key = named.value
  cut.isFirst = true
  const start = cut.at
  if (seek(cut) === OPEN_LIST) {
    cut.at += 1
    if (seek(cut) !== CLOSE_LIST) {
      cut.place = 'list'
      cut.isAfterValue = false
      return elements(cut)
    }
  }
  cut.at = start
  seek(cut)
  const limit = Math.min(cut.whole, cut.at + cut.sizes.most)
  const behind = endOfValue(cut.bytes, cut.at, limit)
  if (behind < 0) return beyond(cut, behind, limit)
  const text = cut.bytes.toString('utf8', cut.at, behind)
  cut.at = behind
  cut.isAfterValue = true
  return parsed(cut, text, false)
}

function name(cut: CutState): Result<string, JsonFault> {
  if (seek(cut) !== QUOTE) return MALFORMED
  const limit = Math.min(cut.whole, cut.at + cut.sizes.most)
  const behind = endOfText(cut.bytes, cut.at, limit)
  if (behind === -1) return beyond(cut, behind, limit)
  const text = parsed(cut, cut.bytes.toString('utf8', cut.at, behind), false)
  cut.at = behind
  if (!text.ok || typeof text.value.value !== 'string' || seek(cut) !== COLON) return MALFORMED
  cut.at += 1
  return ok(text.value.value)
}

function next(cut: CutState): Result<JsonPiece | null, JsonFault> {
  switch (cut.place) {
    case 'start': {
      const byte = seek(cut)
      if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) return MALFORMED
      cut.at += 1
      cut.place = byte === OPEN_LIST ? 'list' : 'object'
      return next(cut)
    }
    case 'list':
      return elements(cut)
    case 'passing':
      return passOver(cut, cut.passed)
    case 'object':
      return member(cut)
    case 'end':
      seek(cut)
      return cut.at === cut.whole ? ok(null) : MALFORMED
    default:
      return cut.place satisfies never
  }
}

/**
 * JSON.parse of the same bytes, piece by piece with other work in between. @returns the value, or that the text is
 * not JSON or has a part that is too long to be parsed at once
 */
export async function parseJsonInTurns(
  bytes: Buffer,
  sizes: PieceSizes,
): Promise<Result<unknown, JsonFault>> {
  const pieces = cutJson(bytes, sizes)
  const members: [key: string, value: unknown][] = []
  let list: unknown[] = []
  for (;;) {
    const cut = pieces.next()
    if (!cut.ok) return cut
    if (cut.value === null) break
    const { key, value, isElements, isFirst } = cut.value
    if (isElements && Array.isArray(value)) {
      if (isFirst) list = []
      if (isFirst && key !== null) members.push([key, list])
      for (const element of value as readonly unknown[]) list.push(element)
    } else if (key !== null) members.push([key, value])
    await nextTurn()
  }
  return ok(pieces.isList ? list : Object.fromEntries(members))
}
