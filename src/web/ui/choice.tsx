/** A choice among few words that may be left open. */
import { Select } from './fields.tsx'

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
