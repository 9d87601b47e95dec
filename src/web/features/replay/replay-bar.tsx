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
  StepBackIcon,
  StepForwardIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { REPLAY_SPEEDS } from '#core/recording/replay-speeds.ts'
import type { ReplaySpeed } from '#core/recording/replay-speeds.ts'
import { showDay, showLocal, writtenTime } from '../../platform/format/figures.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import type { ReplayPlayer } from '../../data/reads/replay-player.ts'
import { Button, Select, tip } from '../../ui/controls.tsx'
import { zoneName } from './replay-choice.tsx'
import styles from './replay.module.css'
import { useId } from 'react'
import type { ReplayMark, ReplayState } from '../../platform/api/client.ts'

const STEP_MS = 1_000

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
        <span className={styles.time} {...tip(writtenTime(at))}>
          <b>{showLocal(at, true)}</b> {showDay(at).split(',')[0]} <span className="dim">{zoneName()}</span>
        </span>
        {state.mode !== null && (
          <span className="soft" {...tip('The mode of the terminal at that time')}>
            then {state.mode}
          </span>
        )}
        <div className="flex gap-4" role="group" aria-label="Move">
          <Press
            name="Previous own fill"
            hint="p"
            isOff={fills === 0}
            onPress={() => run({ do: 'previous_fill' })}
          >
            <SkipBackIcon />
          </Press>
          <Press name="One second back" hint={'\u2190'} onPress={() => run({ do: 'step', ms: -STEP_MS })}>
            <ChevronLeftIcon />
          </Press>
          <Press name="Previous book update" hint="," onPress={() => run({ do: 'previous_frame' })}>
            <StepBackIcon />
          </Press>
          <Press
            name={state.isPlaying ? 'Pause' : 'Play'}
            hint="Space"
            onPress={() => run({ do: state.isPlaying ? 'pause' : 'play' })}
          >
            {state.isPlaying ? <PauseIcon /> : <PlayIcon />}
          </Press>
          <Press name="Next book update" hint="." onPress={() => run({ do: 'next_frame' })}>
            <StepForwardIcon />
          </Press>
          <Press name="One second on" hint={'\u2192'} onPress={() => run({ do: 'step', ms: STEP_MS })}>
            <ChevronRightIcon />
          </Press>
          <Press name="Next own fill" hint="n" isOff={fills === 0} onPress={() => run({ do: 'next_fill' })}>
            <SkipForwardIcon />
          </Press>
        </div>
        <Select
          aria-label="Speed"
          {...tip('How many times as fast as it was: keys + and -')}
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

function Press(props: {
  readonly name: string
  readonly hint: string
  readonly isOff?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <Button
      aria-label={props.name}
      disabled={props.isOff}
      {...tip(`${props.name}: ${props.hint}`)}
      onClick={props.onPress}
    >
      {props.children}
    </Button>
  )
}

/** Action of a key in a replay; null for one that does nothing there. */
export function replayKey(key: string, player: ReplayPlayer): (() => void) | null {
  const { isPlaying, speed } = player.state.get()
  switch (key) {
    case ' ':
      return () => player.run({ do: isPlaying ? 'pause' : 'play' })
    case 'ArrowLeft':
      return () => player.run({ do: 'step', ms: -STEP_MS })
    case 'ArrowRight':
      return () => player.run({ do: 'step', ms: STEP_MS })
    case ',':
      return () => player.run({ do: 'previous_frame' })
    case '.':
      return () => player.run({ do: 'next_frame' })
    case 'n':
      return () => player.run({ do: 'next_fill' })
    case 'p':
      return () => player.run({ do: 'previous_fill' })
    case '+':
    case '-': {
      const next = speedBeside(speed, key === '+' ? 1 : -1)
      return next === undefined ? null : () => player.run({ do: 'speed', speed: next })
    }
    default:
      return null
  }
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
