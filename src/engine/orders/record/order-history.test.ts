// Rows written and read back: after a restart they say the same, and rows that are not ours to read say nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import type { OrderIntent, TimeInForce } from '#core/order/order.ts'
import { rejection, REJECT_TEXT, type RejectCode } from '#core/reject-codes.ts'
import { priced, pricedText } from '#core/priced-text.ts'
import type { AuditDetails, AuditKind, AuditRow } from '#ports/audit-log.ts'
import {
  decisionDetails,
  intentDetails,
  placeBody,
  readSigned,
  readOrderHistory,
  readVerdict,
  finding,
  responseDetails,
  signedDetails,
} from './order-history.ts'
import { clientId, groupId, intent, NO, price, YES } from '../../testing/trading-fixture.ts'
import { marketId } from '../../testing/market-fakes.ts'
import { fakeOrderId } from '../../testing/fake-orders.ts'

function row(kind: AuditKind, details: AuditDetails, at = 5): AuditRow {
  // As the disk gives it back.
  const kept = JSON.parse(JSON.stringify(details)) as AuditDetails
  return {
    clientOrderId: clientId(1),
    kind,
    action: 'place',
    details: kept,
    seq: 1,
    at,
    previousHash: '',
    hash: '',
  }
}

const GROUP = groupId(1)

const anyIntent: fc.Arbitrary<OrderIntent> = fc
  .record({
    outcomeId: fc.constantFrom(YES, NO),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    steps: fc.integer({ min: 1, max: 99 }),
    hundredths: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    timeInForce: fc.constantFrom<TimeInForce>('GTC', 'GTD', 'FOK', 'FAK'),
    postOnly: fc.boolean(),
    expiresAt: fc.option(fc.nat()),
    labels: fc.constantFrom({}, { group: GROUP }, { group: GROUP, groupSize: 5 }, { template: 'Scalp' }),
  })
  .map(({ steps, hundredths, labels, ...rest }) =>
    intent(1, { ...rest, ...labels, price: price(steps * 100), size: micros(hundredths * 10_000n) }),
  )

describe('order histories', () => {
  test('INV-13 a signed row gives back the order as it was asked for', () => {
    fc.assert(
      fc.property(anyIntent, fc.boolean(), (asked, isReplace) => {
        const replaces = isReplace ? fakeOrderId(9) : null
        const prepared = {
          orderId: fakeOrderId(1),
          salt: '7',
          ...limitAmounts(asked.side, asked.price, asked.size, 100),
          timestamp: 4,
          expiration: 0,
          body: 'signature',
        }
        const details = signedDetails(asked, marketId(1), prepared, replaces)
        assert.ok(!JSON.stringify(details).includes('signature'), 'INV-35')
        const { evidence: _, ...order } = asked
        assert.deepEqual(readSigned(row('signed', details)), {
          ...order,
          orderId: fakeOrderId(1),
          marketId: marketId(1),
          replaces,
          at: 5,
        })
      }),
    )
  })

  test('INV-08 the body reports every two different orders apart, and no evidence', () => {
    fc.assert(
      fc.property(anyIntent, anyIntent, (one, other) => {
        const isSame = placeBody(one) === placeBody(other)
        const bodyOf = (order: OrderIntent) => ({ ...order, groupSize: null, evidence: null })
        if (isSame) assert.deepEqual(bodyOf(one), bodyOf(other))
        const evidence = { bestBid: one.price, bestAsk: null, bookSequence: 1, bookAgeMs: 2 }
        assert.equal(placeBody({ ...one, evidence }), placeBody(one))
      }),
    )
  })

  test('a refusal is read back in the same words, whatever its code', () => {
    for (const code of Object.keys(REJECT_TEXT) as RejectCode[]) {
      const refusal = rejection(code, { limit: '1', value: '2', retryAfterMs: 3 })
      const history = readOrderHistory([
        row('intent', intentDetails(intent(1), 'body')),
        row('decision', decisionDetails(refusal)),
      ])
      assert.deepEqual(history?.refusal, refusal)
    }
  })

  test('the prices of a refusal are read back with their positions', () => {
    const refusal = rejection('no_liquidity', { message: pricedText`Up to ${priced('0.57', 100)} only.` })
    const rows = (details: AuditDetails) => [
      row('intent', intentDetails(intent(1), 'body')),
      row('decision', details),
    ]
    assert.deepEqual(readOrderHistory(rows(decisionDetails(refusal)))?.refusal, refusal)
    const broken = {
      ...decisionDetails(refusal),
      prices: [7, null, { at: '1', price: '0.57', kind: 'price' }],
    }
    assert.deepEqual(readOrderHistory(rows(broken))?.refusal, { ...refusal, prices: [] })
  })

  test('endings are read back: what was answered, and whether it may have left', () => {
    const refusal = rejection('venue_rejected', { message: 'no' })
    const orderId = fakeOrderId(1)
    const verdict = (details: AuditDetails): unknown => {
      const read = readVerdict(row('response', details).details)
      return [read?.result, read?.left, read?.rejection?.code ?? null, read?.orderId ?? null]
    }
    assert.deepEqual(verdict(responseDetails({ kind: 'accepted', orderId, status: 'live' }, null)), [
      'accepted',
      true,
      null,
      orderId,
    ])
    assert.deepEqual(verdict(responseDetails({ kind: 'refused', rejection: refusal }, null)), [
      'rejected',
      true,
      'venue_rejected',
      null,
    ])
    assert.deepEqual(verdict(responseDetails({ kind: 'not_sent', code: 'safe_mode' }, null)), [
      'rejected',
      false,
      'safe_mode',
      null,
    ])
    assert.deepEqual(verdict(responseDetails({ kind: 'unknown', reason: 'timeout' }, null)), [
      'unknown',
      true,
      null,
      null,
    ])
    const order = { id: orderId, status: 'live', clientOrderId: clientId(2) } as const
    const { details } = finding(clientId(1), 'correction', { key: orderId, order }, null)
    assert.deepEqual(verdict(details), ['accepted', true, null, orderId])
    assert.equal(details['corrects'], clientId(2))
  })

  test('rows of another kind of command are not taken for orders', () => {
    assert.equal(readOrderHistory([row('signed', {})]), null)
    assert.equal(readVerdict({ result: 'allowed' }), null)
    const combo = { order_id: fakeOrderId(1), rfq_id: 'r', quote_id: 'q', notional: '5' }
    assert.equal(readSigned(row('signed', combo)), null)
  })

  test('a damaged row is refused whole, never read in part', () => {
    const prepared = {
      orderId: fakeOrderId(1),
      salt: '7',
      ...limitAmounts('BUY', intent(1).price, intent(1).size, 100),
      timestamp: 4,
      expiration: 0,
      body: '',
    }
    const details = signedDetails(intent(1), marketId(1), prepared, null)
    for (const name of ['order_id', 'outcome_id', 'market_id', 'side', 'price', 'size', 'time_in_force']) {
      for (const bad of [null, 7, '', 'x', '-1']) {
        if (name === 'size' && bad === '-1') continue
        assert.equal(readSigned(row('signed', { ...details, [name]: bad })), null, `${name}: ${bad}`)
      }
    }
  })
})
