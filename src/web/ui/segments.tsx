/** A row of a few choices of which one holds, by Base UI: arrows go along it, and it is one stop of the Tab key. */
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'
import { tip } from './overlays/tip.ts'

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
