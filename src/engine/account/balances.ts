/**
 * What the account may spend and sell, read from the venue and kept on the safe side in between: what was spent or
 * sold since a read began is taken off at once, what was received counts only when a read shows it. What was sold
 * stays off until its trade is on the chain, whatever a balance that lags still shows.
 */
import { takerFee } from '#core/fees.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { Fill, OrderIntent } from '#core/order/order.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Balance, ReadFault, VenueAccount } from '#ports/venue-account.ts'
import type { Bus } from '../bus.ts'
import type { Catalog } from '../markets/contract.ts'
import { createLateBalances } from './late-balances.ts'
import type { Funds } from './funds.ts'
import { createSettlingSales } from './settling-sales.ts'

export type Balances = Funds & {
  /** Shares as the balance shows them, with those of sales that are not on the chain yet; null when never read. */
  readonly shown: (outcomeId: OutcomeId) => Micros | null
  /** When the venue looked at the chain for the shares last and they were read after it; null when that never was. */
  readonly lookedAt: (outcomeId: OutcomeId) => Instant | null
  /**
   * Reads what the check needs when it was never read, or when a sale follows fills that no read has shown yet. Where the
   * balance is not what trades and list say, the venue looks at the chain first. Shares read over 30 s ago are read
   * again behind the sale, for the next.
   */
  readonly ensure: (order: Pick<OrderIntent, 'side' | 'outcomeId'>) => Promise<void>
  /**
   * Looks at what is held of an outcome for somebody who only wants to see it: reads it when that was never done, is
   * over 30 s ago or something changed. Resolves when the read is over, however it ends; at once when none is due.
   */
  readonly glance: (outcomeId: OutcomeId) => Promise<void>
  /** Has the venue look at the chain and reads the shares then. */
  readonly lookAgain: (outcomeId: OutcomeId) => Promise<void>
  /** Reads the cash balance now. */
  readonly readCash: () => Promise<void>
  /** When the cash balance was last read; null before that. */
  readonly cashReadAt: () => Instant | null
  readonly start: () => void
  readonly stop: () => void
}

type Held = {
  readonly balance: Micros
  readonly allowance: Micros | null
  /** Taken since the read began. */
  readonly taken: Micros
  /** Something changed that only a read can tell. */
  readonly dirty: boolean
  /** Monotonic. */
  readonly readAt: number
  /** When it was read. */
  readonly at: Instant
}

/** A read that failed is not repeated at every look. */
const GLANCE_AGAIN_MS = 5_000
const READ_EVERY_MS = 30_000
const READ_AFTER_FILL_MS = 1_000
const MOST_HELD = 1_000
const FRESH_MS = 60_000
const JUST_READ_MS = 1_000

/**
 * Builds the reader.
 *
 * @param read  a signed read: without credentials the venue is not called
 */
