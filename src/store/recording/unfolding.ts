/** Texts put together again from what `folding.ts` made of them, to the last byte. */
import { Buffer } from 'node:buffer'
import type { ByteReader } from './bytes.ts'
import {
  DECIMALS,
  FIRST_SHAPE,
  HASH,
  ID,
  ID_MOST,
  LONGEST_SHAPE,
  MOST_IDS,
  MOST_SHAPES,
  NUMBER,
  OWN,
  OWN_ID,
  TIME,
  WHOLE,
  WRITTEN_OUT,
} from './folding.ts'
import type { Columns } from './folding.ts'

const HASH_BYTES = 20

/** Texts between a text's values, and the values' marks. */
type Shape = { readonly parts: readonly Buffer[]; readonly marks: readonly number[] }

type Unfolder = {
  /** The next text of the columns. @throws where the columns do not belong to what was read before */
  unfold(columns: Columns<ByteReader>): Buffer
}

type UnfolderState = {
  readonly ids: Buffer[]
  readonly shapes: Shape[]
  text: Buffer
  length: number
  lastId: number
  lastTime: number
}

/** Begins with nothing remembered: for the texts of one segment, in their order. */
export function createUnfolder(): Unfolder {
  const state: UnfolderState = {
    ids: [],
    shapes: [],
    text: Buffer.allocUnsafeSlow(64 * 1024),
    length: 0,
    lastId: 0,
    lastTime: 0,
  }
  return { unfold: (columns) => unfold(state, columns) }
}

function unfold(state: UnfolderState, columns: Columns<ByteReader>): Buffer {
  const { operations, texts } = columns
  const how = operations.count()
  if (how === WHOLE) return Buffer.from(texts.bytes(operations.count()))
  const { parts, marks } = shapeOf(state, how, columns)
  state.length = 0
  for (const [index, part] of parts.entries()) {
    put(state, part)
    const mark = marks[index]
    if (mark !== undefined) putValue(state, mark, columns)
  }
  return Buffer.from(state.text.subarray(0, state.length))
}

function shapeOf({ shapes }: UnfolderState, how: number, { operations, texts }: Columns<ByteReader>): Shape {
  if (how === WRITTEN_OUT) return readShape(texts.bytes(operations.count()))
  const known = shapes[how - FIRST_SHAPE]
  if (known !== undefined) return known
  const length = operations.count()
  if (how !== FIRST_SHAPE + shapes.length || shapes.length >= MOST_SHAPES || length > LONGEST_SHAPE)
    throw new Error('a text is none that may be kept')
  const shape = readShape(texts.bytes(length))
  shapes.push(shape)
  return shape
}

function readShape(from: Buffer): Shape {
  const text = Buffer.from(from)
  const parts: Buffer[] = []
  const marks: number[] = []
  let start = 0
  for (const [at, byte] of text.entries()) {
    if (byte === 0 || byte > NUMBER) continue
    parts.push(text.subarray(start, at))
    marks.push(byte)
    start = at + 1
  }
  parts.push(text.subarray(start))
  return { parts, marks }
}

function room(state: UnfolderState, more: number): Buffer {
  if (state.length + more > state.text.length) {
    const larger = Buffer.allocUnsafeSlow(Math.max(state.text.length * 2, state.length + more))
    state.text.copy(larger, 0, 0, state.length)
    state.text = larger
  }
  return state.text
}

function put(state: UnfolderState, bytes: Buffer): void {
  room(state, bytes.length).set(bytes, state.length)
  state.length += bytes.length
}

function putText(state: UnfolderState, text: string): void {
  state.length += room(state, text.length).write(text, state.length, 'latin1')
}

function putValue(state: UnfolderState, mark: number, columns: Columns<ByteReader>): void {
  const { numbers, hashes } = columns
  switch (mark) {
    case ID:
      put(state, readId(state, columns))
      return
    case OWN_ID:
      put(state, OWN)
      put(state, readId(state, columns))
      return
    case HASH:
      putText(state, hashes.bytes(HASH_BYTES).toString('hex'))
      return
    case TIME:
      state.lastTime += numbers.step()
      putText(state, String(state.lastTime))
      return
    default:
      putText(state, numberText(numbers.count()))
  }
}

function readId(state: UnfolderState, { ids }: Columns<ByteReader>): Buffer {
  state.lastId += ids.step()
  const known = state.ids[state.lastId]
  if (known !== undefined) return known
  const length = ids.count()
  if (state.lastId !== state.ids.length || state.ids.length >= MOST_IDS || length > ID_MOST)
    throw new Error('an id is none that may be kept')
  const id = Buffer.from(ids.bytes(length))
  state.ids.push(id)
  return id
}

function numberText(value: number): string {
  const decimals = value % DECIMALS
  const digits = String(Math.floor(value / DECIMALS)).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
