/** The replays that are open: few, because each holds its books in memory, and none for longer than somebody looks at it. */
import type { Instant } from '#core/market/market.ts'
import type { Mark } from '#core/recording/records.ts'
import type { Clock } from '#ports/clock.ts'
import type { ReadRecordedFrame, RecordingSource, Span } from './contract.ts'
import { createReplay, type Replay } from './replay.ts'
import { isOfReplay } from './replay-marks.ts'

const MOST_REPLAYS = 2
const IDLE_MS = 10 * 60_000
const LOOK_EVERY_MS = 30_000
/** Orders of so long before are still known as open. */
const OWN_BEFORE_MS = 24 * 3_600_000
/** The longest span: a day, with the hour that a change of the clock adds. */
const LONGEST_MS = 25 * 3_600_000

export type Replays = ReturnType<typeof createReplays>

/** None is open. */
export function createReplays(parts: {
  readonly source: RecordingSource
  readonly readFrame: ReadRecordedFrame
  readonly clock: Clock
  readonly mint: () => string
}) {
  const { source, clock } = parts
  const open = new Map<string, { readonly replay: Replay; usedAt: number }>()

  const listeners: ((id: string) => void)[] = []

  function end(id: string): void {
    const known = open.get(id)
    if (known === undefined) return
    open.delete(id)
    known.replay.end()
    for (const listener of listeners) listener(id)
  }

  const stopLooking = clock.every(LOOK_EVERY_MS, () => {
    for (const [id, { usedAt }] of open) if (clock.monotonic() - usedAt >= IDLE_MS) end(id)
  })

  return {
    /** Recorded range; null when nothing is. */
    range: (): Promise<Span | null> => source.range(),
    /** Recorded spans, oldest first. */
    spans: (): Promise<readonly Span[]> => source.spans(),
    /**
     * Opens a replay of a span, as far as it is recorded; null when nothing of it is. The least recently used one makes
     * room. @param start first instant shown
     */
    async open(asked: Span, start: Instant): Promise<Replay | null> {
      const range = await source.range()
      if (range === null) return null
      const from = Math.max(range.from, asked.from)
      const to = Math.min(range.to, asked.to, from + LONGEST_MS)
      if (from >= to) return null
      const marks: Mark[] = []
      for await (const batch of source.marks(Math.max(range.from, from - OWN_BEFORE_MS), to))
        for (const mark of batch) if (isOfReplay(mark)) marks.push(mark)
      while (open.size >= MOST_REPLAYS)
        end([...open].toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0]?.[0] ?? '')
      const replay = createReplay({
        ...parts,
        id: parts.mint(),
        span: { from, to },
        start: Math.min(to, Math.max(from, start)),
        marks,
      })
      open.set(replay.id, { replay, usedAt: clock.monotonic() })
      return replay
    },
    /** Counts as use. */
    find(id: string): Replay | null {
      const known = open.get(id)
      if (known === undefined) return null
      known.usedAt = clock.monotonic()
      return known.replay
    },
    end,
    /** Calls the listener with the id of each that has ended. */
    onEnd: (listener: (id: string) => void): void => void listeners.push(listener),
    stop(): void {
      stopLooking()
      for (const id of open.keys()) end(id)
    },
  }
}
