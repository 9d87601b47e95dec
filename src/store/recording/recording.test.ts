import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import type { RecordingRecord } from '#core/recording/records.ts'
import { createManualClock, settle, silentLog } from '#engine/testing/market-fakes.ts'
import type { RecordingStore } from '#ports/recording.ts'
import { openRecording } from './reader.ts'
import { hostDisk, type RecordingDisk } from './segment-file.ts'
import { createRecordingWriter } from './writer.ts'

const START = 1_790_000_000_000
const FOREVER = Number.MAX_SAFE_INTEGER
const root = mkdtempSync(join(tmpdir(), 'sesame-recording-'))
let runs = 0
after(() => rmSync(root, { recursive: true }))

const LIMITS = { mostBytes: 1e9, mostAgeMs: 1e9, leaveFree: 0, mostWaiting: 1e8 }

type Run = {
  readonly directory: string
  readonly clock: ReturnType<typeof createManualClock>
  readonly store: RecordingStore
}

function newRun(
  options: { limits?: Partial<typeof LIMITS>; disk?: RecordingDisk; directory?: string } = {},
): Run {
  runs += 1
  const directory = options.directory ?? join(root, String(runs))
  const clock = createManualClock(START)
  const limits = { ...LIMITS, ...options.limits }
  const disk = options.disk ?? hostDisk
  const store = createRecordingWriter({
    directory,
    clock,
    log: silentLog,
    redact: (text) => text,
    disk,
    limits,
  })
  return { directory, clock, store }
}

function frame(at: number, text: string): RecordingRecord {
  return { kind: 'frame', at, channel: 'market', connection: 1, bytes: Buffer.from(text) }
}

async function readAll(directory: string, from = 0, until = FOREVER): Promise<readonly string[]> {
  const found: string[] = []
  for await (const batch of openRecording(directory).records(from, until))
    for (const record of batch)
      found.push(record.kind === 'frame' ? Buffer.from(record.bytes).toString() : record.kind)
  return found
}

async function readMarks(directory: string, from = 0, until = FOREVER): Promise<readonly string[]> {
  const found: string[] = []
  for await (const batch of openRecording(directory).marks(from, until))
    for (const mark of batch) found.push(`${mark.kind} ${mark.at - START}`)
  return found
}

/** Three segments of three blocks each, a frame a block. */
async function fill({ store, clock }: Run): Promise<readonly string[]> {
  const texts: string[] = []
  for (let segment = 0; segment < 3; segment += 1) {
    store.begin(clock.now())
    store.add({ kind: 'begin', at: clock.now(), version: '1', paper: false })
    store.add({ kind: 'complete', at: clock.now() })
    for (let block = 0; block < 3; block += 1) {
      texts.push(`{"n":"${segment}.${block}","hash":"${'ab'.repeat(20)}"}`)
      store.add(frame(clock.now(), texts.at(-1) ?? ''))
      await clock.advance(1_000)
    }
  }
  await store.close()
  return texts
}

const frames = (found: readonly string[]): readonly string[] => found.filter((text) => text.startsWith('{'))
const segments = (directory: string): readonly string[] => readdirSync(directory).toSorted()

