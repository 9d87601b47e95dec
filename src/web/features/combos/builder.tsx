/** The combo being built: legs, side, size, what the legs cost one by one, and the question for a quote. */
import { useState } from 'react'
import { readAmount } from '../../platform/format/figures.ts'
import { useKeyText, usePrices, useTrading } from '../../contexts/contexts.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useTouch } from '../../platform/page/screen-class.ts'
import { askBlock } from '../../words/combo-text.ts'
import { LegRows } from './leg-rows.tsx'
import { showComboPrice } from './reference.ts'
import { useLegProducts } from './use-leg-products.ts'
import { Segments, Button, Fact, Panel } from '../../ui/controls.tsx'
import styles from './combo.module.css'
import { WhyNot } from './quote-card.tsx'

/** The tray and its form. */
export function Builder({ mostLegs }: { readonly mostLegs: number | null }) {
  const { combos } = useTrading()
  const draft = useStore(combos.draft)
  const isAsking = useStore(combos.isAsking)
  const products = useLegProducts(draft.legs.map(({ outcomeId }) => outcomeId))
  const prices = usePrices()
  const isTouch = useTouch()
  const key = useKeyText('combo')
  const [problem, setProblem] = useState<string | null>(null)
  const gate = useSelected(useTrading().trading, askBlock)
  const block = gate ?? blockText(draft.legs.length, draft.size, mostLegs)
  const isBuy = draft.side === 'BUY'

  return (
    <Panel
      title="Combo draft"
      className="combo-builder"
      head={
        <>
          <span className="soft">
            {draft.legs.length} {draft.legs.length === 1 ? 'leg' : 'legs'}
            {mostLegs !== null && ` of ${mostLegs}`}
          </span>
          {draft.legs.length > 0 && (
            <Button
              className="button small quiet push"
              onClick={() => combos.draft.update((old) => ({ ...old, legs: [] }))}
            >
              Clear
            </Button>
          )}
        </>
      }
    >
      {draft.legs.length === 0 ? (
        <p className="empty">
          No legs yet. {isTouch ? 'Tap' : 'Press'} + beside an outcome of a market
          {isTouch || key === '' ? '' : `, or ${key} with one selected`}; two or more make a combo.
        </p>
      ) : (
        <LegRows legs={draft.legs} />
      )}
      <form
        className={styles.comboForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (block !== null || isAsking) return
          setProblem(null)
          void combos.ask(draft).then((answer) => setProblem(answer.ok ? null : answer.error))
        }}
      >
        <Segments
          label="Side"
          value={draft.side}
          options={[
            ['BUY', 'Buy'],
            ['SELL', 'Sell'],
          ]}
          onChange={(side) => combos.draft.update((old) => ({ ...old, side }))}
        />
        <label className="stack fine gap-2 text-2">
          {isBuy ? 'Budget incl. fee' : 'Shares'}
          <input
            className="field num"
            inputMode="decimal"
            autoComplete="off"
            value={draft.size}
            aria-invalid={readAmount(draft.size, 6) === null}
            onChange={(event) => combos.draft.update((old) => ({ ...old, size: event.target.value }))}
          />
        </label>
        <dl className={`grid gap-4 usual ${styles.comboFacts}`}>
          <Fact name="Legs at ask" className="num">
            {showComboPrice(products.asks, prices)}
          </Fact>
          <Fact name="Legs at bid" className="num">
            {showComboPrice(products.bids, prices)}
          </Fact>
        </dl>
        <button type="submit" className="button primary" disabled={block !== null || isAsking}>
          {isAsking ? 'Asking\u2026' : 'Ask for a quote'}
        </button>
        <p className="dim">No commitment. At most 12 requests a minute.</p>
        <WhyNot problem={problem} block={block} />
      </form>
    </Panel>
  )
}

/** Why nothing can be asked now; null when it can. The terminal checks the legs and the rate. */
function blockText(legs: number, size: string, mostLegs: number | null): string | null {
  if (legs < 2) return 'A combo has at least two legs.'
  if (mostLegs !== null && legs > mostLegs) return `At most ${mostLegs} legs (max_combo_legs).`
  const amount = readAmount(size, 6)
  return amount === null || amount <= 0n ? 'The size must be above 0.' : null
}
