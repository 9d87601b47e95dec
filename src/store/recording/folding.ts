/**
 * Texts of JSON taken apart and put together again to the last byte. What repeats in every frame and says little (ids of 77
 * digits, names of fields) becomes a number; hashes, which nothing can shorten, become their bytes. What remains is compressed (ADR 128).
 */
import { Buffer } from 'node:buffer'
import type { ByteWriter } from './bytes.ts'

/** Columns by kind, as like compresses best beside like. */
export type Columns<Part> = {
  readonly operations: Part
  /** Texts whose values were removed, and unfolded texts. */
  readonly texts: Part
  readonly ids: Part
  readonly numbers: Part
  /** Never compressed. */
  readonly hashes: Part
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const LOWER_A = 0x61
const LOWER_F = 0x66
const LOWER_X = 0x78

/** Mark of a removed value in its text. A text with such a byte of its own is kept unfolded. */
export const ID = 1
export const OWN_ID = 2
export const HASH = 3
export const TIME = 4
export const NUMBER = 5
/** Before an id of ours. */
export const OWN = Buffer.from('pm:')

const ID_LEAST = 60
export const ID_MOST = 80
const ID_HEX = 66
const HASH_HEX = 40
const TIME_DIGITS = 13
/** Times the decimals that are given beside them, still a safe integer. */
const NUMBER_DIGITS = 15
export const DECIMALS = 8

/** Memory bound of one segment: beyond it ids and texts are written out. */
export const MOST_IDS = 200_000
export const MOST_SHAPES = 4_096
export const LONGEST_SHAPE = 600

/** How a text is written; all above are numbers of shapes. */
export const WHOLE = 0
export const WRITTEN_OUT = 1
export const FIRST_SHAPE = 2

type Folder = {
  /** Writes a text into the columns. @param bytes  UTF-8 */
  fold(bytes: Buffer): void
}

type FolderState = {
  readonly columns: Columns<ByteWriter>
  readonly ids: Map<string, number>
  readonly shapes: Map<string, number>
  /** From, to and mark of each value of the text at hand. */
  readonly values: number[]
  shape: Buffer
  lastId: number
  lastTime: number
}

/** Begins with nothing remembered: for the texts of one segment, in their order. */
export function createFolder(columns: Columns<ByteWriter>): Folder {
  const state: FolderState = {
    columns,
    ids: new Map(),
    shapes: new Map(),
    values: [],
    shape: Buffer.allocUnsafeSlow(4_096),
    lastId: 0,
    lastTime: 0,
  }
  return { fold: (bytes) => fold(state, bytes) }
}

function fold(state: FolderState, bytes: Buffer): void {
  const { columns, values } = state
  if (!findValues(bytes, values)) {
    columns.operations.count(WHOLE)
    columns.operations.count(bytes.length)
    columns.texts.bytes(bytes)
    return
  }
  if (state.shape.length < bytes.length) state.shape = Buffer.allocUnsafeSlow(bytes.length * 2)
  const { shape } = state
  let length = 0
  let copied = 0
  for (let index = 0; index < values.length; index += 3) {
    const from = values[index] ?? 0
    const to = values[index + 1] ?? 0
    const mark = values[index + 2] ?? 0
    if (!writeValue(state, bytes, from, to, mark)) continue
    length += bytes.copy(shape, length, copied, from)
    shape[length] = mark
    length += 1
    copied = to
  }
  length += bytes.copy(shape, length, copied)
  writeShape(state, shape.subarray(0, length))
}

/** Fills the list with what can be taken out of the text; false for a text with a mark of its own. */
function findValues(bytes: Buffer, values: number[]): boolean {
  values.length = 0
  let opened = -1
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) {
      if (opened === -1) opened = at + 1
      else {
        const mark = markOf(bytes, opened, at)
        if (mark !== 0) values.push(opened, at, mark)
        opened = -1
      }
    } else if (byte === BACKSLASH) {
      at += 1
      if (isMark(bytes[at])) return false
    } else if (isMark(byte)) return false
  }
  return true
}

function isMark(byte: number | undefined): boolean {
  return byte !== undefined && byte !== 0 && byte <= NUMBER
}

