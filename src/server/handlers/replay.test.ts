import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock, outcomeId } from '#engine/testing/market-fakes.ts'
import { createReplaysFake, RECORDED_FROM } from '../testing/replays-fake.ts'
import { replayHandlers } from './replay.ts'

test('prices are of the whole span: they are answered while the replay is on its way back', async () => {
  const replays = createReplaysFake(createManualClock(RECORDED_FROM))
  const to = RECORDED_FROM + 60_000
  const replay = await replays.open({ from: RECORDED_FROM, to }, to)
  assert.ok(replay !== null)
  await replay.settled()
  replay.command({ do: 'seek', at: RECORDED_FROM })
  for (let turn = 0; replay.view.outcome(outcomeId(2)) !== null && turn < 10; turn += 1)
    await Promise.resolve()
  assert.equal(replay.view.outcome(outcomeId(2)), null)
  const params = { replay_id: replay.id, outcome_id: outcomeId(2) }
  const answer = await replayHandlers({ replays }).readReplayPrices({ params } as never)
  assert.deepEqual([answer.ok, answer.ok && answer.value.points.length > 0], [true, true])
  replays.stop()
})
