// The slip, the legs' product and its distance to a quote, the countdown from arrival, and one acceptance per quote.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import { ok } from '#lib/result.ts'
import type { Client } from '../../api/client.ts'
import type { ComboQuote, ComboRfq, TradingState } from '../../api/wire.ts'
import { pricesIn } from '../../format/use-prices.ts'
import type { Sink } from '../../live/socket.ts'
import { createStore } from '../../state/store.ts'
import { acceptBlock } from './accept-block.ts'
import { createCombos } from './combos.ts'
import { askBlock, closedTexts, showSeconds, unavailableText } from './combo-words.ts'
import { edgeText, legsProduct, showComboPrice } from './reference.ts'
import { createSlip, legFaults, toggled } from './slip.ts'
import type { SlipLeg } from './slip.ts'

function leg(number: number, changes: Partial<SlipLeg> = {}): SlipLeg {
  return {
    outcomeId: `pm:${number}`,
    marketId: `pm:m${number}`,
    eventId: `pm:e${number}`,
    slug: `event-${number}`,
    eventTitle: `Event ${number}`,
    marketTitle: `Market ${number}`,
    outcomeName: 'Yes',
    exclusive: false,
    ...changes,
  }
}

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) }
}

describe('the slip', () => {
  test('keeps its legs, side and size over a reload', () => {
    const storage = memory()
    const slip = createSlip(storage)
    slip.update((old) => ({ ...toggled(toggled(old, leg(1)), leg(2)), side: 'SELL', size: '7' }))
    assert.deepEqual(createSlip(storage).get(), { legs: [leg(1), leg(2)], side: 'SELL', size: '7' })
  })

  test('takes out what is put in twice', () => {
    const empty = createSlip(memory()).get()
    assert.deepEqual(toggled(toggled(empty, leg(1)), leg(1)), empty)
  })

  test('starts empty on anything that it did not write', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { legs, side } = createSlip({ getItem: () => text, setItem() {} }).get()
        assert.ok(legs.length === 0 && side === 'BUY')
      }),
    )
  })

  test('marks legs of one market and of one exclusive event, both of them', () => {
    const faults = (legs: readonly SlipLeg[]): readonly boolean[] =>
      legFaults(legs, () => null).map((fault) => fault !== null)
    assert.deepEqual(faults([leg(1), leg(2), leg(3, { marketId: 'pm:m1' })]), [true, false, true])
    const exclusive = { eventId: 'pm:e9', exclusive: true }
    assert.deepEqual(faults([leg(1, exclusive), leg(2, exclusive)]), [true, true])
    assert.deepEqual(faults([leg(1, { eventId: 'pm:e9' }), leg(2, { eventId: 'pm:e9' })]), [false, false])
  })
})

describe('the legs at market', () => {
  const price = (steps: number) => priceFromSteps(steps)

  test('are the product of their prices; nothing while one is missing', () => {
    assert.equal(legsProduct([price(5_000), price(4_240)]), 212_000n)
    assert.equal(showComboPrice(legsProduct([price(5_000), price(4_240)]), pricesIn('price')), '0.2120')
    assert.equal(showComboPrice(micros(212_345n), pricesIn('percent')), '21.23%')
    assert.equal(
      showComboPrice(legsProduct([price(5_000), price(4_240)]), pricesIn('decimal_odds')),
      '4.7170',
    )
    assert.equal(legsProduct([price(5_000), null]), null)
    assert.equal(legsProduct([]), null)
  })

  test('of fifty legs are still exact', () => {
    assert.equal(legsProduct(Array.from({ length: 50 }, () => price(9_999))), 995_012n)
  })

  test('show on which side of them a quote is', () => {
    assert.equal(edgeText('0.218', micros(212_000n)), '+0.0060 (+2.8 %)')
    assert.equal(edgeText('0.2', micros(212_000n)), '\u22120.0120 (\u22125.7 %)')
    assert.equal(edgeText('0.2', null), null)
  })
})

const quote = (changes: Partial<ComboQuote> = {}): ComboQuote => ({
  rfq_id: 'rfq-1',
  quote_id: 'quote-1',
  side: 'BUY',
  price: '0.2',
  shares: '100',
  total: '21',
  fee: '1',
  maker_amount_e6: '20000000',
  taker_amount_e6: '100000000',
  total_required_e6: '21000000',
  net_receive_e6: null,
  expires_in_ms: 10_000,
  expires_at: '2026-11-20T20:18:00.123Z',
  ...changes,
})

const rfq = (one: ComboQuote, changes: Partial<ComboRfq> = {}): ComboRfq => ({
  id: 'a',
  legs: [],
  side: 'BUY',
  size: '21',
  state: 'live',
  quote: one,
  accept_client_order_id: null,
  reject: null,
  tx_hash: null,
  asked_at: '2026-11-20T20:18:00.123Z',
  ended_at: null,
  ...changes,
})

