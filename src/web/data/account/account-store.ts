/** The account's summary in the page: the last one received, and whether it is still current. */
import { nullable } from '#contract/codec/codec.ts'
import { accountSummary as record } from '#contract/records/account.ts'
import type { AccountSummary, Position } from '../../platform/api/wire.ts'
import { microsOrZero } from '../../platform/format/numbers.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import type { Sink } from '../../platform/live/socket.ts'

export type AccountView = {
  readonly summary: AccountSummary | null
  /** False before the first summary and while the link is lost. */
  readonly current: boolean
}

const { decode } = nullable(record)

export type AccountStore = Readable<AccountView> & Sink

/** Builds the store; it is the sink of its topic. */
export function createAccountStore(): AccountStore {
  const store = createStore<AccountView>({ summary: null, current: false })
  const put = (data: unknown): void => store.set({ summary: decode(data as never), current: true })
  return {
    get: store.get,
    subscribe: store.subscribe,
    snapshot: put,
    delta: put,
    lost: () => store.update((old) => ({ ...old, current: false })),
  }
}

/** The highest cost first: prices move no row, only trades do. */
export function positionOrder(a: Position, b: Position): number {
  const [costA, costB] = [costOf(a), costOf(b)]
  if (costA !== costB) return costA < costB ? 1 : -1
  const [nameA, nameB] = [nameOf(a), nameOf(b)]
  return nameA < nameB ? -1 : nameA > nameB ? 1 : 0
}

function costOf(position: Position): bigint {
  return microsOrZero(position.cost_basis ?? position.size)
}

function nameOf(position: Position): string {
  return `${position.event_title}\n${position.market_title}\n${position.outcome_name}\n${position.outcome_id}`
}
