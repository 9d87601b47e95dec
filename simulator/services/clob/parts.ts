/** Parts of the order-book service, for its routes. */
import type { Parts } from '../../parts.ts'
import type { EngineModes } from './engine-modes.ts'
import type { PriceSamples } from './price-samples.ts'
import type { RateLimits } from './rate-limits.ts'

export type ClobParts = Omit<Parts, 'world' | 'barriers'> & {
  readonly modes: EngineModes
  readonly limits: RateLimits
  readonly samples: PriceSamples
  /** Rows of a page of account reads; the venue's 500, small on demand. */
  readonly pageSize: number
}
