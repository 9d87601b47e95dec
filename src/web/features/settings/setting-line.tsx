/** One setting with its name and what it can be. */
import { useState } from 'react'
import { readAmount, writtenAmount } from '../../platform/format/figures.ts'
import { choicesOf, PAGE_SETTINGS, withSettings } from '../../data/settings/settings.ts'
import type { PageSetting, PageSettingName, Settings } from '../../data/settings/settings.ts'
import { usePage } from '../../contexts/contexts.ts'
import { Segments } from '../../ui/controls.tsx'

type Props = { readonly name: PageSettingName; readonly settings: Settings }

/** The line; nothing for what is set elsewhere. */
export function SettingLine(props: Props) {
  const { label, help, kind }: PageSetting = PAGE_SETTINGS[props.name]
  if (kind === 'tables' || kind === 'keys') return null
  const Control = kind === 'some' ? Some : kind === 'sizes' ? Sizes : One
  return (
    <div className="setting">
      <span>
        {label}
        {help !== undefined && <small className="dim"> {help}</small>}
      </span>
      <Control {...props} />
    </div>
  )
}

function useChange(name: PageSettingName): (value: unknown) => void {
  const { settings } = usePage()
  return (value) => settings.update((old) => withSettings(old, { [name]: value }))
}

function One({ name, settings }: Props) {
  const change = useChange(name)
  const choices = choicesOf(name)
  const held = settings[name]
  return (
    <Segments
      label={PAGE_SETTINGS[name].label}
      value={typeof held === 'object' ? null : String(held)}
      options={choices.map(({ value, text }) => [String(value), text])}
      onChange={(chosen) => change(choices.find(({ value }) => String(value) === chosen)?.value)}
    />
  )
}

function Some({ name, settings }: Props) {
  const change = useChange(name)
  const shown = settings[name] as readonly string[]
  return (
    <div className="segments" role="group" aria-label={PAGE_SETTINGS[name].label}>
      {choicesOf(name).map(({ value: choice, text }) => {
        const value = String(choice)
        const isShown = shown.includes(value)
        const next = isShown ? shown.filter((one) => one !== value) : [...shown, value]
        return (
          <button key={value} type="button" aria-pressed={isShown} onClick={() => change(next)}>
            {text}
          </button>
        )
      })}
    </div>
  )
}

function Sizes({ name, settings }: Props) {
  const change = useChange(name)
  const sizes = settings[name] as readonly string[]
  return (
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
