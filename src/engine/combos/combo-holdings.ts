/**
 * Combos that are held, read every minute and after a fill, and what the limits count of them: open ones at cost, and
 * acceptances that no read can show yet in full.
 */
import { openComboCost, type ComboPosition } from '#core/combo/combo.ts'
import type { ComboPositionId } from '#core/ids.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { ComboNews } from '#ports/venue-combos.ts'
import type { CombosParts } from './combo-parts.ts'
import type { ComboReads } from './combo-types.ts'

/** An acceptance as the limits see it. */
export type ComboClaim = {
  readonly id: string
  readonly positionId: string
  readonly side: Side
  /** pUSD of a buy, with its fee; 0 for a sale. */
  readonly cost: Micros
  /** Bought or sold. */
  readonly shares: Micros
}

export type ComboHoldings = ReturnType<typeof createComboHoldings>

type Claim = ComboClaim & {
  /** Holding once it and the claims before it have filled; null when the present holding is not known. */
  readonly expected: Micros | null
  settledAt: number | null
}

const READ_EVERY_MS = 60_000
/** Delay of the data service; after this a fill counts as shown. */
export const LATE_MS = 120_000
/** Below what the data service lists. */
const DUST = 1_000n
/** After a fill, until it shows. */
const AFTER_FILL_MS = [2_000, 10_000] as const

/** Builds the read model; nothing is read before `start` or the first question. */
export function createComboHoldings({ clock, log, bus, venue }: CombosParts) {
  const claims = new Map<string, Claim>()
  const stops: (() => void)[] = []
  let known: readonly ComboPosition[] | null = null
  let events: ComboNews | null = null
  let asOf: ComboReads = { positions: null, activity: null }
  let reading: Promise<Result<readonly ComboPosition[], ReadFault>> | null = null
  let readingEvents: Promise<Result<ComboNews, ReadFault>> | null = null

  async function read(): Promise<Result<readonly ComboPosition[], ReadFault>> {
    const startedAt = clock.monotonic()
    const answer = await guarded(() => venue.positions())
    if (!answer.ok) {
      log.warn('combos.positions_unread', { kind: answer.error.kind, detail: answer.error.detail })
      return answer
    }
    known = answer.value
    asOf = { ...asOf, positions: clock.now() }
    for (const [id, claim] of claims) if (isShown(claim, startedAt)) claims.delete(id)
    bus.publish('combo_positions', answer.value)
    return answer
  }

  async function guarded<T>(call: () => Promise<Result<T, ReadFault>>): Promise<Result<T, ReadFault>> {
    try {
      return await call()
    } catch (error) {
      log.error('combos.read_threw', { error: String(error) })
      return err({ kind: 'network', detail: 'internal fault', retryAfterMs: null })
    }
  }

  function readOnce(): Promise<Result<readonly ComboPosition[], ReadFault>> {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }

  function readEventsOnce(): Promise<Result<ComboNews, ReadFault>> {
    readingEvents ??= guarded(() => venue.activity())
      .then((answer) => {
        if (answer.ok) {
          events = answer.value
          asOf = { ...asOf, activity: clock.now() }
        }
        return answer
      })
      .finally(() => {
        readingEvents = null
      })
    return readingEvents
  }

  function refresh(): void {
    void readOnce()
    // Activity is read when somebody asked for it once; then it is kept as fresh as the positions.
    if (events !== null) void readEventsOnce()
  }

  function sizeOf(positionId: string): Micros {
    return known?.find(({ id }) => id === positionId)?.size ?? ZERO
  }

  /** A read that began at `startedAt` has the fill in it, as far as is known. */
  function isShown({ side, positionId, expected, settledAt }: Claim, startedAt: number): boolean {
    if (settledAt === null || startedAt < settledAt) return false
    if (startedAt >= settledAt + LATE_MS) return true
    const size = sizeOf(positionId)
    return expected !== null && (side === 'BUY' ? size + DUST >= expected : size <= expected + DUST)
  }

  /** Holding once this has filled, too; a read may have a claim of a previous run in it already, or not. */
  function expectedAfter({ positionId, side, shares }: ComboClaim): Micros | null {
    const isUnsure = [...claims.values()].some(
      (one) => one.positionId === positionId && one.expected === null,
    )
    if (known === null || isUnsure) return null
    const bought = addMicros(sizeOf(positionId), claimed('BUY', positionId))
    const before = subtractMicros(bought, claimed('SELL', positionId))
    return side === 'BUY' ? addMicros(before, shares) : subtractMicros(before, shares)
  }

  /** Open combos at cost; null until read. */
  function costBasis(): Micros | null {
    return known === null ? null : openComboCost(known)
  }

  function claimed(side: Side, positionId: string): Micros {
    const counted = [...claims.values()].filter(
      (claim) => claim.positionId === positionId && claim.side === side,
    )
    return addMicros(...counted.map(({ shares }) => shares))
  }

  return {
    start(): void {
      refresh()
      stops.push(clock.every(READ_EVERY_MS, refresh))
    },
    stop(): void {
      for (const stop of stops) stop()
    },
    /** Null until read. */
    held: (): readonly ComboPosition[] | null => known,
    positions: (): Promise<Result<readonly ComboPosition[], ReadFault>> =>
      known === null ? readOnce() : Promise.resolve(ok(known)),
    activity: (): Promise<Result<ComboNews, ReadFault>> =>
      events === null ? readEventsOnce() : Promise.resolve(ok(events)),
    asOf: (): ComboReads => asOf,
    costBasis,
    /** Cost basis and claims; null until read. */
    exposure: (): Micros | null => {
      const cost = costBasis()
      return cost === null ? null : addMicros(cost, ...[...claims.values()].map((claim) => claim.cost))
    },
    /** Shares held of a combo and claimed by no sale; null until read. */
    free(id: ComboPositionId): Micros | null {
      if (known === null) return null
      return subtractMicros(sizeOf(id), claimed('SELL', id))
    },
    claim(claim: ComboClaim): void {
      claims.set(claim.id, { ...claim, expected: expectedAfter(claim), settledAt: null })
    },
    /** One that filled `agoMs` ago in a previous run counts for as long as a read may lack it. */
    recall(claim: ComboClaim, agoMs: number): void {
      claims.set(claim.id, { ...claim, expected: null, settledAt: clock.monotonic() - agoMs })
    },
    /** Its end is known. A filled one counts on until a read must show it. */
    settle(id: string, filled: boolean): void {
      const claim = claims.get(id)
      if (claim === undefined) return
      if (!filled) {
        claims.delete(id)
        return
      }
      claim.settledAt = clock.monotonic()
      for (const afterMs of AFTER_FILL_MS) stops.push(clock.after(afterMs, refresh))
      refresh()
    },
  }
}
