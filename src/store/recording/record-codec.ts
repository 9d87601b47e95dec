/** Records to bytes and back: one encoder and one decoder for a segment, block after block in their order. */
import { Buffer } from 'node:buffer'
import type { Level } from '#core/book/book.ts'
import type { Instant } from '#core/market/market.ts'
import { micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Fill } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Mark, RecordedBook, RecordingRecord } from '#core/recording/records.ts'
import { isRecordedTime, MOST_RECORDS, MOST_UNFOLDED } from './block.ts'
import { createByteReader, createByteWriter, type ByteReader } from './bytes.ts'
import { createFolder, type Columns } from './folding.ts'
import { createUnfolder } from './unfolding.ts'

type Kind = RecordingRecord['kind']

/** By the byte that they begin with: new ones come at the end. */
const KINDS: readonly Kind[] = [
  'frame',
  'book',
  'carried',
  'lost',
  'verified',
  'dropped',
  'market',
  'game',
  'begin',
  'opened',
  'closed',
  'gap',
  'complete',
  'row',
  'order',
  'fill',
  'trading',
  'account',
]
const CODES = new Map(KINDS.map((kind, code) => [kind, code]))
const MARKET = 0
const SPORTS = 1

/** Compressed part, and the part that cannot be. */
export type EncodedBlock = { readonly packed: Buffer; readonly hashes: Buffer }

export type RecordEncoder = {
  add(record: RecordingRecord): void
  /** Bytes so far, before compression. */
  size(): number
  /** Records so far. */
  count(): number
  /** Records added since the last call. */
  take(): EncodedBlock
}

/**
 * For the records of one segment.
 *
 * @param redact  takes secrets out of every text
 */
export function createRecordEncoder(redact: (text: string) => string): RecordEncoder {
  const columns = {
    operations: createByteWriter(),
    texts: createByteWriter(),
    ids: createByteWriter(),
    numbers: createByteWriter(),
    hashes: createByteWriter(),
  }
  const { operations, texts, ids, numbers, hashes } = columns
  const folder = createFolder(columns)
  let lastAt = 0
  let added = 0
  return {
    add(record) {
      added += 1
      operations.byte(CODES.get(record.kind) ?? 0)
      operations.step(record.at - lastAt)
      lastAt = record.at
      if (record.kind === 'frame') {
        operations.count(record.connection * 2 + (record.channel === 'market' ? MARKET : SPORTS))
        folder.fold(redactBytes(record.bytes, redact))
      } else folder.fold(Buffer.from(redact(bodyText(record))))
    },
    size: () => operations.length + texts.length + ids.length + numbers.length + hashes.length,
    count: () => added,
    take() {
      added = 0
      const parts = [operations, texts, ids, numbers].map((column) => column.take())
      const lengths = createByteWriter()
      for (const part of parts) lengths.count(part.length)
      return { packed: Buffer.concat([lengths.take(), ...parts]), hashes: hashes.take() }
    },
  }
}

type RecordDecoder = {
  /** @throws for a block that does not follow the one before */
  decode(block: EncodedBlock): readonly RecordingRecord[]
}

/** For the blocks of one segment, from its first on. */
export function createRecordDecoder(): RecordDecoder {
  const unfolder = createUnfolder()
  let lastAt = 0
  let unfolded = 0

  function textOf(columns: Columns<ByteReader>): Buffer {
    const text = unfolder.unfold(columns)
    unfolded += text.length
    return text
  }

  function next(columns: Columns<ByteReader>): RecordingRecord {
    const { operations } = columns
    const kind = KINDS[operations.byte()]
    if (kind === undefined) throw new Error('a record is of an unknown kind')
    const at = lastAt + operations.step()
    if (!isRecordedTime(at)) throw new Error('a record has an impossible time')
    lastAt = at
    if (kind !== 'frame') return readBody(kind, at, textOf(columns).toString())
    const from = operations.count()
    const channel = from % 2 === MARKET ? 'market' : 'sports'
    return { kind, at, channel, connection: Math.floor(from / 2), bytes: textOf(columns) }
  }

  return {
    decode({ packed, hashes }) {
      const columns = columnsOf(packed, hashes)
      const records: RecordingRecord[] = []
      unfolded = 0
      while (!columns.operations.isAtEnd()) {
        if (records.length >= MOST_RECORDS) throw new Error(`a block has more than ${MOST_RECORDS} records`)
        records.push(next(columns))
        if (unfolded > MOST_UNFOLDED)
          throw new Error(`the texts of a block are longer than ${MOST_UNFOLDED} bytes`)
      }
      return records
    },
  }
}

