// Segments whose checksums are right and whose lengths, times and numbers are not: each ends its segment or is refused in words that name the file and the rule.
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { MOST_RECORDS, writeBlock, type BlockHead } from './block.ts'
import { openRecording } from './reader.ts'

const FROM = 1_790_000_000_000
const NAME = `${FROM}.rec`
const root = mkdtempSync(join(tmpdir(), 'sesame-crafted-'))
after(() => rmSync(root, { recursive: true }))

/** A block with a right checksum, whatever its head says. */
function block(lines: Buffer, head: Partial<BlockHead> = {}): Buffer {
  const payload = zstdCompressSync(lines)
  const sound = {
    type: 'records',
    isComplete: true,
    compressed: payload.length,
    unpacked: lines.length,
    from: FROM,
    to: FROM,
  } as const
  return writeBlock({ ...sound, ...head }, payload)
}

let made = 0
function directoryOf(...blocks: readonly Buffer[]): string {
  made += 1
  const directory = mkdtempSync(join(root, `${made}-`))
  writeFileSync(join(directory, NAME), Buffer.concat(blocks))
  return directory
}

async function read(directory: string, what: 'records' | 'marks'): Promise<void> {
  for await (const _ of openRecording(directory)[what](0, Number.MAX_SAFE_INTEGER));
}

const SOUND = Buffer.from(`{"kind":"dropped","at":${FROM},"outcomeId":"pm:1"}`)
const HUGE = 2 ** 32 - 1

/** How many blocks are read before the segment ends. */
async function blocksRead(...blocks: readonly Buffer[]): Promise<number> {
  let count = 0
  for await (const _ of openRecording(directoryOf(...blocks)).records(0, Number.MAX_SAFE_INTEGER)) count += 1
  return count
}

test('a sound segment is read', async () => assert.equal(await blocksRead(block(SOUND)), 1))

describe('a segment ends before', () => {
  const cases: readonly (readonly [string, readonly Buffer[], number])[] = [
    ['nothing, in an empty file', [], 0],
    ['a length of 0', [block(SOUND, { compressed: 0 })], 0],
    ['a block that becomes nothing', [block(SOUND, { unpacked: 0 })], 0],
    ['a length of -1 with a sign', [block(SOUND, { compressed: HUGE })], 0],
    ['a length that memory lacks', [block(SOUND, { unpacked: HUGE })], 0],
    ['a length beyond the file', [block(SOUND, { compressed: 60_000_000 })], 0],
    ['a block over the next', [block(SOUND, { compressed: SOUND.length + 20 }), block(SOUND)], 0],
    ['bytes that are no block', [block(SOUND), Buffer.from('more')], 1],
    ['a time that is none', [block(SOUND, { from: Number.NaN })], 0],
    ['a time without end', [block(SOUND, { to: Number.POSITIVE_INFINITY })], 0],
    ['a time before all times', [block(SOUND, { from: -1 })], 0],
    ['a time far in the future', [block(SOUND, { to: 1e15 })], 0],
  ]
  for (const [name, blocks, count] of cases)
    test(name, async () => assert.equal(await blocksRead(...blocks), count))
})

const LENGTH = `${NAME}: a block is not as long as its head says`
const LONG = Buffer.alloc(60_000_000)

describe('while it is read, refused is', () => {
  const cases: readonly (readonly [string, readonly Buffer[], 'records' | 'marks', string])[] = [
    ['less than was said', [block(SOUND, { unpacked: SOUND.length + 1 })], 'records', LENGTH],
    ['more than was said', [block(SOUND, { unpacked: SOUND.length - 1 })], 'records', LENGTH],
    ['much more than was said', [block(LONG, { unpacked: 10 })], 'records', LENGTH],
    ['fewer marks than were said', [block(SOUND, { type: 'marks', unpacked: 1_000 })], 'marks', LENGTH],
    [
      'far more marks than were said',
      [block(LONG, { type: 'marks', unpacked: 10 })],
      'marks',
      `${NAME}: a record cannot be read`,
    ],
    [
      'marks without end',
      [block(Buffer.alloc(60_000_000, '\n'), { type: 'marks' })],
      'marks',
      `${NAME}: a block has more than ${MOST_RECORDS} records`,
    ],
    ['what is no JSON', [block(Buffer.from('{"kind":'))], 'records', `${NAME}: a record cannot be read`],
    [
      'nothing in place of a record',
      [block(Buffer.from('null'))],
      'records',
      `${NAME}: a record cannot be read`,
    ],
    [
      'a time before all times',
      [block(Buffer.from('{"kind":"complete","at":-1}'))],
      'records',
      `${NAME}: a record has an impossible time`,
    ],
    [
      'records without end',
      [block(Buffer.alloc(60_000_000, '\n'))],
      'records',
      `${NAME}: a block has more than ${MOST_RECORDS} records`,
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
