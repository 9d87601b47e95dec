/** A price field that steps by whole ticks and keeps what was typed exactly. */
import type { Price, TickSize } from '#core/price.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { EXAMPLES, stepText } from '../../data/markets/typed-price.ts'
import styles from './ticket.module.css'

/** Spin button over decimal text; arrows step by 1 tick, Page keys by 10. */
export function PriceField(props: {
  readonly id: string
  readonly text: string
  readonly price: Price | null
  readonly tick: TickSize
  readonly format: Prices['format']
  readonly invalid: boolean
  readonly onText: (text: string) => void
  readonly onStep: (ticks: number) => void
}) {
  const step = stepText(props.tick, props.format)
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
        placeholder={EXAMPLES[props.format]}
        autoComplete="off"
        value={props.text}
        aria-invalid={props.invalid}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={props.price === null ? 0 : props.price / 10_000}
        aria-valuetext={props.text === '' ? 'empty' : props.text}
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
