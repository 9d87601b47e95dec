/** The host's randomness. */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Random } from '#ports/random.ts'

const POOL_BYTES = 1_024
let rest = randomBytes(POOL_BYTES)

/** The source that the running program uses. */
export const systemRandom: Random = {
  /** From a pool: an order's salt is asked for while somebody waits. What was handed out is wiped. */
  bytes(length) {
    if (rest.length < length) rest = randomBytes(Math.max(POOL_BYTES, length))
    const bytes = new Uint8Array(rest.subarray(0, length))
    rest = rest.fill(0, 0, length).subarray(length)
    return bytes
  },
  uuidV7: () => randomUUIDv7(),
}
