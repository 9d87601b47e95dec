/** Positions and account of the wallet. */
import { micros, ZERO } from '#core/money.ts'
import type { Clock } from '#ports/clock.ts'
import { err } from '#lib/result.ts'
import type { Portfolio } from './portfolio-types.ts'

/** Builds it. */
export function createPortfolio(parts: {
  readonly clock: Clock
  readonly walletAddress: string | null
}): Portfolio {
  const { clock } = parts
  const list = { complete: false, problem: 'not read yet', asOf: null, unreadRows: 0 }
  const fault = { kind: 'unavailable', detail: 'not read yet', retryAfterMs: null } as const
  return {
    hasWallet: () => parts.walletAddress !== null,
    account: () => ({
      cash: null,
      cashAsOf: null,
      reserved: ZERO,
      available: null,
      positionsValue: ZERO,
      liquidationValue: ZERO,
      liquidationComplete: true,
      equity: null,
      exposure: ZERO,
      positionsCost: ZERO,
      openOrdersCost: ZERO,
      comboCostBasis: null,
      unrealised: ZERO,
      realised: ZERO,
      realisedToday: ZERO,
      settlingPnl: ZERO,
      fees: ZERO,
      feesKnown: true,
      dailyNotional: ZERO,
      dailyNotionalLimit: micros(0n),
      allowancesOk: null,
      openPositions: 0,
      redeemablePositions: 0,
      redeemableValue: ZERO,
      dustPositions: 0,
      dustValue: ZERO,
      stalePositions: 0,
      positionsWithoutMark: 0,
      list,
      venue: null,
      asOf: clock.now(),
    }),
    positions: () => ({ rows: [], list }),
    position: () => null,
    activity: async () => err(fault),
    pnl: async () => err(fault),
  }
}
