/** One setting with a few values of which one holds. */

import { Segments } from '../../ui/segments.tsx'

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
      <Segments label={props.name} value={props.value} options={props.options} onChange={props.onChange} />
    </div>
  )
}