function columnsOf(packed: Buffer, hashes: Buffer): Columns<ByteReader> {
  const head = createByteReader(packed)
  const lengths = [head.count(), head.count(), head.count(), head.count()]
  const [operations, texts, ids, numbers] = lengths.map((length) => createByteReader(head.bytes(length)))
  if (!operations || !texts || !ids || !numbers) throw new Error('a block has no columns')
  return { operations, texts, ids, numbers, hashes: createByteReader(hashes) }
}

/** The bytes themselves where there is nothing to take out, which is all but never otherwise. */
function redactBytes(bytes: Uint8Array, redact: (text: string) => string): Buffer {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = whole.toString('utf8')
  const redacted = redact(text)
  return redacted === text ? whole : Buffer.from(redacted)
}

/** One mark as a line of JSON. */
export function markLine(mark: Mark): string {
  return JSON.stringify(mark, writeBigint)
}

export function readMarkLine(line: string): Mark {
  return JSON.parse(line, readBigint) as Mark
}

type Body = Readonly<Record<string, unknown>>

function bodyText({ kind, at, ...body }: Exclude<RecordingRecord, { kind: 'frame' }>): string {
  void kind
  void at
  const written = 'book' in body ? { book: plainBook(body.book) } : body
  return JSON.stringify(written, writeBigint)
}

function readBody(kind: Exclude<Kind, 'frame'>, at: Instant, text: string): RecordingRecord {
  const body = JSON.parse(text, readBigint) as Body
  if (kind === 'book') return { kind, at, book: bookOf(body['book'] as PlainBook) }
  if (kind === 'fill') return { kind, at, fill: fillOf(body['fill'] as PlainFill) }
  return { kind, at, ...body } as RecordingRecord
}

/** Earlier versions kept no cash: it was size times price. */
type PlainFill = Omit<Fill, 'cash'> & Partial<Pick<Fill, 'cash'>>

function fillOf(fill: PlainFill): Fill {
  return { ...fill, cash: fill.cash ?? notional(fill.price, fill.size) }
}

type PlainBook = Omit<RecordedBook, 'bids' | 'asks'> & {
  /** Prices in steps and sizes in millionths by turns, as text: the figures of texts are what is folded. */
  readonly bids: readonly string[]
  readonly asks: readonly string[]
}

function plainBook(book: RecordedBook): PlainBook {
  return { ...book, bids: plainLevels(book.bids), asks: plainLevels(book.asks) }
}

function plainLevels(levels: readonly Level[]): readonly string[] {
  return levels.flatMap(([price, size]) => [String(price), String(size)])
}

function bookOf(book: PlainBook): RecordedBook {
  return { ...book, bids: levelsOf(book.bids), asks: levelsOf(book.asks) }
}

function levelsOf(plain: readonly string[]): readonly Level[] {
  const levels: Level[] = []
  for (let index = 0; index < plain.length; index += 2) {
    const price = priceFromSteps(Number(plain[index]))
    if (price === null) throw new Error('a book has no price')
    levels.push([price, micros(wholeOf(plain[index + 1] ?? ''))])
  }
  return levels
}

function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { $n: String(value) } : value
}

function readBigint(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && '$n' in value && typeof value.$n === 'string'
    ? wholeOf(value.$n)
    : value
}

/** An approval without limit has 78 digits, in the chain's own words of 256 bits; a text of millions would take minutes. */
function wholeOf(digits: string): bigint {
  if (!/^-?\d{1,80}$/.test(digits)) throw new Error('a number is too long')
  return BigInt(digits)
}
