/** The way out of what is held of an outcome, beside news about it. */
import { usePosition } from '../contexts/contexts.ts'
import { ExitControl } from './exit-control.tsx'

/** Nothing where none is held. */
export function ExitButton({ outcomeId }: { readonly outcomeId: string | null }) {
  const held = usePosition(outcomeId ?? '')
  return held?.status === 'open' ? <ExitControl position={held} mode="walk" /> : null
}
