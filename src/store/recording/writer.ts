/**
 * Writes a recording: records to blocks once a second, blocks compressed and appended one after the other beside the
 * thread that trades. The queue to the disk is bounded; where the disk is too slow, short of space or refuses, the
 * segment ends and says why (INV-68).
 */
import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, createZstdCompress, zstdCompress, type ZstdCompress } from 'node:zlib'
import { wordsOf } from '#lib/result.ts'
import type { Instant } from '#core/market/market.ts'
import type { Mark, RecordingRecord } from '#core/recording/records.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { RecordingFault, RecordingStore } from '#ports/recording.ts'
import { MOST_RECORDS, writeBlock, type BlockHead } from './block.ts'
import { recordLine } from './record-codec.ts'
import { listSegments, segmentName, soundLength, type Segment } from './segments.ts'
import type { RecordingDisk, SegmentFile } from './segment-file.ts'

const BLOCK_MS = 1_000
/** A block is written before its second is over once it has so much. */
const BLOCK_BYTES = 4 * 1024 * 1024
const SYNC_MS = 5_000
const LOOK_MS = 10_000
/** With 16 MiB of what was before, since ids come back late. */
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 3,
  [constants.ZSTD_c_windowLog]: 24,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
}
const compressMarks = promisify(zstdCompress)

type RecordingLimits = {
  /** Bound of all segments; the oldest go first. */
  readonly mostBytes: number
  readonly mostAgeMs: number
  /** Space left to the rest of the terminal. */
  readonly leaveFree: number
  /** Bytes that may wait for the disk. */
  readonly mostWaiting: number
}

type WriterOptions = {
  readonly directory: string
  readonly clock: Clock
  readonly log: Log
  readonly redact: (text: string) => string
  readonly disk: RecordingDisk
  readonly limits: RecordingLimits
}

/** A segment as it is written: its place in the queue of work is that of its `begin`. */
type OpenSegment = ReturnType<typeof newSegment>

type WriterState = ReturnType<typeof newState>

function newState(options: WriterOptions) {
  return {
    ...options,
    open: null as OpenSegment | null,
    fault: null as RecordingFault | null,
    /** Those that have ended, oldest first; null until the directory has been read. */
    kept: null as readonly Segment[] | null,
    lastFrom: 0,
    waiting: 0,
    work: Promise.resolve(),
  }
}

/** Begins nothing; cuts off the torn end of a run that was killed. */
export function createRecordingWriter(options: WriterOptions): RecordingStore {
  const state = newState(options)
  const { clock } = options
  later(state, () => openDirectory(state))
  const stops = [
    clock.every(BLOCK_MS, () => flush(state)),
    clock.every(LOOK_MS, () => later(state, () => makeRoom(state))),
  ]
  return {
    begin(at) {
      end(state)
      state.fault = state.waiting > state.limits.mostWaiting / 2 ? 'slow' : null
      if (state.fault !== null) return
      state.lastFrom = Math.max(at, state.lastFrom + 1)
      state.open = newSegment(state.lastFrom, clock.monotonic(), (error) => fail(state, error))
      later(state, () => makeRoom(state))
    },
    add: (record) => add(state, record),
    end: () => end(state),
    state: () => ({
      isOpen: state.open !== null,
      fault: state.fault,
      bytes: (state.kept ?? []).reduce((sum, { bytes }) => sum + bytes, state.open?.bytes ?? 0),
      segmentBytes: state.open?.bytes ?? 0,
      since: state.kept?.[0]?.from ?? state.open?.from ?? null,
    }),
    async close() {
      for (const stop of stops) stop()
      end(state)
      await state.work
    },
  }
}

/** Work on the disk, one after the other; what it throws ends the segment at hand. */
function later(state: WriterState, work: () => Promise<void>): void {
  state.work = state.work.then(work).catch((error: unknown) => fail(state, error))
}

function fail(state: WriterState, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  const words = wordsOf(error)
  state.log.error('recording.failed', { error: code ?? words })
  giveUp(state, code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'failed')
}

function giveUp(state: WriterState, fault: RecordingFault): void {
  if (state.open === null) return
  state.log.warn('recording.stopped', { reason: fault })
  state.fault = fault
  const { open } = state
  state.open = null
  later(state, () => closeSegment(state, open))
}

async function openDirectory(state: WriterState): Promise<void> {
  const found = await listSegments(state.directory)
  const newest = found.at(-1)
  if (newest !== undefined) {
    const length = await soundLength(join(state.directory, newest.name))
    if (length === 0) await state.disk.remove(state.directory, newest.name)
    else if (length < newest.bytes) await state.disk.cut(state.directory, newest.name, length)
    if (length < newest.bytes) state.log.info('recording.torn_end_cut', { bytes: newest.bytes - length })
  }
  state.kept = [...(await listSegments(state.directory)), ...(state.kept ?? [])]
}

function newSegment(from: Instant, syncedAt: number, onFault: (error: unknown) => void) {
  const packer = createZstdCompress({ params: COMPRESSION })
  packer.on('error', onFault)
  return {
    name: segmentName(from),
    packer,
    /** Lines of the block at hand, and what becomes one with the block; marks are places among them. */
    records: [] as (string | RecordingRecord)[],
    marks: [] as number[],
    /** Characters of its records. */
    size: 0,
    from: null as Instant | null,
    to: from,
    isComplete: false,
    bytes: 0,
    file: null as SegmentFile | null,
    syncedAt,
    /** A block of it was written in part: nothing may follow. */
    isTorn: false,
  }
}

