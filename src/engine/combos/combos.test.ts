// Quotes and their acceptance on a venue of paper: every check, every answer, every restart.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { micros } from '#core/money.ts'
import { comboOutcome, comboPositionOf } from '#core/testing/combo-samples.ts'
import type { ComboAcceptResult } from './combo-types.ts'
import { comboTerms, openComboDesk } from '../testing/combo-desk.ts'
import type { ComboDesk } from '../testing/combo-desk.ts'
import { accept, liveQuote, nextId, quoted, stateOf } from '../testing/combo-steps.ts'
import { settle } from '../testing/market-fakes.ts'
import type { AcceptFate } from '../testing/fake-combos.ts'

function kinds(desk: ComboDesk, id: string): string {
  return desk.audit
    .story(id)
    .map(({ kind, action, details }) =>
      `${action} ${kind} ${typeof details['result'] === 'string' ? details['result'] : ''}`.trim(),
    )
    .join(', ')
}

describe('a request for a quote', () => {
  test('[INV-02] has its intent on disk before the venue is asked, once, with position ids', async () => {
    const desk = await openComboDesk()
    desk.venue.onQuote = () => {
      assert.deepEqual(
        desk.audit.all.map(({ kind, action }) => `${action} ${kind}`),
        ['combo_quote intent', 'combo_quote decision'],
      )
    }
    const { result, quote, remainingMs } = await quoted(desk)
    assert.equal(result, 'quoted')
    assert.deepEqual(desk.venue.asked, [
      { positionIds: [comboPositionOf(1), comboPositionOf(2)], side: 'BUY', size: 10_000_000n },
    ])
    assert.equal(remainingMs, 10_000)
    assert.deepEqual(
      [quote?.makerAmount, quote?.takerAmount, quote?.totalRequired, quote?.price],
      [9_800_000n, 40_000_000n, 10_000_000n, 245_000n],
    )
    assert.equal(stateOf(desk), 'live')
  })

  for (const [fate, code] of [
    ['mismatch', 'combo_quote_mismatch'],
    ['none', 'combo_no_response'],
    ['lost', 'combo_no_response'],
  ] as const) {
    test(`that ends ${fate} is ${code}, is not asked again, and leaves nothing to accept`, async () => {
      const desk = await openComboDesk()
      desk.venue.quoteFates = [fate]
      const asking = desk.combos.quote({ ...comboTerms(), clientOrderId: nextId() })
      await desk.clock.advance(30_000)
      const answer = await asking
      assert.ok(answer.ok)
      assert.deepEqual([answer.value.result, answer.value.reject?.code], ['rejected', code])
      assert.equal(desk.venue.asked.length, 1)
      assert.equal(stateOf(desk), 'no_quote')
    })
  }

  test('that is refused asks nobody, and says so in the audit log', async () => {
    const desk = await openComboDesk()
    desk.markets.set(2, { comboStatus: 'pending' })
    const { result, reject, clientOrderId } = await quoted(desk)
    assert.deepEqual([result, reject?.code], ['rejected', 'combo_ineligible'])
    assert.equal(desk.venue.asked.length, 0)
    assert.equal(kinds(desk, clientOrderId), 'combo_quote intent, combo_quote decision refused')
  })

  test('works in SAFE; a missing scope and a closed gate refuse it', async () => {
    const desk = await openComboDesk()
    desk.mode = 'SAFE'
    assert.equal((await quoted(desk)).result, 'quoted')
    desk.scopes = ['CLOB']
    assert.equal((await quoted(desk)).reject?.code, 'combos_unavailable')
    desk.gates = ['geoblocked']
    assert.equal((await quoted(desk)).reject?.code, 'geoblocked')
  })

  test('[INV-15] is one of twelve a minute, also after a restart', async () => {
    const desk = await openComboDesk()
    for (let count = 0; count < 12; count += 1) assert.equal((await quoted(desk)).result, 'quoted')
    assert.equal((await quoted(desk)).reject?.code, 'max_quotes_per_minute')
    await desk.restart()
    const { reject } = await quoted(desk)
    assert.equal(reject?.code, 'max_quotes_per_minute')
    await desk.clock.advance(reject.retryAfterMs ?? 0)
    assert.equal((await quoted(desk)).result, 'quoted')
  })

  test('[INV-08] repeated answers the first result and asks nobody; with another body it is a conflict', async () => {
    const desk = await openComboDesk()
    const first = await quoted(desk)
    const again = await desk.combos.quote({ ...comboTerms(), clientOrderId: first.clientOrderId })
    assert.ok(again.ok && again.value.replayed)
    assert.deepEqual([again.value.quote?.quoteId, again.value.remainingMs], [first.quote?.quoteId, 10_000])
    await desk.clock.advance(4_000)
    const sent = await desk.combos.quote({ ...comboTerms(), clientOrderId: first.clientOrderId })
    assert.equal(sent.ok && sent.value.remainingMs, 6_000, 'each send has its own time left')
    const other = comboTerms({ size: micros(1n) })
    assert.deepEqual(await desk.combos.quote({ ...other, clientOrderId: first.clientOrderId }), {
      ok: false,
      error: 'idempotency_conflict',
    })
    await desk.restart()
    const later = await desk.combos.quote({ ...comboTerms(), clientOrderId: first.clientOrderId })
    assert.ok(later.ok && later.value.replayed)
    assert.deepEqual([later.value.quote?.quoteId, later.value.remainingMs], [first.quote?.quoteId, 0])
    assert.equal(desk.venue.asked.length, 1)
  })

  test('is shown for ten minutes', async () => {
    const desk = await openComboDesk()
    await quoted(desk)
    await desk.clock.advance(599_000)
    assert.equal(desk.combos.rfqs().length, 1)
    await desk.clock.advance(10_000)
    assert.equal(desk.combos.rfqs().length, 0)
  })

  test('is refused while what is held cannot be read', async () => {
    const desk = await openComboDesk()
    desk.venue.isBlind = true
    await desk.restart()
    assert.equal((await quoted(desk)).reject?.code, 'venue_unavailable')
    desk.venue.isBlind = false
    assert.equal((await quoted(desk)).result, 'quoted')
  })

  test('to sell needs the shares, less those that are on their way out', async () => {
    const desk = await openComboDesk()
    const selling = { side: 'SELL', size: micros(40_000_000n) } as const
    assert.equal((await quoted(desk, selling)).reject?.code, 'no_position')
    await accept(desk, await liveQuote(desk))
    await desk.clock.advance(60_000)
    const { quote } = await quoted(desk, selling)
    assert.ok(quote !== null)
    assert.equal((await accept(desk, quote)).result, 'accepting')
    assert.equal((await quoted(desk, selling)).reject?.code, 'no_position')
  })
})

