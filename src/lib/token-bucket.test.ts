// Laws of one bucket against a plain count.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { bucketWaitMs, fullBucket, resizedBucket, spendTokens, tokensAt } from './token-bucket.ts'

describe('a token bucket', () => {
  test('lets pass what a bucket that is counted second by second lets pass, and never more than burst and rate', () => {
    const steps = fc.array(fc.record({ afterMs: fc.nat(3_000), cost: fc.integer({ min: 1, max: 30 }) }))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 30, max: 200 }),
        steps,
        (rate, burst, list) => {
          let bucket = fullBucket({ rate, burst }, 0)
          let now = 0
          let passed = 0
          for (const { afterMs, cost } of list) {
            now += afterMs
            if (bucketWaitMs(bucket, cost, now) > 0) continue
            bucket = spendTokens(bucket, cost, now)
            passed += cost
            assert.ok(tokensAt(bucket, now) >= -1e-6)
            assert.ok(passed <= burst + (rate * now) / 1_000 + 1e-6)
          }
        },
      ),
    )
  })

  test('passes after exactly the wait that it names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 100 }), (spent, cost) => {
        const bucket = spendTokens(fullBucket({ rate: 40, burst: 100 }, 0), spent, 0)
        const wait = bucketWaitMs(bucket, cost, 0)
        assert.equal(bucketWaitMs(bucket, cost, wait), 0)
        if (wait > 0) assert.ok(bucketWaitMs(bucket, cost, wait - 1) > 0)
      }),
    )
  })

  test('waits for a full bucket, not for ever, for what costs more than its burst', () => {
    const bucket = spendTokens(fullBucket({ rate: 10, burst: 20 }, 0), 20, 0)
    assert.equal(bucketWaitMs(bucket, 50, 0), 2_000)
  })

  test('keeps what has been taken when its size changes', () => {
    const bucket = resizedBucket(
      spendTokens(fullBucket({ rate: 40, burst: 60 }, 0), 50, 0),
      { rate: 400, burst: 600 },
      0,
    )
    assert.equal(tokensAt(bucket, 0), 550)
  })
})