function desk() {
  const calls: string[] = []
  const sinks = new Map<string, Sink>()
  let now = 0
  const call = async (name: string) => {
    calls.push(name)
    return ok({ result: 'accepting', reject: null, quote: null })
  }
  const combos = createCombos({
    client: { call: call as unknown as Client['call'], setCsrfToken() {} },
    live: {
      watch(topic, sink) {
        sinks.set(topic, sink)
        return () => undefined
      },
    },
    frame: { mark: (task) => task(), markShare: (task) => task(), giveWay: () => undefined },
    announcer: {
      polite: createStore(''),
      assertive: createStore(''),
      say() {},
      report() {},
      alert() {},
    },
    mint: () => 'id' as never,
    view: { localStorage: memory(), performance: { now: () => now } },
  })
  return {
    combos,
    calls,
    hear: (one: ComboQuote) => sinks.get('combo_rfqs')?.delta({ upsert: [rfq(one)], remove: [] }),
    pass: (ms: number): void => {
      now += ms
    },
  }
}

const ARMED = { mode: 'ARMED', combos_reasons: [] } as unknown as TradingState

describe('a quote', () => {
  test('counts down from the arrival of its message, and a later one never gives it more time', () => {
    const { combos, hear, pass } = desk()
    hear(quote())
    pass(4_000)
    assert.equal(combos.remainingMs(quote()), 6_000)
    hear(quote({ expires_in_ms: 9_000 }))
    assert.equal(combos.remainingMs(quote()), 6_000)
    hear(quote({ expires_in_ms: 2_000 }))
    assert.equal(combos.remainingMs(quote()), 2_000)
  })

  test('[INV-21] is accepted by this page once', async () => {
    const { combos, calls, hear } = desk()
    hear(quote())
    assert.ok((await combos.accept(quote())).ok)
    assert.ok(!(await combos.accept(quote())).ok)
    assert.deepEqual(calls, ['acceptCombo'])
    assert.ok(combos.isAccepted(quote()))
  })

  const fine = { remainingMs: 1_000, isAccepted: false, isCurrent: true, trading: ARMED }
  for (const [what, facts, block] of [
    ['with a second left', fine, null],
    ['with less than a second left', { ...fine, remainingMs: 999 }, /less than a second/],
    ['that was accepted', { ...fine, isAccepted: true }, /Already accepted/],
    ['without a link', { ...fine, isCurrent: false }, /link/],
    ['while SAFE', { ...fine, trading: { ...ARMED, mode: 'SAFE' } }, /arm/],
    [
      'while combos cannot trade',
      { ...fine, trading: { ...ARMED, combos_reasons: ['clock_skew'] } },
      /clocks of this host/,
    ],
    [
      'while arming would not help',
      { ...fine, trading: { mode: 'SAFE', combos_reasons: ['geoblocked', 'safe_mode'] } },
      /not allowed from this place/,
    ],
  ] as const) {
    test(`${what} ${block === null ? 'can be accepted' : 'cannot be accepted, and says why'}`, () => {
      const text = acceptBlock(facts as Parameters<typeof acceptBlock>[0])
      if (block === null) assert.equal(text, null)
      else assert.match(text ?? '', block)
    })
  }

  test('shows tenths of seconds under five', () => {
    assert.deepEqual([9_990, 5_000, 4_990, 50, -5].map(showSeconds), [
      '9 s',
      '5 s',
      '4.9 s',
      '0.0 s',
      '0.0 s',
    ])
  })
})

test('combos that are not there say why', () => {
  const scope = { ...ARMED, combos_reasons: ['combos_unavailable'] } as unknown as TradingState
  assert.match(unavailableText(false, ARMED) ?? '', /no combos address/)
  assert.match(unavailableText(true, scope) ?? '', /COMBOSRFQ/)
  assert.equal(unavailableText(null, scope), '', 'the reason is not known yet')
  assert.equal(unavailableText(null, ARMED), null)
})

test('every reason of the backend is said in words, arming last', () => {
  const trading = (mode: string, ...reasons: readonly string[]) =>
    ({ mode, combos_reasons: reasons }) as unknown as TradingState
  assert.deepEqual(closedTexts(trading('ARMED')), [])
  assert.deepEqual(closedTexts(trading('SAFE', 'safe_mode')), ['SAFE: arm to accept.'])
  const [first, second, last] = closedTexts(trading('SAFE', 'no_credentials', 'clock_skew', 'safe_mode'))
  assert.match(first ?? '', /credentials/)
  assert.match(second ?? '', /clocks/)
  assert.match(last ?? '', /^SAFE/)
  assert.equal(askBlock(trading('SAFE', 'clock_skew', 'safe_mode')), null, 'asking commits nothing')
  assert.match(askBlock(trading('SAFE', 'trading_disabled', 'safe_mode')) ?? '', /LIVE_TRADING/)
})
