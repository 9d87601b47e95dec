/** My holding of an outcome, as a small mark beside its name. */
import { showSize } from '../platform/format/figures.ts'
import { useAccount, usePrices } from '../contexts/contexts.ts'
import { useSelected } from '../platform/state/hooks.ts'
import { tip } from '../ui/controls.tsx'
import { ZERO } from '#core/money.ts'

/** Nothing for an outcome that is not held. */
export function Held({ outcomeId }: { readonly outcomeId: string }) {
  const prices = usePrices()
  const position = useSelected(
    useAccount().positions,
    (list) => list.items.find((one) => one.outcomeId === outcomeId) ?? null,
  )
  if (position === null || position.status === 'closed' || position.size === ZERO) return null
  const average =
    position.averagePrice === null ? '' : ` at ${prices.value(position.averagePrice)} on average`
  return (
    <span className="held" {...tip(`I hold ${showSize(position.size)} shares${average}`)}>
      {showSize(position.size)}
      <span className="visually-hidden"> shares held</span>
    </span>
  )
}
