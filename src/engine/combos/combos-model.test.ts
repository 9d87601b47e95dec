// Any run of combos: lost answers, 409s, declines, kills at every named point, restarts and clocks that differ. Whatever
// happens, the venue never sees a second acceptance of a quote, nor one after its deadline, and each end is reported once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ComboQuoteResult } from './combo-types.ts'
import { comboTerms, openComboFixture, type ComboFixture } from '../testing/combo-fixture.ts'
import { clientId } from '../testing/trading-fixture.ts'
import { settle } from '../testing/market-fakes.ts'
import type { ScriptedAccept, ScriptedQuote } from '../testing/fake-combos.ts'

/** Crash points of ORD-6. */
const POINTS = [
  'combo.quote.intent.post',
  'combo.quote.sent',
  'combo.quote.answer',
  'combo.accept.signed.pre',
  'combo.accept.intent.post',
  'combo.accept.signed.post',
  'combo.accept.first_byte',
  'combo.accept.answer',
  'combo.accept.response.pre',
  'combo.accept.response.post',
  'combo.accept.reply.pre',
  'combo.poll',
  'combo.final.pre',
  'combo.final.post',
] as const

type Step =
  | { readonly type: 'quote'; readonly scripted: ScriptedQuote }
  | {
      readonly type: 'accept'
      readonly which: number
      readonly scripted: ScriptedAccept
      readonly reuse: boolean
    }
  | { readonly type: 'dismiss'; readonly which: number }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'kill_at'; readonly point: (typeof POINTS)[number] }
  | { readonly type: 'restart' }
  | { readonly type: 'blind'; readonly on: boolean }
  | { readonly type: 'slow'; readonly ms: number }

const which = fc.nat({ max: 5 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('quote' as const),
      scripted: fc.constantFrom<ScriptedQuote>(
        'quoted',
        'quoted',
        'quoted',
        'quoted',
        'mismatch',
        'none',
        'lost',
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('accept' as const),
      which,
      reuse: fc.boolean(),
      scripted: fc.constantFrom<ScriptedAccept>(
        'fills',
        'fails',
        'filled_at_once',
        'declined',
        'refused',
        '409_recorded',
        '409_nothing',
        '503_recorded',
        '503_nothing',
        'lost_fills',
        'lost_fails',
        'lost_late',
        'lost_nothing',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('dismiss' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 100, 400, 500, 2_500, 4_999, 9_999, 10_000, 30_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('kill_at' as const), point: fc.constantFrom(...POINTS) }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ type: 'restart' }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('blind' as const), on: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('slow' as const), ms: fc.constantFrom(0, 300, 9_800, 12_000) }),
  },
)

type LiveQuote = NonNullable<ComboQuoteResult['quote']>

/** A trader who clicks, repeats and insists. */
async function live(fixture: ComboFixture, steps: readonly Step[]): Promise<void> {
  const quotes: LiveQuote[] = []
  const used = new Map<string, ReturnType<typeof clientId>>()
  let ids = 0
  const nextId = (): ReturnType<typeof clientId> => clientId((ids += 1))

  for (const step of steps) {
    switch (step.type) {
      case 'quote': {
        fixture.venue.scriptedQuotes = [step.scripted]
        void fixture.combos.quote({ ...comboTerms(), clientOrderId: nextId() }).then((answer) => {
          if (answer.ok && answer.value.quote !== null) quotes.push(answer.value.quote)
        })
        await fixture.clock.advance(400)
        break
      }
      case 'accept': {
        const quote = quotes[step.which % Math.max(1, quotes.length)]
        if (quote === undefined) break
        fixture.venue.scriptedAccepts = [step.scripted]
        const known = step.reuse ? used.get(quote.quoteId) : undefined
        const clientOrderId = known ?? nextId()
        used.set(quote.quoteId, clientOrderId)
        void fixture.combos.accept({ clientOrderId, rfqId: quote.rfqId, quoteId: quote.quoteId })
        await settle()
        break
      }
      case 'dismiss': {
        const quote = quotes[step.which % Math.max(1, quotes.length)]
        if (quote !== undefined) fixture.combos.dismiss(quote.rfqId)
        break
      }
      case 'wait':
        await fixture.clock.advance(step.ms)
        break
      case 'kill_at':
        fixture.killAt = step.point
        break
      case 'restart':
        await fixture.restart()
        break
      case 'blind':
        fixture.venue.isBlind = step.on
        break
      case 'slow':
        fixture.venue.onAccept = () => {
          const { promise, resolve } = Promise.withResolvers<undefined>()
          fixture.clock.after(step.ms, () => {
            resolve(undefined)
          })
          return promise
        }
    }
    if (fixture.isDead()) await fixture.restart()
  }
}

