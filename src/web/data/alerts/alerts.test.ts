import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { WireOf } from '#contract/codec/codec.ts'
import { alert as record } from '#contract/records/alerts.ts'
import { isOnTick, parsePrice, TICK_SIZES } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Alert } from '../../platform/api/client.ts'
import { pricesIn } from '../settings/prices.ts'
import { createStore } from '../../platform/state/store.ts'
import { directionOf, draftForGame, draftForOutcome, draftOf } from './alert-draft.ts'
import { bodyOf, changeOf } from './alert-request.ts'
import type { AlertDraft, AlertTarget } from './alert-draft.ts'
import { createAlerts } from './alerts.ts'
import { groupAlertLevels, levelIn, levelsOfOutcome } from './alert-levels.ts'
import { conditionText, placeText, distanceText, stateOf, valueText } from './alert-text.ts'

const outcome = (tick: 1 | 10 | 25 | 50 | 100 | 1000 = 100): AlertTarget & { readonly kind: 'outcome' } => ({
  kind: 'outcome',
  id: 'pm:1',
  name: 'Yes',
  title: 'Event',
  tick,
})

const PLAIN = pricesIn('price')

const price = (text: string): Price => {
  const parsed = parsePrice(text)
  assert.ok(parsed !== null)
  return parsed
}

const alert = (part: Partial<WireOf<typeof record>>): Alert =>
  record.decode({
    id: 'a',
    kind: 'price',
    outcome_id: 'pm:1',
    game_id: null,
    event_id: 'pm:7',
    event_title: 'Event',
    market_title: null,
    outcome_name: 'Yes',
    direction: 'above',
    threshold: '0.57',
    tick_size: '0.01',
    repeat: false,
    state: 'active',
    blocked_reason: null,
    value: '0.55',
    distance: '0.02',
    note: '',
    created_at: '2026-11-20T20:00:00.000Z',
    armed_at: '2026-11-20T20:00:00.000Z',
    checked_at: '2026-11-20T20:00:01.000Z',
    last_fired_at: null,
    ...part,
  })

const book = { bestBid: price('0.5'), bestAsk: price('0.54') }

test('a new alert looks in the direction in which its price has not been reached', () => {
  assert.deepEqual(
    (['0.3', '0.5', '0.51', '0.53', '0.54', '0.9'] as const).map((text) => directionOf(price(text), book)),
    ['below', 'below', 'above', 'below', 'above', 'above'],
  )
  assert.equal(directionOf(price('0.4'), { bestBid: null, bestAsk: price('0.5') }), 'below')
  assert.equal(directionOf(price('0.4'), { bestBid: null, bestAsk: null }), 'above')
})

test('what a form sends is always on the tick, and what it refuses names a price on the tick', () => {
  const typed = fc.integer({ min: 1, max: 9_999 }).map((steps) => `0.${String(steps).padStart(4, '0')}`)
  fc.assert(
    fc.property(typed, fc.constantFrom(...TICK_SIZES), (threshold, tick) => {
      const body = bodyOf({ ...draftForOutcome(outcome(tick), book), threshold }, PLAIN)
      const sent =
        body.ok && 'outcomeId' in body.value
          ? body.value.threshold
          : body.ok
            ? null
            : (/ is (0\.\d+)\.$/.exec(body.error)?.[1] ?? null)
      assert.ok(sent !== null && isOnTick(price(sent), tick), `${sent} on ${tick}`)
      assert.equal(body.ok, isOnTick(price(threshold), tick))
    }),
  )
})

test('a draft without a price, or with points that are none, is refused', () => {
  const draft: AlertDraft = draftForOutcome(outcome(), book)
  const faults = [
    { ...draft, threshold: '' },
    { ...draft, threshold: '1.2' },
    { ...draftForGame({ kind: 'game', id: 'pm:9', title: 'Game' }), threshold: '2.5' },
  ].map((one) => {
    const body = bodyOf(one, PLAIN)
    return body.ok ? null : body.error
  })
  assert.deepEqual(faults, [
    'Enter a price.',
    'Price must be between 0 and 1, such as 0.45 or 45c.',
    'Total points of both teams, 1 to 9999.',
  ])
})

