/** Records as lines of JSON, and back. */
import { Buffer } from 'node:buffer'
import type { Level } from '#core/book/book.ts'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import type { RecordedBook, RecordingRecord } from '#core/recording/records.ts'
import { taggedJson, wholeOf } from '../json.ts'
import { isRecordedTime, MOST_RECORDS } from './block.ts'

const JSON_OF_RECORDS = taggedJson('$n')

/**
 * One record.
 *
 * @param redact  takes secrets out of every text
 */
export function recordLine(record: RecordingRecord, redact: (text: string) => string): string {
  if (record.kind !== 'frame') return redact(JSON_OF_RECORDS.write(plain(record)))
  const { bytes, ...frame } = record
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return JSON.stringify({ ...frame, text: redact(text) })
}

/** @throws for what no recorder writes: a right checksum proves no right records */
export function readRecords(bytes: Buffer): readonly RecordingRecord[] {
  const lines = bytes.toString('utf8').split('\n', MOST_RECORDS + 1)
  if (lines.length > MOST_RECORDS) throw new Error(`a block has more than ${MOST_RECORDS} records`)
  return lines.map(readRecord)
}

function readRecord(line: string): RecordingRecord {
  const read = JSON_OF_RECORDS.read(line) as PlainRecord
  if (!isRecordedTime(read.at)) throw new Error('a record has an impossible time')
  if (read.kind === 'frame') {
    const { text, ...frame } = read
    return { ...frame, bytes: Buffer.from(text) }
  }
  return read.kind === 'book' ? { ...read, book: bookOf(read.book) } : read
}

type Of<Kind extends RecordingRecord['kind']> = Extract<RecordingRecord, { readonly kind: Kind }>
type PlainRecord =
  | (Omit<Of<'frame'>, 'bytes'> & { readonly text: string })
  | (Omit<Of<'book'>, 'book'> & { readonly book: PlainBook })
  | Exclude<RecordingRecord, Of<'frame'> | Of<'book'>>

type PlainBook = Omit<RecordedBook, 'bids' | 'asks'> & {
  /** Prices in steps and sizes in millionths by turns, as text: JSON has no integers of their length. */
  readonly bids: readonly string[]
  readonly asks: readonly string[]
}

function plain(record: Exclude<RecordingRecord, Of<'frame'>>): unknown {
  if (record.kind !== 'book') return record
  const { book } = record
  return { ...record, book: { ...book, bids: plainLevels(book.bids), asks: plainLevels(book.asks) } }
}

function plainLevels(levels: readonly Level[]): readonly string[] {
  return levels.flatMap(([price, size]) => [String(price), String(size)])
}

function bookOf(book: PlainBook): RecordedBook {
  return { ...book, bids: levelsOf(book.bids), asks: levelsOf(book.asks) }
}

function levelsOf(plainSide: readonly string[]): readonly Level[] {
  const levels: Level[] = []
  for (let index = 0; index < plainSide.length; index += 2) {
    const price = priceFromSteps(Number(plainSide[index]))
    if (price === null) throw new Error('a book has no price')
    levels.push([price, micros(wholeOf(plainSide[index + 1] ?? ''))])
  }
  return levels
}
