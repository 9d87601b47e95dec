/** The last balance of each asset, what was taken of it since its read began, and the reads themselves. */
import { BoundedMap } from '#lib/bounded-map.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Balance, ReadFault, VenueAccount } from '#ports/venue-account.ts'
import { createSettlingSales } from './settling-sales.ts'
import type { SettlingSales } from './settling-sales.ts'

export type Asset = 'COLLATERAL' | OutcomeId

type Held = {
  readonly balance: Micros
  readonly allowance: Micros | null
  /** Taken since the read began. */
  readonly taken: Micros
  /** Something changed that only a read can decide. */
  readonly dirty: boolean
  /** Monotonic. */
  readonly readAt: number
  /** When it was read. */
  readonly at: Instant
}

export type BalanceParts = {
  readonly clock: Clock
  readonly log: Log
  readonly account: Pick<VenueAccount, 'balance' | 'refreshBalance'>
  /** A signed read: without credentials the venue is not called. */
  readonly read: <T>(call: () => Promise<Result<T, ReadFault>>) => Promise<Result<T, ReadFault>>
}

export type BalanceState = {
  readonly parts: BalanceParts
  readonly held: Map<Asset, Held>
  /** What reads under way may not show yet. */
  readonly missed: Map<Asset, Pick<Held, 'taken' | 'dirty'>>
  readonly reading: Map<Asset, Promise<void>>
  readonly sales: SettlingSales
}

export const MAX_HELD = 1_000

/** Nothing was read yet. */
export function createBalanceState(parts: BalanceParts): BalanceState {
  const sales = createSettlingSales(parts.clock)
  return { parts, held: new BoundedMap(MAX_HELD), missed: new Map(), reading: new Map(), sales }
}

/** Takes an amount off a balance, and off what a read under way will answer; only a read can decide what is left. */
export function takeOff({ held, missed }: BalanceState, asset: Asset, amount: Micros): void {
  const known = held.get(asset)
  if (known !== undefined) held.set(asset, { ...known, taken: addMicros(known.taken, amount), dirty: true })
  const during = missed.get(asset)
  if (during !== undefined) missed.set(asset, { taken: addMicros(during.taken, amount), dirty: true })
}

/** Reads what has changed, one after the other. */
export async function readChanged(state: BalanceState): Promise<void> {
  const changed = [...state.held].filter(([, { dirty }]) => dirty)
  for (const [asset] of changed) await readOnce(state, asset)
}

/** Reads a balance; joins the read that is under way. A failed read is logged and changes nothing. */
export function readOnce(state: BalanceState, asset: Asset): Promise<void> {
  const { reading } = state
  const running = reading.get(asset)
  if (running !== undefined) return running
  const started = readNow(state, asset).finally(() => {
    reading.delete(asset)
  })
  reading.set(asset, started)
  return started
}

async function readNow({ parts, held, missed, sales }: BalanceState, asset: Asset): Promise<void> {
  const { clock, log, account } = parts
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
  // What is read again and again, as the cash is, is never the oldest.
  held.delete(asset)
  held.set(asset, { ...answer.value, ...during, readAt: clock.monotonic(), at: clock.now() })
}

/**
 * Has the venue look at the chain and reads the shares then: a read that began before it may not show what was found.
 *
 * @returns whether the venue looked
 */
export async function lookAtChain(state: BalanceState, outcomeId: OutcomeId): Promise<boolean> {
  const { parts } = state
  const answer = await parts.read(() => parts.account.refreshBalance(outcomeId))
  await state.reading.get(outcomeId)
  await readOnce(state, outcomeId)
  return answer.ok
}

/** Balance less what was taken since its read began; null when it was never read. */
export function balanceLeft({ held }: BalanceState, asset: Asset): Micros | null {
  const known = held.get(asset)
  return known === undefined ? null : subtractMicros(known.balance, known.taken)
}

/** Shares that are surely there to sell; null when they were never read. */
export function sharesLeft(state: BalanceState, outcomeId: OutcomeId): Micros | null {
  const shown = balanceLeft(state, outcomeId)
  const atMost = state.sales.atMost(outcomeId)
  return shown === null || atMost === null || shown < atMost ? shown : atMost
}
