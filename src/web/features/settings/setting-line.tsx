/** One setting with its name and what it can be. */
import { readAmount, writtenAmount } from '../../platform/format/figures.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { choicesOf, PAGE_SETTINGS, withSettings } from '../../data/settings/settings.ts'
import type { PageSetting, PageSettingName, Settings } from '../../data/settings/settings.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Segments } from '../../ui/controls.tsx'

/** The line; a setting of several parts has one for each. */
export function SettingLine(props: { readonly name: PageSettingName; readonly settings: Settings }) {
  const { name, settings } = props
  const { settings: store } = usePage()
  const setting: PageSetting = PAGE_SETTINGS[name]
  const { label, help } = setting
  const change = (value: unknown) => store.update((old) => withSettings(old, { [name]: value }))
  switch (setting.kind) {
    case 'one':
    case 'flag':
    case 'count': {
      const choices = choicesOf(name)
      const held = settings[name]
      return (
        <Line label={label} help={help}>
          <Segments
            label={label}
            value={typeof held === 'object' ? null : String(held)}
            options={choices.map(({ value, text }) => [String(value), text])}
            onChange={(chosen) => change(choices.find(({ value }) => String(value) === chosen)?.value)}
          />
        </Line>
      )
    }
    case 'some': {
      const shown = settings[name] as readonly string[]
      return (
        <Line label={label} help={help}>
          <div className="segments" role="group" aria-label={label}>
            {choicesOf(name).map(({ value: choice, text }) => {
              const value = String(choice)
              const isShown = shown.includes(value)
              return (
                <button
                  key={value}
                  type="button"
                  aria-pressed={isShown}
                  onClick={() => change(isShown ? shown.filter((one) => one !== value) : [...shown, value])}
                >
                  {text}
                </button>
              )
            })}
          </div>
        </Line>
      )
    }
    case 'sizes': {
      const sizes = settings[name] as readonly string[]
      return (
        <Line label={label} help={help}>
          <span className="flex wraps gap-4">
            {sizes.map((size, at) => {
              const which = `Quick size ${at + 1}`
              return (
                <SizeField
                  key={which}
                  name={which}
                  value={size}
                  onChange={(text) => change(sizes.with(at, text))}
                />
              )
            })}
          </span>
        </Line>
      )
    }
    case 'tables':
    case 'keys':
      return null
  }
}

function Line(props: {
  readonly label: string
  readonly help?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <div className="setting">
      <span>
        {props.label}
        {props.help !== undefined && <small className="dim"> {props.help}</small>}
      </span>
      {props.children}
    </div>
  )
}

function SizeField(props: {
  readonly name: string
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const [typed, setTyped] = useState(props.value)
  const size = readAmount(typed, 2)
  return (
    <input
      className="field num"
      inputMode="decimal"
      aria-label={props.name}
      aria-invalid={size === null || size === 0n}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = readAmount(event.target.value, 2)
        if (next !== null && next > 0n) props.onChange(writtenAmount(next))
      }}
    />
  )
}
