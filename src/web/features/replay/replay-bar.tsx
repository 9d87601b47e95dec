/**
 * Controls of a replay: play and pause, steps, own fills, the speed, and a scrubber over its whole time. REPLAY is
 * first, with its time and zone.
 */
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  PauseIcon,
  PlayIcon,
  SkipBackIcon,
  SkipForwardIcon,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { REPLAY_SPEEDS } from '#core/recording/replay-speeds.ts'
import type { ReplaySpeed } from '#core/recording/replay-speeds.ts'
import { showDay, showLocal, writtenTime } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import type { ReplayCommand, ReplayPlayer } from '../../data/reads/replay-player.ts'
import { Button, Select, tip } from '../../ui/controls.tsx'
import { zoneName } from './replay-choice.tsx'
import styles from './replay.module.css'
import { useId } from 'react'
import type { ReplayMark, ReplayState } from '../../platform/api/client.ts'

const STEP_MS = 1_000

type Move = readonly [name: string, key: string, hint: string, Icon: LucideIcon, step: ReplayCommand]

const MOVES: readonly Move[] = [
  ['Previous own fill', 'p', 'p', SkipBackIcon, { do: 'previous_fill' }],
  ['One second back', 'ArrowLeft', '\u2190', ChevronLeftIcon, { do: 'step', ms: -STEP_MS }],
  ['Play', ' ', 'Space', PlayIcon, { do: 'play' }],
  ['One second forward', 'ArrowRight', '\u2192', ChevronRightIcon, { do: 'step', ms: STEP_MS }],
  ['Next own fill', 'n', 'n', SkipForwardIcon, { do: 'next_fill' }],
]
const PAUSE: Move = ['Pause', ' ', 'Space', PauseIcon, { do: 'pause' }]

const movesOf = (isPlaying: boolean): readonly Move[] =>
  MOVES.map((move) => (isPlaying && move[0] === 'Play' ? PAUSE : move))

/** The bar; `children` stand behind what moves it. */
export function ReplayBar(props: { readonly player: ReplayPlayer; readonly children?: ReactNode }) {
  const { player } = props
  const { run } = player
  const state = useStore(player.state)
  const fault = useStore(player.fault)
  const isBesideLive = useStore(usePage().session) === 'in'
  const { at } = state
  const fills = player.marks.filter(({ kind }) => kind === 'fill').length
  return (
    <section className={styles.bar} aria-label="Replay">
      <div className="row wraps gap-10">
        <span className="chip simulated bold">REPLAY</span>
        <span {...tip(writtenTime(at))}>
          <b>{showLocal(at, true)}</b> {showDay(at).split(',')[0]} <span className="dim">{zoneName()}</span>
        </span>
        {state.mode !== null && (
          <span className="soft" {...tip('Mode of the terminal at that time')}>
            was {state.mode}
          </span>
        )}
        <div className="flex gap-4" role="group" aria-label="Move">
          {movesOf(state.isPlaying).map(([name, , hint, Icon, step]) => (
            <Button
              key={hint}
              aria-label={name}
              disabled={fills === 0 && name.endsWith('own fill')}
              {...tip(`${name}: ${hint}`)}
              onClick={() => run(step)}
            >
              <Icon />
            </Button>
          ))}
        </div>
        <Select
          aria-label="Speed"
          {...tip('Playback speed: keys + and -')}
          value={state.speed}
          options={REPLAY_SPEEDS.map((one) => [one, `${one}\u00d7`])}
          onChoose={(speed) => run({ do: 'speed', speed })}
        />
        {(state.problem !== null || fault !== '') && (
          <span className="danger" role="alert">
            {state.problem ?? fault}
          </span>
        )}
        {props.children}
        <span className="push" />
        {isBesideLive && <span className="soft">Cancel all is LIVE</span>}
      </div>
      <Scrubber state={state} marks={player.marks} onSeek={(at) => run({ do: 'seek', at })} />
    </section>
  )
}

/** Action of a key in a replay; null for one that does nothing there. */
export function replayKey(key: string, { run, state }: ReplayPlayer): (() => void) | null {
  const { isPlaying, speed } = state.get()
  const next = key === '+' ? speedBeside(speed, 1) : key === '-' ? speedBeside(speed, -1) : undefined
  if (next !== undefined) return () => run({ do: 'speed', speed: next })
  const move = movesOf(isPlaying).find(([, one]) => one === key)
  return move === undefined ? null : () => run(move[4])
}

function speedBeside(speed: ReplaySpeed, by: 1 | -1): ReplaySpeed | undefined {
  return REPLAY_SPEEDS[REPLAY_SPEEDS.indexOf(speed) + by]
}

const NAMES = { fill: 'own fills', order: 'own orders', goal: 'goals', gap: 'gaps' } as const
const KINDS = ['gap', 'order', 'goal', 'fill'] as const

/** `onSeek` gets milliseconds since the epoch, at each move of the thumb. */
function Scrubber(props: {
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
