/** The fields of exits, in ticks or prices, with what is guaranteed. Loaded when they are first wanted. */
import { useEffect, useEffectEvent, useId } from 'react'
import type { Price, TickSize } from '#core/price.ts'
import { usePage, usePrices } from '../contexts/contexts.ts'
import { GUARANTEE, legsOf, NO_POINTS, templateOf } from '../actions/drafts/exit-draft.ts'
import type { ExitDraft } from '../actions/drafts/no-exits.ts'
import { useSelected } from '../platform/state/hooks.ts'
import { Segments } from '../ui/controls.tsx'
import styles from './exit-fields.module.css'

type TextOf = Exclude<keyof ExitDraft, 'isOn' | 'unit'>

/** A field with the words behind it, in ticks and as a price; and the field on the same line, with those behind that. */
type Field = {
  readonly name: TextOf
  readonly label: string
  readonly ticks: string
  readonly price?: string
  readonly second?: readonly [name: TextOf, label: string, ticks: string, price?: string]
}

const FIELDS: readonly Field[] = [
  { name: 'target', label: 'Target', ticks: 'ticks', price: '', second: ['share', 'Share', '%'] },
  { name: 'target2', label: 'Target 2', ticks: 'ticks', price: '', second: ['share2', 'Share 2', '%'] },
  { name: 'target3', label: 'Target 3', ticks: 'ticks, the rest', price: 'the rest' },
  { name: 'stop', label: 'Stop', ticks: 'ticks below', price: 'price' },
  {
    name: 'breakEven',
    label: 'Break-even',
    ticks: 'ticks, stop +',
    price: 'stop to',
    second: ['plus', 'Stop to', '', ''],
  },
  { name: 'trailing', label: 'Trailing stop', ticks: 'ticks below the highest bid' },
  { name: 'slippage', label: 'Slippage', ticks: 'ticks below the bid' },
  { name: 'minutes', label: 'Close before start', ticks: 'min' },
]

/** A further target has its fields once the one before leaves a part. */
const isWanted = (draft: ExitDraft, name: TextOf) =>
  name === 'target2' ? draft.share !== '' : name !== 'target3' || (draft.share !== '' && draft.share2 !== '')

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
  /** In ticks alone, as a template is. */
  readonly isTemplate?: boolean
  readonly onChange: (part: Partial<ExitDraft>) => void
}) {
  const { draft, price, tick, onChange, isTemplate = false } = props
  const id = useId()
  const { settings } = usePage()
  const wanted = useSelected(settings, (all) => all.exitUnit)
  const { unit } = draft
  const prices = usePrices()
  const legs = isTemplate ? templateOf(draft) : legsOf(draft, { price, tick, prices })
  // Text of the other unit means nothing in this one.
  const turn = useEffectEvent(() => onChange({ ...NO_POINTS, unit: wanted }))
  useEffect(() => {
    if (unit !== wanted && !isTemplate) turn()
  }, [unit, wanted, isTemplate])
  const isEmpty = FIELDS.every(({ name }) => name === 'slippage' || draft[name].trim() === '')
  const problem = props.problem ?? (legs.ok || isEmpty ? null : legs.error)
  const input = (name: TextOf, label: string) => (
    <input
      id={`${id}-${name}`}
      className="field num"
      inputMode={unit === 'price' && name in NO_POINTS ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={draft[name]}
      aria-label={label}
      aria-invalid={problem?.startsWith(`${label} `) === true}
      aria-describedby={`${id}-problem`}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
  return (
    <div className={styles.exitFields}>
      {!isTemplate && (
        <div className={styles.line}>
          <span>Enter as</span>
          <Segments
            label="Enter as"
            value={unit}
            options={UNITS}
            onChange={(next) => settings.update((all) => ({ ...all, exitUnit: next }))}
          />
        </div>
      )}
      {FIELDS.filter(({ name }) => isWanted(draft, name)).map(
        ({ name, label, ticks, price: bare, second }) => {
          const of = (inTicks: string, asPrice = inTicks) => (unit === 'price' ? asPrice : inTicks)
          return (
            <div key={name} className={styles.line}>
              <label htmlFor={`${id}-${name}`}>{label}</label>
              {input(name, label)}
              <span className="dim">
                {of(ticks, bare)}{' '}
                {second !== undefined && (
                  <>
                    {input(second[0], second[1])} {of(second[2], second[3])}
                  </>
                )}
              </span>
            </div>
          )
        },
      )}
      <p id={`${id}-problem`} className="danger fine" role="status">
        {problem}
      </p>
      <p className="soft fine">{GUARANTEE}</p>
    </div>
  )
}
