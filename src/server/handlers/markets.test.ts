import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { schemaOf } from '#contract/codec/schema.ts'
import type { Team } from '#core/market/market.ts'
import { sampleEvent, sampleMarket } from '#engine/testing/market-fakes.ts'
import { event as eventRecord, market as marketRecord } from '#contract/records/markets.ts'
import { eventRow, marketRow } from './markets.ts'

const nobody = (): null => null
const HOME: Team = {
  id: '7',
  name: 'Yes',
  league: 'nba',
  abbreviation: 'YES',
  alias: null,
  record: null,
  color: null,
  ordering: null,
}

test('INV-75 figures of a market that the venue has not said are null', () => {
  const unknown = sampleMarket(1, {
    volume: null,
    liquidity: null,
    missing: ['tickSize', 'minOrderSize', 'secondsDelay'],
  })
  const view = eventRecord.encode(
    eventRow(sampleEvent(1, { volume: null, liquidity: null, markets: [unknown] }), nobody),
  )
  assert.ok(schemaOf(eventRecord).safeParse(view).success)
  for (const { volume, liquidity } of [view, ...view.markets])
    assert.deepEqual([volume, liquidity], [null, null])
  const [market] = view.markets
  assert.deepEqual([market?.tick_size, market?.min_order_size, market?.seconds_delay], [null, null, null])
})

test('an event fits its schema, whatever the venue wrote', () => {
  const odd = sampleEvent(1, {
    title: 'a\u202eb\u0000c',
    slug: 'a\u202eb',
    endTime: Number.MAX_SAFE_INTEGER,
    startTime: -1,
    teams: [HOME],
    markets: [
      sampleMarket(1, {
        line: '-1.50',
        fee: 'unknown',
        groupTitle: '\u200bx',
        slug: '\u202ex',
        sportsMarketType: '\u202ey',
      }),
    ],
  })
  const view = eventRecord.encode(eventRow(odd, nobody))
  assert.ok(schemaOf(eventRecord).safeParse(view).success)
  assert.equal(view.title, 'a\ufffdb\ufffdc')
  assert.equal(view.end_time, null)
  assert.equal(view.start_time, '1969-12-31T23:59:59.999Z')
  const [market] = view.markets
  assert.deepEqual([view.slug, market?.slug, market?.sports_market_type], ['a\ufffdb', '\ufffdx', '\ufffdy'])
  assert.equal(market?.line, '-1.5')
  assert.equal(market?.group_title, '\ufffdx')
  assert.deepEqual(market?.fees, { rate: '0', exponent: 0, known: false })
  assert.equal(market?.outcomes[0]?.team?.id, '7')
  assert.equal(market?.outcomes[1]?.team, null)
})

describe('fees', () => {
  test('none', () => {
    assert.equal(marketRecord.encode(marketRow(sampleMarket(1), [], nobody)).fees, null)
  })
  test('known', () => {
    const market = sampleMarket(1, { fee: { rate: 20_000n, exponent: 2 } })
    assert.deepEqual(marketRecord.encode(marketRow(market, [], nobody)).fees, {
      rate: '0.02',
      exponent: 2,
      known: true,
    })
  })
})
