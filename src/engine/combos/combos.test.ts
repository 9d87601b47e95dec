// Quotes and their acceptance on a venue of paper: every check, every answer, every restart.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money.ts'
import { comboOutcome, comboPositionOf } from '#core/testing/combo-samples.ts'
import type { ComboAcceptResult } from './combo-types.ts'
import { comboTerms, openComboFixture, type ComboFixture } from '../testing/combo-fixture.ts'
import { accept, liveQuote, nextId, quoted, stateOf } from '../testing/combo-steps.ts'
import { settle } from '../testing/market-fakes.ts'
import type { ScriptedAccept } from '../testing/fake-combos.ts'

function kinds(fixture: ComboFixture, id: string): string {
  return fixture.audit
    .orderHistory(id)
    .map(({ kind, action, details }) =>
      `${action} ${kind} ${typeof details['result'] === 'string' ? details['result'] : ''}`.trim(),
    )
    .join(', ')
}

describe('a request for a quote', () => {
  test('INV-02 has its intent on disk before the venue is asked, once, with position ids', async () => {
    const fixture = await openComboFixture()
    fixture.venue.onQuote = () => {
      assert.deepEqual(
        fixture.audit.all.map(({ kind, action }) => `${action} ${kind}`),
        ['combo_quote intent', 'combo_quote decision'],
      )
    }
    const { result, quote, remainingMs } = await quoted(fixture)
    assert.equal(result, 'quoted')
    assert.deepEqual(fixture.venue.asked, [
      { positionIds: [comboPositionOf(1), comboPositionOf(2)], side: 'BUY', size: 10_000_000n },
    ])
    assert.equal(remainingMs, 10_000)
    assert.deepEqual(
      [quote?.makerAmount, quote?.takerAmount, quote?.totalRequired, quote?.price],
      [9_800_000n, 40_000_000n, 10_000_000n, 245_000n],
    )
    assert.equal(stateOf(fixture), 'live')
  })

  for (const [scripted, code] of [
    ['mismatch', 'combo_quote_mismatch'],
    ['none', 'combo_no_response'],
    ['lost', 'combo_no_response'],
  ] as const) {
    test(`that ends ${scripted} is ${code}, is not asked again, and leaves nothing to accept`, async () => {
      const fixture = await openComboFixture()
      fixture.venue.scriptedQuotes = [scripted]
      const asking = fixture.combos.quote({ ...comboTerms(), clientOrderId: nextId() })
      await fixture.clock.advance(30_000)
      const answer = await asking
      assert.ok(answer.ok)
      assert.deepEqual([answer.value.result, answer.value.reject?.code], ['rejected', code])
      assert.equal(fixture.venue.asked.length, 1)
      assert.equal(stateOf(fixture), 'no_quote')
    })
  }

  test('that is refused asks nobody, and says so in the audit log', async () => {
    const fixture = await openComboFixture()
    fixture.markets.set(2, { comboStatus: 'pending' })
    const { result, reject, clientOrderId } = await quoted(fixture)
    assert.deepEqual([result, reject?.code], ['rejected', 'combo_ineligible'])
    assert.equal(fixture.venue.asked.length, 0)
    assert.equal(kinds(fixture, clientOrderId), 'combo_quote intent, combo_quote decision refused')
  })

  test('works in SAFE; a missing scope and a closed gate refuse it', async () => {
    const fixture = await openComboFixture()
    fixture.mode = 'SAFE'
    assert.equal((await quoted(fixture)).result, 'quoted')
    fixture.scopes = ['CLOB']
    assert.equal((await quoted(fixture)).reject?.code, 'combos_unavailable')
    fixture.gates = ['geoblocked']
    assert.equal((await quoted(fixture)).reject?.code, 'geoblocked')
  })

  test('INV-15 is one of twelve a minute, also after a restart', async () => {
    const fixture = await openComboFixture()
    for (let count = 0; count < 12; count += 1) assert.equal((await quoted(fixture)).result, 'quoted')
    assert.equal((await quoted(fixture)).reject?.code, 'max_quotes_per_minute')
    await fixture.restart()
    const { reject } = await quoted(fixture)
    assert.equal(reject?.code, 'max_quotes_per_minute')
    await fixture.clock.advance(reject.retryAfterMs ?? 0)
    assert.equal((await quoted(fixture)).result, 'quoted')
  })

  test('INV-08 repeated answers the first result and asks nobody; with another body it is a conflict', async () => {
    const fixture = await openComboFixture()
    const first = await quoted(fixture)
    const again = await fixture.combos.quote({ ...comboTerms(), clientOrderId: first.clientOrderId })
    assert.ok(again.ok && again.value.replayed)
    assert.deepEqual([again.value.quote?.quoteId, again.value.remainingMs], [first.quote?.quoteId, 10_000])
    await fixture.clock.advance(4_000)
    const sent = await fixture.combos.quote({ ...comboTerms(), clientOrderId: first.clientOrderId })
    assert.equal(sent.ok && sent.value.remainingMs, 6_000, 'each send has its own time left')
    const other = comboTerms({ size: micros(1n) })
    assert.deepEqual(await fixture.combos.quote({ ...other, clientOrderId: first.clientOrderId }), {
      ok: false,
      error: 'idempotency_conflict',
    })
    await fixture.restart()
    const later = await fixture.combos.quote({ ...comboTerms(), clientOrderId: first.clientOrderId })
    assert.ok(later.ok && later.value.replayed)
    assert.deepEqual([later.value.quote?.quoteId, later.value.remainingMs], [first.quote?.quoteId, 0])
    assert.equal(fixture.venue.asked.length, 1)
  })

  test('is shown for ten minutes', async () => {
    const fixture = await openComboFixture()
    await quoted(fixture)
    await fixture.clock.advance(599_000)
    assert.equal(fixture.combos.rfqs().length, 1)
    await fixture.clock.advance(10_000)
    assert.equal(fixture.combos.rfqs().length, 0)
  })

  test('is refused while what is held cannot be read', async () => {
    const fixture = await openComboFixture()
    fixture.venue.isBlind = true
    await fixture.restart()
    assert.equal((await quoted(fixture)).reject?.code, 'venue_unavailable')
    fixture.venue.isBlind = false
    assert.equal((await quoted(fixture)).result, 'quoted')
  })

  test('to sell needs the shares, less those that are on their way out', async () => {
    const fixture = await openComboFixture()
    const selling = { side: 'SELL', size: micros(40_000_000n) } as const
    assert.equal((await quoted(fixture, selling)).reject?.code, 'no_position')
    await accept(fixture, await liveQuote(fixture))
    await fixture.clock.advance(60_000)
    const { quote } = await quoted(fixture, selling)
    assert.ok(quote !== null)
    assert.equal((await accept(fixture, quote)).result, 'accepting')
    assert.equal((await quoted(fixture, selling)).reject?.code, 'no_position')
  })
})

