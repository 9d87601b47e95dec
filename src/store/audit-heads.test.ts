// Heads on a disk that takes only part of a line.
import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { HEADS_FILE, openHeads, readHeads, type Head } from './audit-heads.ts'
import { temporaryDirectory } from './testing/temporary.ts'

const head = (seq: number): Head => ({ seq, hash: 'ab'.repeat(32), at: 1_000 + seq, seal: null })

/** A disk that has room for so many bytes more, as a real one: what fits is written, then nothing or ENOSPC. */
function fullingDisk(end: 'nothing' | 'ENOSPC'): {
  room: number
  readonly write: (handle: number, bytes: Uint8Array) => number
} {
  const disk = {
    room: Number.POSITIVE_INFINITY,
    write(handle: number, bytes: Uint8Array): number {
      if (disk.room === 0 && end === 'ENOSPC') throw new Error('ENOSPC: no space left on device')
      if (disk.room === 0) return 0
      const written = writeSync(handle, bytes.subarray(0, disk.room))
      disk.room -= written
      return written
    },
  }
  return disk
}

describe('heads', () => {
  for (const end of ['nothing', 'ENOSPC'] as const) {
    test(`INV-29 a disk that is full in the middle of a line leaves only whole lines: ${end}`, (context) => {
      const directory = temporaryDirectory(context)
      const disk = fullingDisk(end)
      const heads = openHeads(directory, disk.write)
      heads.append(head(1))
      disk.room = 40
      assert.throws(() => heads.append(head(2)), /no/)
      assert.deepEqual(readHeads(directory), [head(1)])
      disk.room = Number.POSITIVE_INFINITY
      heads.append(head(3))
      heads.close()
      assert.deepEqual(readHeads(directory), [head(1), head(3)])
    })
  }

  test('no head is written through a link', (context) => {
    const directory = temporaryDirectory(context)
    const victim = join(temporaryDirectory(context), 'victim')
    writeFileSync(victim, 'precious\n')
    symlinkSync(victim, join(directory, HEADS_FILE))
    assert.throws(() => openHeads(directory), { code: 'ELOOP' })
    assert.equal(readFileSync(victim, 'utf8'), 'precious\n')
  })

  test('a line that the disk takes in parts is written whole', (context) => {
    const directory = temporaryDirectory(context)
    const heads = openHeads(directory, (handle, bytes) => writeSync(handle, bytes.subarray(0, 7)))
    heads.append(head(1))
    heads.close()
    assert.deepEqual(readHeads(directory), [head(1)])
    assert.equal(readFileSync(join(directory, HEADS_FILE), 'utf8').at(-1), '\n')
  })

  test('INV-29 an unfinished line that could not be cut off at once is cut off before the next', (context) => {
    const directory = temporaryDirectory(context)
    const heads = openHeads(directory)
    heads.append(head(1))
    appendFileSync(join(directory, HEADS_FILE), '2 abcdef')
    heads.append(head(3))
    heads.close()
    assert.deepEqual(readHeads(directory), [head(1), head(3)])
  })
})
