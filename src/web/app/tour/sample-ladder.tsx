/** A ladder to look at: what stands where, and what a press there does. */
import { usePrices } from '../../model/settings/use-prices.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './tour.module.css'

const TICK = '0.01'

const ROWS = [
  ['', '0.46', '310', ''],
  ['', '0.45', '120', ''],
  ['', '0.44', '80', 'best ask'],
  ['', '0.43', '', ''],
  ['95', '0.42', '', 'best bid'],
  ['240', '0.41', '', ''],
] as const

/** Drawn with words beside it. */
export function SampleLadder({ isTouch }: { readonly isTouch: boolean }) {
  const prices = usePrices()
  return (
    <table className={styles.sampleLadder}>
      <caption>
        {isTouch
          ? 'Tap a row to buy or sell at its price.'
          : 'Click left of a price to buy there, right to sell.'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Bids: buy</th>
          <th scope="col">Price</th>
          <th scope="col">Asks: sell</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([bid, price, ask, note]) => (
          <tr key={price}>
            <td className="pos">{bid}</td>
            <th scope="row" {...tip(note === '' ? undefined : note)}>
              {prices.text(price, TICK)}
            </th>
            <td className="neg">{ask}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
