/** Controls of every panel and form, explanations of elements, and the frames of pages and panels. */
import type { ComponentProps, ReactNode } from 'react'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { useState, createContext, useContext } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** A button that is no submit; small unless its class says otherwise. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className="button small" {...props} />
}

/** Explanation of an element beyond its text: a reason, an exact figure. Nothing for an empty text. */
export function tip(text: string | null | undefined): { readonly 'aria-description'?: string } {
  return text === null || text === undefined || text === '' ? {} : { 'aria-description': text }
}

/** The row; `value` is none of them while none holds. */
export function Segments<Value extends string>(props: {
  readonly label: string
  readonly value: Value | null
  readonly options: readonly (readonly [value: Value, content: ReactNode, more?: string])[]
  readonly onChange: (value: Value) => void
  /** Instead of the looks that all have. */
  readonly className?: string
}) {
  const { value: held, options } = props
  return (
    <ToggleGroup
      className={props.className ?? 'segments'}
      aria-label={props.label}
      value={held === null ? [] : [held]}
      onValueChange={([chosen]) => {
        // A press on what holds already takes nothing away.
        if (chosen !== undefined) props.onChange(chosen)
      }}
    >
      {options.map(([value, content, more]) => (
        <Toggle key={value} value={value} {...tip(more)}>
          {content}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}

/** A filter of few words; empty for all. `names` are said instead of the words. */
export function Choice<Word extends string>(props: {
  readonly label: string
  readonly value: Word | ''
  readonly choices: readonly (Word | readonly [word: Word, name: string])[]
  readonly className?: string
  readonly onChange: (word: Word | '') => void
}) {
  const { label, value, choices, className = '', onChange } = props
  const named = choices.map((one) => (typeof one === 'string' ? ([one, one] as const) : one))
  return (
    <Select
      label={label}
      className={`field ${className}`}
      value={value}
      options={[['', 'all'], ...named]}
      onChoose={onChange}
    />
  )
}

/** Takes what a `dd` takes. */
export function Fact({ name, ...rest }: ComponentProps<'dd'> & { readonly name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...rest} />
    </div>
  )
}

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

/** True inside a docked panel. */
export const InPanelContext = createContext(false)

/** The frame; `isScrolled` makes it reachable by the keyboard. */
export function Page(props: {
  /** Beside the class of all pages. */
  readonly className?: string
  readonly isScrolled?: boolean
  readonly children?: ReactNode
}) {
  const isInPanel = useContext(InPanelContext)
  const className = props.className === undefined ? 'page' : `page ${props.className}`
  const tabIndex = props.isScrolled === true ? 0 : undefined
  return isInPanel ? (
    <div className={className} tabIndex={tabIndex}>
      {props.children}
    </div>
  ) : (
    <main className={className} tabIndex={tabIndex}>
      {props.children}
    </main>
  )
}

/** `label` where the name is more than the title. */
export function Panel({
  title,
  label = title,
  className = '',
  children,
  ...rest
}: ComponentProps<'section'> & { readonly title: string; readonly label?: string }) {
  return (
    <section className={`panel ${className}`} aria-label={label} {...rest}>
      <header className="panel-head">
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  )
}

/** Nothing when there are none. `name`: what the rows are, `fills`. */
export function OlderButton(props: {
  readonly pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'fetchNextPage'>
  readonly name: string
  readonly children?: ReactNode
}) {
  const { pages, name, children } = props
  if (!pages.hasNextPage) return null
  return (
    <p className="empty">
      <Button disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
        Older {name}
      </Button>
      {children}
    </p>
  )
}
