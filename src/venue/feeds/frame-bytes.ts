/**
 * The bytes of the one frame that is being read, in memory of their own, and functions that read at an offset.
 *
 * A reading takes the place where something begins and answers the place behind it, or `NOWHERE`, from where every
 * reading ends there again: whoever reads on needs to look only once. All of them are narrower than the JSON and the decimals
 * that market-frames.ts reads, and none reads outside the memory, which would slow down all that follow (ADR 42).
 */

/** No longer frame fits. */
const ROOM = 64 * 1024
/** Only zeros are here, and zeros are never part of a frame. */
export const NOWHERE = ROOM + 8
const memory = Buffer.alloc(NOWHERE + 64)
const view = new DataView(memory.buffer, memory.byteOffset, memory.byteLength)
/**
 * Results of the last reading of a price, and of a size or a time. A price that has been a float stays one, and slows
 * the books.
 */
const steps = new Int32Array(1)
const number = new Float64Array(1)

const QUOTE = 34
const DOT = 46
const ZERO = 48
const BACKSLASH = 92
const LAST_ASCII = 127

/** Takes a frame in; false when it is too long. Behind its end may be bytes of earlier ones. */
export function loadFrame(frame: Uint8Array): boolean {
  if (frame.length > ROOM) return false
  memory.set(frame)
  return true
}

/** The byte at a place. */
export function byteAt(at: number): number {
  return memory[at] ?? 0
}

/** Text of four bytes as `wordAt` gives it. */
export function word(text: string): number {
  return Buffer.from(text, 'latin1').readInt32LE(0)
}

/** Four bytes as one number. */
export function wordAt(at: number): number {
  return view.getInt32(at, true)
}

/**
 * Eight bytes as one number. A text of ASCII and its number are equal together: its last byte makes it neither zero nor
 * NaN.
 */
export function eightAt(at: number): number {
  return view.getFloat64(at, true)
}

/** Text of 8 to 16 bytes of ASCII, as its first and its last eight. */
type Literal = {
  readonly start: number
  readonly end: number
  readonly endAt: number
  readonly length: number
}

/** Makes a text ready to be looked for. */
export function literal(text: string): Literal {
  const bytes = Buffer.from(text, 'latin1')
  const endAt = bytes.length - 8
  return { start: bytes.readDoubleLE(0), end: bytes.readDoubleLE(endAt), endAt, length: bytes.length }
}

/** True if the text is at an offset where its first bytes are. */
export function ends(text: Literal, at: number): boolean {
  return eightAt(at + text.endAt) === text.end
}

/** True if the text is at an offset. */
export function textAt(text: Literal, at: number): boolean {
  return eightAt(at) === text.start && ends(text, at)
}

/** Result of the last reading of a price. */
export function stepsRead(): number {
  return steps[0] ?? 0
}

/** Result of the last reading of a size or a time. */
export function numberRead(): number {
  return number[0] ?? 0
}

/** The text between two places. */
export function textOf(from: number, to: number): string {
  return memory.toString('latin1', from, to)
}

/** Text up to its closing quote: ASCII without escapes. */
export function readText(from: number): number {
  let at = from
  while (isPlain(wordAt(at))) at += 4
  for (;;) {
    const byte = byteAt(at)
    if (byte === QUOTE) return at + 1
    if (byte < 32 || byte > LAST_ASCII || byte === BACKSLASH) return NOWHERE
    at += 1
  }
}

/** True if none of four bytes is a quote, a backslash, a control character or beyond ASCII. */
function isPlain(word: number): boolean {
  const quote = word ^ 0x22222222
  const backslash = word ^ 0x5c5c5c5c
  const isQuote = (quote - 0x01010101) & ~quote
  const isBackslash = (backslash - 0x01010101) & ~backslash
  return ((word | (word - 0x20202020) | isQuote | isBackslash) & 0x80808080) === 0
}

/** Digits, perhaps none, up to their closing quote. */
export function readDigits(from: number): number {
  let at = from
  while (isDigits(wordAt(at))) at += 4
  while (isDigit(byteAt(at) - ZERO)) at += 1
  return byteAt(at) === QUOTE ? at + 1 : NOWHERE
}

function isDigits(word: number): boolean {
  return ((word & 0xf0f0f0f0) | (((word + 0x06060606) & 0xf0f0f0f0) >>> 4)) === 0x33333333
}

const POWERS = new Int32Array([1, 10, 100, 1_000, 10_000, 100_000, 1_000_000])

