/** How a block of a recording stands in its file: a head of fixed length with the checksum of both parts, and the payload. */
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { Instant } from '#core/market/market.ts'

export const HEAD_BYTES = 48
const MAGIC = 0x43455253
const FORMAT = 1
/** No block of ours is longer: a length beyond it is not believed. */
const MOST_BYTES = 256 * 1024 * 1024
const COMPLETE = 1
const TYPES = ['records', 'marks'] as const

export type BlockHead = {
  /** Records follow on those of the block before; marks stand alone. */
  readonly type: (typeof TYPES)[number]
  /** All that the segment needs of what came before it has been given by the end of this block. */
  readonly isComplete: boolean
  /** In bytes: compressed, what that becomes, and what is not compressed. */
  readonly compressed: number
  readonly packed: number
  readonly hashes: number
  readonly from: Instant
  readonly to: Instant
}

/** A head and its payload as they are written. */
export function writeBlock(head: BlockHead, compressed: Buffer, hashes: Buffer): Buffer {
  const block = Buffer.concat([Buffer.alloc(HEAD_BYTES), compressed, hashes])
  block.writeUInt32LE(MAGIC, 0)
  block.writeUInt8(FORMAT, 4)
  block.writeUInt8(TYPES.indexOf(head.type), 5)
  block.writeUInt16LE(head.isComplete ? COMPLETE : 0, 6)
  block.writeUInt32LE(head.compressed, 8)
  block.writeUInt32LE(head.packed, 12)
  block.writeUInt32LE(head.hashes, 16)
  block.writeDoubleLE(head.from, 24)
  block.writeDoubleLE(head.to, 32)
  block.writeUInt32LE(crc32(block.subarray(HEAD_BYTES)), 40)
  block.writeUInt32LE(crc32(block.subarray(0, HEAD_BYTES - 4)), 44)
  return block
}

/** The head that the bytes begin with; null when they begin with none of ours. */
export function readHead(bytes: Buffer): (BlockHead & { readonly checksum: number }) | null {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32LE(0) !== MAGIC || bytes.readUInt8(4) !== FORMAT)
    return null
  if (crc32(bytes.subarray(0, HEAD_BYTES - 4)) !== bytes.readUInt32LE(44)) return null
  const type = TYPES[bytes.readUInt8(5)]
  const compressed = bytes.readUInt32LE(8)
  const hashes = bytes.readUInt32LE(16)
  const packed = bytes.readUInt32LE(12)
  if (type === undefined || compressed + hashes > MOST_BYTES || packed > MOST_BYTES) return null
  return {
    type,
    isComplete: (bytes.readUInt16LE(6) & COMPLETE) !== 0,
    compressed,
    packed,
    hashes,
    from: bytes.readDoubleLE(24),
    to: bytes.readDoubleLE(32),
    checksum: bytes.readUInt32LE(40),
  }
}

/** Whether a payload is what its head was written for. */
export function isSound(head: { readonly checksum: number }, payload: Buffer): boolean {
  return crc32(payload) === head.checksum
}
