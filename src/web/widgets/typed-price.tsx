/** A price that is typed instead of aimed at. */
import { useState } from 'react'
import type { Price } from '#core/price.ts'
import { usePrices } from '../contexts/contexts.ts'
import type { LadderGrid } from '../data/markets/ladder-grid.ts'
import { EXAMPLES, readTyped } from '../data/markets/typed-price.ts'
import { Button, TextField } from '../ui/controls.tsx'

/** A field for a price: the row whose menu is wanted, or where `what` is to go. */
export function TypedPrice(props: {
  readonly grid: LadderGrid
  readonly what?: string
  readonly className?: string
  /** Null where it is left. */
  readonly onPrice: (price: Price | null) => void
}) {
  const { grid, what = '', className, onPrice } = props
  const { format } = usePrices()
  const [text, setText] = useState('')
  const { price, fault } = readTyped(text, grid.tick, format)
  const isFaulty = text !== '' && fault !== null
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        if (fault === null) onPrice(price)
      }}
    >
      <p role="alert" className={isFaulty ? 'danger' : 'strong'}>
        {isFaulty ? fault : what}
      </p>
      <TextField
        ref={focusOn}
        label="Price"
        autoComplete="off"
        inputMode="decimal"
        placeholder={EXAMPLES[format]}
        aria-invalid={isFaulty}
        value={text}
        onType={setText}
        onKeyDown={(down) => {
          if (down.key === 'Escape') onPrice(null)
          down.stopPropagation()
        }}
      />
      <button type="submit" className="button small primary">
        {what === '' ? 'Go' : 'Move'}
      </button>
      <Button onClick={() => onPrice(null)}>Keep</Button>
    </form>
  )
}

function focusOn(input: HTMLInputElement | null): void {
  input?.focus()
}
