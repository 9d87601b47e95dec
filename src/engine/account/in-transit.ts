/**
 * The one ledger of cash and shares that own trades move until they have settled, both ways. `core/machines/transit.ts`
 * has the rules; here fills become movements of both assets, and what one balance proves of a trade counts for the other.
 */
import { takerFee } from '#core/fees.ts'
import type { OutcomeId } from '#core/ids.ts'
import { amendTrade, endRead, isLookDue, isOverdue, NO_TRANSIT, noteTrade } from '#core/machines/transit.ts'
import {
  asShown,
  eventually,
  overdue,
  overdueShown,
  provable,
  prove,
  surely,
} from '#core/machines/transit.ts'
import type { Now, Transit } from '#core/machines/transit.ts'
import { addMicros, micros, ZERO, type Micros } from '#core/money.ts'
import type { Fill, FillStatus } from '#core/order/order.ts'
import { BoundedMap } from '#lib/bounded-map.ts'
import type { Clock } from '#ports/clock.ts'
import type { Catalog } from '../markets/catalog.ts'

export type Asset = 'COLLATERAL' | OutcomeId

export type InTransit = ReturnType<typeof createInTransit>

const MAX_FILLS = 20_000
const MAX_ASSETS = 1_000
/** How long after the last word about a trade a balance that disagrees is looked at. */
const LOOK_FOR_MS = 60_000

/**
 * Builds it, with nothing on its way.
 *
 * @param owned  shares by all own trades and the venue's list
 */
