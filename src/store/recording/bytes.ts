/** Bytes of any length, written one after the other and read back: numbers of one to eight bytes, and texts. */
import { Buffer } from 'node:buffer'

export type ByteWriter = {
  readonly length: number
  byte(value: number): void
  /** A whole number from 0 to 2^53 - 1: seven bits a byte, the lowest first. */
  count(value: number): void
  /** A whole number of either sign. */
  step(value: number): void
  bytes(value: Uint8Array): void
  /** Bytes written so far, as a copy; the writer is empty afterwards. */
  take(): Buffer
}

const FIRST_ROOM = 16 * 1024
const LOW = 0x80

/** Nothing is written yet. */
export function createByteWriter(): ByteWriter {
  let room = Buffer.allocUnsafeSlow(FIRST_ROOM)
  let length = 0

  function need(more: number): void {
    if (length + more <= room.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(room.length * 2, length + more))
    room.copy(larger, 0, 0, length)
    room = larger
  }

  function count(value: number): void {
    need(8)
    let rest = value
    while (rest >= LOW) {
      room[length] = (rest % LOW) + LOW
      length += 1
      rest = Math.floor(rest / LOW)
    }
    room[length] = rest
    length += 1
  }

  return {
    get length() {
      return length
    },
    byte(value) {
      need(1)
      room[length] = value
      length += 1
    },
    count,
    step(value) {
      count(value < 0 ? -value * 2 - 1 : value * 2)
    },
    bytes(value) {
      need(value.length)
      room.set(value, length)
      length += value.length
    },
    take() {
      const taken = Buffer.from(room.subarray(0, length))
      length = 0
      return taken
    },
  }
}

export type ByteReader = {
  isAtEnd(): boolean
  byte(): number
  count(): number
  step(): number
  /** The next bytes, not copied. */
  bytes(length: number): Buffer
}

/** @throws where less is left than is asked for, and for numbers that nobody has written: a right checksum proves no right lengths */
export function createByteReader(from: Buffer): ByteReader {
  let at = 0

  function byte(): number {
    const value = from[at]
    if (value === undefined) throw new Error('a record is longer than its block')
    at += 1
    return value
  }

  function count(): number {
    let value = 0
    for (let factor = 1; ; factor *= LOW) {
      const part = byte()
      value += (part % LOW) * factor
      if (value > Number.MAX_SAFE_INTEGER || factor > Number.MAX_SAFE_INTEGER)
        throw new Error('a number is too large')
      if (part < LOW) return value
    }
  }

  return {
    isAtEnd: () => at === from.length,
    byte,
    count,
    step() {
      const value = count()
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    },
    bytes(length) {
      if (at + length > from.length) throw new Error('a record is longer than its block')
      at += length
      return from.subarray(at - length, at)
    },
  }
}
