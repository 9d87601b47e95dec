/** The whole time of a replay as a slider, with own fills, orders, goals and what is not recorded marked on it. */
import { useId } from 'react'
import type { ReplayMark, ReplayState } from '../../platform/api/wire.ts'
import { showLocal } from '../../platform/format/times.ts'
import styles from './replay.module.css'

const NAMES = { fill: 'own fills', order: 'own orders', goal: 'goals', gap: 'gaps' } as const
const KINDS = ['gap', 'order', 'goal', 'fill'] as const

/** `onSeek` gets milliseconds since the epoch, at each move of the thumb. */
export function Scrubber(props: {
  readonly state: ReplayState
  readonly marks: readonly ReplayMark[]
  readonly onSeek: (at: number) => void
}) {
  const { state, marks } = props
  const legend = useId()
  const { from, at } = state
  const length = state.to - from
  const part = (time: number): number => ((time - from) / length) * 100
  const counts = KINDS.flatMap((kind) => {
    const count = marks.filter((mark) => mark.kind === kind).length
    return count === 0 ? [] : [`${count} ${NAMES[kind]}`]
  })
  return (
    <div className={`row gap-8 ${styles.scrubber}`}>
      <span className="dim">{showLocal(from, true)}</span>
      <div className={styles.track}>
        <div aria-hidden="true" className={styles.marks}>
          {marks.map((mark, place) => (
            <i
              // Marks never change within a replay.
              key={place}
              data-kind={mark.kind}
              style={{
                left: `${Math.max(0, part(mark.at))}%`,
                ...(mark.kind === 'gap'
                  ? { width: `${Math.min(100, part(mark.until)) - Math.max(0, part(mark.at))}%` }
                  : {}),
              }}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label="Time of the replay"
          aria-valuetext={showLocal(at, true)}
          aria-describedby={legend}
          min={0}
          max={length}
          step={1}
          value={at - from}
          onChange={({ target }) => props.onSeek(from + Number(target.value))}
        />
      </div>
      <span className="dim">{showLocal(from + length, true)}</span>
      <span id={legend} className="visually-hidden">
        Marked: {counts.length === 0 ? 'nothing' : counts.join(', ')}
      </span>
    </div>
  )
}
