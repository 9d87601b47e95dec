// Segments whose checksums are right and whose lengths, times and numbers are not: each is refused in words that name the file and the rule.
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { MOST_RECORDS, MOST_UNFOLDED, writeBlock, type BlockHead } from './block.ts'
import { createByteWriter } from './bytes.ts'
import { openRecording } from './reader.ts'
import { listSegments, segmentProblem } from './segments.ts'

const FROM = 1_790_000_000_000
const NAME = `${FROM}.rec`
const root = mkdtempSync(join(tmpdir(), 'sesame-crafted-'))
after(() => rmSync(root, { recursive: true }))

const NOTHING = Buffer.alloc(0)

/** A block with a right checksum, whatever its head says. */
function block(packed: Buffer, head: Partial<BlockHead> = {}): Buffer {
  const compressed = zstdCompressSync(packed)
  const sound = {
    type: 'records',
    isComplete: true,
    compressed: compressed.length,
    packed: packed.length,
    hashes: 0,
    from: FROM,
    to: FROM,
  } as const
  return writeBlock({ ...sound, ...head }, compressed, NOTHING)
}

/** Bytes of numbers, each as the recorder writes them. */
function counts(...numbers: readonly number[]): Buffer {
  const writer = createByteWriter()
  for (const number of numbers) writer.count(number)
  return writer.take()
}

function columns(operations: Buffer, texts: Buffer = NOTHING, ids: Buffer = NOTHING): Buffer {
  return Buffer.concat([counts(operations.length, texts.length, ids.length, 0), operations, texts, ids])
}

let made = 0
function directoryOf(...blocks: readonly Buffer[]): string {
  made += 1
  const directory = mkdtempSync(join(root, `${made}-`))
  writeFileSync(join(directory, NAME), Buffer.concat(blocks))
  return directory
}

async function problemOf(...blocks: readonly Buffer[]): Promise<string | null> {
  const directory = directoryOf(...blocks)
  const [segment] = await listSegments(directory)
  assert.ok(segment)
  return segmentProblem(directory, segment)
}

async function read(directory: string, what: 'records' | 'marks'): Promise<void> {
  for await (const _ of openRecording(directory)[what](0, Number.MAX_SAFE_INTEGER));
}

/** A frame of no text at the instant of the one before, in three bytes and a shape that is kept. */
const FIRST_FRAME = counts(0, FROM * 2, 2, 2, 1)
const AGAIN = counts(0, 0, 2, 2)
const SOUND = columns(FIRST_FRAME, Buffer.from('x'))
const HUGE = 2 ** 32 - 1
const TINY = block(Buffer.from('x'))

test('a sound segment has no problem, and is read', async () => {
  assert.equal(await problemOf(block(SOUND)), null)
  await read(directoryOf(block(SOUND)), 'records')
})

describe('before anything is read of it, refused is', () => {
  const cases: readonly (readonly [string, readonly Buffer[], string])[] = [
    ['a file of nothing', [], 'bytes that are no block'],
    ['a length of 0', [block(SOUND, { compressed: 0 })], 'a block of no length'],
    ['a block that becomes nothing', [block(SOUND, { packed: 0 })], 'a block of no length'],
    [
      'a length of -1 with a sign',
      [block(SOUND, { compressed: HUGE })],
      'a block longer than 67108864 bytes',
    ],
    ['hashes of -1 with a sign', [block(SOUND, { hashes: HUGE })], 'a block longer than 67108864 bytes'],
    ['a length that memory lacks', [block(SOUND, { packed: HUGE })], 'a block longer than 67108864 bytes'],
    ['a length beyond the file', [block(SOUND, { compressed: 60_000_000 })], 'a block longer than its file'],
    ['a block over the next', [block(SOUND, { hashes: 10 }), block(SOUND)], 'a block with a wrong checksum'],
    ['what follows the last block', [block(SOUND), Buffer.from('more')], 'bytes that are no block'],
    ['a time that is none', [block(SOUND, { from: Number.NaN })], 'a block with an impossible time'],
    [
      'a time without end',
      [block(SOUND, { to: Number.POSITIVE_INFINITY })],
      'a block with an impossible time',
    ],
    ['a time before all times', [block(SOUND, { from: -1 })], 'a block with an impossible time'],
    ['a time far in the future', [block(SOUND, { to: 1e15 })], 'a block with an impossible time'],
    ['a block for each moment', Array.from({ length: 20_001 }, () => TINY), 'more than 20000 blocks'],
  ]
  for (const [name, blocks, problem] of cases)
    test(name, async () => assert.equal(await problemOf(...blocks), problem))
})

