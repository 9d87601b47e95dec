/** The host's randomness. */
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Random } from '#ports/random.ts'

/** The source that the running program uses. */
export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  uuidV7: () => randomUUIDv7(),
}
