/** The words SAFE, ARMED, READ-ONLY and SIMULATED as every trading panel carries them. */
import { useSelected } from '../state/use-store.ts'
import { useTerminal } from '../terminal-context.ts'
import { BoltIcon, EyeIcon, ShieldIcon } from './icons.tsx'

/** Whether there is nothing to sign orders with, so that nothing may look as if it traded. */
export function useReadOnly(): boolean {
  return useSelected(useTerminal().status, (status) => status?.read_only === true)
}

/** SAFE or ARMED; READ-ONLY without a session key. */
export function ModeChip() {
  const isReadOnly = useReadOnly()
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
      SAFE
    </span>
  )
}

/** SIMULATED, when the bundled simulator plays the venue. */
export function SimulatedChip() {
  const isSimulated = useSelected(useTerminal().status, (status) => status?.simulated === true)
  return isSimulated ? <span className="chip simulated">SIMULATED</span> : null
}
