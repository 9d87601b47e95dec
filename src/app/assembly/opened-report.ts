/**
 * A report of another machine, unpacked into a directory of its own. Whoever made the file is not trusted: nothing but the files that
 * a report has is written, under names made here, and no more bytes than the file has; what is torn or damaged is not opened.
 */
import { Buffer } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { isOfReplay } from '#engine/replay/replay-marks.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { openRecording } from '#store/recording/reader.ts'
import { listSegments, RECORDING_DIRECTORY, segmentProblem } from '#store/recording/segments.ts'
import { paddingOf, readTarHeader, TAR_BLOCK } from '#store/tar.ts'
import { REPORT_ABOUT, REPORT_FORMAT, REPORT_SEGMENTS } from './report-words.ts'

export type OpenedReport = {
  /** That made it. */
  readonly version: string
  /** Directory of the segments. */
  readonly recording: string
  /** Recorded range, Unix milliseconds; it begins at the asked time, or later. */
  readonly from: number
  readonly to: number
}

const FOREIGN = 'is not a report of Sesame'
const TORN = 'is cut off: have it sent again'
const DAMAGED = 'is damaged: have it sent again'
const MOST_ABOUT_BYTES = 1024 * 1024
/** Files of a month, one for each five minutes, and as many again. */
const MOST_FILES = 20_000
/** They are held in memory. */
const MOST_MARKS = 500_000
const SEGMENT = /^[0-9]{13}\.rec$/

const about = z.object({
  format: z.number().int(),
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  from: z.iso.datetime(),
})

/**
 * @param into  a directory of its own
 * @returns why it is not opened, as the rest of a sentence about the file. @throws what the disk refuses
 */
export async function unpackReport(path: string, into: string): Promise<Result<OpenedReport, string>> {
  const recording = join(into, RECORDING_DIRECTORY)
  await mkdir(recording, { mode: 0o700 })
  const file = await open(path)
  let made: z.output<typeof about>
  try {
    const first = await readEntry(file, 0)
    const read = first.ok ? await readAbout(file, first.value) : first
    if (!first.ok) return first
    if (!read.ok) return read
    made = read.value
    if (made.format > REPORT_FORMAT)
      return err(`was made by a newer Sesame, ${made.version}: open it with that one`)
    const unpacked = await unpackSegments(file, first.value.next, recording)
    if (!unpacked.ok) return unpacked
  } finally {
    await file.close()
  }
  const range = await soundRange(recording)
  if (!range.ok) return range
  const { from, to } = range.value
  return ok({
    version: made.version,
    recording,
    from: Math.min(to, Math.max(from, Date.parse(made.from))),
    to,
  })
}

type Entry = {
  readonly name: string
  readonly start: number
  readonly length: number
  /** Where the next one begins. */
  readonly next: number
}

/** The file whose header is there; one without a name where the tar ends. */
async function readEntry(file: FileHandle, at: number): Promise<Result<Entry, string>> {
  const block = await readAt(file, at, TAR_BLOCK)
  if (block.length < TAR_BLOCK) return err(at === 0 ? FOREIGN : TORN)
  const start = at + TAR_BLOCK
  if (block.every((byte) => byte === 0)) return ok({ name: '', start, length: 0, next: start })
  const header = readTarHeader(block)
  if (header === null) return err(at === 0 ? FOREIGN : DAMAGED)
  const next = start + header.length + paddingOf(header.length)
  return ok({ ...header, start, next })
}

async function readAbout(
  file: FileHandle,
  { name, start, length }: Entry,
): Promise<Result<z.output<typeof about>, string>> {
  if (name !== REPORT_ABOUT || length > MOST_ABOUT_BYTES) return err(FOREIGN)
  try {
    const parsed = about.safeParse(JSON.parse((await readAt(file, start, length)).toString('utf8')))
    return parsed.success ? ok(parsed.data) : err(FOREIGN)
  } catch (error) {
    if (error instanceof SyntaxError) return err(FOREIGN)
    throw error
  }
}

async function unpackSegments(file: FileHandle, first: number, into: string): Promise<Result<null, string>> {
  const known = new Set<string>()
  for (let at = first; ;) {
    const entry = await readEntry(file, at)
    if (!entry.ok) return entry
    const { name, start, length, next } = entry.value
    at = next
    if (name === '') return ok(null)
    const segment = name.startsWith(REPORT_SEGMENTS) ? name.slice(REPORT_SEGMENTS.length) : ''
    if (!SEGMENT.test(segment) || known.has(segment))
      return err('has a file that no report has: it is not opened')
    if (known.size >= MOST_FILES) return err(`has more than ${MOST_FILES} files: it is not opened`)
    known.add(segment)
    if (length === 0) continue
    await pipeline(
      file.createReadStream({ start, end: start + length - 1, autoClose: false }),
      createWriteStream(join(into, segment), { flags: 'wx', mode: 0o600 }),
    )
  }
}

/** Recorded range, once every checksum is right and all marks can be read. */
async function soundRange(recording: string): Promise<Result<{ from: number; to: number }, string>> {
  for (const segment of await listSegments(recording)) {
    const problem = await segmentProblem(recording, segment)
    if (problem !== null) return err(`is damaged, have it sent again: ${segment.name} has ${problem}`)
  }
  const source = openRecording(recording, 'foreign')
  const range = await source.range()
  if (range === null || range.from >= range.to) return err('has no recording: nothing was recorded then')
  try {
    let marks = 0
    for await (const batch of source.marks(range.from, range.to)) {
      marks += batch.filter(isOfReplay).length
      if (marks > MOST_MARKS) return err(`has more than ${MOST_MARKS} marks: it is not opened`)
    }
  } catch (error) {
    if (!(error instanceof Error) || 'syscall' in error) throw error
    return err(`is damaged, have it sent again: ${error.message}`)
  }
  return ok(range)
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}
