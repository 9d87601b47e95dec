/** Block of a recording in its file: a head of fixed length with the checksum of both parts, and the payload. */
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { Instant } from '#core/market/market.ts'
import { err, ok, type Result } from '#lib/result.ts'

export const HEAD_BYTES = 40
const MAGIC = 0x43455253
const FORMAT = 2
/** No block of ours is longer: a length beyond it is not believed. */
const MOST_BYTES = 64 * 1024 * 1024
/** Records of one block. */
export const MOST_RECORDS = 65_536
/** Unix milliseconds of 13 digits, as the names of segments are. */
const LAST_TIME = 9_999_999_999_999
const COMPLETE = 1
const TYPES = ['records', 'marks'] as const

export type BlockHead = {
  /** Records follow on those of the block before; marks stand alone. */
  readonly type: (typeof TYPES)[number]
  /** All that the segment needs of what came before it has been given by the end of this block. */
  readonly isComplete: boolean
  /** In bytes: the payload, and what it becomes. */
  readonly compressed: number
  readonly unpacked: number
  readonly from: Instant
  readonly to: Instant
}

/** A head and its payload as they are written. */
export function writeBlock(head: BlockHead, payload: Buffer): Buffer {
  const block = Buffer.concat([Buffer.alloc(HEAD_BYTES), payload])
  block.writeUInt32LE(MAGIC, 0)
  block.writeUInt8(FORMAT, 4)
  block.writeUInt8(TYPES.indexOf(head.type), 5)
  block.writeUInt16LE(head.isComplete ? COMPLETE : 0, 6)
  block.writeUInt32LE(head.compressed, 8)
  block.writeUInt32LE(head.unpacked, 12)
  block.writeDoubleLE(head.from, 16)
  block.writeDoubleLE(head.to, 24)
  block.writeUInt32LE(crc32(block.subarray(HEAD_BYTES)), 32)
  block.writeUInt32LE(crc32(block.subarray(0, HEAD_BYTES - 4)), 36)
  return block
}

/** Whole Unix milliseconds that a record may have. */
export function isRecordedTime(at: number): boolean {
  return Number.isInteger(at) && at >= 0 && at <= LAST_TIME
}

export type ReadHead = BlockHead & { readonly checksum: number }

/** The head that the bytes begin with, or why it is none of ours, in words. */
export function readHead(bytes: Buffer): Result<ReadHead, string> {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32LE(0) !== MAGIC || bytes.readUInt8(4) !== FORMAT)
    return err('bytes that are no block')
  if (crc32(bytes.subarray(0, HEAD_BYTES - 4)) !== bytes.readUInt32LE(36))
    return err('a block with a wrong checksum')
  const type = TYPES[bytes.readUInt8(5)]
  const compressed = bytes.readUInt32LE(8)
  const unpacked = bytes.readUInt32LE(12)
  const [from, to] = [bytes.readDoubleLE(16), bytes.readDoubleLE(24)]
  if (type === undefined) return err('a block of an unknown type')
  if (compressed === 0 || unpacked === 0) return err('a block of no length')
  if (compressed > MOST_BYTES || unpacked > MOST_BYTES) return err(`a block longer than ${MOST_BYTES} bytes`)
  if (!isRecordedTime(from) || !isRecordedTime(to)) return err('a block with an impossible time')
  return ok({
    type,
    isComplete: (bytes.readUInt16LE(6) & COMPLETE) !== 0,
    compressed,
    unpacked,
    from,
    to,
    checksum: bytes.readUInt32LE(32),
  })
}

/** True if a payload matches its head. */
export function isSound(head: { readonly checksum: number }, payload: Buffer): boolean {
  return crc32(payload) === head.checksum
}