function add(state: WriterState, record: RecordingRecord): void {
  const { open } = state
  if (open === null) return
  let line: string | RecordingRecord = record
  try {
    if (!WITH_ORDERS.has(record.kind)) line = recordLine(record, state.redact)
  } catch (error) {
    return fail(state, error)
  }
  open.from ??= record.at
  open.to = record.at
  if (!RECORDS_ALONE.has(record.kind)) open.marks.push(open.records.length)
  open.records.push(line)
  open.size += typeof line === 'string' ? line.length : USUAL_LENGTH
  if (record.kind === 'complete') open.isComplete = true
  if (open.size >= BLOCK_BYTES || open.records.length >= MOST_RECORDS) flush(state)
}

/** An order has not left when they are added, and does not wait for their text. */
const WITH_ORDERS: ReadonlySet<RecordingRecord['kind']> = new Set(['row', 'order'])
const USUAL_LENGTH = 1_000

const RECORDS_ALONE: ReadonlySet<string> = new Set<Exclude<RecordingRecord, Mark>['kind']>([
  'frame',
  'book',
  'carried',
  'lost',
  'verified',
  'dropped',
  'market',
])

/** Hands what was added to the disk's queue; the segment ends where too much waits there. */
function flush(state: WriterState): void {
  const { open } = state
  if (open === null || open.from === null) return
  const { from, to, isComplete } = open
  const lines = open.records.map((one) => (typeof one === 'string' ? one : recordLine(one, state.redact)))
  const marks = open.marks.flatMap((at) => lines[at] ?? [])
  const block = Buffer.from(lines.join('\n'))
  open.records = []
  open.marks = []
  open.size = 0
  open.from = null
  open.isComplete = false
  state.waiting += block.length
  later(state, async () => {
    state.waiting -= block.length
    await write(state, open, block, { from, to, isComplete }, marks)
  })
  if (state.waiting > state.limits.mostWaiting) giveUp(state, 'slow')
}

function end(state: WriterState): void {
  flush(state)
  const { open } = state
  state.open = null
  if (open !== null) later(state, () => closeSegment(state, open))
}

async function closeSegment(state: WriterState, segment: OpenSegment): Promise<void> {
  segment.packer.destroy()
  const { file, name, bytes } = segment
  if (file === null) return
  segment.file = null
  if (segment.isTorn) await state.disk.cut(state.directory, name, bytes).catch(() => {})
  state.kept = [...(state.kept ?? []), { name, from: Number.parseInt(name, 10), bytes }]
  await file.sync().finally(() => file.close())
}

async function write(
  state: WriterState,
  segment: OpenSegment,
  records: Buffer,
  span: BlockSpan,
  marks: readonly string[],
): Promise<void> {
  if (segment.isTorn) return
  const blocks = [blockOf('records', span, records, await flushed(segment.packer, records))]
  if (marks.length > 0) {
    const lines = Buffer.from(marks.join('\n'))
    blocks.push(blockOf('marks', span, lines, await compressMarks(lines)))
  }
  segment.file ??= await state.disk.create(state.directory, segment.name)
  for (const block of blocks) {
    segment.isTorn = true
    await segment.file.append(block)
    segment.isTorn = false
    segment.bytes += block.length
  }
  if (state.clock.monotonic() - segment.syncedAt < SYNC_MS) return
  segment.syncedAt = state.clock.monotonic()
  await segment.file.sync()
}

type BlockSpan = Pick<BlockHead, 'from' | 'to' | 'isComplete'>

function blockOf(type: BlockHead['type'], span: BlockSpan, lines: Buffer, payload: Buffer): Buffer {
  return writeBlock({ ...span, type, compressed: payload.length, unpacked: lines.length }, payload)
}

/** Puts bytes through the segment's one stream: each block is shorter for what the blocks before it were. */
function flushed(packer: ZstdCompress, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const take = (chunk: Buffer): void => {
      chunks.push(chunk)
    }
    packer.on('data', take)
    packer.once('error', reject)
    packer.write(bytes)
    packer.flush(constants.ZSTD_e_flush, () => {
      packer.off('data', take)
      packer.off('error', reject)
      resolve(Buffer.concat(chunks))
    })
  })
}

/** Removes the oldest segments beyond the limits; ends the one at hand where the disk has no room for more. */
async function makeRoom(state: WriterState): Promise<void> {
  const { clock, directory, disk, limits } = state
  const oldest = clock.now() - limits.mostAgeMs
  const sum = (): number => (state.kept ?? []).reduce((all, { bytes }) => all + bytes, state.open?.bytes ?? 0)
  for (;;) {
    const [first, next] = state.kept ?? []
    if (first === undefined) break
    // A segment reaches to the beginning of the next one.
    const isOld = (next?.from ?? clock.now()) < oldest
    if (!isOld && sum() <= limits.mostBytes) break
    await disk.remove(directory, first.name)
    state.kept = (state.kept ?? []).slice(1)
  }
  if (state.open !== null && (await disk.free(directory)) < limits.leaveFree) giveUp(state, 'full')
}
