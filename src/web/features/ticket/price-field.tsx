/** A price field that steps by whole ticks and keeps what was typed exactly. */
import { EXAMPLES, stepText } from '../../data/markets/typed-price.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './ticket.module.css'

/** Spin button over decimal text; arrows step by 1 tick, Page keys by 10. */
export function PriceField(props: {
  readonly id: string
  readonly ticket: Pick<Ticket, 'draft' | 'checked' | 'tick' | 'prices'>
  readonly onText: (text: string) => void
  readonly onStep: (ticks: number) => void
}) {
  const { draft, checked, tick, prices } = props.ticket
  const { price, problem } = checked
  const text = draft.priceText
  const step = stepText(tick, prices.format)
  return (
    <span className={styles.priceField}>
      <button type="button" tabIndex={-1} aria-label={`Down by ${step}`} onClick={() => props.onStep(-1)}>
        {'\u2212'}
      </button>
      <input
        id={props.id}
        className="field num"
        role="spinbutton"
        inputMode="decimal"
        placeholder={EXAMPLES[prices.format]}
        autoComplete="off"
        value={text}
        aria-invalid={problem?.field === 'price' && text !== ''}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={price === null ? 0 : price / 10_000}
        aria-valuetext={text === '' ? 'empty' : text}
        onChange={(event) => props.onText(event.target.value)}
        onKeyDown={(event) => {
          const ticks = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
          if (ticks === undefined) return
          event.preventDefault()
          props.onStep(ticks)
        }}
      />
      <button type="button" tabIndex={-1} aria-label={`Up by ${step}`} onClick={() => props.onStep(1)}>
        +
      </button>
    </span>
  )
}