describe('a live quote', () => {
  test('and every answer about it are in the audit log with their ids and what they cost', async () => {
    const fixture = await openComboFixture()
    const published = (id: string, kind: string): readonly unknown[] => {
      const row = fixture.audit.orderHistory(id).find((one) => one.kind === kind)
      return ['rfq_id', 'quote_id', 'notional'].map((name) => row?.details[name])
    }
    const buy = await quoted(fixture)
    assert.deepEqual(published(buy.clientOrderId, 'response'), ['rfq-1', 'quote-1', '10'])
    assert.ok(buy.quote !== null)
    fixture.mode = 'SAFE'
    const refused = await accept(fixture, buy.quote)
    assert.deepEqual(published(refused.clientOrderId, 'decision'), ['rfq-1', 'quote-1', undefined])
    fixture.mode = 'ARMED'
    const taken = await accept(fixture, buy.quote)
    assert.deepEqual(published(taken.clientOrderId, 'decision'), ['rfq-1', 'quote-1', undefined])
    fixture.venue.scriptedQuotes = ['mismatch', 'none']
    for (const rfqId of ['rfq-x', 'rfq-y']) {
      assert.equal(published((await quoted(fixture)).clientOrderId, 'response')[0], rfqId)
    }
    await fixture.clock.advance(60_000)
    const sale = await quoted(fixture, { side: 'SELL', size: micros(40_000_000n) })
    assert.equal(published(sale.clientOrderId, 'response')[2], '0')
  })

  test('is declined without a call, and cannot be accepted then', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    assert.equal(fixture.combos.dismiss(quote.rfqId)?.state, 'dismissed')
    assert.equal((await accept(fixture, quote)).reject?.code, 'combo_expired')
    assert.equal(fixture.venue.arrivals.length, 0)
  })

  test('INV-21 that could not be signed is refused with its rows, and is not spent', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    fixture.venue.isKeyless = true
    const refused = await accept(fixture, quote)
    assert.deepEqual([refused.result, refused.reject?.code], ['rejected', 'no_credentials'])
    assert.equal(kinds(fixture, refused.clientOrderId), 'combo_accept intent, combo_accept decision refused')
    fixture.venue.isKeyless = false
    assert.equal((await accept(fixture, quote)).result, 'accepting')
    assert.equal(fixture.venue.arrivals.length, 1)
  })

  test('INV-21 at its deadline is expired, and an accept makes no call', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    await fixture.clock.advance(9_999)
    assert.equal(stateOf(fixture), 'live')
    await fixture.clock.advance(1)
    assert.equal(stateOf(fixture), 'expired')
    assert.equal((await accept(fixture, quote)).reject?.code, 'combo_expired')
    assert.equal(fixture.venue.arrivals.length, 0)
  })

  for (const skewMs of [-5_000, 5_000]) {
    test(`INV-21 ends by the venue's clock, ${skewMs} ms from ours`, async () => {
      const fixture = await openComboFixture()
      fixture.venue.skewMs = skewMs
      fixture.skewMs = skewMs
      const quote = await liveQuote(fixture)
      assert.equal(quote.expiresAt, fixture.clock.now() + 10_000)
      await fixture.clock.advance(9_999)
      assert.equal((await accept(fixture, quote)).result, 'accepting')
      assert.equal(fixture.venue.arrivals[0]?.remainingMs, 1)
      const other = await liveQuote(fixture)
      await fixture.clock.advance(10_000)
      assert.equal((await accept(fixture, other)).reject?.code, 'combo_expired')
    })
  }

  test('INV-21 whose wall clock was set back still ends by the monotonic one', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    fixture.clock.jump(-60_000)
    await fixture.clock.advance(10_000)
    assert.equal((await accept(fixture, quote)).reject?.code, 'combo_expired')
  })

  test('INV-21 never has more time than the venue gave it, whatever the measured skew', async () => {
    const fixture = await openComboFixture()
    fixture.skewMs = -900
    const { remainingMs, quote } = await quoted(fixture)
    assert.equal(remainingMs, 10_000)
    assert.ok(quote !== null)
    await fixture.clock.advance(10_000)
    assert.equal((await accept(fixture, quote)).reject?.code, 'combo_expired')
  })

  test('is dropped when the clocks of the host disagree', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    fixture.combos.clockJumped()
    assert.equal(stateOf(fixture), 'expired')
    assert.equal((await accept(fixture, quote)).reject?.code, 'combo_expired')
  })

  test('INV-03 needs ARMED, no Cancel All since, and every gate, also right before the first byte', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    fixture.mode = 'SAFE'
    assert.equal((await accept(fixture, quote)).reject?.code, 'safe_mode')
    fixture.mode = 'ARMED'
    fixture.venue.onAccept = async () => {
      fixture.epoch += 1
    }
    const { result, reject } = await accept(fixture, quote)
    assert.deepEqual([result, reject?.code], ['rejected', 'safe_mode'])
    assert.equal(fixture.venue.arrivals.length, 0)
    assert.deepEqual(fixture.ended, [])
  })

  test('of another quote id is a mismatch', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    assert.equal(
      (await accept(fixture, { ...quote, quoteId: 'quote-x' })).reject?.code,
      'combo_quote_mismatch',
    )
  })

  test('is refused above a limit that counts what is accepted already', async () => {
    const fixture = await openComboFixture()
    fixture.limits = { ...fixture.limits, maxComboExposure: micros(19_800_000n) }
    const [first, second] = [await liveQuote(fixture), await liveQuote(fixture)]
    assert.equal((await accept(fixture, first)).result, 'accepting')
    assert.equal((await accept(fixture, second)).reject?.code, 'max_combo_exposure')
    await fixture.clock.advance(70_000)
    assert.equal(fixture.combos.exposure(), 9_800_000n)
    assert.equal((await accept(fixture, await liveQuote(fixture))).result, 'accepting')
  })

  test('counts in the day and the minute of all orders, and no more once it has not filled', async () => {
    const fixture = await openComboFixture()
    fixture.venue.scriptedAccepts = ['fills', 'declined']
    await accept(fixture, await liveQuote(fixture))
    await accept(fixture, await liveQuote(fixture))
    assert.equal(fixture.usage.dailyNotional(), 10_000_000n)
    assert.equal(fixture.usage.sentInLastMinute().length, 2)
    await fixture.restart()
    assert.equal(fixture.usage.dailyNotional(), 10_000_000n)
  })
})

