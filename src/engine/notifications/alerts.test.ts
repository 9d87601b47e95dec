import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AlertTarget } from '#core/alert/alert.ts'
import type { BookTop } from '#core/book/book.ts'
import type { Game } from '#core/market/game.ts'
import type { AlertId, OutcomeId } from '#core/ids.ts'
import type { FeedHealth } from '#core/trading-state.ts'
import { createAlerts } from './alerts.ts'
import { createBus } from '../bus.ts'
import type { NotificationDraft } from './notification-draft.ts'
import {
  createManualClock,
  gameId,
  outcomeId,
  price,
  sampleEvent,
  settle,
  silentLog,
} from '../testing/market-fakes.ts'
import { createMemoryNotifications } from '../testing/memory-notifications.ts'

const above = (threshold: number): AlertTarget => ({
  kind: 'price',
  outcomeId: outcomeId(2),
  direction: 'above',
  threshold,
})

const LIVE: FeedHealth = {
  name: 'sports',
  state: 'live',
  connections: 1,
  subscriptions: 0,
  lastMessageAt: null,
  reconnects: 0,
  detail: null,
}

/** The actor over one book and one game that the test moves. */
function createTradingFixture(memory = createMemoryNotifications()) {
  const clock = createManualClock()
  const bus = createBus((_, error) => {
    throw error
  })
  const event = sampleEvent(1, { gameId: gameId(9) })
  const held = new Map<OutcomeId, number>()
  const published: NotificationDraft[] = []
  const changes: { readonly alertId: AlertId; readonly isRemoved: boolean }[] = []
  bus.subscribe('alert', (fact) => changes.push(fact))
  let count = 0
  const state: { top: BookTop | null; game: Game | null; sports: FeedHealth } = {
    top: null,
    game: null,
    sports: LIVE,
  }
  return {
    memory,
    clock,
    published,
    changes,
    held: (n: number) => held.get(outcomeId(n)) ?? 0,
    state,
    alerts: createAlerts({
      clock,
      bus,
      random: {
        bytes: (length) => new Uint8Array(length),
        uuidV7: () => `01890a5d-ac96-774b-bcce-${(count += 1).toString(16).padStart(12, '0')}`,
      },
      log: silentLog,
      store: memory.alerts,
      catalog: {
        outcome(id) {
          const [market] = event.markets
          const outcome = market?.outcomes.find((one) => one.id === id)
          return market === undefined || outcome === undefined ? null : { outcome, market, event }
        },
        event: () => event,
      },
      books: {
        hold(id) {
          held.set(id, (held.get(id) ?? 0) + 1)
          return () => held.set(id, (held.get(id) ?? 0) - 1)
        },
        top: (id) => (id === outcomeId(2) ? state.top : null),
      },
      games: { game: () => state.game, health: () => state.sports },
      record(drafts, alerts) {
        if (memory.isRefusing) return false
        memory.notifications.add([], alerts)
        published.push(...drafts)
        return true
      },
    }),
    async book(bid: number | null, ask: number | null, staleReason: BookTop['staleReason'] = null) {
      state.top = {
        bestBid: bid === null ? null : price(bid),
        bestAsk: ask === null ? null : price(ask),
        tickSize: 100,
        staleReason,
      }
      bus.publish('book', { outcomeId: outcomeId(2), version: 1 })
      await settle()
    },
    async play(changed: Partial<Game>) {
      state.game = { ...(state.game ?? GAME), ...changed }
      bus.publish('game', { gameId: gameId(9) })
      await settle()
    },
  }
}

const GAME: Game = {
  id: gameId(9),
  eventId: null,
  league: 'nba',
  home: 'Hawks',
  away: 'Owls',
  ordering: 'home',
  score: { home: 0, away: 0, detail: null },
  rawScore: '0-0',
  period: 'Q1',
  elapsed: null,
  status: 'scheduled',
  startsAt: null,
  startedAt: null,
  endedAt: null,
  stale: false,
  updatedAt: null,
}