export function createBalances(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus
  readonly account: Pick<VenueAccount, 'balance' | 'refreshBalance'>
  readonly catalog: Pick<Catalog, 'outcome'>
  /** Shares by own trades and the venue's list. */
  readonly owned: (outcomeId: OutcomeId) => Micros
  readonly read: <T>(call: () => Promise<Result<T, ReadFault>>) => Promise<Result<T, ReadFault>>
}): Balances {
  const { clock, log, account } = parts
  const held = new Map<'COLLATERAL' | OutcomeId, Held>()
  /** What reads under way may not show yet. */
  const missed = new Map<'COLLATERAL' | OutcomeId, Pick<Held, 'taken' | 'dirty'>>()
  /** The look at the chain and the read after it, once for each token that was sold. */
  const refreshing = new Map<OutcomeId, Promise<void>>()
  const looks = new Map<OutcomeId, Instant>()
  const glancedAt = new Map<OutcomeId, number>()
  const seenFills = new Set<string>()
  const sales = createSettlingSales(clock)
  const reading = new Map<'COLLATERAL' | OutcomeId, Promise<void>>()
  const stops: (() => void)[] = []
  let stopSoon: (() => void) | null = null
  const late = createLateBalances({ clock, agrees, look })

  function take(asset: 'COLLATERAL' | OutcomeId, amount: Micros): void {
    const known = held.get(asset)
    if (known !== undefined) held.set(asset, { ...known, taken: addMicros(known.taken, amount), dirty: true })
    const during = missed.get(asset)
    if (during !== undefined) missed.set(asset, { taken: addMicros(during.taken, amount), dirty: true })
  }

  function spentOn(fill: Fill): Micros {
    const cost = notional(fill.price, fill.size)
    const fee = parts.catalog.outcome(fill.outcomeId)?.market.fee ?? null
    if (fill.role === 'maker' || fee === 'unknown') return cost
    return addMicros(cost, takerFee(fee, fill.price, fill.size) ?? ZERO)
  }

  function onFill(fill: Fill): void {
    const key = `${fill.tradeId} ${fill.orderId}`
    sales.note(fill, shares(fill.outcomeId))
    if (!seenFills.has(key)) {
      seenFills.add(key)
      if (seenFills.size > 20 * MOST_HELD) seenFills.clear()
      // What an earlier life traded is in the balance already.
      const isNew = clock.now() - fill.at < FRESH_MS
      take('COLLATERAL', isNew && fill.side === 'BUY' ? spentOn(fill) : ZERO)
      take(fill.outcomeId, isNew && fill.side === 'SELL' ? fill.size : ZERO)
    } else {
      // Shares arrive when the trade is on the chain, and leave again when it failed.
      take('COLLATERAL', ZERO)
      take(fill.outcomeId, ZERO)
    }
    late.traded(fill.outcomeId)
    stopSoon ??= clock.after(READ_AFTER_FILL_MS, () => {
      stopSoon = null
      void readDirty()
    })
  }

  async function readDirty(): Promise<void> {
    for (const [asset, { dirty }] of held) if (dirty) await readOnce(asset)
  }

  function readOnce(asset: 'COLLATERAL' | OutcomeId): Promise<void> {
    const running = reading.get(asset)
    if (running !== undefined) return running
    const started = readNow(asset).finally(() => {
      reading.delete(asset)
    })
    reading.set(asset, started)
    return started
  }

  async function readNow(asset: 'COLLATERAL' | OutcomeId): Promise<void> {
    missed.set(asset, { taken: ZERO, dirty: false })
    const settleRead = asset === 'COLLATERAL' ? null : sales.beginRead(asset)
    const answer = await parts.read<Balance>(() => account.balance(asset))
    const during = missed.get(asset) ?? { taken: ZERO, dirty: false }
    missed.delete(asset)
    if (!answer.ok) {
      log.warn('balance.unread', {
        asset: asset === 'COLLATERAL' ? asset : 'outcome',
        detail: answer.error.detail,
      })
      return
    }
    settleRead?.(answer.value.balance)
    if (held.size > MOST_HELD) held.clear()
    held.set(asset, { ...answer.value, ...during, readAt: clock.monotonic(), at: clock.now() })
  }

  /** Whether the venue looked; a read that began before it may not show what the venue has found. */
  async function look(outcomeId: OutcomeId): Promise<boolean> {
    const answer = await parts.read(() => account.refreshBalance(outcomeId))
    await reading.get(outcomeId)
    await readOnce(outcomeId)
    return answer.ok
  }

  /** Once for each token, unless it failed. */
  async function refresh(outcomeId: OutcomeId): Promise<void> {
    const began = clock.now()
    const looked = await look(outcomeId)
    if (!looked) refreshing.delete(outcomeId)
    const readAt = held.get(outcomeId)?.at ?? Number.NEGATIVE_INFINITY
    if (looked && readAt >= began) looks.set(outcomeId, began)
  }

  function isGlanceDue(outcomeId: OutcomeId): boolean {
    const now = clock.monotonic()
    if (now - (glancedAt.get(outcomeId) ?? Number.NEGATIVE_INFINITY) < GLANCE_AGAIN_MS) return false
    const known = held.get(outcomeId)
    return known === undefined || known.dirty || now - known.readAt >= READ_EVERY_MS
  }

  function left(asset: 'COLLATERAL' | OutcomeId): Micros | null {
    const known = held.get(asset)
    return known === undefined ? null : subtractMicros(known.balance, known.taken)
  }

  function agrees(outcomeId: OutcomeId): boolean {
    const shown = left(outcomeId)
    return shown === null || shown === parts.owned(outcomeId)
  }

  /** A sale would be refused, cut or too large for a balance that may only lag. */
  function isDoubtful(outcomeId: OutcomeId): boolean {
    const readAt = held.get(outcomeId)?.readAt ?? 0
    return !agrees(outcomeId) && clock.monotonic() - readAt >= JUST_READ_MS
  }

  function shares(outcomeId: OutcomeId): Micros | null {
    const shown = left(outcomeId)
    const atMost = sales.atMost(outcomeId)
    return shown === null || atMost === null || shown < atMost ? shown : atMost
  }

  return {
    cash: () => left('COLLATERAL'),
    allowance: () => held.get('COLLATERAL')?.allowance ?? null,
    shares,
    shown: left,
    lookedAt: (outcomeId) => looks.get(outcomeId) ?? null,
    lookAgain: refresh,
    async ensure(intent) {
      if (intent.side === 'BUY') {
        if (!held.has('COLLATERAL')) await readOnce('COLLATERAL')
        return
      }
      const { outcomeId } = intent
      const refreshed = refreshing.get(outcomeId) ?? refresh(outcomeId)
      refreshing.set(outcomeId, refreshed)
      await refreshed
      const known = held.get(outcomeId)
      if (isDoubtful(outcomeId)) await look(outcomeId)
      else if (known === undefined || known.dirty || sales.isReadDue(outcomeId)) await readOnce(outcomeId)
      // What came or went without a trade: too rare to keep this sale waiting, too wrong to be kept for ever.
      else if (clock.monotonic() - known.readAt >= READ_EVERY_MS) void readOnce(outcomeId)
    },
    async glance(outcomeId) {
      const running = reading.get(outcomeId)
      if (running !== undefined || !isGlanceDue(outcomeId)) return running
      if (glancedAt.size > MOST_HELD) glancedAt.clear()
      glancedAt.set(outcomeId, clock.monotonic())
      return readOnce(outcomeId)
    },
    readCash: () => readOnce('COLLATERAL'),
    cashReadAt: () => held.get('COLLATERAL')?.at ?? null,
    start() {
      stops.push(
        parts.bus.subscribe('fill', onFill),
        clock.every(READ_EVERY_MS, () => {
          void readOnce('COLLATERAL')
        }),
      )
    },
    stop() {
      for (const stop of stops) stop()
      stopSoon?.()
      late.stop()
    },
  }
}
