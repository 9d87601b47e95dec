/** My holding of an outcome, as a small mark beside its name. */
import { showAmountText } from '../platform/format/numbers.ts'
import { usePrices } from '../contexts/use-prices.ts'
import { useSelected } from '../platform/state/use-store.ts'
import { useAccount } from '../contexts/account.ts'
import { tip } from '../ui/overlays/tip.ts'

/** Nothing for an outcome that is not held. */
export function Held({ outcomeId }: { readonly outcomeId: string }) {
  const prices = usePrices()
  const position = useSelected(
    useAccount().positions,
    (list) => list.items.find((one) => one.outcome_id === outcomeId) ?? null,
  )
  if (position === null || position.status === 'closed' || position.size === '0') return null
  const average =
    position.average_price === null ? '' : ` at ${prices.text(position.average_price)} on average`
  return (
    <span className="held" {...tip(`I hold ${showAmountText(position.size, 0)} shares${average}`)}>
      {showAmountText(position.size, 0)}
      <span className="visually-hidden"> shares held</span>
    </span>
  )
}