test('prices are taken as they are typed: cents, percent, comma', () => {
  for (const threshold of ['0,57', '57c', '57%', '.57', '0.57']) {
    const body = bodyOf({ ...draftForOutcome(outcome(), book), threshold, note: ' look ' }, PLAIN)
    assert.deepEqual(body.ok && body.value, {
      kind: 'price',
      outcomeId: 'pm:1',
      direction: 'above',
      threshold: '0.57',
      repeat: false,
      note: 'look',
    })
  }
})

test('alerts on games carry no direction, and points only where given', () => {
  const draft = draftForGame({ kind: 'game', id: 'pm:9', title: 'Game' })
  const bodies = [
    draft,
    { ...draft, threshold: '3', repeat: true },
    { ...draft, kind: 'game_end' as const, repeat: true },
  ].map((one) => bodyOf(one, PLAIN))
  assert.deepEqual(
    bodies.map((body) => body.ok && body.value),
    [
      { kind: 'score', gameId: 'pm:9', threshold: null, repeat: false, note: '' },
      { kind: 'score', gameId: 'pm:9', threshold: '3', repeat: true, note: '' },
      { kind: 'game_end', gameId: 'pm:9', note: '' },
    ],
  )
})

test('a change has all that its kind can change', () => {
  const kept = alert({})
  assert.deepEqual(
    changeOf({ ...draftOf(kept, PLAIN), threshold: '0.60', direction: 'below', note: 'n' }, kept, PLAIN),
    {
      ok: true,
      value: { threshold: '0.6', direction: 'below', repeat: false, note: 'n' },
    },
  )
  assert.equal(changeOf({ ...draftOf(kept, PLAIN), threshold: '0.573' }, kept, PLAIN).ok, false)
  const start = alert({ kind: 'game_start', outcome_id: null, game_id: 'pm:9', threshold: null })
  assert.deepEqual(changeOf(draftOf(start, PLAIN), start, PLAIN), { ok: true, value: { note: '' } })
  const points = alert({ kind: 'score', outcome_id: null, game_id: 'pm:9', threshold: '3', tick_size: '1' })
  assert.equal(changeOf({ ...draftOf(points, PLAIN), threshold: '' }, points, PLAIN).ok, false)
})

test('an alert says its state in words', () => {
  const texts = [
    alert({}),
    alert({ state: 'paused', blocked_reason: 'frozen' }),
    alert({ blocked_reason: 'frozen' }),
    alert({ armed_at: null }),
    alert({ armed_at: null, last_fired_at: '2026-11-20T20:00:00.000Z' }),
    alert({ last_fired_at: '2026-11-20T20:00:00.000Z' }),
    alert({ checked_at: null, armed_at: null }),
  ].map((one) => stateOf(one).text)
  assert.deepEqual(texts, [
    'watching',
    'paused',
    'blocked: feed stale',
    'already true',
    'waits to re-arm',
    're-armed',
    'not checked yet',
  ])
  assert.match(
    stateOf(alert({ state: 'fired', last_fired_at: '2026-11-20T20:00:00.000Z' })).text,
    /^fired \d\d:\d\d$/,
  )
})

