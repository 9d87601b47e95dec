/** How long an order may wait, and whether it may take. */
import type { TimeInForce } from '#core/order.ts'
import type { Draft } from './draft.ts'

const TYPES: readonly (readonly [TimeInForce, string])[] = [
  ['GTC', 'Good till cancelled: rests until it is filled or cancelled'],
  ['GTD', 'Good till date: rests until a moment; the venue ends it one minute early'],
  ['FOK', 'Fill or kill: all at once or nothing'],
  ['FAK', 'Fill and kill: what can be had at once, the rest is dropped'],
]

/** Time in force, post-only, and the end of a GTD order. */
export function TypeFields({
  draft,
  isMinutesWrong,
  onChange,
}: {
  readonly draft: Draft
  readonly isMinutesWrong: boolean
  readonly onChange: (part: Partial<Draft>) => void
}) {
  return (
    <>
      <div className="segments types" role="group" aria-label="Time in force">
        {TYPES.map(([type, what]) => (
          <button
            key={type}
            type="button"
            title={what}
            aria-pressed={draft.timeInForce === type}
            onClick={() =>
              onChange({ timeInForce: type, postOnly: draft.postOnly && (type === 'GTC' || type === 'GTD') })
            }
          >
            {type}
          </button>
        ))}
      </div>
      <div className="ticket-line extra-line">
        <label className="check">
          <input
            type="checkbox"
            checked={draft.postOnly}
            disabled={draft.timeInForce === 'FOK' || draft.timeInForce === 'FAK'}
            onChange={(changed) => onChange({ postOnly: changed.target.checked })}
          />
          Post-only
        </label>
        {draft.timeInForce === 'GTD' && (
          <label className="minutes">
            ends in
            <input
              className="field num"
              inputMode="numeric"
              value={draft.minutesText}
              aria-invalid={isMinutesWrong}
              onChange={(changed) => onChange({ minutesText: changed.target.value })}
            />
            min
          </label>
        )}
      </div>
    </>
  )
}
