/** Reads a recording, beside a terminal that is still writing it if need be. What is torn or damaged ends its segment. */
import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createZstdDecompress, zstdDecompress } from 'node:zlib'
import type { Instant } from '#core/market/market.ts'
import type { Mark, RecordingRecord } from '#core/recording/records.ts'
import { readRecords } from './record-codec.ts'
import { listSegments, readBlocks, type Block, type Segment } from './segments.ts'

const decompress = promisify(zstdDecompress)
/** A segment lasts five minutes, and a moment more. */
const LONGEST_SEGMENT_MS = 6 * 60_000
const WRONG_LENGTH = 'a block is not as long as its head says'

type Span = { readonly from: Instant; readonly to: Instant }

/** Bytes of marks that one reading gives, as text: they are held in memory, where they may take ten times as much. */
const MOST_MARKED = 256 * 1024 * 1024

/** @param directory  that holds the segments; it need not exist */
export function openRecording(directory: string) {
  return {
    /** Oldest first. */
    segments: () => listSegments(directory),
    /** First and last instant; null when nothing is recorded. */
    range: () => range(directory),
    /** Recorded spans, to some minutes, oldest first. */
    spans: () => spans(directory),
    /**
     * Records in their order, about a second at a time, to the first beyond `until`. They begin before `from`: at the newest
     * segment that had all it needs by then, or the oldest one. Where a segment begins its books, markets, games and connections
     * are given again as they are.
     */
    records: (from: Instant, until: Instant) => records(directory, from, until),
    /** Own rows, orders and fills, modes, games, connections and gaps, without the frames. */
    marks: (from: Instant, until: Instant) => marks(directory, from, until),
  }
}

/** The segments that `records` from the instant on reads. */
export async function segmentsSince(directory: string, from: Instant): Promise<readonly Segment[]> {
  const segments = await listSegments(directory)
  return segments.slice(await firstNeeded(directory, segments, from))
}

async function range(directory: string): Promise<Span | null> {
  const segments = await listSegments(directory)
  const [first] = segments
  if (first === undefined) return null
  for (const segment of segments.toReversed()) {
    let to: Instant | null = null
    for await (const { head } of readBlocks(join(directory, segment.name)))
      to = Math.max(to ?? head.to, head.to)
    if (to !== null) return { from: first.from, to }
  }
  return null
}

/** By the names of the files alone: a segment ends with the next one, or after its longest time. */
async function spans(directory: string): Promise<readonly Span[]> {
  const whole = await range(directory)
  if (whole === null) return []
  const found: Span[] = []
  for (const segment of await listSegments(directory)) {
    if (segment.from > whole.to) break
    const to = Math.min(whole.to, segment.from + LONGEST_SEGMENT_MS)
    const last = found.at(-1)
    const goesOn = last !== undefined && segment.from <= last.to
    if (goesOn) found.pop()
    found.push({ from: goesOn ? last.from : segment.from, to })
  }
  return found
}

async function* records(
  directory: string,
  from: Instant,
  until: Instant,
): AsyncGenerator<readonly RecordingRecord[], void, void> {
  for (const segment of await segmentsSince(directory, from)) {
    if (segment.from > until) return
    using inflater = createInflater()
    for await (const block of readBlocks(join(directory, segment.name))) {
      if (block.head.type !== 'records') continue
      if (block.head.from > until) return
      const payload = await block.payload()
      if (payload === null) break
      let batch: readonly RecordingRecord[]
      try {
        batch = readRecords(await inflater.inflate(payload, block.head.unpacked))
      } catch (error) {
        throw unreadable(segment, error)
      }
      yield batch
    }
  }
}

/** The newest segment that had all it needs at the instant, by its place in the list. */
async function firstNeeded(directory: string, segments: readonly Segment[], at: Instant): Promise<number> {
  for (let index = segments.findLastIndex(({ from }) => from <= at); index > 0; index -= 1) {
    const segment = segments[index]
    if (segment !== undefined && (await completeAt(join(directory, segment.name))) <= at) return index
  }
  return 0
}

async function completeAt(path: string): Promise<Instant> {
  for await (const { head } of readBlocks(path)) if (head.isComplete) return head.to
  return Number.POSITIVE_INFINITY
}

async function* marks(
  directory: string,
  from: Instant,
  until: Instant,
): AsyncGenerator<readonly Mark[], void, void> {
  const segments = await listSegments(directory)
  const first = Math.max(
    0,
    segments.findLastIndex((segment) => segment.from <= from),
  )
  let bytes = 0
  for (const segment of segments.slice(first)) {
    if (segment.from > until) return
    for await (const block of readBlocks(join(directory, segment.name))) {
      if (block.head.type !== 'marks' || block.head.to < from) continue
      if (block.head.from > until) return
      bytes += block.head.unpacked
      if (bytes > MOST_MARKED)
        throw unreadable(segment, new Error(`the marks up to here are longer than ${MOST_MARKED} bytes`))
      const found = await marksOf(block).catch((error: unknown) => {
        throw unreadable(segment, error)
      })
      if (found === null) break
      yield found.filter(({ at }) => at >= from && at <= until)
    }
  }
}

async function marksOf(block: Block): Promise<readonly Mark[] | null> {
  const payload = await block.payload()
  if (payload === null) return null
  const bytes = await decompress(payload, { maxOutputLength: block.head.unpacked })
  if (bytes.length !== block.head.unpacked) throw new Error(WRONG_LENGTH)
  return readRecords(bytes) as readonly Mark[]
}

/** Which file, and what about it; a library's own words may quote what is in the file. */
function unreadable({ name }: Segment, error: unknown): Error {
  const isOurs = error instanceof Error && error.constructor === Error && !('code' in error)
  const why = `${name}: ${isOurs ? error.message : 'a record cannot be read'}`
  return Object.assign(new Error(why, { cause: error }), { code: 'recording' })
}

/** Output of one long stream, flush after flush; exactly of the announced length. */
function createInflater() {
  const stream = createZstdDecompress()
  let wake = (): void => {}
  for (const event of ['readable', 'error', 'close']) stream.on(event, () => wake())
  return {
    [Symbol.dispose]: () => void stream.destroy(),
    /** @param length  of what comes out */
    async inflate(compressed: Buffer, length: number): Promise<Buffer> {
      let isTaken = false
      stream.write(compressed, () => {
        isTaken = true
        wake()
      })
      const chunks: Buffer[] = []
      let missing = length
      while (missing >= 0) {
        const chunk = stream.read() as Buffer | null
        if (chunk === null && (isTaken || stream.destroyed || stream.readableEnded)) break
        if (chunk === null) await new Promise<void>((resolve) => (wake = resolve))
        else {
          chunks.push(chunk)
          missing -= chunk.length
        }
      }
      if (missing !== 0) throw stream.errored ?? new Error(WRONG_LENGTH)
      return Buffer.concat(chunks)
    },
  }
}
