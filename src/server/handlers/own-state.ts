/** Currency of own orders, fills and cash, with the reason when they are not current. */
import type { Instant } from '#core/market/market.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import type { Engine } from '#engine/engine.ts'
import { inertText } from '#lib/inert-text.ts'
import type { Problem } from '../http/replies.ts'

export type OwnState = {
  readonly complete: boolean
  readonly problem: string | null
  readonly asOf: Instant | null
}

/** State in a replay: as recorded. */
export const RECORDED: OwnState = { complete: true, problem: null, asOf: null }

const RENEWING = 'Venue credentials are being renewed: these are the last known values.'
const UNAVAILABLE: Problem = {
  code: 'credentials_unavailable',
  detail: 'No working venue credentials.',
}

/** Own orders and fills are not known without credentials; while those are pending, what was read before is. */
export function credentialsProblem({ status, orders }: Pick<Engine, 'status' | 'orders'>): Problem | null {
  const { state, detail } = status.read().credentials
  if (state === 'ready' || (state === 'pending' && orders.isReconciled())) return null
  return detail === null ? UNAVAILABLE : { ...UNAVAILABLE, detail }
}

/** As of the last complete read. */
export function ownState({ status }: Pick<Engine, 'status'>): OwnState {
  const { credentials, feeds } = status.read()
  const reads = feeds.find(({ name }) => name === 'orders')
  const problem = credentials.state === 'ready' ? problemOf(reads) : (credentials.detail ?? RENEWING)
  return {
    complete: problem === null,
    problem: problem && inertText(problem),
    asOf: reads?.lastMessageAt ?? null,
  }
}

function problemOf(reads: FeedHealth | undefined): string | null {
  if (reads === undefined || reads.state === 'live' || reads.state === 'off') return null
  return reads.detail ?? 'Own orders are still being read.'
}
