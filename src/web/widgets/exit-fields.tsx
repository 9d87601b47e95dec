/** The fields of exits in ticks, with what is guaranteed. Loaded when they are first wanted. */
import { useId } from 'react'
import { GUARANTEE } from '../model/exits/exit-draft.ts'
import type { ExitDraft } from '../model/exits/exit-draft.ts'
import styles from './exit-fields.module.css'

type TextOf = Exclude<keyof ExitDraft, 'isOn'>

const FIELDS: readonly (readonly [name: TextOf, label: string, unit: string])[] = [
  ['targetTicks', 'Target', 'ticks above'],
  ['stopTicks', 'Stop', 'ticks below'],
  ['trailingTicks', 'Trailing stop', 'ticks below the highest bid'],
  ['slippageTicks', 'Slippage', 'ticks below the bid'],
  ['minutesBefore', 'Time', 'min before the start'],
]

/** An empty field is a leg that is not wanted; `problem` is what is wrong with them, in words. */
export function ExitFields(props: {
  readonly draft: ExitDraft
  readonly problem: string | null
  readonly onChange: (part: Partial<ExitDraft>) => void
}) {
  const { draft, problem, onChange } = props
  const id = useId()
  return (
    <div className={styles.exitFields}>
      {FIELDS.map(([name, label, unit]) => (
        <div key={name} className={styles.line}>
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            className="field num"
            inputMode="numeric"
            autoComplete="off"
            value={draft[name]}
            aria-describedby={`${id}-${name}-unit`}
            onChange={(changed) => onChange({ [name]: changed.target.value })}
          />
          <span id={`${id}-${name}-unit`} className="dim">
            {unit}
          </span>
        </div>
      ))}
      {problem !== null && <p className="danger">{problem}</p>}
      <p className="soft">{GUARANTEE}</p>
    </div>
  )
}