const LENGTH = `${NAME}: a block is not as long as its head says`
const LONG = Buffer.alloc(60_000_000)

describe('while it is read, refused is', () => {
  const cases: readonly (readonly [string, readonly Buffer[], 'records' | 'marks', string])[] = [
    ['less than was said', [block(SOUND, { packed: SOUND.length + 1 })], 'records', LENGTH],
    ['more than was said', [block(SOUND, { packed: SOUND.length - 1 })], 'records', LENGTH],
    ['much more than was said', [block(LONG, { packed: 10 })], 'records', LENGTH],
    ['fewer marks than were said', [block(SOUND, { type: 'marks', packed: 1_000 })], 'marks', LENGTH],
    [
      'far more marks than were said',
      [block(LONG, { type: 'marks', packed: 10 })],
      'marks',
      `${NAME}: a record cannot be read`,
    ],
    [
      'marks without end',
      [block(Buffer.alloc(60_000_000, '\n'), { type: 'marks' })],
      'marks',
      `${NAME}: a block has more than ${MOST_RECORDS} records`,
    ],
    [
      'columns longer than their block',
      [block(counts(10, 10, 10, 10))],
      'records',
      `${NAME}: a record is longer than its block`,
    ],
    [
      'a number without end',
      [block(Buffer.alloc(1_000_000, 0xff))],
      'records',
      `${NAME}: a number is too large`,
    ],
    [
      'a time that runs back before all times',
      [block(columns(Buffer.concat([FIRST_FRAME, counts(0, FROM * 2 + 1, 2, 2)]), Buffer.from('x')))],
      'records',
      `${NAME}: a record has an impossible time`,
    ],
    [
      'records without end',
      [
        block(
          columns(
            Buffer.concat([FIRST_FRAME, ...Array.from({ length: MOST_RECORDS }, () => AGAIN)]),
            Buffer.from('x'),
          ),
        ),
      ],
      'records',
      `${NAME}: a block has more than ${MOST_RECORDS} records`,
    ],
    [
      'a few bytes that become a gigabyte',
      [
        block(
          columns(
            Buffer.concat([counts(0, FROM * 2, 2, 2, 600), ...Array.from({ length: 20_000 }, () => AGAIN)]),
            Buffer.alloc(600, 1),
            Buffer.concat([counts(0, 80), Buffer.alloc(80, 'x'), Buffer.alloc(600 * 20_001)]),
          ),
        ),
      ],
      'records',
      `${NAME}: the texts of a block are longer than ${MOST_UNFOLDED} bytes`,
    ],
    [
      'a long text that is kept, to be repeated for ever',
      [block(columns(counts(0, FROM * 2, 2, 2, 1_000_000), Buffer.alloc(1_000_000, 'x')))],
      'records',
      `${NAME}: a text is none that may be kept`,
    ],
    [
      'an id out of its turn',
      [block(columns(counts(0, FROM * 2, 2, 2, 1), Buffer.from([1]), counts(8, 1, 1)))],
      'records',
      `${NAME}: an id is none that may be kept`,
    ],
    [
      'a number of more digits than any',
      [block(Buffer.from(`{"kind":"fill","size":{"$n":"${'9'.repeat(1_000_000)}"}}`), { type: 'marks' })],
      'marks',
      `${NAME}: a number is too long`,
    ],
  ]
  for (const [name, blocks, what, message] of cases)
    test(name, { timeout: 60_000 }, () => assert.rejects(read(directoryOf(...blocks), what), { message }))
})
