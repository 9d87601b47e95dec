/** What a flipped ladder is, as text. */
import type { Outcome } from '../../platform/api/wire.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { openOrders } from '../../model/orders/own-levels.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './ladder.module.css'

/** A line of its own below the grid, where it moves no row when it comes and no narrow head cuts it. It says how many of the chips here are orders on the other side. */
export function Complement({ of, outcome }: { readonly of: Outcome; readonly outcome: Outcome }) {
  const count = useSelected(
    useAccount().orders,
    ({ items }) => openOrders(items).filter((order) => order.outcome_id === of.id).length,
  )
  const what = count === 0 ? 'no' : count
  return (
    <p
      className={`${styles.ladderComplement} cut`}
      {...tip(
        `The other side of ${of.name}: orders are for ${outcome.name}; those on ${of.name} stand here as hollow chips, where they are the same offer`,
      )}
    >
      <b>
        1 {'\u2212'} {of.name}
      </b>
      : {what} open order{count === 1 ? '' : 's'} there
    </p>
  )
}
