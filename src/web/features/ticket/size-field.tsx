/** The size: in shares or in cash, quick sizes, and all that is in reach. */
import { formatMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { showAmount, showSize } from '../../platform/format/numbers.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'
import type { Draft } from '../../model/order-entry/draft.ts'
import { tip } from '../../ui/overlays/tip.ts'
import styles from './ticket.module.css'

/** The field with its buttons. `size` is what will be sent, `cash` what that costs or brings at the limit. */
export function SizeField(props: {
  readonly id: string
  readonly draft: Draft
  readonly isWrong: boolean
  readonly size: Micros | null
  readonly cash: Micros | null
  /** All that can be bought or sold; null when that is unknown or nothing. */
  readonly most: Micros | null
  readonly onChange: (part: Partial<Draft>) => void
}) {
  const { id, draft, size, cash, most, onChange } = props
  const settings = useStore(usePage().settings)
  const isCash = draft.sizeUnit === 'cash'
  const isSale = draft.side === 'SELL'
  return (
    <>
      <div className={styles.ticketLine}>
        <label htmlFor={id}>Size</label>
        <span className={styles.sizeField}>
          <input
            id={id}
            className="field num"
            inputMode="decimal"
            autoComplete="off"
            value={draft.sizeText}
            aria-invalid={props.isWrong}
            aria-describedby={`${id}-is`}
            onChange={(changed) => onChange({ sizeText: changed.target.value })}
          />
          <button
            type="button"
            aria-label={isCash ? 'Size in cash: press for shares' : 'Size in shares: press for cash'}
            {...tip(isCash ? 'The size is cash: press for shares' : 'The size is shares: press for cash')}
            onClick={() => onChange({ sizeUnit: isCash ? 'shares' : 'cash' })}
          >
            {isCash ? 'cash' : 'shares'}
          </button>
          <button
            type="button"
            aria-disabled={most === null || most === 0n}
            {...tip(
              most === null
                ? isSale
                  ? 'Nothing free to sell'
                  : 'The free cash is not known'
                : isSale
                  ? `All ${showSize(most)} shares that no open sell holds`
                  : `${showSize(most)} shares: the free cash at this price, before fees, within the limit of one order`,
            )}
            onClick={() => {
              if (most !== null && most !== 0n) onChange({ sizeText: formatMicros(most), sizeUnit: 'shares' })
            }}
          >
            {isSale ? 'All' : 'Max'}
          </button>
        </span>
      </div>
      <div className={`${styles.priceChips} ${styles.six}`} role="group" aria-label="Quick size">
        {[...new Set(settings.quick_sizes)].map((text) => (
          <button
            key={text}
            type="button"
            aria-pressed={draft.sizeText === text}
            onClick={() => onChange({ sizeText: text })}
          >
            {text}
          </button>
        ))}
      </div>
      <p id={`${id}-is`} className={isCash ? styles.sizeIs : 'visually-hidden'}>
        {size === null || cash === null
          ? ''
          : isCash
            ? `= ${showSize(size)} shares for ${showAmount(cash)}`
            : `${showSize(size)} shares`}
      </p>
    </>
  )
}
