// The combo draft, the legs' product and its distance to a quote, the countdown from arrival, and one acceptance per quote.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { encodeRequest } from '#contract/codec/requests.ts'
import { comboRfq } from '#contract/records/combos.ts'
import type { ClientOrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { priceFromSteps } from '#core/price.ts'
import { err, ok } from '#lib/result.ts'
import type { Client, ComboQuote, ComboRfq, TradingState } from '../platform/api/client.ts'
import { pricesIn } from '../data/settings/prices.ts'
import type { Sink } from '../platform/live/socket.ts'
import { createStore } from '../platform/state/store.ts'
import { acceptBlock } from '../words/combo-text.ts'
import { createCombos } from './combos.ts'
import { createIntents } from './send.ts'
import { asOfText, askBlock, closedTexts, showSeconds } from '../words/combo-text.ts'
import { edgeText, legsProduct, showComboPrice } from '../features/combos/reference.ts'
import { createComboDraft, toggled } from './drafts/combo-draft.ts'
import type { DraftLeg } from './drafts/combo-draft.ts'

function leg(number: number): DraftLeg {
  return {
    outcomeId: `pm:${number}`,
    slug: `event-${number}`,
    eventTitle: `Event ${number}`,
    marketTitle: `Market ${number}`,
    outcomeName: 'Yes',
  }
}

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) }
}

describe('the combo draft', () => {
  test('keeps its legs, side and size over a reload', () => {
    const storage = memory()
    const draft = createComboDraft(storage)
    draft.update((old) => ({ ...toggled(toggled(old, leg(1)), leg(2)), side: 'SELL', size: '7' }))
    assert.deepEqual(createComboDraft(storage).get(), { legs: [leg(1), leg(2)], side: 'SELL', size: '7' })
  })

  test('takes out what is put in twice', () => {
    const empty = createComboDraft(memory()).get()
    assert.deepEqual(toggled(toggled(empty, leg(1)), leg(1)), empty)
  })

  test('starts empty on anything that it did not write', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { legs, side } = createComboDraft({ getItem: () => text, setItem() {} }).get()
        assert.ok(legs.length === 0 && side === 'BUY')
      }),
    )
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
    assert.equal(edgeText(micros(218_000n), micros(212_000n)), '+0.0060 (+2.8 %)')
    assert.equal(edgeText(micros(200_000n), micros(212_000n)), '\u22120.0120 (\u22125.7 %)')
    assert.equal(edgeText(micros(200_000n), null), null)
  })
})

const AT = Date.parse('2026-11-20T20:18:00.123Z')

const quote = (changes: Partial<ComboQuote> = {}): ComboQuote => ({
  rfqId: 'rfq-1',
  quoteId: 'quote-1',
  side: 'BUY',
  price: micros(200_000n),
  shares: micros(100_000_000n),
  total: micros(21_000_000n),
  fee: micros(1_000_000n),
  makerAmount: micros(20_000_000n),
  takerAmount: micros(100_000_000n),
  totalRequired: micros(21_000_000n),
  netReceive: null,
  expiresInMs: 10_000,
  expiresAt: AT,
  ...changes,
})

const rfq = (one: ComboQuote, changes: Partial<ComboRfq> = {}): ComboRfq => ({
  clientOrderId: 'a' as ClientOrderId,
  legs: [],
  side: 'BUY',
  size: micros(21_000_000n),
  state: 'live',
  quote: one,
  acceptClientOrderId: null,
  reject: null,
  txHash: null,
  askedAt: AT,
  endedAt: null,
  ...changes,
})

function buildCombos() {
  const calls: string[] = []
  const bodies: unknown[] = []
  const alerts: string[] = []
  let answer: unknown = ok({ result: 'accepting', reject: null, quote: null })
  const sinks = new Map<string, Sink>()
  let now = 0
  const call = async (name: string, given: { readonly body?: unknown }) => {
    calls.push(name)
    bodies.push(given.body)
    return answer
  }
  const client: Client = { call: call as unknown as Client['call'], setCsrfToken() {} }
  const combos = createCombos({
    client,
    intents: createIntents({
      client,
      now: () => now,
      after: () => undefined,
      prices: () => pricesIn('price'),
      onSettled: () => undefined,
      orders: () => [],
    }),
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
      alert: (words) => void alerts.push(String(words)),
    },
    mint: () => 'id' as never,
    view: { localStorage: memory(), performance: { now: () => now } },
  })
  return {
    combos,
    calls,
    bodies,
    alerts,
    receive: (one: ComboQuote, changes: Partial<ComboRfq> = {}) =>
      sinks.get('combo_rfqs')?.delta({ upsert: [comboRfq.encode(rfq(one, changes))], remove: [] }),
    answerWith: (next: unknown): void => {
      answer = next
    },
    pass: (ms: number): void => {
      now += ms
    },
  }
}

const ARMED = { mode: 'ARMED', combosReasons: [] } as unknown as TradingState

