// Seeded randomness for the simulator: the same seed and the same calls give the same values on every machine.
// A fork depends on the seed and its name only, never on what was drawn before.
import { createHash } from 'node:crypto'

import type { SimulatorRandom } from './types.ts'

const TWO_TO_32 = 0x1_0000_0000

/** A stream from `seed` (any text): sfc32 over the SHA-256 of the seed. Not for keys of any worth. */
export function createRandom(seed: string): SimulatorRandom {
  const digest = createHash('sha256').update(seed).digest()
  let a = digest.readUInt32LE(0)
  let b = digest.readUInt32LE(4)
  let c = digest.readUInt32LE(8)
  let counter = digest.readUInt32LE(12)

  function word(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }

  function next(): number {
    return ((word() >>> 5) * 0x400_0000 + (word() >>> 6)) / (TWO_TO_32 * 0x20_0000)
  }

  function integer(low: number, high: number): number {
    if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high < low) {
      throw new Error(`no integer between ${low} and ${high}`)
    }
    return low + Math.floor(next() * (high - low + 1))
  }

  return {
    next,
    integer,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[integer(0, items.length - 1)] as T
    },
    fork: (name) => createRandom(`${seed}/${name}`),
    bytes(length) {
      const bytes = new Uint8Array(length)
      for (let index = 0; index < length; index += 1) bytes[index] = word() >>> 24
      return bytes
    },
  }
}
