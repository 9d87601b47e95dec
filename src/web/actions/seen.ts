/** The limit prices of exits as they stood on the screen: one that has just changed may not have been read. */
import type { Price } from '#core/price.ts'
import type { Position } from '../platform/api/client.ts'
import type { Readable } from '../platform/state/store.ts'

/** A price that changed less than this long ago was not read. */
const READ_GUARD_MS = 300

type Shown = { readonly price: Price | null; readonly before: Price | null; readonly changedAt: number }

const MODES = ['walk', 'join', 'hedge', 'flat'] as const
type Mode = (typeof MODES)[number]

/** Remembers when each changed last; answers the better one of the prices of the last 300 ms. */
export function followLimits(
  positions: Readable<{ readonly items: readonly Position[] }>,
  now: () => number,
): (position: Position, mode: Mode, price: Price) => Price {
  let shown: ReadonlyMap<string, Shown> = new Map()
  positions.subscribe(() => {
    const next = new Map<string, Shown>()
    for (const position of positions.get().items) {
      for (const mode of MODES) {
        const key = `${mode} ${position.outcomeId}`
        const old = shown.get(key)
        const price = position[mode === 'walk' ? 'exit' : mode]?.price ?? null
        const isSame = old !== undefined && old.price === price
        next.set(key, isSame ? old : { price, before: old?.price ?? null, changedAt: now() })
      }
    }
    shown = next
  })
  return (position, mode, price) => {
    const seen = shown.get(`${mode} ${position.outcomeId}`)
    const old = seen?.before ?? null
    if (seen === undefined || old === null || now() - seen.changedAt >= READ_GUARD_MS) return price
    return (mode === 'hedge') === old < price ? old : price
  }
}