/** Mark of the text between two quotes; 0 when it is kept. */
function markOf(bytes: Buffer, from: number, to: number): number {
  const length = to - from
  const first = bytes[from] ?? 0
  if (length >= ID_LEAST) {
    const isOwn = first === OWN[0] && bytes[from + 1] === OWN[1] && bytes[from + 2] === OWN[2]
    return isId(bytes, isOwn ? from + OWN.length : from, to) ? (isOwn ? OWN_ID : ID) : 0
  }
  if (length === HASH_HEX) return areHex(bytes, from, to) ? HASH : 0
  if (length === 0 || first < ZERO || first > NINE) return 0
  if (length === TIME_DIGITS && first !== ZERO && areDigits(bytes, from, to)) return TIME
  return isNumber(bytes, from, to) ? NUMBER : 0
}

/** A long whole number, or 32 bytes in hex. */
function isId(bytes: Buffer, from: number, to: number): boolean {
  if (to - from > ID_MOST) return false
  if (to - from === ID_HEX && bytes[from] === ZERO && bytes[from + 1] === LOWER_X)
    return areHex(bytes, from + 2, to)
  return areDigits(bytes, from, to)
}

function areDigits(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < ZERO || byte > NINE) return false
  }
  return true
}

function areHex(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0
    if ((byte < ZERO || byte > NINE) && (byte < LOWER_A || byte > LOWER_F)) return false
  }
  return true
}

/** Decimal text in the one form that its digits and its decimals give again. */
function isNumber(bytes: Buffer, from: number, to: number): boolean {
  const whole = dotOf(bytes, from, to)
  const decimals = Math.max(0, to - whole - 1)
  if (to - from > NUMBER_DIGITS || decimals >= DECIMALS || (whole < to && decimals === 0)) return false
  if (whole === from || (bytes[from] === ZERO && whole - from > 1)) return false
  return areDigits(bytes, from, whole) && areDigits(bytes, whole + 1, to)
}

/** False for an id that is one too many: it stays in the text. */
function writeValue(state: FolderState, bytes: Buffer, from: number, to: number, mark: number): boolean {
  const { numbers, hashes } = state.columns
  switch (mark) {
    case ID:
      return writeId(state, bytes, from, to)
    case OWN_ID:
      return writeId(state, bytes, from + OWN.length, to)
    case HASH:
      hashes.bytes(Buffer.from(bytes.toString('latin1', from, to), 'hex'))
      return true
    case TIME: {
      const time = wholeNumber(bytes, from, to)
      numbers.step(time - state.lastTime)
      state.lastTime = time
      return true
    }
    default: {
      const decimals = Math.max(0, to - dotOf(bytes, from, to) - 1)
      numbers.count(wholeNumber(bytes, from, to) * DECIMALS + decimals)
      return true
    }
  }
}

function writeId(state: FolderState, bytes: Buffer, from: number, to: number): boolean {
  const { ids, columns } = state
  const key = bytes.toString('latin1', from, to)
  const known = ids.get(key)
  if (known === undefined && ids.size >= MOST_IDS) return false
  const number = known ?? ids.size
  columns.ids.step(number - state.lastId)
  state.lastId = number
  if (known !== undefined) return true
  ids.set(key, number)
  columns.ids.count(to - from)
  columns.ids.bytes(bytes.subarray(from, to))
  return true
}

/** Where the dot is; the end where there is none. */
function dotOf(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at += 1) if (bytes[at] === DOT) return at
  return to
}

/** Number of the digits, ignoring a dot among them. */
function wholeNumber(bytes: Buffer, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte !== DOT) value = value * 10 + (byte - ZERO)
  }
  return value
}

function writeShape({ columns, shapes }: FolderState, shape: Buffer): void {
  const key = shape.length <= LONGEST_SHAPE ? shape.toString('latin1') : null
  const known = key === null ? undefined : shapes.get(key)
  if (known !== undefined) {
    columns.operations.count(FIRST_SHAPE + known)
    return
  }
  if (key === null || shapes.size >= MOST_SHAPES) columns.operations.count(WRITTEN_OUT)
  else {
    columns.operations.count(FIRST_SHAPE + shapes.size)
    shapes.set(key, shapes.size)
  }
  columns.operations.count(shape.length)
  columns.texts.bytes(shape)
}
