/** State of the screen at a press: the top of a book, and limit prices of exits, of which one that has just changed may not have been read. */
import { complementPrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Position } from '../platform/api/client.ts'
import type { BookTop } from '../platform/live/book-store.ts'
import type { Readable } from '../platform/state/store.ts'

const MAX_AGE_MS = 86_400_000

/** A book at the press, with its age. */
export function seenBook({ epoch, bestBid, bestAsk, sequence, changedAt }: BookTop, now: number) {
  const age = changedAt === null ? MAX_AGE_MS : now - changedAt
  return {
    epoch,
    bestBid,
    bestAsk,
    bookSequence: sequence,
    bookAgeMs: Math.min(MAX_AGE_MS, Math.max(0, age)),
  }
}

export type SeenBook = Omit<ReturnType<typeof seenBook>, 'epoch'>

/** Evidence that an order carries: the purchase of the other outcome has the book turned around. */
export function evidenceOf(
  { bestBid, bestAsk, bookSequence: bookSeq, bookAgeMs }: SeenBook,
  isOther: boolean,
) {
  const turned = (price: Price | null) => (price === null || !isOther ? price : complementPrice(price))
  const [bid, ask] = isOther ? [bestAsk, bestBid] : [bestBid, bestAsk]
  return { bestBid: turned(bid), bestAsk: turned(ask), bookSeq, bookAgeMs }
}

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
