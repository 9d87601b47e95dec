/** Replays on the wire. */
import type { Wire } from '#contract/live.ts'
import type { Answer } from '#contract/routes.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { inertText } from '#lib/inert-text.ts'
import type { RecordedPrices, ReplayMark, ReplayState } from '#engine/replay/contract.ts'
import { timeText } from './values.ts'

/** Instants between two milliseconds are those before. */
const textOf = (at: number): string => timeText(Math.floor(at))

export function replayStateView(state: ReplayState): Wire['ReplayState'] {
  return {
    at: textOf(state.at),
    from: textOf(state.from),
    to: textOf(state.to),
    playing: state.isPlaying,
    seeking: state.isSeeking,
    markets: state.markets,
    speed: state.speed,
    mode: state.trading?.mode ?? null,
    problem: state.problem,
  }
}

export function replayPricesView({ points, stepMs, isComplete }: RecordedPrices): Answer<'readReplayPrices'> {
  return {
    points: points.map(({ at, micros }) => ({ t: timeText(at), p: formatDecimal(BigInt(micros), 6) })),
    step_ms: stepMs,
    complete: isComplete,
  }
}

export function replayMarkView(mark: ReplayMark): Wire['ReplayMark'] {
  return {
    kind: mark.kind,
    at: textOf(mark.at),
    until: textOf(mark.until),
    text: inertText(mark.text),
    outcome_id: mark.outcomeId,
  }
}
