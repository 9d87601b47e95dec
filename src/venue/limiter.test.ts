// However many calls wait, a path is asked no faster than the venue documents, and paths without a figure not held up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '#engine/testing/market-fakes.ts'
import { ENDPOINTS } from './endpoints.ts'
import { paceCalls } from './limiter.ts'

test('INV-86 each path has at most what the venue documents in any ten seconds', async () => {
  const clock = createManualClock()
  const sent: number[] = []
  const http = paceCalls(async () => {
    sent.push(clock.monotonic())
    return { kind: 'not_sent', detail: '' }
  }, clock)
  const walk = async (): Promise<void> => {
    for (let page = 0; page < 2_000; page += 1) await http({ endpoint: ENDPOINTS.events })
  }
  void walk()
  await clock.advance(30_000)
  assert.ok(sent.length > 900, `${sent.length} calls`)
  for (const from of sent) {
    const within = sent.filter((at) => at >= from && at < from + 10_000).length
    assert.ok(within <= 500, `${within} calls in ten seconds`)
  }
  const before = sent.length
  await Promise.all(Array.from({ length: 50 }, () => http({ endpoint: ENDPOINTS.cancelAll })))
  assert.equal(sent.length, before + 50)
})
