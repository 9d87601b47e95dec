/**
 * Heads of the audit chain in an append-only file outside the database: a cut tail or a rewritten database then
 * contradicts what was noted here. Each line is `seq hash at`.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Buffer } from 'node:buffer'
import type { Instant } from '#core/market.ts'
import { isMissing, syncDirectory } from './private-files.ts'

export type Head = { readonly seq: number; readonly hash: string; readonly at: Instant }

export type Heads = {
  /** Appends and syncs one line. @throws on a disk error, also a full one: then nothing of the line stays */
  append(head: Head): void
  close(): void
}

export const HEADS_FILE = 'audit-heads.txt'
const LINE = /^([1-9]\d{0,15}) ([0-9a-f]{64}) (\d{1,16})$/

/** Writes at the end of the file; answers how many bytes went, which a full disk makes fewer. */
type Write = (handle: number, bytes: Uint8Array) => number

/** Opens the file for appending; a line that a crash or a full disk left unfinished is cut off. */
export function openHeads(directory: string, write: Write = writeSync): Heads {
  const path = join(directory, HEADS_FILE)
  const handle = openSync(path, 'a+', 0o600)
  cutUnfinishedLine(handle)
  syncDirectory(directory)
  return {
    append: (head) => {
      cutUnfinishedLine(handle)
      const { size } = fstatSync(handle)
      try {
        writeWhole(handle, Buffer.from(`${head.seq} ${head.hash} ${head.at}\n`), write)
      } catch (error) {
        ftruncateSync(handle, size)
        throw error
      }
      fsyncSync(handle)
    },
    close: () => closeSync(handle),
  }
}

/** All heads, oldest first; null when a finished line is not one. @throws when the file is there and cannot be read */
export function readHeads(directory: string): readonly Head[] | null {
  const heads: Head[] = []
  const lines = readLines(join(directory, HEADS_FILE))
  for (const line of lines.slice(0, -1)) {
    const match = LINE.exec(line)
    if (match === null) return null
    heads.push({ seq: Number(match[1]), hash: match[2] ?? '', at: Number(match[3]) })
  }
  return heads
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function writeWhole(handle: number, line: Uint8Array, write: Write): void {
  let rest = line
  while (rest.length > 0) {
    const written = write(handle, rest)
    if (written === 0) throw new Error('the disk takes no more')
    rest = rest.subarray(written)
  }
}

function cutUnfinishedLine(handle: number): void {
  const size = fstatSync(handle).size
  if (size === 0 || endsALine(handle, size)) return
  const bytes = Buffer.alloc(size)
  readSync(handle, bytes, 0, size, 0)
  const end = bytes.lastIndexOf(0x0a) + 1
  if (end < size) ftruncateSync(handle, end)
}

function endsALine(handle: number, size: number): boolean {
  const last = Buffer.alloc(1)
  readSync(handle, last, 0, 1, size - 1)
  return last[0] === 0x0a
}
