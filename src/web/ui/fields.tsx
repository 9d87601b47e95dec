/** Fields of forms: a choice among few values, a line of text, a check. */
import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'

type Value = string | number | null

/** A select over values, under its label if it has one; takes what a select takes. */
export function Select<V extends Value>({
  label,
  value,
  options,
  onChoose,
  ...rest
}: Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  readonly label?: string
  readonly value: V
  readonly options: readonly (readonly [value: V, text: ReactNode])[]
  readonly onChoose: (value: V) => void
}) {
  const select = (
    <select
      className="field"
      value={String(value)}
      onChange={({ target }) => {
        const chosen = options.find(([one]) => String(one) === target.value)
        if (chosen !== undefined) onChoose(chosen[0])
      }}
      {...rest}
    >
      {options.map(([one, text]) => (
        <option key={String(one)} value={String(one)}>
          {text}
        </option>
      ))}
    </select>
  )
  return label === undefined ? (
    select
  ) : (
    <label>
      {label} {select}
    </label>
  )
}

/** The password of the user. */
export const PASSWORD = { type: 'password', autoComplete: 'current-password' } as const

/** An input under its label; takes what an input takes. */
export function TextField({
  label,
  onType,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly label: string
  readonly onType: (text: string) => void
}) {
  return (
    <label>
      {label} <input className="field" {...rest} onChange={({ target }) => onType(target.value)} />
    </label>
  )
}

/** A day in UTC as `2026-11-27`, whatever the language of the browser: a whole day is called back with, or an empty text. */
export function DayField(props: {
  readonly label: string
  readonly value: string
  readonly onDay: (day: string) => void
}) {
  const { label, value, onDay } = props
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  if (value !== before) {
    setBefore(value)
    setTyped(value)
  }
  return (
    <TextField
      label={label}
      className="field day"
      inputMode="numeric"
      placeholder="YYYY-MM-DD"
      maxLength={10}
      value={typed}
      aria-invalid={typed !== '' && !isDay(typed)}
      onType={(text) => {
        setTyped(text)
        if (text === '' || isDay(text)) onDay(text)
      }}
    />
  )
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(new Date(`${text}T00:00:00Z`).getTime())
}

/** A checkbox before its label. */
export function Check({
  label,
  onCheck,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly label: string
  readonly onCheck: (isChecked: boolean) => void
}) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} onChange={({ target }) => onCheck(target.checked)} />
      {label}
    </label>
  )
}
