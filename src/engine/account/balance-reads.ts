/** The reads of balances, and what was last read of each asset. */
import { BoundedMap } from '#lib/bounded-map.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { Result } from '#lib/result.ts'
import type { Balance, ReadFault, VenueAccount } from '#ports/venue-account.ts'
import type { Tools } from '../tools.ts'
import type { Asset, InTransit } from './in-transit.ts'

type Held = {
  readonly allowance: Micros | null
  /** Something changed that only a read can decide. */
  readonly dirty: boolean
  /** Monotonic. */
  readonly readAt: number
  /** When it was read. */
  readonly at: Instant
}

export type BalanceParts = Pick<Tools, 'clock' | 'log'> & {
  readonly account: Pick<VenueAccount, 'balance' | 'refreshBalance'>
  /** A signed read: without credentials the venue is not called. */
  readonly read: <T>(call: () => Promise<Result<T, ReadFault>>) => Promise<Result<T, ReadFault>>
}

export type BalanceState = {
  readonly parts: BalanceParts
  readonly transit: InTransit
  readonly held: Map<Asset, Held>
  /** Assets that changed while a read of them was under way. */
  readonly changed: Set<Asset>
  readonly reading: Map<Asset, Promise<void>>
}

export const MAX_HELD = 1_000

/** Nothing was read yet. */
export function createBalanceState(parts: BalanceParts, transit: InTransit): BalanceState {
  return { parts, transit, held: new BoundedMap(MAX_HELD), changed: new Set(), reading: new Map() }
}

/** Only a read that begins from now on can decide what is left. */
export function doubt({ held, changed }: BalanceState, asset: Asset): void {
  changed.add(asset)
  const known = held.get(asset)
  if (known !== undefined) held.set(asset, { ...known, dirty: true })
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

async function readNow(state: BalanceState, asset: Asset): Promise<void> {
  const { parts, held, transit, changed } = state
  const { clock, log, account } = parts
  const began = clock.monotonic()
  changed.delete(asset)
  const answer = await parts.read<Balance>(() => account.balance(asset))
  if (!answer.ok) {
    log.warn('balance.unread', {
      asset: asset === 'COLLATERAL' ? asset : 'outcome',
      detail: answer.error.detail,
    })
    return
  }
  const { balance, allowance } = answer.value
  const isCashDue = transit.endRead(asset, balance, began)
  // An asset read often, such as cash, is never the oldest.
  held.delete(asset)
  held.set(asset, { allowance, dirty: changed.has(asset), readAt: clock.monotonic(), at: clock.now() })
  if (isCashDue && held.has('COLLATERAL')) void readOnce(state, 'COLLATERAL')
}

/**
 * Has the venue look at the chain and reads the balance then: a read that began before it may not show what was found.
 *
 * @returns whether the venue looked
 */
export async function lookAtChain(state: BalanceState, asset: Asset): Promise<boolean> {
  const { parts } = state
  const answer = await parts.read(() => parts.account.refreshBalance(asset))
  await state.reading.get(asset)
  await readOnce(state, asset)
  return answer.ok
}
