/**
 * Replays without a page: an hour of 100 frames a second, five minutes of 2,000, and a day of 5. The time until a
 * replay is ready in the middle with its marks (goal 2 s for the hour), the speed at which it is read on (goal 100
 * times real time), and the longest stop of the loop meanwhile. `node bench/replay.ts`
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#app/process/system-clock.ts'
import { createReplays } from '#engine/replay/replays.ts'
import { openRecording } from '#store/recording/reader.ts'
import { readRecordedFrame } from '#venue/feeds/recorded-frames.ts'
import { recordedMarket, writeRecording } from '../test/recorded-market.ts'
import { watchLoop } from './measure.ts'

const FROM = 1_790_000_000_000
const RUNS = [
  { seconds: 3_600, framesPerSecond: 100 },
  { seconds: 300, framesPerSecond: 2_000 },
  { seconds: 86_400, framesPerSecond: 5 },
] as const

for (const run of RUNS) {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-bench-replay-'))
  try {
    await writeRecording(directory, recordedMarket({ ...run, from: FROM, markets: 50 }))
    await measure(directory, run)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function measure(
  directory: string,
  { seconds, framesPerSecond }: (typeof RUNS)[number],
): Promise<void> {
  const bytes = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
  const replays = createReplays({
    source: openRecording(directory),
    readFrame: readRecordedFrame,
    clock: systemClock,
    mint: () => 'bench',
  })
  const span = { from: FROM, to: FROM + seconds * 1_000 }

  const opening = performance.now()
  const replay = await replays.open(span, FROM + seconds * 500)
  if (replay === null) throw new Error('nothing is recorded')
  await replay.settled()
  const openMs = performance.now() - opening

  replay.command({ do: 'seek', at: span.from })
  await replay.settled()
  const loop = watchLoop()
  const reading = performance.now()
  // Later slices are not read yet.
  for (let at = span.from; at < span.to; at += 300_000) {
    replay.command({ do: 'seek', at: Math.min(span.to, at + 300_000) })
    await replay.settled()
  }
  const readMs = performance.now() - reading
  const { stops } = loop.end()
  replays.stop()
  process.stdout.write(
    `${seconds} s of ${framesPerSecond} frames a second, ${(bytes / 1e6).toFixed(1)} MB: ready in the middle after ` +
      `${Math.round(openMs)} ms, read on at ${Math.round((seconds * 1_000) / readMs)} times real time, ` +
      `longest stop ${Math.max(...stops).toFixed(1)} ms\n`,
  )
}
