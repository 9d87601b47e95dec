/** The limit of this browser, under the others: what one press in the ticket sends. */
import { useState } from 'react'
import type { RiskSettings } from '../../platform/api/client.ts'
import { readAmount, showAmount, writtenAmount } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useTrading } from '../../contexts/contexts.ts'
import { Panel, TextField } from '../../ui/controls.tsx'

/** Larger ticket orders need a second press; ladder clicks do not. */
export function OwnLimits({ limits }: { readonly limits: RiskSettings['limits'] }) {
  const { quickNotional } = useTrading()
  const kept = useStore(quickNotional)
  const [typed, setTyped] = useState(writtenAmount(kept))
  const value = readAmount(typed, 6)
  const note =
    value === null
      ? `Not an amount: ${showAmount(kept)} holds.`
      : value > limits.maxOrderNotional
        ? `Counts as ${showAmount(limits.maxOrderNotional)}, the order limit.`
        : 'Larger ticket orders need a second press within 4 s; ladder clicks do not.'
  return (
    <Panel title="Ticket">
      <div className="setting-lines">
        <div className="setting">
          <TextField
            label="Quick notional, pUSD, in this browser"
            className="field num"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            aria-invalid={value === null}
            onType={(text) => {
              setTyped(text)
              const next = readAmount(text, 6)
              if (next !== null) quickNotional.set(next)
            }}
          />
          <span className={value === null ? 'danger' : 'soft'}>{note}</span>
        </div>
      </div>
    </Panel>
  )
}
