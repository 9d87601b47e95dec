// An odd value costs neither its market nor its event: it falls back and is named, what can be asked for is missing until then (INV-80).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseEventId } from '#core/ids.ts'
import { NO_FACTS, withFacts, type MarketFacts } from '#core/market/market-facts.ts'
import type { Market, MissingFact } from '#core/market/market.ts'
import { micros } from '#core/money.ts'
import { historyFromWire, marketInfoFromWire } from './market-reads.ts'
import { marketFromWire } from './market-row.ts'
import { eventFromWire } from './translate.ts'

const CONDITION = `0x${'ab'.repeat(32)}`
const BIG = '71321045679252212594626385532706912750332728571942532289631379312455583992563'
const OTHER = '52114319501245915516055106046884209969926127482827954674443846427813813222426'
const ROW = {
  slug: 'a-market',
  question: 'Will it?',
  groupItemTitle: 'It',
  conditionId: CONDITION,
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.505", "0.495"]',
  clobTokenIds: JSON.stringify([BIG, OTHER]),
  closed: false,
  acceptingOrders: true,
  enableOrderBook: true,
  negRisk: false,
  orderPriceMinTickSize: 0.01,
  orderMinSize: 5,
  feesEnabled: true,
  feeSchedule: { exponent: 1, rate: 0.05 },
}
const EVENT = { id: '77', slug: 's', title: 't', markets: [ROW] }

type Expected = Partial<Market> & { readonly missing?: readonly MissingFact[] }

/** One field changed: what the market is then. The field is named unless it says nothing. */
const CASES: readonly (readonly [
  change: Readonly<Record<string, unknown>>,
  expected: Expected,
  isNamed?: false,
])[] = [
  [{ question: 2028 }, { question: '2028' }],
  [{ question: { text: 'x' } }, { question: '' }],
  [{ question: undefined }, { question: '' }, false],
  [{ groupItemTitle: 7 }, { groupTitle: '7' }],
  [{ groupItemTitle: [] }, { groupTitle: null }],
  [{ slug: 5 }, { slug: '5' }],
  [{ outcomes: '[1, 2]' }, {}, false],
  [{ outcomes: [1, 2] }, {}],
  [{ outcomes: null }, {}, false],
  [{ outcomes: {} }, {}],
  [{ closed: 0 }, { status: 'open', acceptingOrders: true }],
  [{ closed: 1 }, { status: 'closed', acceptingOrders: false }],
  [{ closed: 'true' }, { status: 'closed' }],
  [{ closed: {} }, { status: 'open', acceptingOrders: false }],
  [{ acceptingOrders: 'true' }, { acceptingOrders: true }],
  [{ acceptingOrders: [] }, { acceptingOrders: false }],
  [{ enableOrderBook: 'false' }, { acceptingOrders: false }],
  [{ negRisk: 'true' }, { negRisk: true }],
  [{ negRisk: 'perhaps' }, { missing: ['negRisk'] }],
  [{ feeSchedule: [] }, { fee: 'unknown' }],
  [{ feesEnabled: 'no idea' }, { fee: { rate: 50_000n, exponent: 1 } }],
  [{ feesEnabled: 'false' }, { fee: null }],
  [{ secondsDelay: '3' }, { secondsDelay: 3 }, false],
  [{ secondsDelay: 'three' }, { secondsDelay: 0, missing: ['secondsDelay'] }],
  [{ orderPriceMinTickSize: undefined }, { missing: ['tickSize'] }, false],
  [{ orderPriceMinTickSize: null }, { missing: ['tickSize'] }, false],
  [{ orderPriceMinTickSize: '' }, { missing: ['tickSize'] }, false],
  [{ orderPriceMinTickSize: 0.02 }, { missing: ['tickSize'] }],
  [{ orderPriceMinTickSize: '0.001' }, { tickSize: 10 }, false],
  [{ orderMinSize: undefined }, { missing: ['minOrderSize'] }, false],
  [{ orderMinSize: -5 }, { missing: ['minOrderSize'] }],
  [{ orderMinSize: 'five', orderPriceMinTickSize: null }, { missing: ['tickSize', 'minOrderSize'] }],
  [{ gameStartTime: 'soon' }, { gameStartTime: null, missing: ['gameStartTime'] }],
  [{ sportsMarketType: 'moneyline' }, { missing: ['secondsDelay', 'gameStartTime'] }, false],
  [
    { umaResolutionStatus: 5, comboStatus: 5, clearBookOnStart: 'x' },
    { comboStatus: 'disabled', cancelsAtStart: false },
  ],
  [{ positionIds: 'x' }, {}],
  [{ clobTokenIds: `[${BIG}, ${OTHER}]` }, {}, false],
  [{ clobTokenIds: [111, 222] }, {}],
]

describe('INV-80 a market stays with', () => {
  for (const [change, expected, isNamed = true] of CASES) {
    test(
      JSON.stringify(change, (_, value: unknown) => (value === undefined ? 'absent' : value)).slice(0, 90),
      () => {
        const read = eventFromWire({ ...EVENT, markets: [{ ...ROW, ...change }] })
        assert.equal(read?.skipped, 0)
        const market = read.event.markets[0] ?? assert.fail('the market is lost')
        for (const [name, value] of Object.entries(expected)) {
          assert.deepEqual(market[name as keyof Market], value, name)
        }
        if (expected.missing === undefined) assert.equal(market.missing, undefined)
        assert.equal(read.odd.length > 0, isNamed, read.odd.join())
      },
    )
  }

  test('token ids whose digits are exact in the text, and not with rounded ones', () => {
    const idsOf = (clobTokenIds: unknown, tokens?: readonly string[]) => {
      const tokensOf = new Map(tokens === undefined ? [] : [[CONDITION, tokens]])
      const read = eventFromWire({ ...EVENT, markets: [{ ...ROW, clobTokenIds }] }, tokensOf)
      return [read?.event.markets[0]?.outcomes.map(({ id }) => id) ?? null, read?.inexact]
    }
    const exact = [`pm:${BIG}`, `pm:${OTHER}`]
    assert.deepEqual(idsOf(`[${BIG},${OTHER}]`), [exact, []])
    assert.deepEqual(idsOf([Number(BIG), Number(OTHER)]), [null, [CONDITION]])
    assert.deepEqual(idsOf([Number(BIG), Number(OTHER)], [BIG, OTHER]), [exact, []])
  })
})

