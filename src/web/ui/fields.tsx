/** Fields of forms: a choice among few values, a line of text, a check. */
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
