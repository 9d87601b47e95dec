/** Bytes, hex and the 32-byte words of typed data. */
import { Buffer } from 'node:buffer'

const WORD = 32
const MASK_64 = (1n << 64n) - 1n
const encoder = new TextEncoder()

/** UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Lower-case hex without prefix. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/** Bytes of hex text with or without 0x; throws on anything else, which is a bug of the caller. */
export function fromHex(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) throw new Error('not hex')
  return new Uint8Array(Buffer.from(digits, 'hex'))
}

/** A buffer of 32-byte words, written in place and hashed as a whole. */
type Words = { readonly bytes: Uint8Array; readonly view: DataView }

/** `count` words of zeros. */
export function createWords(count: number): Words {
  const bytes = new Uint8Array(count * WORD)
  return { bytes, view: new DataView(bytes.buffer) }
}

/** Writes an unsigned 256-bit integer. */
export function putUint(words: Words, index: number, value: bigint): void {
  const offset = index * WORD
  words.view.setBigUint64(offset + 24, value & MASK_64)
  const rest = value >> 64n
  if (rest === 0n) {
    words.bytes.fill(0, offset, offset + 24)
    return
  }
  words.view.setBigUint64(offset + 16, rest & MASK_64)
  words.view.setBigUint64(offset + 8, (rest >> 64n) & MASK_64)
  words.view.setBigUint64(offset, rest >> 128n)
}

/** Writes 32 bytes as they are, or fewer of them right-aligned (an address). */
export function putBytes(words: Words, index: number, bytes: Uint8Array): void {
  words.bytes.fill(0, index * WORD, (index + 1) * WORD)
  words.bytes.set(bytes, (index + 1) * WORD - bytes.length)
}