describe('a quote', () => {
  test('counts down from the arrival of its message, and a later one never gives it more time', () => {
    const { combos, receive, pass } = buildCombos()
    receive(quote())
    pass(4_000)
    assert.equal(combos.remainingMs(quote()), 6_000)
    receive(quote({ expiresInMs: 9_000 }))
    assert.equal(combos.remainingMs(quote()), 6_000)
    receive(quote({ expiresInMs: 2_000 }))
    assert.equal(combos.remainingMs(quote()), 2_000)
  })

  test('INV-21 is accepted by this page once', async () => {
    const { combos, calls, receive } = buildCombos()
    receive(quote())
    assert.ok((await combos.accept(quote())).ok)
    assert.ok(!(await combos.accept(quote())).ok)
    assert.deepEqual(calls, ['acceptCombo'])
    assert.ok(combos.isAccepted(quote()))
  })

  test('that was refused before anything was sent can be accepted again', async () => {
    const { combos, calls, answerWith } = buildCombos()
    const refused = (code: string) => ok({ result: 'rejected', reject: { code, message: 'No.', prices: [] } })
    answerWith(refused('safe_mode'))
    assert.ok(!(await combos.accept(quote())).ok)
    assert.ok(!combos.isAccepted(quote()))
    answerWith(refused('combo_already_accepted'))
    assert.ok(!(await combos.accept(quote())).ok)
    assert.ok(combos.isAccepted(quote()))
    for (const [id, fault, isSpent] of [
      ['quote-2', { kind: 'timeout' }, true],
      ['quote-3', { kind: 'problem', problem: { status: 401 } }, false],
      ['quote-4', { kind: 'problem', problem: { status: 500 } }, true],
    ] as const) {
      answerWith(err(fault))
      await combos.accept(quote({ quoteId: id }))
      assert.equal(combos.isAccepted(quote({ quoteId: id })), isSpent, id)
    }
    assert.equal(calls.length, 5)
  })

  test('says its end once, whether the countdown or the message of the server comes first', () => {
    const { combos, alerts, receive, pass } = buildCombos()
    receive(quote())
    receive(quote(), { state: 'expired' })
    assert.deepEqual(alerts, ['The quote has expired'])
    pass(10_000)
    combos.sayExpired(quote())
    assert.equal(alerts.length, 1)
    receive(quote({ quoteId: 'quote-2' }))
    combos.sayExpired(quote({ quoteId: 'quote-2' }))
    receive(quote({ quoteId: 'quote-2' }), { state: 'expired' })
    assert.equal(alerts.length, 2)
    receive(quote({ quoteId: 'quote-3' }))
    receive(quote({ quoteId: 'quote-3' }), { state: 'dismissed' })
    assert.equal(alerts.length, 2)
  })

  test('that could not be declined says so', async () => {
    const { combos, answerWith } = buildCombos()
    answerWith(err({ kind: 'network' }))
    assert.ok(!(await combos.dismiss(quote())).ok)
  })

  test('is asked for with the amount that was typed, however it was typed', async () => {
    const { combos, bodies, calls } = buildCombos()
    const typed = ['12.50', '12,5', '.5', '25.', '1 000', '025']
    for (const size of typed) await combos.ask({ legs: [leg(1), leg(2)], side: 'BUY', size })
    assert.deepEqual(
      bodies.map((body) => (encodeRequest(body) as { readonly size: string }).size),
      ['12.5', '12.5', '0.5', '25', '1000', '25'],
    )
    assert.ok(!(await combos.ask({ legs: [leg(1), leg(2)], side: 'BUY', size: 'much' })).ok)
    assert.equal(calls.length, typed.length)
  })

  const fine = { remainingMs: 1_000, isAccepted: false, isCurrent: true, trading: ARMED }
  for (const [what, facts, block] of [
    ['with a second left', fine, null],
    ['with less than a second left', { ...fine, remainingMs: 999 }, /less than a second/],
    ['that was accepted', { ...fine, isAccepted: true }, /Already accepted/],
    ['without a link', { ...fine, isCurrent: false }, /Link to the terminal/],
    ['while SAFE', { ...fine, trading: { ...ARMED, mode: 'SAFE' } }, /arm/],
    [
      'while combos cannot trade',
      { ...fine, trading: { ...ARMED, combosReasons: ['clock_skew'] } },
      /This host's clock/,
    ],
    [
      'while arming would not help',
      { ...fine, trading: { mode: 'SAFE', combosReasons: ['geoblocked', 'safe_mode'] } },
      /not allowed from this region/,
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

test('every reason of the backend is said as text, arming last', () => {
  const trading = (mode: string, ...reasons: readonly string[]) =>
    ({ mode, combosReasons: reasons }) as unknown as TradingState
  assert.deepEqual(closedTexts(trading('ARMED')), [])
  assert.deepEqual(closedTexts(trading('SAFE', 'safe_mode')), ['SAFE: arm to accept.'])
  const [first, second, last] = closedTexts(trading('SAFE', 'no_credentials', 'clock_skew', 'safe_mode'))
  assert.match(first ?? '', /credentials/)
  assert.match(second ?? '', /This host's clock/)
  assert.match(last ?? '', /^SAFE/)
  assert.equal(askBlock(trading('SAFE', 'clock_skew', 'safe_mode')), null, 'asking commits nothing')
  assert.match(askBlock(trading('SAFE', 'trading_disabled', 'safe_mode')) ?? '', /LIVE_TRADING/)
})

test('lists say when they were read, and that later reads failed', () => {
  const at = new Date(2026, 10, 20, 14, 2).getTime()
  const read = { asOf: at }
  assert.equal(asOfText(read, at + 60_000), 'as of 14:02')
  assert.equal(asOfText(read, at + 180_000), 'as of 14:02, not read since')
  assert.equal(asOfText({ asOf: null }, at), '')
})
