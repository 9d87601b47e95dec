import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  parseComboPositionId,
  parseGameId,
  nativeId,
  parseClientOrderId,
  parseEventId,
  parseMarketId,
  parseOrderId,
  parseOutcomeId,
  parseTradeId,
} from './ids.ts'

const HASH = `0x${'ab'.repeat(32)}`

describe('ids', () => {
  test('each id has its own shape and prefix', () => {
    assert.equal(parseOutcomeId('pm:123'), 'pm:123')
    assert.equal(parseMarketId(`pm:${HASH}`), `pm:${HASH}`)
    assert.equal(parseOrderId(`pm:${HASH}`), `pm:${HASH}`)
    assert.equal(parseEventId('pm:42'), 'pm:42')
    assert.equal(parseTradeId('7f1c9b0e-trade'), '7f1c9b0e-trade')
  })

  test('anything else is refused, however close', () => {
    for (const text of [
      '123',
      'pmc:123',
      'pm:',
      'pm:01',
      'pm:-1',
      'pm:1.5',
      'pm:1 ',
      'PM:1',
      `pm:${'9'.repeat(79)}`,
      `pm:${HASH}`,
    ]) {
      assert.equal(parseOutcomeId(text), null, text)
    }
    for (const text of [
      HASH,
      `pm:${HASH.toUpperCase()}`,
      `pm:${HASH}0`,
      `pm:${HASH.slice(0, -1)}`,
      `pm:${'ab'.repeat(33)}`,
    ]) {
      assert.equal(parseMarketId(text), null, text)
    }
    assert.equal(parseTradeId(''), null)
    assert.equal(parseTradeId('a b'), null)
  })

  test("another venue's ids have a namespace of their own and whatever shape that venue gives them", () => {
    for (const text of ['hb:RAIN-26.yes', 'other:1', `hb:${'a'.repeat(78)}`]) {
      for (const parse of [parseOutcomeId, parseMarketId, parseEventId, parseGameId, parseOrderId]) {
        assert.equal(parse(text), text)
      }
    }
    for (const text of [
      'h:1',
      'HB:1',
      'ninechars:1',
      'hb:',
      'hb: 1',
      'hb:a/b',
      'hb:a:b',
      `hb:${'a'.repeat(79)}`,
      'hb:.a',
    ]) {
      assert.equal(parseOutcomeId(text), null, text)
    }
    assert.equal(parseComboPositionId('hb:1'), null)
    const id = parseMarketId('hb:RAIN-26')
    assert.ok(id !== null)
    assert.equal(nativeId(id), 'RAIN-26')
  })

  test('a client order id is a lower-case UUIDv7', () => {
    const id = '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
    assert.equal(parseClientOrderId(id), id)
    for (const text of [
      id.toUpperCase(),
      id.replace('-7', '-4'),
      id.replace('-8a', '-ca'),
      `${id}0`,
      `{${id}}`,
      '',
    ]) {
      assert.equal(parseClientOrderId(text), null, text)
    }
  })

  test('the native id is what queues behind the prefix', () => {
    const id = parseOutcomeId('pm:77')
    assert.ok(id !== null)
    assert.equal(nativeId(id), '77')
  })
})
