import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trade as record } from '#contract/records/books.ts'
import type { Trade } from '../../platform/api/client.ts'
import { ownTrades } from './own-trades.ts'
import { sampleFill } from '../portfolio/testing/samples.ts'

const at = (second: number): string => new Date(Date.UTC(2026, 10, 20, 20, 0, second)).toISOString()
const trade = (id: string, price: string, size: string, second: number): Trade =>
  record.decode({ id, price, size, side: 'BUY', at: at(second) })
const fill = (price: string, size: string, second: number, status: 'matched' | 'failed' = 'matched') =>
  sampleFill({ price, size, status, at: at(second) })
const TAPE = [trade('1', '0.42', '100', 0), trade('2', '0.42', '10', 5), trade('3', '0.43', '10', 5)]

test('a trade is mine that has the price of a fill, no less size, and its time', () => {
  assert.deepEqual([...ownTrades(TAPE, [fill('0.42', '10', 6)])], [[2, 10_000_000n]])
  assert.equal(ownTrades(TAPE, [fill('0.44', '10', 5)]).size, 0, 'another price')
  assert.equal(ownTrades(TAPE, [fill('0.42', '11', 5)]).size, 0, 'more than was traded')
  assert.equal(ownTrades(TAPE, [fill('0.42', '10', 9)]).size, 0, 'another time')
  assert.equal(ownTrades(TAPE, [fill('0.42', '10', 5, 'failed')]).size, 0, 'taken back')
})

test('of one trade several fills may be parts, never more than the whole of it', () => {
  const parts = [fill('0.42', '60', 0), fill('0.42', '40', 1), fill('0.42', '1', 1)]
  assert.deepEqual([...ownTrades(TAPE, parts)], [[1, 100_000_000n]])
})
