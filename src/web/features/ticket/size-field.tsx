/** The size: in shares, cash, what it wins or percent of the free cash, quick sizes, and all that is in reach. */
import { writtenAmount, showAmount, showSize } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import type { Draft } from '../../data/markets/draft.ts'
import { SIZE_UNITS } from '../../data/settings/order-defaults.ts'
import type { SizeUnit } from '../../data/settings/order-defaults.ts'
import { tip, Select } from '../../ui/controls.tsx'
import type { Ticket } from './use-ticket.ts'
import styles from './ticket.module.css'

const UNITS: Readonly<Record<SizeUnit, { readonly name: string; readonly help: string }>> = {
  shares: { name: 'shares', help: 'The size is shares' },
  cash: { name: 'cash', help: 'The size is what the shares cost or bring' },
  win: { name: 'to win', help: 'The size is the profit if this side is right, before fees' },
  percent: {
    name: '% cash',
    help: 'The size is percent of the free cash, which is lost if this side is wrong',
  },
}

/** The field with its buttons. */
export function SizeField(props: {
  readonly id: string
  readonly ticket: Pick<Ticket, 'draft' | 'checked' | 'cash' | 'most'>
  readonly onChange: (part: Partial<Draft>) => void
}) {
  const { id, onChange } = props
  const { draft, checked, cash, most } = props.ticket
  const { size, problem } = checked
  const settings = useStore(usePage().settings)
  const isShares = draft.sizeUnit === 'shares'
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
            aria-invalid={problem?.field === 'size' && draft.sizeText !== ''}
            aria-describedby={`${id}-is`}
            onChange={(changed) => onChange({ sizeText: changed.target.value })}
          />
          <Select
            className=""
            aria-label="Size in"
            {...tip(UNITS[draft.sizeUnit].help)}
            value={draft.sizeUnit}
            options={SIZE_UNITS.map((unit) => [unit, UNITS[unit].name])}
            onChoose={(sizeUnit) => onChange({ sizeUnit })}
          />
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
              if (most !== null && most !== 0n)
                onChange({ sizeText: writtenAmount(most), sizeUnit: 'shares' })
            }}
          >
            {isSale ? 'All' : 'Max'}
          </button>
        </span>
      </div>
      <div className={styles.priceChips} role="group" aria-label="Quick size">
        {[...new Set(settings.quickSizes)].map((text) => (
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
      <p id={`${id}-is`} className={isShares ? 'visually-hidden' : styles.sizeIs}>
        {size === null || cash === null
          ? ''
          : isShares
            ? `${showSize(size)} shares`
            : `= ${showSize(size)} shares for ${showAmount(cash)}`}
      </p>
    </>
  )
}
