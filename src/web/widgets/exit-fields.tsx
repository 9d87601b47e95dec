/** The fields of exits, in ticks or prices, with what is guaranteed. Loaded when they are first wanted. */
import { useEffect, useEffectEvent, useId } from 'react'
import type { Price, TickSize } from '#core/price.ts'
import { usePage, usePrices } from '../contexts/contexts.ts'
import { GUARANTEE, legsOf, NO_POINTS, templateOf } from '../actions/drafts/exit-draft.ts'
import type { ExitDraft } from '../actions/drafts/exit-legs.ts'
import { useSelected } from '../platform/state/hooks.ts'
import { Segments } from '../ui/controls.tsx'
import styles from './exit-fields.module.css'

type TextOf = Exclude<keyof ExitDraft, 'isOn' | 'unit'>

type Field = readonly [name: TextOf, label: string, ticks: string, price?: string]

/** Fields with the words behind each, in ticks and as a price; two on some lines. */
const FIELDS: readonly (readonly [Field, second?: Field])[] = [
  [
    ['target', 'Target', 'ticks', ''],
    ['share', 'Share', '%'],
  ],
  [
    ['target2', 'Target 2', 'ticks', ''],
    ['share2', 'Share 2', '%'],
  ],
  [['target3', 'Target 3', 'ticks, the rest', 'the rest']],
  [['stop', 'Stop', 'ticks below', 'price']],
  [
    ['breakEven', 'Break-even', 'ticks, stop +', 'stop to'],
    ['plus', 'Stop to', ''],
  ],
  [['trailing', 'Trailing stop', 'ticks below the highest bid']],
  [['slippage', 'Slippage', 'ticks below the bid']],
  [['minutes', 'Close before start', 'min']],
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
  const isEmpty = FIELDS.every(([[name]]) => name === 'slippage' || draft[name].trim() === '')
  const problem = props.problem ?? (legs.ok || isEmpty ? null : legs.error)
  const wordsOf = ([, , ticks, asPrice = ticks]: Field) => (unit === 'price' ? asPrice : ticks)
  const input = ([name, label]: Field) => (
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
      {FIELDS.filter(([[name]]) => isWanted(draft, name)).map(([field, second]) => (
        <div key={field[0]} className={styles.line}>
          <label htmlFor={`${id}-${field[0]}`}>{field[1]}</label>
          {input(field)}
          <span className="dim">
            {wordsOf(field)} {second !== undefined && input(second)} {second !== undefined && wordsOf(second)}
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