describe('a recording on disk', () => {
  it('is read as it was written, from any instant, and marks without frames', async () => {
    const run = newRun()
    const texts = await fill(run)
    assert.deepEqual(frames(await readAll(run.directory)), texts)
    // Begins at the segment of the instant.
    assert.deepEqual(frames(await readAll(run.directory, START + 4_000)), texts.slice(3))
    assert.deepEqual(frames(await readAll(run.directory, START + 4_000, START + 4_500)), texts.slice(3, 5))
    assert.deepEqual(await readMarks(run.directory, START + 3_000, START + 5_000), [
      'begin 3000',
      'complete 3000',
    ])
    const range = await openRecording(run.directory).range()
    assert.deepEqual(range, { from: START, to: START + 8_000 })
    assert.equal(await openRecording(join(root, 'none')).range(), null)
    for (const name of segments(run.directory))
      assert.equal(statSync(join(run.directory, name)).mode & 0o777, 0o600)
  })

  it('has the times of its segments: what follows within minutes is one, a pause begins another', async () => {
    const { store, clock, directory } = newRun()
    for (const minutes of [0, 5, 10, 30, 35]) {
      await clock.advance(START + minutes * 60_000 - clock.now())
      store.begin(clock.now())
      store.add(frame(clock.now(), '{}'))
      await clock.advance(1_000)
    }
    await store.close()
    const spans = await openRecording(directory).spans()
    assert.deepEqual(
      spans.map(({ from, to }) => [(from - START) / 60_000, (to - START) / 60_000]),
      [
        [0, 16],
        [30, 35],
      ],
    )
    assert.deepEqual(await openRecording(join(root, 'none')).spans(), [])
  })

  it('is read from a segment before, where the one of the instant was not complete yet', async () => {
    const { store, clock, directory } = newRun()
    store.begin(clock.now())
    store.add({ kind: 'complete', at: clock.now() })
    store.add(frame(clock.now(), '{"of":"first"}'))
    await clock.advance(2_000)
    store.begin(clock.now())
    store.add(frame(clock.now(), '{"of":"second"}'))
    await clock.advance(2_000)
    store.add({ kind: 'complete', at: clock.now() })
    await store.close()
    assert.equal((await readAll(directory, START + 3_000))[1], '{"of":"first"}')
    assert.equal((await readAll(directory, START + 4_000))[0], '{"of":"second"}')
  })

  it('is read up to where it is torn, wherever that is; what was whole before it is there', async () => {
    const run = newRun()
    const texts = await fill(run)
    const [first = ''] = segments(run.directory)
    const whole = readFileSync(join(run.directory, first))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), fc.boolean(), async (at, isCut) => {
        const bent = Buffer.from(whole)
        bent.writeUInt8(bent.readUInt8(at) ^ 0x41, at)
        writeFileSync(join(run.directory, first), isCut ? whole.subarray(0, at) : bent)
        const found = frames(await readAll(run.directory))
        const left = found.length - 6
        // Frames are read on behind marks that are not.
        assert.ok(left >= 0 && left < (isCut ? 3 : 4))
        assert.deepEqual(found, [...texts.slice(0, left), ...texts.slice(3)])
      }),
      { numRuns: 60 },
    )
  })

  it('loses its torn end at the start, and goes on', async () => {
    const run = newRun()
    const texts = await fill(run)
    const last = segments(run.directory).at(-1) ?? ''
    const { size } = statSync(join(run.directory, last))
    truncateSync(join(run.directory, last), size - 3)
    const { directory, store, clock } = newRun({ directory: run.directory })
    await clock.advance(60_000)
    store.begin(clock.now())
    store.add(frame(clock.now(), '{"of":"next"}'))
    await store.close()
    assert.deepEqual(frames(await readAll(directory)), [...texts.slice(0, 8), '{"of":"next"}'])
    assert.ok(statSync(join(directory, last)).size < size - 3)
  })

  it('drops its oldest segments beyond the cap and beyond the age', async () => {
    const run = newRun()
    await fill(run)
    const sizes = segments(run.directory).map((name) => statSync(join(run.directory, name)).size)
    const capped = newRun({
      directory: run.directory,
      limits: { mostBytes: (sizes[1] ?? 0) + (sizes[2] ?? 0) },
    })
    await capped.clock.advance(10_000)
    await capped.store.close()
    assert.equal(segments(run.directory).length, 2)
    assert.equal(capped.store.state().bytes, (sizes[1] ?? 0) + (sizes[2] ?? 0))
    const aged = newRun({ directory: run.directory, limits: { mostAgeMs: 5_000 } })
    await aged.clock.advance(12_000)
    await aged.store.close()
    assert.deepEqual(segments(run.directory), [`${START + 6_000}.rec`])
  })
})

describe('INV-68 a recording', () => {
  it('ends by itself on a disk that is too slow, and holds no more than it may', async () => {
    let isStuck = true
    const waiting: (() => void)[] = []
    const disk: RecordingDisk = {
      ...hostDisk,
      async create(...of) {
        const file = await hostDisk.create(...of)
        const append = async (bytes: Uint8Array): Promise<void> => {
          if (isStuck) await new Promise<void>((resolve) => waiting.push(resolve))
          await file.append(bytes)
        }
        return { ...file, append }
      },
    }
    const { store, clock, directory } = newRun({ disk, limits: { mostWaiting: 10_000 } })
    store.begin(clock.now())
    for (let n = 0; n < 100 && store.state().isOpen; n += 1) {
      store.add(frame(clock.now(), `{"text":"${'x'.repeat(1_000)} ${n}"}`))
      await clock.advance(1_000)
    }
    assert.equal(store.state().fault, 'slow')
    store.begin(clock.now())
    assert.equal(store.state().isOpen, false)
    isStuck = false
    for (const go of waiting) go()
    await store.close()
    assert.ok((await readAll(directory)).length >= 10)
    store.begin(clock.now())
    assert.equal(store.state().isOpen, true)
    await store.close()
  })

  it('ends by itself when the disk is short of room or refuses, and what was written before stands', async () => {
    let free = 1_000
    const short = newRun({ disk: { ...hostDisk, free: async () => free }, limits: { leaveFree: 500 } })
    short.store.begin(short.clock.now())
    short.store.add(frame(short.clock.now(), '{"of":"before"}'))
    await short.clock.advance(10_000)
    free = 400
    await short.clock.advance(10_000)
    while (short.store.state().isOpen) await settle()
    assert.equal(short.store.state().fault, 'full')
    await short.store.close()

    let room = 400
    const disk: RecordingDisk = {
      ...hostDisk,
      async create(...of) {
        const file = await hostDisk.create(...of)
        const append = async (bytes: Uint8Array): Promise<void> => {
          await file.append(bytes.subarray(0, room))
          if (bytes.length > room) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
          room -= bytes.length
        }
        return { ...file, append }
      },
    }
    const full = newRun({ disk })
    full.store.begin(full.clock.now())
    for (let n = 0; full.store.state().isOpen; n += 1) {
      full.store.add(frame(full.clock.now(), `{"n":"${n}"}`))
      await full.clock.advance(1_000)
    }
    await full.store.close()
    assert.equal(full.store.state().fault, 'full')
    const found = await readAll(full.directory)
    assert.ok(found.length > 0)
    assert.equal(statSync(join(full.directory, segments(full.directory)[0] ?? '')).size, 400 - room)
  })
})
