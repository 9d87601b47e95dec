/** A filter of few words, and a day. */
import { useState } from 'react'
import { Select, TextField } from './controls.tsx'

/** A filter of few words; empty for all. `names` are said instead of the words. */
export function Choice<Word extends string>(props: {
  readonly label: string
  readonly value: Word | ''
  readonly choices: readonly (Word | readonly [word: Word, name: string])[]
  readonly onChange: (word: Word | '') => void
}) {
  const { label, value, choices, onChange } = props
  const named = choices.map((one) => (typeof one === 'string' ? ([one, one] as const) : one))
  return <Select label={label} value={value} options={[['', 'all'], ...named]} onChoose={onChange} />
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