function createOrThrow(
  fixture: ReturnType<typeof createTradingFixture>,
  target: AlertTarget,
  repeat = false,
): AlertId {
  const created = fixture.alerts.create(target, repeat, 'watch it')
  assert.ok(created.ok)
  return created.value.alert.id
}

describe('alerts', () => {
  test('INV-27 a price alert fires once, on the best bid, with the state on disk in the same write', async () => {
    const fixture = createTradingFixture()
    fixture.alerts.start()
    await fixture.book(4900, 5200)
    const id = createOrThrow(fixture, above(5000))
    assert.equal(fixture.held(2), 1)
    assert.deepEqual(
      [fixture.alerts.get(id)?.distance, fixture.alerts.get(id)?.value, fixture.alerts.get(id)?.tick],
      [100, 4900, 100],
    )
    const before = fixture.memory.writes
    await fixture.book(5000, 5200)
    await fixture.book(5100, 5200)
    assert.equal(fixture.memory.writes, before + 1)
    assert.deepEqual(
      fixture.published.map(({ kind, title, text, alertId }) => [kind, title, text, alertId]),
      [['alert', 'Question 1?: Yes', 'Best bid 0.5 is at or above 0.5 (Event 1). Note: watch it', id]],
    )
    assert.equal(fixture.alerts.get(id)?.alert.state, 'fired')
    assert.match(fixture.memory.saved.get(id) ?? '', /"state":"fired"/)
    assert.equal(fixture.held(2), 0)
  })

  test('below is judged by the best ask, a spread by both sides', async () => {
    const fixture = createTradingFixture()
    fixture.alerts.start()
    await fixture.book(4900, 5200)
    createOrThrow(fixture, { kind: 'price', outcomeId: outcomeId(2), direction: 'below', threshold: 5100 })
    const spread = createOrThrow(fixture, {
      kind: 'spread',
      outcomeId: outcomeId(2),
      direction: 'below',
      threshold: 100,
    })
    await fixture.book(4900, 5100)
    assert.equal(fixture.published.length, 1)
    await fixture.book(5000, null)
    assert.equal(fixture.alerts.get(spread)?.blockedReason, 'one_sided')
    await fixture.book(5000, 5100)
    assert.deepEqual(
      fixture.published.map(({ text }) => text.split(' (')[0]),
      ['Best ask 0.51 is at or below 0.51', 'Spread 0.01 is at or below 0.01'],
    )
    assert.deepEqual(
      fixture.published.map(({ prices = [] }) => prices.map(({ kind, text }) => `${kind} ${text}`)),
      [
        ['price 0.51', 'price 0.51'],
        ['spread 0.01', 'spread 0.01'],
      ],
    )
  })

  test('INV-27 on a stale book an alert is blocked and says why; it fires once the book is live again', async () => {
    const fixture = createTradingFixture()
    fixture.alerts.start()
    await fixture.book(4900, 5200)
    const id = createOrThrow(fixture, above(5000))
    await fixture.book(5100, 5200, 'feed_down')
    assert.equal(fixture.alerts.get(id)?.blockedReason, 'feed_down')
    assert.equal(fixture.published.length, 0)
    await fixture.book(5100, 5200)
    assert.equal(fixture.published.length, 1)
  })

  test('INV-27 after a restart the books are held again and what is newly reached fires, the rest does not', async () => {
    const first = createTradingFixture()
    first.alerts.start()
    await first.book(4900, 5200)
    createOrThrow(first, above(5000))
    createOrThrow(first, above(4800))
    await settle()
    const second = createTradingFixture(first.memory)
    second.alerts.start()
    assert.equal(second.held(2), 2)
    assert.equal(second.alerts.list()[0]?.blockedReason, 'unknown_outcome')
    await second.book(5000, 5200)
    assert.deepEqual(
      second.published.map(({ text }) => text.split(' (')[0]),
      ['Best bid 0.5 is at or above 0.5'],
    )
  })

  test('games: a start, a score and an end; none while the scores are not live', async () => {
    const fixture = createTradingFixture()
    fixture.alerts.start()
    fixture.state.game = GAME
    for (const target of [
      { kind: 'game_start', gameId: gameId(9) },
      { kind: 'game_end', gameId: gameId(9) },
      { kind: 'score', gameId: gameId(9), threshold: null },
      { kind: 'score', gameId: gameId(9), threshold: 3 },
    ] as const) {
      createOrThrow(fixture, target)
    }
    await fixture.play({ status: 'live', score: { home: 1, away: 0, detail: null } })
    assert.equal(fixture.published.length, 2)
    fixture.state.sports = { ...LIVE, state: 'down' }
    await fixture.play({ status: 'ended', score: { home: 2, away: 2, detail: null } })
    assert.equal(fixture.published.length, 2)
    assert.equal(fixture.alerts.list()[0]?.blockedReason, 'feed_down')
    fixture.state.sports = LIVE
    await fixture.clock.advance(1_000)
    assert.deepEqual(
      fixture.published.map(({ text }) => text),
      [
        'The game has started. Hawks - Owls. Note: watch it',
        'Score 1-0. Hawks - Owls. Note: watch it',
        'The game has ended. Score 2-2. Hawks - Owls. Note: watch it',
        'Score 2-2. Hawks - Owls. Note: watch it',
      ],
    )
  })

  test('a game whose feed is stale blocks its alerts', async () => {
    const fixture = createTradingFixture()
    fixture.alerts.start()
    await fixture.play({ stale: true, status: 'live' })
    const id = createOrThrow(fixture, { kind: 'game_end', gameId: gameId(9) })
    assert.equal(fixture.alerts.get(id)?.blockedReason, 'game_stale')
  })

  test('pausing lets go of the book; a threshold off the tick is refused; the 201st alert is too', async () => {
    const fixture = createTradingFixture()
    fixture.alerts.start()
    await fixture.book(4900, 5200)
    const id = createOrThrow(fixture, above(5000))
    assert.ok(fixture.alerts.change(id, { state: 'paused' }).ok)
    assert.equal(fixture.held(2), 0)
    assert.deepEqual(fixture.alerts.change(id, { threshold: 5050 }), { ok: false, error: 'off_tick' })
    assert.deepEqual(fixture.alerts.create(above(5050), false, ''), { ok: false, error: 'off_tick' })
    assert.deepEqual(
      fixture.alerts.create({ ...above(5000), outcomeId: outcomeId(7) } as AlertTarget, false, ''),
      {
        ok: false,
        error: 'unknown_outcome',
      },
    )
    for (let n = 1; n < 200; n += 1) createOrThrow(fixture, above(5000))
    assert.deepEqual(fixture.alerts.create(above(5000), false, ''), { ok: false, error: 'too_many_alerts' })
    fixture.memory.isRefusing = true
    assert.deepEqual(fixture.alerts.remove(id), { ok: false, error: 'storage_refused' })
    assert.deepEqual([fixture.alerts.get(id)?.alert.state, fixture.memory.saved.has(id)], ['paused', true])
    fixture.memory.isRefusing = false
    assert.ok(fixture.alerts.remove(id).ok)
    assert.deepEqual(fixture.alerts.remove(id), { ok: false, error: 'not_found' })
    assert.ok(fixture.alerts.create(above(5000), false, '').ok)
    assert.deepEqual(
      fixture.changes.filter(({ isRemoved }) => isRemoved),
      [{ alertId: id, isRemoved: true }],
    )
  })

  test('what the disk refuses is written as soon as it takes it', async () => {
    const fixture = createTradingFixture()
    fixture.alerts.start()
    await fixture.book(4900, 5200)
    const id = createOrThrow(fixture, above(5000))
    fixture.memory.isRefusing = true
    await fixture.book(5000, 5200)
    assert.match(fixture.memory.saved.get(id) ?? '', /"state":"active"/)
    fixture.memory.isRefusing = false
    await fixture.clock.advance(1_000)
    assert.match(fixture.memory.saved.get(id) ?? '', /"state":"fired"/)
  })
})