type Ending = 'filled' | 'not_filled'
const SCRIPTED: readonly (readonly [
  scripted: ScriptedAccept,
  first: ComboAcceptResult['result'],
  end: Ending,
  code: string | null,
])[] = [
  ['fills', 'accepting', 'filled', null],
  ['fails', 'accepting', 'not_filled', 'venue_rejected'],
  ['filled_at_once', 'filled', 'filled', null],
  ['declined', 'not_filled', 'not_filled', 'venue_rejected'],
  ['refused', 'rejected', 'not_filled', 'venue_balance'],
  ['409_recorded', 'unknown', 'filled', null],
  ['409_nothing', 'unknown', 'not_filled', 'venue_not_found'],
  ['503_recorded', 'unknown', 'filled', null],
  ['503_nothing', 'unknown', 'not_filled', 'venue_not_found'],
  ['lost_fills', 'unknown', 'filled', null],
  ['lost_fails', 'unknown', 'not_filled', 'venue_rejected'],
  ['lost_late', 'unknown', 'filled', null],
  ['lost_nothing', 'unknown', 'not_filled', 'venue_not_found'],
]

describe('INV-21 an acceptance', () => {
  for (const [scripted, first, end, code] of SCRIPTED) {
    test(`that meets ${scripted} is sent once, answers ${first}, ends ${end} and is reported once`, async () => {
      const fixture = await openComboFixture()
      const quote = await liveQuote(fixture)
      fixture.venue.scriptedAccepts = [scripted]
      const id = nextId()
      const accepting = accept(fixture, quote, id)
      await fixture.clock.advance(10_000)
      assert.equal((await accepting).result, first)
      await fixture.clock.advance(20_000)
      const [rfq] = fixture.combos.rfqs()
      assert.deepEqual([rfq?.state, rfq?.reject?.code ?? null, rfq?.acceptClientOrderId], [end, code, id])
      assert.equal(rfq?.txHash, end === 'filled' ? '0xfeed' : null)
      assert.deepEqual(
        fixture.venue.arrivals.map(({ makerAmount, takerAmount }) => [makerAmount, takerAmount]),
        [[quote.makerAmount, quote.takerAmount]],
      )
      assert.deepEqual(
        fixture.ended.map(({ clientOrderId, result, txHash }) => [clientOrderId, result, txHash]),
        [[id, end === 'filled' ? 'filled' : 'failed', end === 'filled' ? '0xfeed' : null]],
      )
      assert.deepEqual(fixture.audit.unfinished(), [])
    })
  }

  test('INV-02 has intent, decision and signed rows with ids and hash on disk before its first byte', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    const id = nextId()
    fixture.venue.onAccept = async () => {
      assert.equal(
        kinds(fixture, id),
        'combo_accept intent, combo_accept decision allowed, combo_accept signed',
      )
      const signed = fixture.audit.orderHistory(id).find(({ kind }) => kind === 'signed')
      assert.deepEqual(
        [
          signed?.details['rfq_id'],
          signed?.details['quote_id'],
          signed?.details['order_hash'],
          signed?.details['notional'],
        ],
        [quote.rfqId, quote.quoteId, `hash of ${quote.quoteId}`, '10'],
      )
      assert.doesNotMatch(JSON.stringify(fixture.audit.orderHistory(id)), /signature/)
    }
    await accept(fixture, quote, id)
    assert.equal(fixture.venue.arrivals.length, 1)
  })

  test('is not sent when its rows cannot be written', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    fixture.audit.isBroken = true
    assert.equal((await accept(fixture, quote)).reject?.code, 'audit_unavailable')
    assert.equal(fixture.venue.arrivals.length, 0)
    assert.equal(fixture.combos.rfqs()[0]?.reject?.code, 'audit_unavailable')
  })

  test('of a quote that was accepted is refused, now and in a later run', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    await accept(fixture, quote)
    assert.equal((await accept(fixture, quote)).reject?.code, 'combo_already_accepted')
    await fixture.restart()
    assert.equal((await accept(fixture, quote)).reject?.code, 'combo_already_accepted')
    assert.equal(fixture.venue.arrivals.length, 1)
  })

  test('INV-08 twenty at once with one id are one call and one result', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    const id = nextId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(fixture, quote, id)))
    assert.deepEqual(new Set(answers.map(({ result }) => result)), new Set(['accepting']))
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
    assert.equal(fixture.venue.arrivals.length, 1)
    await fixture.clock.advance(5_000)
    await fixture.restart()
    assert.deepEqual(await accept(fixture, quote, id), { ...answers[1], txHash: null })
  })

  test('of an unknown quote is expired: quotes end with the terminal', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    await fixture.restart()
    assert.equal((await accept(fixture, quote)).reject?.code, 'combo_expired')
    assert.equal(fixture.venue.arrivals.length, 0)
  })

  test('is polled every 500 ms, through reads without an answer, until a final status', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    fixture.venue.isBlind = true
    await accept(fixture, quote)
    await fixture.clock.advance(10_400)
    assert.ok(fixture.venue.reads >= 18 && fixture.venue.reads <= 20, String(fixture.venue.reads))
    assert.equal(stateOf(fixture), 'accepting')
    fixture.venue.isBlind = false
    await fixture.clock.advance(600)
    assert.equal(stateOf(fixture), 'filled')
    const { reads } = fixture.venue
    await fixture.clock.advance(5_000)
    assert.equal(fixture.venue.reads, reads)
  })

  test('of a previous run is found out by reading, and shown with what was asked', async () => {
    const fixture = await openComboFixture()
    const quote = await liveQuote(fixture)
    const id = nextId()
    fixture.venue.scriptedAccepts = ['lost_fills']
    void fixture.combos.accept({ clientOrderId: id, rfqId: quote.rfqId, quoteId: quote.quoteId })
    await settle()
    await fixture.restart()
    const [rfq] = fixture.combos.rfqs()
    assert.deepEqual([rfq?.state, rfq?.legs], ['unknown', [comboOutcome(1), comboOutcome(2)]])
    assert.equal(fixture.combos.exposure(), 19_800_000n)
    await fixture.clock.advance(3_000)
    assert.equal(stateOf(fixture), 'filled')
    assert.deepEqual(
      fixture.ended.map(({ clientOrderId, result }) => [clientOrderId, result]),
      [[id, 'filled']],
    )
    assert.equal(fixture.venue.arrivals.length, 1)
  })

  test('whose end may not have been reported is reported again by the next run, for a day', async () => {
    const fixture = await openComboFixture()
    await accept(fixture, await liveQuote(fixture))
    await fixture.clock.advance(5_000)
    await fixture.restart()
    assert.deepEqual(
      fixture.ended.map(({ clientOrderId, result, txHash, total }) => [clientOrderId, result, txHash, total]),
      [0, 1].map(() => [fixture.ended[0]?.clientOrderId, 'filled', '0xfeed', 10_000_000n]),
    )
    await fixture.clock.advance(86_500_000)
    await fixture.restart()
    assert.equal(fixture.ended.length, 2)
  })
})
