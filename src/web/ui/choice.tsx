/** A choice among few words that may be left open. */

/** A filter of few words; empty for all. */
export function Choice<Word extends string>(props: {
  readonly label: string
  readonly value: Word | ''
  readonly choices: readonly Word[]
  readonly onChange: (word: Word | '') => void
}) {
  const { label, value, choices, onChange } = props
  return (
    <label>
      {label}{' '}
      <select
        className="field"
        value={value}
        onChange={(event) => onChange(choices.find((one) => one === event.target.value) ?? '')}
      >
        <option value="">all</option>
        {choices.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
}