test('INV-80 an event stays, with its other markets, whatever its own words are', () => {
  for (const change of [
    { title: 2028 },
    { slug: 5 },
    { description: [] },
    { closed: 'no' },
    { live: 3 },
    { tags: {} },
    { teams: 'x' },
  ]) {
    const read = eventFromWire({ ...EVENT, ...change })
    assert.equal(read?.event.markets.length, 1)
    assert.equal(read.odd.length, 1, JSON.stringify(change))
  }
  assert.equal(eventFromWire({ ...EVENT, title: 2028 })?.event.title, '2028')
  const bare = eventFromWire({
    ...EVENT,
    tags: null,
    gameId: 'a1',
    gameStatus: 'InProgress',
    markets: [null, ROW],
  })
  assert.deepEqual([bare?.event.tags, bare?.event.gameId, bare?.event.gameStatus], [[], null, 'InProgress'])
  assert.deepEqual([bare?.skipped, bare?.event.markets.length], [1, 1])
  for (const gameId of [0, '0', -1, 2 ** 60, '', null]) {
    assert.equal(eventFromWire({ ...EVENT, gameId })?.event.gameId, null)
  }
})

describe('INV-79 the order-book service completes', () => {
  const lacking = (...fields: readonly string[]): Market => {
    const row = Object.fromEntries(Object.entries(ROW).filter(([name]) => !fields.includes(name)))
    const read = marketFromWire(row, parseEventId('pm:1') ?? assert.fail())
    return read !== null && typeof read === 'object' ? read.market : assert.fail()
  }
  const facts: MarketFacts = {
    tickSize: 10,
    minOrderSize: micros(7_000_000n),
    secondsDelay: 3,
    gameStartTime: 1_790_000_000_000,
    negRisk: false,
  }

  test('what a row lacks, and nothing that it has', () => {
    const market = lacking('orderPriceMinTickSize', 'orderMinSize')
    assert.match(market.notTradable ?? '', /tick size and its minimum order size is not known yet/)
    const whole = withFacts(market, facts)
    assert.deepEqual([whole.tickSize, whole.minOrderSize, whole.secondsDelay], [10, 7_000_000n, 0])
    assert.deepEqual([whole.missing, whole.notTradable], [undefined, undefined])
    const half = withFacts(market, { ...facts, minOrderSize: null })
    assert.deepEqual([half.tickSize, half.missing], [10, ['minOrderSize']])
    assert.match(half.notTradable ?? '', /minimum order size/)
    assert.equal(withFacts(lacking(), facts).tickSize, 100)
  })

  test('and an exchange that it contradicts is said before anything is signed', () => {
    assert.match(withFacts(lacking(), { ...facts, negRisk: true }).notTradable ?? '', /exchange is uncertain/)
    assert.equal(withFacts(lacking(), { ...NO_FACTS, negRisk: false }).notTradable, undefined)
  })

  test('in its own short form, where no delay and no neg-risk are left out', () => {
    const read = (info: object) =>
      marketInfoFromWire({
        c: CONDITION,
        t: [
          { t: BIG, o: 'Yes' },
          { t: OTHER, o: 'No' },
        ],
        ...info,
      })
    assert.deepEqual(read({ mts: 0.001, mos: 5, sd: 3, gst: '2026-02-07 20:00:00+00', nr: true }), {
      facts: {
        tickSize: 10,
        minOrderSize: 5_000_000n,
        secondsDelay: 3,
        gameStartTime: Date.UTC(2026, 1, 7, 20),
        negRisk: true,
      },
      tokens: [BIG, OTHER],
    })
    assert.deepEqual(read({})?.facts, { ...NO_FACTS, secondsDelay: 0, negRisk: false })
    assert.deepEqual(read({ mts: 'x', mos: '', sd: 'x', nr: 'x', t: [{ t: Number(BIG) }] }), {
      facts: NO_FACTS,
      tokens: [],
    })
    assert.equal(marketInfoFromWire('market not found'), null)
  })
})

test('INV-80 a price history without one of its points keeps the others', () => {
  const points = (...rows: readonly unknown[]) =>
    historyFromWire({ history: rows })?.map(({ price }) => price)
  const [first, last] = [
    { t: 1_790_000_100, p: 0.5 },
    { t: 1_790_000_300, p: 0.52 },
  ]
  for (const odd of [
    { t: 1_790_000_200, p: null },
    { t: 1_790_000_200 },
    { t: 1_790_000_200, p: '' },
    { p: 0.4 },
    { t: 'x', p: 0.4 },
    null,
    7,
    [],
    { t: 1_790_000_200, p: 7 },
  ]) {
    assert.deepEqual(points(first, odd, last), ['0.5', '0.52'])
  }
  assert.deepEqual(points(first, { t: '1790000200', p: '0.51' }, last), ['0.5', '0.51', '0.52'])
})
