// A recording on disk, replayed: the same books to the last byte each time, and at every instant those of the live run.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { systemClock } from '#app/process/system-clock.ts'
import { outcomeId } from '#engine/testing/market-fakes.ts'
import { createReplayMachines } from '#engine/replay/replay-machines.ts'
import { createReplays } from '#engine/replay/replays.ts'
import { openRecording } from '#store/recording/reader.ts'
import { readRecordedFrame } from '#venue/feeds/recorded-frames.ts'
import { recordedMarket, writeRecording } from './recorded-market.ts'

const FROM = 1_790_000_000_000
const SECONDS = 1_500
const MARKET = { from: FROM, seconds: SECONDS, markets: 4, framesPerSecond: 4 } as const
const OUTCOMES = Array.from({ length: 8 }, (_, n) => outcomeId(n + 2))

const root = mkdtempSync(join(tmpdir(), 'sesame-replay-'))
before(() => writeRecording(root, recordedMarket(MARKET)))
after(() => rmSync(root, { recursive: true }))

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part))

/** Over every state of every book. */
async function hashOfStates(): Promise<{ readonly hash: string; readonly states: number }> {
  const machines = createReplayMachines(readRecordedFrame)
  const hash = createHash('sha256')
  let states = 0
  machines.bus.subscribe('book', ({ outcomeId: id }) => {
    states += 1
    hash.update(textOf([machines.book(id), machines.trades(id)]))
  })
  for await (const batch of openRecording(root).records(FROM, FROM + SECONDS * 1_000))
    for (const record of batch) machines.apply(record)
  return { hash: hash.digest('hex'), states }
}

test('two replays of one recording go through the same states to the last byte', async () => {
  const [first, second] = [await hashOfStates(), await hashOfStates()]
  assert.ok(first.states > SECONDS, String(first.states))
  assert.deepEqual(first, second)
})

test('at any instant, from any side, a replay has the books that reading on from the beginning has', async () => {
  const replays = createReplays({
    source: openRecording(root),
    readFrame: readRecordedFrame,
    clock: systemClock,
    mint: () => 'one',
  })
  const replay = await replays.open({ from: FROM, to: FROM + SECONDS * 1_000 }, FROM)
  assert.ok(replay !== null)
  const shown = (): string =>
    textOf(OUTCOMES.map((id) => [replay.view.book(id)?.bids, replay.view.book(id)?.asks]))
  const bySecond = new Map<number, string>()
  const machines = createReplayMachines(readRecordedFrame)
  let second = 0
  for (const record of recordedMarket(MARKET)) {
    while (record.at > FROM + second * 1_000) {
      bySecond.set(second, textOf(OUTCOMES.map((id) => [machines.book(id)?.bids, machines.book(id)?.asks])))
      second += 1
    }
    machines.apply(record)
  }
  for (const at of [1, 700, 1_499, 599, 600, 601, 30, 1_234]) {
    replay.command({ do: 'seek', at: FROM + at * 1_000 })
    await replay.settled()
    assert.equal(shown(), bySecond.get(at), `second ${at}`)
  }
  replays.stop()
})