function powerOfTen(exponent: number): number {
  return POWERS[exponent] ?? 1
}

function isDigit(value: number): boolean {
  return value >= 0 && value <= 9
}

/** A price of `0.` and up to four digits, and its closing quote; the number is in steps of 0.0001, from 1 to 9999. */
export function readPrice(from: number): number {
  if (byteAt(from) !== ZERO || byteAt(from + 1) !== DOT) return NOWHERE
  let at = from + 2
  let digits = 0
  for (; at < from + 6; at += 1) {
    const digit = byteAt(at) - ZERO
    if (!isDigit(digit)) break
    digits = digits * 10 + digit
  }
  steps[0] = digits * powerOfTen(from + 6 - at)
  return digits > 0 && byteAt(at) === QUOTE ? at + 1 : NOWHERE
}

/** A price, or nothing, `0` or `1` for none, which gives 0. */
export function readPriceOrNone(from: number): number {
  const first = byteAt(from)
  const isShort = (first === ZERO || first === ZERO + 1) && byteAt(from + 1) === QUOTE
  if (first !== QUOTE && !isShort) return readPrice(from)
  steps[0] = 0
  return isShort ? from + 2 : from + 1
}

/** Up to nine digits and up to six decimals, and the closing quote; the number is in millionths, which are exact to 2^53. */
export function readSize(from: number): number {
  let at = from
  let whole = 0
  for (; at < from + 9; at += 1) {
    const digit = byteAt(at) - ZERO
    if (!isDigit(digit)) break
    whole = whole * 10 + digit
  }
  if (at === from) return NOWHERE
  number[0] = whole * 1_000_000
  if (byteAt(at) === QUOTE) return at + 1
  if (byteAt(at) !== DOT) return NOWHERE
  const decimals = at + 1
  let part = 0
  for (at = decimals; at < decimals + 6; at += 1) {
    const digit = byteAt(at) - ZERO
    if (!isDigit(digit)) break
    part = part * 10 + digit
  }
  number[0] = whole * 1_000_000 + part * powerOfTen(decimals + 6 - at)
  return at > decimals && byteAt(at) === QUOTE ? at + 1 : NOWHERE
}

/** A time of 13 digits in millileading, and its closing quote. */
export function readTime(from: number): number {
  let leading = 0
  let rest = 0
  let at = from
  for (; at < from + 9; at += 1) {
    const digit = byteAt(at) - ZERO
    if (!isDigit(digit)) return NOWHERE
    leading = leading * 10 + digit
  }
  for (; at < from + 13; at += 1) {
    const digit = byteAt(at) - ZERO
    if (!isDigit(digit)) return NOWHERE
    rest = rest * 10 + digit
  }
  number[0] = leading * 10_000 + rest
  return byteAt(at) === QUOTE && leading + rest > 0 ? at + 1 : NOWHERE
}

const SLOTS = 2 ** 15
const MAX_TOKEN_LENGTH = 80
const tokens: string[] = Array.from({ length: SLOTS }, () => '')
const tokenBytes = Buffer.alloc(SLOTS * MAX_TOKEN_LENGTH)
const tokenView = new DataView(tokenBytes.buffer, tokenBytes.byteOffset, tokenBytes.byteLength)

/**
 * The text of a token between two places. A token that has been met before is the same string again, as a rule: none of 77
 * digits is made, and a map has its hash already. An unknown one is created again.
 */
export function tokenOf(from: number, to: number): string {
  if (to < from + 8) return textOf(from, to)
  const slot = hashOf(to) & (SLOTS - 1)
  const known = tokens[slot] ?? ''
  if (known.length === to - from && isKept(slot * MAX_TOKEN_LENGTH, from, to)) return known
  const token = textOf(from, to)
  if (token.length > MAX_TOKEN_LENGTH) return token
  tokens[slot] = token
  memory.copy(tokenBytes, slot * MAX_TOKEN_LENGTH, from, to)
  return token
}

/** Hash of the 16 bytes before an offset: a token is longer than that. */
function hashOf(to: number): number {
  let hash = 0
  for (let at = to - 16; at < to; at += 4) {
    hash = Math.imul(hash ^ wordAt(at), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

/** True if the bytes kept from a place on are those of a token, which is of eight digits or more. */
function isKept(kept: number, from: number, to: number): boolean {
  for (let at = from; at < to - 8; at += 8) {
    if (tokenView.getFloat64(kept + at - from, true) !== eightAt(at)) return false
  }
  return tokenView.getFloat64(kept + to - 8 - from, true) === eightAt(to - 8)
}
