/** The account's summary in the page: the last one received, and whether it is still current. */
import { nullable } from '#contract/codec/codec.ts'
import { accountSummary as record } from '#contract/records/account.ts'
import { largestFirst } from '#core/money.ts'
import type { AccountSummary, Position } from '../../platform/api/client.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import type { Sink } from '../../platform/live/socket.ts'

export type AccountView = {
  readonly summary: AccountSummary | null
  /** False before the first summary and while the link is lost. */
  readonly current: boolean
}

const { decode } = nullable(record)

/** Builds the store; it is the sink of its topic. */
export function createAccountStore(): Readable<AccountView> & Sink {
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
  const byCost = largestFirst(a.costBasis ?? a.size, b.costBasis ?? b.size)
  if (byCost !== 0) return byCost
  const [nameA, nameB] = [nameOf(a), nameOf(b)]
  return nameA < nameB ? -1 : nameA > nameB ? 1 : 0
}

function nameOf(position: Position): string {
  return `${position.eventTitle}\n${position.marketTitle}\n${position.outcomeName}\n${position.outcomeId}`
}