test('condition, distance and place in words', () => {
  assert.equal(conditionText(alert({}), PLAIN), 'best bid reaches 0.57')
  assert.equal(
    conditionText(alert({ direction: 'below', tick_size: '0.001' }), PLAIN),
    'best ask falls to 0.570',
  )
  assert.equal(conditionText(alert({ kind: 'spread', threshold: '0.05' }), PLAIN), 'spread widens to 0.05')
  assert.equal(conditionText(alert({ kind: 'score', threshold: null }), PLAIN), 'score changes')
  assert.equal(distanceText(alert({})), '2 ticks away')
  assert.equal(distanceText(alert({ distance: '0.01' })), '1 tick away')
  assert.equal(distanceText(alert({ distance: '-0.01' })), 'reached')
  assert.equal(distanceText(alert({ distance: '0.005' })), '0.005 away')
  assert.equal(distanceText(alert({ kind: 'score', distance: '2', tick_size: '1' })), '2 points away')
  assert.equal(distanceText(alert({ distance: null })), null)
  assert.equal(valueText(alert({ kind: 'score', value: '1234' }), PLAIN), '1\u202f234')
  assert.equal(valueText(alert({ value: null }), PLAIN), '')
  assert.equal(placeText(alert({ market_title: 'Event' })), 'Yes \u2013 Event')
})

test('marks keep their identity while a value moves, and go when an alert has fired', () => {
  const first = groupAlertLevels(
    [alert({}), alert({ id: 'b', threshold: '0.6', state: 'paused' })],
    new Map(),
    PLAIN,
  )
  const moved = groupAlertLevels(
    [alert({ value: '0.56', distance: '0.01' }), alert({ id: 'b', threshold: '0.6', state: 'paused' })],
    first,
    PLAIN,
  )
  assert.equal(moved, first)
  assert.equal(levelsOfOutcome(moved, 'pm:1').length, 2)
  assert.equal(levelIn(moved, 'pm:1', price('0.57'), price('0.57'))?.isWatching, true)
  assert.equal(levelIn(moved, 'pm:1', price('0.59'), price('0.6'))?.isWatching, false)
  assert.equal(groupAlertLevels([alert({ state: 'fired' })], moved, PLAIN).size, 0)
})

test('prices of alerts are said and read as everywhere else; a spread has no odds', () => {
  const [cents, odds] = [pricesIn('cents'), pricesIn('decimal_odds')]
  assert.equal(conditionText(alert({}), cents), 'best bid reaches 57c')
  assert.equal(conditionText(alert({}), odds), 'best bid reaches 1.75')
  assert.equal(valueText(alert({}), cents), '55c')
  const spread = alert({ kind: 'spread', threshold: '0.05' })
  assert.equal(conditionText(spread, cents), 'spread widens to 5c')
  assert.equal(conditionText(spread, odds), 'spread widens to 0.05')

  const draft = { ...draftForOutcome(outcome(), book), threshold: '1.75' }
  const body = bodyOf(draft, odds)
  assert.equal(body.ok && 'outcomeId' in body.value && body.value.threshold, '0.57')
  assert.equal(bodyOf(draft, PLAIN).ok, false)
  assert.equal(bodyOf({ ...draft, kind: 'spread' }, odds).ok, false)
  const between = bodyOf({ ...draft, threshold: '2.3' }, odds)
  assert.match(between.ok ? '' : between.error, /The nearest is 2\.33\.$/)

  const said = (prices: typeof odds) =>
    groupAlertLevels([alert({})], new Map(), prices).get('pm:1')?.[0]?.text
  assert.deepEqual([said(cents), said(odds)], ['best bid reaches 57c', 'best bid reaches 1.75'])
})

test('an answer that comes when the next dialog is open leaves that open', () => {
  const alerts = createAlerts({
    client: undefined as never,
    live: { watch: () => () => undefined },
    frame: undefined as never,
    toasts: undefined as never,
    announcer: undefined as never,
    settings: createStore({ priceFormat: 'price' }),
  })
  const target = { kind: 'game', id: 'pm:1', title: 'Herons vs. Comets' } as const
  const [first, next] = [draftForGame(target), draftForGame(target)]
  alerts.draft.set(first)
  alerts.draft.set(next)
  alerts.done(first)
  assert.equal(alerts.draft.get(), next)
  alerts.done(next)
  assert.equal(alerts.draft.get(), null)
})
