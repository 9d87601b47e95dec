/** The fields of exits, in ticks or prices, with what is guaranteed. Loaded when they are first wanted. */
import { useEffect, useEffectEvent, useId } from 'react'
import type { Price, TickSize } from '#core/price.ts'
import { usePage, usePrices } from '../contexts/contexts.ts'
import { GUARANTEE, legsOf } from '../actions/drafts/exit-draft.ts'
import type { ExitDraft } from '../actions/drafts/exit-draft.ts'
import { useSelected } from '../platform/state/hooks.ts'
import { Segments } from '../ui/controls.tsx'
import styles from './exit-fields.module.css'

type TextOf = Exclude<keyof ExitDraft, 'isOn' | 'unit'>

const FIELDS: readonly (readonly [name: TextOf, label: string, ticks: string, price: string])[] = [
  ['target', 'Target', 'ticks above', 'price'],
  ['stop', 'Stop', 'ticks below', 'price'],
  ['trailing', 'Trailing stop', 'ticks below the highest bid', 'ticks below the highest bid'],
  ['slippage', 'Slippage', 'ticks below the bid', 'ticks below the bid'],
  ['minutes', 'Close before start', 'min', 'min'],
]

const UNITS = [
  ['ticks', 'Ticks'],
  ['price', 'Prices'],
] as const

/** An empty field is a leg that is not wanted; `problem` is what else is wrong, in words. */
export function ExitFields(props: {
  readonly draft: ExitDraft
  /** From which ticks count; null while there is none. */
  readonly price: Price | null
  readonly tick: TickSize
  readonly problem?: string | null
  readonly onChange: (part: Partial<ExitDraft>) => void
}) {
  const { draft, price, tick, onChange } = props
  const id = useId()
  const { settings } = usePage()
  const wanted = useSelected(settings, (all) => all.exitUnit)
  const { unit } = draft
  const prices = usePrices()
  const legs = legsOf(draft, { price, tick, prices })
  // Text of the other unit means nothing in this one.
  const turn = useEffectEvent(() => onChange({ unit: wanted, target: '', stop: '' }))
  useEffect(() => {
    if (unit !== wanted) turn()
  }, [unit, wanted])
  const isEmpty = FIELDS.every(([name]) => name === 'slippage' || draft[name].trim() === '')
  const problem = props.problem ?? (legs.ok || isEmpty ? null : legs.error)
  return (
    <div className={styles.exitFields}>
      <div className={styles.line}>
        <span>Enter as</span>
        <Segments
          label="Enter as"
          value={unit}
          options={UNITS}
          onChange={(next) => settings.update((all) => ({ ...all, exitUnit: next }))}
        />
      </div>
      {FIELDS.map(([name, label, ticks, asPrice]) => (
        <div key={name} className={styles.line}>
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            className="field num"
            inputMode={unit === 'price' && name !== 'trailing' ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={draft[name]}
            aria-invalid={problem?.startsWith(`${label} `) === true}
            aria-describedby={`${id}-${name}-unit ${id}-problem`}
            onChange={(changed) => onChange({ [name]: changed.target.value })}
          />
          <span id={`${id}-${name}-unit`} className="dim">
            {unit === 'price' ? asPrice : ticks}
          </span>
        </div>
      ))}
      <p id={`${id}-problem`} className="danger fine" role="status">
        {problem}
      </p>
      <p className="soft fine">{GUARANTEE}</p>
    </div>
  )
}
