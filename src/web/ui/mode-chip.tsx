/** The words SAFE, ARMED, READ-ONLY and SIMULATED as every trading panel carries them. */
import { useSelected } from '../state/use-store.ts'
import { useTerminal } from '../terminal-context.ts'
import { venueWord } from '../features/shell/venue-words.ts'
import { BoltIcon, EyeIcon, ShieldIcon, WarnIcon } from './icons.tsx'

/** Whether there is nothing to sign orders with, so that nothing may look as if it traded. */
export function useReadOnly(): boolean {
  return useSelected(useTerminal().status, (status) => status?.read_only === true)
}

/** SAFE or ARMED, with what the venue restricts; READ-ONLY without a session key, OFF when trading is switched off. */
export function ModeChip() {
  const venue = useSelected(useTerminal().trading, (trading) => venueWord(trading?.venue.mode ?? 'normal'))
  return (
    <>
      {venue !== null && (
        <span className="chip warn">
          <WarnIcon />
          {venue}
        </span>
      )}
      <OwnMode />
    </>
  )
}

function OwnMode() {
  const isReadOnly = useReadOnly()
  const isOff = useSelected(useTerminal().status, (status) => status?.live_trading === false)
  const mode = useSelected(useTerminal().trading, (trading) => trading?.mode ?? 'SAFE')
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
      <BoltIcon />
      ARMED
    </span>
  ) : (
    <span className="chip safe">
      <ShieldIcon />
      {isOff ? 'OFF' : 'SAFE'}
    </span>
  )
}

/** SIMULATED, when the bundled simulator plays the venue. */
export function SimulatedChip() {
  const isSimulated = useSelected(useTerminal().status, (status) => status?.simulated === true)
  return isSimulated ? <span className="chip simulated">SIMULATED</span> : null
}