/** Faults end; everything that is open is found out. */
async function heal(fixture: ComboFixture): Promise<void> {
  fixture.venue.isBlind = false
  fixture.killAt = null
  await fixture.clock.advance(45_000)
  if (fixture.isDead()) await fixture.restart()
  await fixture.restart()
  await fixture.clock.advance(45_000)
}

function judge(fixture: ComboFixture): void {
  const { venue, audit } = fixture
  const seen = venue.arrivals.map(({ quoteId }) => quoteId)
  assert.equal(new Set(seen).size, seen.length, 'a second acceptance of one quote')
  for (const { remainingMs, quoteId } of venue.arrivals) {
    assert.ok(remainingMs > 0, `${quoteId} was sent at or after its deadline`)
  }
  const signed = audit.all.filter(({ kind }) => kind === 'signed')
  for (const arrival of venue.arrivals) {
    const rows = signed.filter(({ details }) => details['order_hash'] === arrival.orderHash)
    assert.equal(rows.length, 1, 'every acceptance at the venue has one signed row')
    assert.equal(rows[0]?.details['maker_amount'], String(arrival.makerAmount))
    assert.equal(rows[0]?.details['taker_amount'], String(arrival.takerAmount))
  }
  assert.deepEqual(audit.unfinished(), [], 'every acceptance has an end')

  // A listener keeps one notification per client order id.
  const notifications = new Map(fixture.ended.map((ended) => [ended.clientOrderId as string, ended]))
  for (const ended of fixture.ended) {
    assert.equal(
      notifications.get(ended.clientOrderId)?.result,
      ended.result,
      'two different outcomes were published',
    )
  }
  for (const { clientOrderId, details } of signed) {
    const rfqId = details['rfq_id']
    assert.ok(typeof rfqId === 'string')
    const ending = venue.recorded.get(rfqId)
    const arrived = venue.arrivals.some((arrival) => arrival.rfqId === rfqId)
    const published = notifications.get(clientOrderId)?.result
    if (arrived)
      assert.equal(published, ending === 'fills' ? 'filled' : 'failed', `the notification of ${rfqId}`)
    else assert.notEqual(published, 'filled', `${rfqId} never arrived`)
  }
  for (const clientOrderId of notifications.keys()) {
    assert.ok(
      signed.some((row) => row.clientOrderId === clientOrderId),
      'a notification without an acceptance',
    )
  }
}

test('INV-21 INV-02 INV-13 over any run each quote is accepted at most once, in time, and reported once', async () => {
  const passed = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(-5_000, -700, 0, 700, 5_000),
      fc.array(anyStep, { minLength: 4, maxLength: 24 }),
      async (skewMs, steps) => {
        const fixture = await openComboFixture()
        fixture.venue.skewMs = skewMs
        fixture.skewMs = skewMs
        await live(fixture, [{ type: 'quote', scripted: 'quoted' }, ...steps])
        await heal(fixture)
        judge(fixture)
        for (const point of fixture.points) passed.add(point)
      },
    ),
    { numRuns: 120 },
  )
  for (const point of POINTS) assert.ok(passed.has(point), `${point} was passed`)
})

for (const point of POINTS) {
  test(`INV-21 a kill at ${point} leads to one end, reported once`, async () => {
    for (const scripted of ['fills', 'lost_fails', '409_nothing', '503_recorded'] as const) {
      const fixture = await openComboFixture()
      await live(fixture, [
        { type: 'quote', scripted: 'quoted' },
        { type: 'kill_at', point },
        { type: 'quote', scripted: 'quoted' },
        { type: 'accept', which: 0, scripted, reuse: false },
        { type: 'wait', ms: 10_000 },
        { type: 'accept', which: 0, scripted: 'fills', reuse: true },
        { type: 'accept', which: 0, scripted: 'fills', reuse: false },
      ])
      await heal(fixture)
      judge(fixture)
    }
  })
}