export function createInTransit(parts: {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly owned: (outcomeId: OutcomeId) => Micros
}) {
  const { clock } = parts
  const assets = new BoundedMap<Asset, Transit>(MAX_ASSETS, ({ moves }) => moves.size === 0)
  const statuses = new BoundedMap<string, FillStatus>(MAX_FILLS)
  const unsettled = new BoundedMap<string, Fill>(MAX_FILLS)
  /** Fills on their way whose fee is not known. */
  const unpriced = new BoundedMap<string, Fill>(MAX_FILLS)
  const answered = new Set<string>()
  /** Monotonic time of the last word about a trade of the outcome. */
  const lastWord = new Map<OutcomeId, number>()
  /** Keys of overdue trades, with whether a balance shows them. */
  const seen = new Map<string, boolean>()

  const now = (): Now => ({ monotonic: clock.monotonic(), wall: clock.now() })
  const of = (asset: Asset): Transit => {
    if (asset === 'COLLATERAL') learnFees()
    return assets.get(asset) ?? NO_TRANSIT
  }

  /** An asset that is kept again is never the oldest. */
  function keep(asset: Asset, state: Transit): void {
    assets.delete(asset)
    assets.set(asset, state)
  }

  /** Signed cash of a fill, with its fee as far as it is known. */
  function cashOf(fill: Fill): bigint {
    const { side, cash } = fill
    const fee = feeOf(fill) ?? ZERO
    return side === 'BUY' ? 0n - addMicros(cash, fee) : cash - fee
  }

  /** Null while the catalog does not know what the market charges. */
  function feeOf({ fee, role, outcomeId, price, size }: Fill): Micros | null {
    if (fee !== null || role === 'maker') return fee ?? ZERO
    const curve = parts.catalog.outcome(outcomeId)?.market.fee
    return curve === undefined || curve === 'unknown' ? null : (takerFee(curve, price, size) ?? ZERO)
  }

  /** A catalog may be read after the fills. */
  function learnFees(): void {
    for (const [key, fill] of unpriced) {
      if (feeOf(fill) === null) continue
      unpriced.delete(key)
      keep('COLLATERAL', amendTrade(assets.get('COLLATERAL') ?? NO_TRANSIT, key, cashOf(fill)))
    }
  }

  /** Takes what a balance of shares says of overdue trades; answers whether it is news. */
  function learn(outcomeId: OutcomeId, value: Micros): boolean {
    const found = overdueShown(of(outcomeId), { value, owned: parts.owned(outcomeId) }, clock.now())
    const news = [...(found ?? [])].filter(([key, isShown]) => seen.get(key) !== isShown)
    for (const [key, isShown] of news) seen.set(key, isShown)
    return news.length > 0
  }

  const unshown = (): readonly Asset[] =>
    [...assets].flatMap(([asset, state]) => (isLookDue(state) ? [asset] : []))

  function amountOf(read: (state: Transit) => bigint | null): (asset: Asset) => Micros | null {
    return (asset) => {
      const amount = read(of(asset))
      return amount === null ? null : micros(amount)
    }
  }

  return {
    /** Receives a fill, again or for the first time. */
    note(fill: Fill): void {
      const { outcomeId, side, size, status, at } = fill
      const key = `${fill.tradeId} ${fill.orderId}`
      const known = statuses.get(key) ?? null
      statuses.delete(key)
      statuses.set(key, status)
      const shares = side === 'BUY' ? size : 0n - size
      // Received again it may be known better than before (INV-79).
      const noted = (asset: Asset, amount: bigint): void =>
        keep(asset, amendTrade(noteTrade(of(asset), key, { amount, status, at }, known, now()), key, amount))
      noted(outcomeId, shares)
      noted('COLLATERAL', cashOf(fill))
      const isTracked = of(outcomeId).moves.has(key)
      if (isTracked && feeOf(fill) === null) unpriced.set(key, fill)
      if (isTracked) lastWord.set(outcomeId, clock.monotonic())
      // The first read of the shares has it, so the next one of the cash has it too.
      else if (of(outcomeId).base !== null) {
        keep('COLLATERAL', prove(of('COLLATERAL'), new Set([key]), now()))
      }
      if (status === 'matched' || status === 'retrying') unsettled.set(key, fill)
      else {
        unsettled.delete(key)
        seen.delete(key)
      }
    },
    /**
     * A read that began at this monotonic time has ended.
     *
     * @returns whether it says something of the cash that only a read of the cash can use
     */
    endRead(asset: Asset, value: Micros, began: number): boolean {
      const isNews = asset !== 'COLLATERAL' && learn(asset, value)
      const agrees = asset !== 'COLLATERAL' && parts.owned(asset) === value
      const before = of(asset)
      keep(
        asset,
        endRead(before, { value, began, agrees }, now(), (key) => seen.get(key) ?? null),
      )
      if (!agrees) return isNews
      const keys = provable(before, began)
      const cash = of('COLLATERAL')
      const isProof = [...cash.moves].some(([key, { proven }]) => proven === null && keys.has(key))
      if (isProof) keep('COLLATERAL', prove(cash, keys, now()))
      return isNews || isProof
    },
    /** Surely there to be spent or sold; null when it was never read. */
    surely: amountOf(surely),
    /** The least balance once all has settled; null when it was never read. */
    eventually: amountOf(eventually),
    /** As it was read last, less what has gone since; null when it was never read. */
    shown: amountOf(asShown),
    /** Assets of trades that have ended, or are lately reported, whose balance does not say so. */
    lookDue(): readonly Asset[] {
      const since = clock.monotonic() - LOOK_FOR_MS
      for (const [outcomeId, at] of lastWord) if (at <= since) lastWord.delete(outcomeId)
      const late = [...lastWord.keys()].filter((outcomeId) => {
        const { base, read } = of(outcomeId)
        return base === null || read !== parts.owned(outcomeId)
      })
      return [...new Set([...late, ...unshown()])]
    },
    /** True if there may be such assets for a while. */
    isLooking: (): boolean => lastWord.size > 0 || unshown().length > 0,
    /** Shares that overdue trades have brought, less those that they have taken. */
    overdue: (outcomeId: OutcomeId): Micros =>
      micros(overdue(of(outcomeId), clock.now()).reduce((sum, { amount }) => sum + amount, 0n)),
    /** Fills that are overdue and were not answered before. */
    newlyOverdue(): readonly Fill[] {
      const wall = clock.now()
      const late = [...unsettled].filter(([key, fill]) => isOverdue(fill, wall) && !answered.has(key))
      for (const [key] of late) answered.add(key)
      return late.map(([, fill]) => fill)
    },
    /** Assets in whose balance an overdue trade may be or not. */
    doubtful: (): readonly Asset[] =>
      [...assets].flatMap(([asset, state]) =>
        asset !== 'COLLATERAL' && overdue(state, clock.now()).some(({ key }) => !seen.has(key))
          ? [asset]
          : [],
      ),
  }
}
