/** The star of an outcome: on the watchlist or not. */
import { StarIcon } from 'lucide-react'
import { useSelected } from '../platform/state/hooks.ts'
import { useMarketData } from '../contexts/contexts.ts'
import { Button, tip } from '../ui/controls.tsx'

/** A button that puts the outcome on the watchlist or takes it off; `name` says which one. */
export function StarButton({ outcomeId, name }: { readonly outcomeId: string; readonly name: string }) {
  const { watch } = useMarketData()
  const isOn = useSelected(watch.state, (state) => state.ids.includes(outcomeId))
  const isReady = useSelected(watch.state, (state) => state.loaded)
  return (
    <Button
      className="star"
      aria-pressed={isOn}
      aria-label={`Watch ${name}`}
      {...tip(isOn ? 'Unwatch' : 'Watch')}
      disabled={!isReady}
      onClick={() => watch.toggle(outcomeId)}
    >
      <StarIcon fill={isOn ? 'currentColor' : 'none'} />
    </Button>
  )
}
