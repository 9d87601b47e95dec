// Price history: fidelity that the venue accepts, points in order.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultFidelity } from '#core/market/history-fidelity.ts'
import { err, ok } from '#lib/result.ts'
import { createHistory } from './history.ts'
import { createManualClock, createScriptedVenue, outcomeId, sampleEvent } from '../testing/market-fakes.ts'

const DAY = 24 * 60 * 60_000

function setUp(ageMs: number | null = null) {
  const venue = createScriptedVenue()
  const clock = createManualClock()
  const event = sampleEvent(1, { createdAt: ageMs === null ? null : clock.now() - ageMs })
  const [market] = event.markets
  assert.ok(market !== undefined)
  const catalog = { outcome: () => ({ outcome: market.outcomes[0], market, event }) }
  return { venue, history: createHistory({ venue, catalog, clock }) }
}

describe('fidelity', () => {
  test('is at least 5 minutes for a week and 10 for a month', async () => {
    const { venue, history } = setUp()
    for (const interval of ['1d', '1w', '1m'] as const) await history(outcomeId(2), interval, 1)
    assert.deepEqual(venue.calls, ['history 1d 1', 'history 1w 5', 'history 1m 10'])
  })

  test('by default gives at most 2,000 points, for any age of the market', () => {
    const minutes = { '1h': 60, '6h': 360, '1d': 1_440, '1w': 10_080, '1m': 44_640 }
    for (const [interval, length] of Object.entries(minutes)) {
      assert.ok(length / defaultFidelity(interval as keyof typeof minutes, null) <= 2_000, interval)
    }
    for (const days of [0, 1, 3, 30, 365, 1_500, 10_000]) {
      assert.ok((days * 1_440) / defaultFidelity('max', days * DAY) <= 2_000, String(days))
    }
  })

  test('of everything follows the age of the market', async () => {
    const { venue, history } = setUp(10 * DAY)
    const answer = await history(outcomeId(2), 'max', null)
    assert.ok(answer.ok)
    assert.equal(answer.value.fidelity, 10)
    assert.deepEqual(venue.calls, ['history max 10'])
  })

  test('is raised once when the venue names a higher minimum', async () => {
    const { venue, history } = setUp()
    const refusal = {
      kind: 'unavailable',
      detail: "invalid filters: minimum 'fidelity' for '1w' range is 15",
      retryAfterMs: null,
    } as const
    venue.script.history = async (_, __, fidelity) =>
      fidelity < 15 ? err(refusal) : ok([{ at: 1, price: '0.5' }])
    const answer = await history(outcomeId(2), '1w', null)
    assert.ok(answer.ok)
    assert.equal(answer.value.fidelity, 15)
    venue.script.history = async () => err(refusal)
    assert.deepEqual(await history(outcomeId(2), '1w', 15), { ok: false, error: refusal })
    assert.equal(venue.calls.length, 3)
  })
})

describe('points', () => {
  test('of a repeated time: the later is kept', async () => {
    const { venue, history } = setUp()
    venue.points.push({ at: 1, price: '0.4' }, { at: 2, price: '0.5' }, { at: 2, price: '0.6' })
    const answer = await history(outcomeId(2), '1d', null)
    assert.deepEqual(answer.ok && answer.value.points, [
      { at: 1, price: '0.4' },
      { at: 2, price: '0.6' },
    ])
  })
})
