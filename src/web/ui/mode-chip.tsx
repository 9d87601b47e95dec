/** The words SAFE, ARMED and SIMULATED as every trading panel carries them. */
import { useSelected } from '../state/use-store.ts'
import { useTerminal } from '../terminal-context.ts'
import { BoltIcon, ShieldIcon } from './icons.tsx'

/** SAFE or ARMED. */
export function ModeChip() {
  const mode = useSelected(useTerminal().trading, (trading) => trading?.mode ?? 'SAFE')
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
