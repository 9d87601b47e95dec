/** The middles of the books over the span of a replay, for its chart: read once, in slices, when they are first asked for. */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { pause } from '#lib/pause.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadRecordedFrame, RecordedPrices, RecordingSource, Span } from './contract.ts'
import { createReplayMachines } from './replay-machines.ts'
import { turns } from './replay-reading.ts'

/** A chart shows no more than so many steps apart. */
const MOST_STEPS = 2_500
const STEPS_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000]
/** Points of all outcomes: with more of them the steps become longer. */
const MOST_POINTS = 500_000
const RECORDS_PER_LOOK = 32
/** Whoever asks has what was read by then, and asks again. */
const ANSWER_AFTER_MS = 300
/** A price step is 0.0001 pUSD: the middle of two, in millionths. */
const MICROS_PER_TWO_STEPS = 50

type Points = { readonly at: Instant; readonly micros: number }[]

type State = {
  stepMs: number
  count: number
  isComplete: boolean
  isEnded: boolean
  readonly points: Map<OutcomeId, Points>
}

/** Nothing is read before the first question; `end` gives the reading up. */
export function createRecordedPrices(
  parts: {
    readonly source: RecordingSource
    readonly readFrame: ReadRecordedFrame
    readonly clock: Clock
    readonly span: Span
  },
  mostPoints = MOST_POINTS,
): { readonly of: (id: OutcomeId) => Promise<RecordedPrices>; readonly end: () => void } {
  const { span, clock } = parts
  const longest = STEPS_MS.at(-1) ?? 0
  const state: State = {
    stepMs: STEPS_MS.find((ms) => (span.to - span.from) / ms <= MOST_STEPS) ?? longest,
    count: 0,
    isComplete: false,
    isEnded: false,
    points: new Map(),
  }
  let reading: Promise<void> | null = null
  return {
    async of(id) {
      reading ??= read(parts, state, mostPoints)
      if (!state.isComplete) await Promise.race([reading, pause(clock, ANSWER_AFTER_MS)])
      const { stepMs, isComplete } = state
      return { stepMs, isComplete, points: [...(state.points.get(id) ?? [])] }
    },
    end: () => void (state.isEnded = true),
  }
}

async function read(
  { source, readFrame, clock, span }: Parameters<typeof createRecordedPrices>[0],
  state: State,
  mostPoints: number,
): Promise<void> {
  const machines = createReplayMachines(readFrame)
  const touched = new Set<OutcomeId>()
  machines.bus.subscribe('book', ({ outcomeId }) => touched.add(outcomeId))
  const turn = turns(clock, () => state.isEnded)
  let step = startOf(span.from, state.stepMs)

  function note(until: Instant): void {
    if (until < step + state.stepMs) return
    for (const outcomeId of touched) {
      const book = machines.book(outcomeId)
      const [bid, ask] = [book?.bids[0]?.[0], book?.asks[0]?.[0]]
      if (book?.staleReason !== null || bid === undefined || ask === undefined) continue
      add(state, outcomeId, step, (bid + ask) * MICROS_PER_TWO_STEPS)
    }
    touched.clear()
    while (state.count > mostPoints && state.stepMs < span.to - span.from) lengthenSteps(state)
    step = startOf(until, state.stepMs)
  }

  async function readAll(): Promise<void> {
    let count = 0
    for await (const batch of source.records(span.from, span.to))
      for (const record of batch) {
        if (record.at > span.to) return
        note(record.at)
        machines.apply(record)
        count += 1
        if (count % RECORDS_PER_LOOK === 0 && !(await turn())) return
      }
  }

  try {
    await readAll()
    note(span.to + state.stepMs)
  } catch {
    // The replay itself names what cannot be read; the chart ends there.
  }
  state.isComplete = true
}

function add(state: State, outcomeId: OutcomeId, at: Instant, micros: number): void {
  const points = state.points.get(outcomeId) ?? []
  state.points.set(outcomeId, points)
  // Longer steps may begin where one was noted already.
  if (points.at(-1)?.at === at) state.count -= points.splice(-1).length
  if (points.at(-1)?.micros === micros) return
  points.push({ at, micros })
  state.count += 1
}

/** The later of two steps that become one counts. */
function lengthenSteps(state: State): void {
  state.stepMs *= 2
  state.count = 0
  for (const [outcomeId, points] of state.points) {
    const last = new Map(points.map(({ at, micros }) => [startOf(at, state.stepMs), micros]))
    state.points.set(
      outcomeId,
      [...last].map(([at, micros]) => ({ at, micros })),
    )
    state.count += last.size
  }
}

const startOf = (at: Instant, stepMs: number): Instant => Math.floor(at / stepMs) * stepMs
