/** Controls of every panel and form, explanations of elements, and the frames of pages and panels. */
import type { ComponentProps, ReactNode } from 'react'
import { createContext, useContext } from 'react'
import { goAlong } from './go-along.ts'

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
  const { value: held, options, onChange } = props
  const stop = options.some(([value]) => value === held) ? held : options[0]?.[0]
  return (
    <div className={props.className ?? 'segments'} role="group" aria-label={props.label}>
      {options.map(([value, content, more]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === held}
          tabIndex={value === stop ? 0 : -1}
          {...tip(more)}
          onKeyDown={(down) => void goAlong(down)}
          onClick={() => {
            // A press on what holds already changes nothing.
            if (value !== held) onChange(value)
          }}
        >
          {content}
        </button>
      ))}
    </div>
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

/** `ref` of a field that opens on request: it takes the focus, and the next key replaces its text. */
export function selectOnMount(input: HTMLInputElement | null): void {
  input?.select()
}

/** `label` where the name is more than the title; `head` is after the title. */
export function Panel({
  title,
  label = title,
  head,
  className = '',
  children,
  ...rest
}: ComponentProps<'section'> & {
  readonly title: string
  readonly label?: string
  readonly head?: ReactNode
}) {
  return (
    <section className={`panel ${className}`} aria-label={label} {...rest}>
      <header className="panel-head">
        <h2>{title}</h2>
        {head}
      </header>
      {children}
    </section>
  )
}