describe('a live quote', () => {
  test('and every answer about it are in the audit log with their ids and what they cost', async () => {
    const desk = await openComboDesk()
    const told = (id: string, kind: string): readonly unknown[] => {
      const row = desk.audit.story(id).find((one) => one.kind === kind)
      return ['rfq_id', 'quote_id', 'notional'].map((name) => row?.details[name])
    }
    const buy = await quoted(desk)
    assert.deepEqual(told(buy.clientOrderId, 'response'), ['rfq-1', 'quote-1', '10'])
    assert.ok(buy.quote !== null)
    desk.mode = 'SAFE'
    const refused = await accept(desk, buy.quote)
    assert.deepEqual(told(refused.clientOrderId, 'decision'), ['rfq-1', 'quote-1', undefined])
    desk.mode = 'ARMED'
    const taken = await accept(desk, buy.quote)
    assert.deepEqual(told(taken.clientOrderId, 'decision'), ['rfq-1', 'quote-1', undefined])
    desk.venue.quoteFates = ['mismatch', 'none']
    for (const rfqId of ['rfq-x', 'rfq-y']) {
      assert.equal(told((await quoted(desk)).clientOrderId, 'response')[0], rfqId)
    }
    await desk.clock.advance(60_000)
    const sale = await quoted(desk, { side: 'SELL', size: micros(40_000_000n) })
    assert.equal(told(sale.clientOrderId, 'response')[2], '0')
  })

  test('is declined without a call, and cannot be accepted then', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    assert.equal(desk.combos.dismiss(quote.rfqId)?.state, 'dismissed')
    assert.equal((await accept(desk, quote)).reject?.code, 'combo_expired')
    assert.equal(desk.venue.arrivals.length, 0)
  })

  test('[INV-21] that could not be signed is refused with its rows, and is not spent', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    desk.venue.isKeyless = true
    const refused = await accept(desk, quote)
    assert.deepEqual([refused.result, refused.reject?.code], ['rejected', 'no_credentials'])
    assert.equal(kinds(desk, refused.clientOrderId), 'combo_accept intent, combo_accept decision refused')
    desk.venue.isKeyless = false
    assert.equal((await accept(desk, quote)).result, 'accepting')
    assert.equal(desk.venue.arrivals.length, 1)
  })

  test('[INV-21] at its deadline is expired, and an accept makes no call', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    await desk.clock.advance(9_999)
    assert.equal(stateOf(desk), 'live')
    await desk.clock.advance(1)
    assert.equal(stateOf(desk), 'expired')
    assert.equal((await accept(desk, quote)).reject?.code, 'combo_expired')
    assert.equal(desk.venue.arrivals.length, 0)
  })

  for (const skewMs of [-5_000, 5_000]) {
    test(`[INV-21] ends by the venue's clock, ${skewMs} ms from ours`, async () => {
      const desk = await openComboDesk()
      desk.venue.skewMs = skewMs
      desk.skewMs = skewMs
      const quote = await liveQuote(desk)
      assert.equal(quote.expiresAt, desk.clock.now() + 10_000)
      await desk.clock.advance(9_999)
      assert.equal((await accept(desk, quote)).result, 'accepting')
      assert.equal(desk.venue.arrivals[0]?.remainingMs, 1)
      const other = await liveQuote(desk)
      await desk.clock.advance(10_000)
      assert.equal((await accept(desk, other)).reject?.code, 'combo_expired')
    })
  }

  test('[INV-21] whose wall clock was set back still ends by the monotonic one', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    desk.clock.jump(-60_000)
    await desk.clock.advance(10_000)
    assert.equal((await accept(desk, quote)).reject?.code, 'combo_expired')
  })

  test('[INV-21] never has more time than the venue gave it, whatever the measured skew', async () => {
    const desk = await openComboDesk()
    desk.skewMs = -900
    const { remainingMs, quote } = await quoted(desk)
    assert.equal(remainingMs, 10_000)
    assert.ok(quote !== null)
    await desk.clock.advance(10_000)
    assert.equal((await accept(desk, quote)).reject?.code, 'combo_expired')
  })

  test('is dropped when the clocks of the host disagree', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    desk.combos.clockJumped()
    assert.equal(stateOf(desk), 'expired')
    assert.equal((await accept(desk, quote)).reject?.code, 'combo_expired')
  })

  test('[INV-03] needs ARMED, no Cancel All since, and every gate, also right before the first byte', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    desk.mode = 'SAFE'
    assert.equal((await accept(desk, quote)).reject?.code, 'safe_mode')
    desk.mode = 'ARMED'
    desk.venue.onAccept = async () => {
      desk.epoch += 1
    }
    const { result, reject } = await accept(desk, quote)
    assert.deepEqual([result, reject?.code], ['rejected', 'safe_mode'])
    assert.equal(desk.venue.arrivals.length, 0)
    assert.deepEqual(desk.ended, [])
  })

  test('of another quote id is a mismatch', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    assert.equal((await accept(desk, { ...quote, quoteId: 'quote-x' })).reject?.code, 'combo_quote_mismatch')
  })

  test('is refused above a limit that counts what is accepted already', async () => {
    const desk = await openComboDesk()
    desk.limits = { ...desk.limits, maxComboExposure: micros(19_800_000n) }
    const [first, second] = [await liveQuote(desk), await liveQuote(desk)]
    assert.equal((await accept(desk, first)).result, 'accepting')
    assert.equal((await accept(desk, second)).reject?.code, 'max_combo_exposure')
    await desk.clock.advance(70_000)
    assert.equal(desk.combos.exposure(), 9_800_000n)
    assert.equal((await accept(desk, await liveQuote(desk))).result, 'accepting')
  })

  test('counts in the day and the minute of all orders, and no more once it has not filled', async () => {
    const desk = await openComboDesk()
    desk.venue.acceptFates = ['fills', 'declined']
    await accept(desk, await liveQuote(desk))
    await accept(desk, await liveQuote(desk))
    assert.equal(desk.usage.dailyNotional(), 10_000_000n)
    assert.equal(desk.usage.sentInLastMinute().length, 2)
    await desk.restart()
    assert.equal(desk.usage.dailyNotional(), 10_000_000n)
  })
})

