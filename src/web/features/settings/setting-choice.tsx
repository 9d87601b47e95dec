/** One setting with a few values of which one holds. */

/** Its name and a segment per value. */
export function SettingChoice<Value extends string>(props: {
  readonly name: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value) => void
}) {
  return (
    <div className="setting">
      <span>{props.name}</span>
      <div className="segments" role="group" aria-label={props.name}>
        {props.options.map(([value, text]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === props.value}
            onClick={() => props.onChange(value)}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}
