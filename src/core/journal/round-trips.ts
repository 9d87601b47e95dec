/**
 * Round trips of one outcome: from the purchase that opens a position to the sale or payout with which nothing is held any
 * more. Their realised profit and that of the opening are the ledger's realised profit, to the last micro (INV-71).
 */
import type { Instant } from '../market/market.ts'
import { micros, ZERO, type Micros } from '../money.ts'
import { movements, type Movement, type Opening, type PortfolioEntry } from '../position/portfolio.ts'

export type RoundTrip = {
  /** Key of its first entry. */
  readonly key: string
  readonly openedAt: Instant
  /** Null while something of it is held. */
  readonly closedAt: Instant | null
  /** In the ledger's order. */
  readonly movements: readonly Movement[]
  /** Held from before the first known trade. */
  readonly isContinued: boolean
  /** Shares bought, and paid for them without fees. */
  readonly entrySize: Micros
  readonly entryCash: Micros
  /** Shares sold or paid out, and received for them before fees. */
  readonly exitSize: Micros
  readonly exitCash: Micros
  readonly fees: Micros
  /** True if the fee of each fill is known. */
  readonly areFeesKnown: boolean
  /** Profit of shares sold or paid out, less fees, at average cost; only of shares with a known cost. */
  readonly realised: Micros
  /** False: some shares sold or paid out had none. */
  readonly isCostKnown: boolean
}

type RoundTrips = {
  /** In order of time. */
  readonly trips: readonly RoundTrip[]
  /** Realised before the first known trade. */
  readonly earlier: Micros
}

type JournalEntries = {
  readonly opening: Opening | null
  readonly entries: Iterable<PortfolioEntry>
}

/**
 * Splits the entries of one outcome into its round trips.
 *
 * @param replaced  entries that the opening contains, since the venue's own figures took their place
 */
export function roundTrips(
  opening: Opening | null,
  entries: Iterable<PortfolioEntry>,
  replaced: readonly JournalEntries[] = [],
): RoundTrips {
  const before = replaced.flatMap((part) => tripsOf(part))
  const known = before.reduce((sum, { realised }) => sum + realised, 0n)
  return {
    trips: [...before, ...tripsOf({ opening, entries })],
    earlier: micros((opening?.figures.realised ?? ZERO) - known),
  }
}

function tripsOf({ opening, entries }: JournalEntries): readonly RoundTrip[] {
  const trips: RoundTrip[] = []
  let held: Micros = opening?.figures.size ?? ZERO
  let isContinued = held > 0n
  let current: Movement[] = []
  for (const movement of movements(opening, entries)) {
    current.push(movement)
    held = movement.held
    if (held > 0n) continue
    trips.push(tripOf(current, isContinued))
    current = []
    isContinued = false
  }
  if (current.length > 0) trips.push(tripOf(current, isContinued))
  return trips
}

/** Millionths a share: cash over size, rounded down; null of no shares. */
export function averagePrice(cash: Micros, size: Micros): Micros | null {
  return size === 0n ? null : micros((cash * 1_000_000n) / size)
}

/** How long it was held, in milliseconds; until now while it is open. */
export function timeHeld({ openedAt, closedAt }: RoundTrip, now: Instant): number {
  return Math.max(0, (closedAt ?? now) - openedAt)
}

function tripOf(parts: readonly Movement[], isContinued: boolean): RoundTrip {
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) throw new Error('a round trip has an entry')
  const sums = { entrySize: 0n, entryCash: 0n, exitSize: 0n, exitCash: 0n, fees: 0n, realised: 0n }
  let areFeesKnown = true
  let isCostKnown = true
  for (const { entry, profit } of parts) {
    const isPurchase = entry.kind === 'fill' && entry.side === 'BUY'
    if (isPurchase) {
      sums.entrySize += entry.size
      sums.entryCash += entry.cash
    } else {
      sums.exitSize += entry.size
      sums.exitCash += entry.cash
      isCostKnown = isCostKnown && profit !== null
    }
    if (entry.kind === 'fill') {
      sums.fees += entry.fee ?? 0n
      areFeesKnown = areFeesKnown && entry.fee !== null
    }
    sums.realised += profit ?? 0n
  }
  return {
    key: first.entry.key,
    openedAt: first.entry.at,
    closedAt: last.held > 0n ? null : last.entry.at,
    movements: parts,
    isContinued,
    entrySize: micros(sums.entrySize),
    entryCash: micros(sums.entryCash),
    exitSize: micros(sums.exitSize),
    exitCash: micros(sums.exitCash),
    fees: micros(sums.fees),
    areFeesKnown,
    realised: micros(sums.realised),
    isCostKnown,
  }
}
