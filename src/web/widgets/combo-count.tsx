/** The way from a market to the combo draft, with the number of its legs; nothing while it is empty. */
import { useSelected } from '../platform/state/use-store.ts'
import { useTrading } from '../model/contexts/trading.ts'
import { Link } from './link.tsx'

/** A link to the page of combos. */
export function ComboCount() {
  const count = useSelected(useTrading().combos.draft, ({ legs }) => legs.length)
  if (count === 0) return null
  return (
    <Link to="/combos" className="combo-count" tip={`Combo draft: ${count} ${count === 1 ? 'leg' : 'legs'}`}>
      Combo <b>{count}</b>
    </Link>
  )
}
