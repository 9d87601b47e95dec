/**
 * Heads of the audit chain in an append-only file outside the database: a cut tail or a rewritten database then
 * contradicts what was noted here. Each line is `seq hash at`, and where there is a SESSION_SECRET `limits key mac` more:
 * a hash of the limits in force, whose key it is, and the HMAC over all of it (ADR 76).
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Buffer } from 'node:buffer'
import type { Instant } from '#core/market/market.ts'
import type { HeadKey } from './head-key.ts'
import { isMissing, openPrivateFile, syncDirectory } from './private-files.ts'

export type Head = {
  /** 0 with the hash before the first row: noted when the file is made. */
  readonly seq: number
  readonly hash: string
  readonly at: Instant
  /** Null without a key. */
  readonly seal: Seal | null
}

type Seal = {
  /** SHA-256 of the limits that the database holds; `-` when it holds none. */
  readonly limits: string
  readonly keyId: string
  readonly mac: string
}

/** `missing`: there is no file. `unreadable`: a finished line is not a head. */
type HeadsRead = readonly Head[] | 'missing' | 'unreadable'

export type Heads = {
  /** Appends and syncs one line. @throws on a disk error, also a full one: then nothing of the line stays */
  append(head: Head): void
  close(): void
}

export const HEADS_FILE = 'audit-heads.txt'
const LINE =
  /^(0|[1-9]\d{0,15}) ([0-9a-f]{64}) (\d{1,16})(?: ([0-9a-f]{64}|-) ([0-9a-f]{16}) ([0-9a-f]{64}))?$/

/** Writes at the end of the file; answers how many bytes went, which a full disk makes fewer. */
type Write = (handle: number, bytes: Uint8Array) => number

/** Opens the file for appending; an incomplete line after a crash or a full disk is cut off. */
export function openHeads(directory: string, write: Write = writeSync): Heads {
  const path = join(directory, HEADS_FILE)
  const handle = openPrivateFile(path)
  cutUnfinishedLine(handle)
  syncDirectory(directory)
  return {
    append: (head) => {
      cutUnfinishedLine(handle)
      const { size } = fstatSync(handle)
      try {
        writeWhole(handle, Buffer.from(`${lineOf(head)}\n`), write)
      } catch (error) {
        ftruncateSync(handle, size)
        throw error
      }
      fsyncSync(handle)
    },
    close: () => closeSync(handle),
  }
}

/** All heads, oldest first. @throws when the file is there and cannot be read */
export function readHeads(directory: string): HeadsRead {
  const heads: Head[] = []
  const lines = readLines(join(directory, HEADS_FILE))
  if (lines === null) return 'missing'
  for (const line of lines.slice(0, -1)) {
    const match = LINE.exec(line)
    if (match === null) return 'unreadable'
    const [, seq, hash = '', at, limits, keyId = '', mac = ''] = match
    const seal = limits === undefined ? null : { limits, keyId, mac }
    heads.push({ seq: Number(seq), hash, at: Number(at), seal })
  }
  return heads
}

/** A head under the key, or without one. */
export function sealHead(
  head: Omit<Head, 'seal'>,
  limits: string,
  { key, installId }: { readonly key: HeadKey | null; readonly installId: string },
): Head {
  if (key === null) return { ...head, seal: null }
  return { ...head, seal: { limits, keyId: key.id, mac: key.sign(signedText(head, limits, installId)) } }
}

/** True if the seal is of this key and this head. */
export function isSealed(head: Head, seal: Seal, key: HeadKey, installId: string): boolean {
  return key.isSigned(signedText(head, seal.limits, installId), seal.mac)
}

function signedText({ seq, hash, at }: Omit<Head, 'seal'>, limits: string, installId: string): string {
  return `${installId} ${seq} ${hash} ${at} ${limits}`
}

function lineOf({ seq, hash, at, seal }: Head): string {
  return `${seq} ${hash} ${at}${seal === null ? '' : ` ${seal.limits} ${seal.keyId} ${seal.mac}`}`
}

/** Null when there is no file. */
function readLines(path: string): readonly string[] | null {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if (isMissing(error)) return null
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
