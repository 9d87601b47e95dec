/** The words SAFE, ARMED, READ-ONLY, SIMULATED and PAPER as every trading panel carries them. */
import { EyeIcon, ShieldIcon, TriangleAlertIcon, ZapIcon } from 'lucide-react'
import type { Status } from '../platform/api/client.ts'
import { useSelected } from '../platform/state/hooks.ts'
import { usePage, useTrading } from '../contexts/contexts.ts'
import { venueWord } from '../words/venue-text.ts'

/** True if there is nothing to sign orders with, so that nothing may look as if it traded. */
export function useReadOnly(): boolean {
  return useSelected(usePage().status, (status) => status?.readOnly === true)
}

/** True if LIVE_TRADING keeps everything from being placed; on paper it has no part. */
export function isTradingOff(status: Status | null): boolean {
  return status?.liveTrading === false && !status.paper
}

/** True while a loss limit is locked. */
export function useLossLocked(): boolean {
  return useSelected(useTrading().trading, (trading) => trading?.reasons.includes('loss_limit') === true)
}

/** SAFE or ARMED, with what the venue or a loss limit restricts; READ-ONLY without a session key, OFF when trading is switched off. */
export function ModeChip() {
  const venue = useSelected(useTrading().trading, (trading) =>
    trading === null ? null : venueWord(trading.venue),
  )
  const isLocked = useLossLocked()
  return (
    <>
      {isLocked && <span className="chip warn">LOSS LIMIT</span>}
      {venue !== null && (
        <span className="chip warn">
          <TriangleAlertIcon />
          {venue}
        </span>
      )}
      <OwnMode />
    </>
  )
}

function OwnMode() {
  const isReadOnly = useReadOnly()
  const isOff = useSelected(usePage().status, (status) => isTradingOff(status))
  const { trading: own, isReplay } = useTrading()
  const mode = useSelected(own, (trading) => trading?.mode ?? 'SAFE')
  if (isReplay) return <span className="chip simulated">REPLAY</span>
  if (isReadOnly) {
    return (
      <span className="chip safe">
        <EyeIcon />
        READ-ONLY
      </span>
    )
  }
  return mode === 'ARMED' ? (
    <span className="chip armed">
      <ZapIcon fill="currentColor" />
      ARMED
    </span>
  ) : (
    <span className="chip safe">
      <ShieldIcon />
      {isOff ? 'OFF' : 'SAFE'}
    </span>
  )
}

/**
 * Label in place of the real thing: PAPER, when orders never leave, or SIMULATED, when a simulator plays the venue.
 */
export function useStandIn(): 'PAPER' | 'SIMULATED' | null {
  return useSelected(usePage().status, (status) =>
    status?.paper === true ? 'PAPER' : status?.simulated === true ? 'SIMULATED' : null,
  )
}

/** PAPER or SIMULATED, when no real money moves. */
export function SimulatedChip() {
  const standIn = useStandIn()
  return standIn === null ? null : <span className="chip simulated">{standIn}</span>
}