type Ending = 'filled' | 'not_filled'
const FATES: readonly (readonly [
  fate: AcceptFate,
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

describe('[INV-21] an acceptance', () => {
  for (const [fate, first, end, code] of FATES) {
    test(`that meets ${fate} is sent once, answers ${first}, ends ${end} and is told once`, async () => {
      const desk = await openComboDesk()
      const quote = await liveQuote(desk)
      desk.venue.acceptFates = [fate]
      const id = nextId()
      const accepting = accept(desk, quote, id)
      await desk.clock.advance(10_000)
      assert.equal((await accepting).result, first)
      await desk.clock.advance(20_000)
      const [rfq] = desk.combos.rfqs()
      assert.deepEqual([rfq?.state, rfq?.reject?.code ?? null, rfq?.acceptClientOrderId], [end, code, id])
      assert.equal(rfq?.txHash, end === 'filled' ? '0xfeed' : null)
      assert.deepEqual(
        desk.venue.arrivals.map(({ makerAmount, takerAmount }) => [makerAmount, takerAmount]),
        [[quote.makerAmount, quote.takerAmount]],
      )
      assert.deepEqual(
        desk.ended.map(({ clientOrderId, result, txHash }) => [clientOrderId, result, txHash]),
        [[id, end === 'filled' ? 'filled' : 'failed', end === 'filled' ? '0xfeed' : null]],
      )
      assert.deepEqual(desk.audit.unfinished(), [])
    })
  }

  test('[INV-02] has intent, decision and signed rows with ids and hash on disk before its first byte', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    const id = nextId()
    desk.venue.onAccept = async () => {
      assert.equal(kinds(desk, id), 'combo_accept intent, combo_accept decision allowed, combo_accept signed')
      const signed = desk.audit.story(id).find(({ kind }) => kind === 'signed')
      assert.deepEqual(
        [
          signed?.details['rfq_id'],
          signed?.details['quote_id'],
          signed?.details['order_hash'],
          signed?.details['notional'],
        ],
        [quote.rfqId, quote.quoteId, `hash of ${quote.quoteId}`, '10'],
      )
      assert.doesNotMatch(JSON.stringify(desk.audit.story(id)), /signature/)
    }
    await accept(desk, quote, id)
    assert.equal(desk.venue.arrivals.length, 1)
  })

  test('is not sent when its rows cannot be written', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    desk.audit.isBroken = true
    assert.equal((await accept(desk, quote)).reject?.code, 'audit_unavailable')
    assert.equal(desk.venue.arrivals.length, 0)
    assert.equal(desk.combos.rfqs()[0]?.reject?.code, 'audit_unavailable')
  })

  test('of a quote that was accepted is refused, now and in a later life', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    await accept(desk, quote)
    assert.equal((await accept(desk, quote)).reject?.code, 'combo_already_accepted')
    await desk.restart()
    assert.equal((await accept(desk, quote)).reject?.code, 'combo_already_accepted')
    assert.equal(desk.venue.arrivals.length, 1)
  })

  test('[INV-08] twenty at once with one id are one call and one result', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    const id = nextId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(desk, quote, id)))
    assert.deepEqual(new Set(answers.map(({ result }) => result)), new Set(['accepting']))
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
    assert.equal(desk.venue.arrivals.length, 1)
    await desk.clock.advance(5_000)
    await desk.restart()
    assert.deepEqual(await accept(desk, quote, id), { ...answers[1], txHash: null })
  })

  test('of an unknown quote is expired: quotes end with the terminal', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    await desk.restart()
    assert.equal((await accept(desk, quote)).reject?.code, 'combo_expired')
    assert.equal(desk.venue.arrivals.length, 0)
  })

  test('is polled every 500 ms, through reads without an answer, until a final status', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    desk.venue.isBlind = true
    await accept(desk, quote)
    await desk.clock.advance(10_400)
    assert.ok(desk.venue.reads >= 18 && desk.venue.reads <= 20, String(desk.venue.reads))
    assert.equal(stateOf(desk), 'accepting')
    desk.venue.isBlind = false
    await desk.clock.advance(600)
    assert.equal(stateOf(desk), 'filled')
    const { reads } = desk.venue
    await desk.clock.advance(5_000)
    assert.equal(desk.venue.reads, reads)
  })

  test('of an earlier life is found out by reading, and shown with what was asked', async () => {
    const desk = await openComboDesk()
    const quote = await liveQuote(desk)
    const id = nextId()
    desk.venue.acceptFates = ['lost_fills']
    void desk.combos.accept({ clientOrderId: id, rfqId: quote.rfqId, quoteId: quote.quoteId })
    await settle()
    await desk.restart()
    const [rfq] = desk.combos.rfqs()
    assert.deepEqual([rfq?.state, rfq?.legs], ['unknown', [comboOutcome(1), comboOutcome(2)]])
    assert.equal(desk.combos.exposure(), 19_800_000n)
    await desk.clock.advance(3_000)
    assert.equal(stateOf(desk), 'filled')
    assert.deepEqual(
      desk.ended.map(({ clientOrderId, result }) => [clientOrderId, result]),
      [[id, 'filled']],
    )
    assert.equal(desk.venue.arrivals.length, 1)
  })

  test('whose end may not have been told is told again by the next life, for a day', async () => {
    const desk = await openComboDesk()
    await accept(desk, await liveQuote(desk))
    await desk.clock.advance(5_000)
    await desk.restart()
    assert.deepEqual(
      desk.ended.map(({ clientOrderId, result, txHash, total }) => [clientOrderId, result, txHash, total]),
      [0, 1].map(() => [desk.ended[0]?.clientOrderId, 'filled', '0xfeed', 10_000_000n]),
    )
    await desk.clock.advance(86_500_000)
    await desk.restart()
    assert.equal(desk.ended.length, 2)
  })
})
