import assert from 'node:assert/strict'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import type { WireOf } from '#contract/codec/codec.ts'
import { game as record } from '#contract/records/games.ts'
import { event, market } from '#contract/records/markets.ts'
import type { Event, Game, Market } from '../../platform/api/client.ts'
import { boardRow, heldValue, inOrder, passesFilter } from './board.ts'
import { clockText, noScoreText, sidesOf, splitTitle, startText } from '../../words/game-text.ts'
import { bothSides, mainLines } from './main-lines.ts'
import { samplePosition } from '../portfolio/testing/samples.ts'

const NOW = Date.parse('2026-11-20T20:00:00.000Z')

function gameOf(part: Partial<WireOf<typeof record>> = {}): Game {
  return record.decode({
    id: 'pm:1',
    event_id: 'pm:2',
    league: 'nba',
    home: 'NOR',
    away: 'RIV',
    ordering: 'away',
    score: { home: 48, away: 42, detail: null },
    raw_score: '42-48',
    period: 'Q2',
    elapsed: '01:46',
    status: 'live',
    starts_at: null,
    started_at: null,
    ended_at: null,
    stale: false,
    updated_at: '2026-11-20T20:00:00.000Z',
    ...part,
  })
}

function marketOf(part: Partial<WireOf<typeof market>> & { readonly names: readonly string[] }): Market {
  const { names, ...rest } = part
  return market.decode({
    id: `pm:0x${names.join('')}${rest.line ?? ''}`,
    event_id: 'pm:2',
    slug: '',
    question: '',
    group_title: null,
    status: 'open',
    accepting_orders: true,
    not_tradable: null,
    neg_risk: false,
    tick_size: '0.01',
    min_order_size: '5',
    seconds_delay: 3,
    sports_market_type: 'moneyline',
    line: null,
    end_time: null,
    game_start_time: null,
    volume: '0',
    liquidity: '0',
    fees: null,
    combo_eligible: true,
    combo_status: 'enabled',
    winning_outcome_id: null,
    cancels_at_start: true,
    outcomes: names.map((name) => ({
      id: `pm:${name}${rest.line ?? ''}`,
      market_id: 'pm:0x',
      name,
      position_id: null,
      best_bid: null,
      best_ask: null,
      last_trade_price: null,
      team: null,
    })),
    ...rest,
  })
}

function eventOf(title: string, markets: readonly Market[] = [], start: string | null = null): Event {
  const alone = event.decode({
    id: 'pm:2',
    slug: 'slug',
    title,
    description: '',
    image: null,
    icon: null,
    tags: [],
    status: 'open',
    start_time: start,
    end_time: null,
    neg_risk: false,
    volume: '0',
    liquidity: '0',
    game_id: 'pm:1',
    live: false,
    markets: [],
  })
  return { ...alone, markets }
}

test('names follow the ordering of the league: American leagues list the visitors first', () => {
  const event = eventOf('Herons vs. Comets')
  assert.deepEqual(sidesOf(gameOf(), event), { home: 'Comets', away: 'Herons' })
  assert.deepEqual(sidesOf(gameOf({ ordering: 'home' }), event), { home: 'Herons', away: 'Comets' })
  assert.deepEqual(sidesOf(gameOf(), eventOf('Who wins?')), { home: 'NOR', away: 'RIV' })
})

test('titles with a stage behind the second name still give both names', () => {
  assert.deepEqual(splitTitle('Night Shift vs. Paper Tigers (BO3)'), ['Night Shift', 'Paper Tigers'])
  assert.deepEqual(splitTitle('A @ B'), ['A', 'B'])
  assert.equal(splitTitle('Central bank decision?'), null)
})

test('a two-team market gives both sides in the order of the league, and the longest delay', () => {
  const lines = mainLines(
    gameOf(),
    eventOf('Herons vs. Comets', [
      marketOf({ names: ['Herons', 'Comets'] }),
      marketOf({ names: ['Herons', 'Comets'], sports_market_type: 'spreads', line: '-1.5' }),
    ]),
  )
  assert.deepEqual(
    lines.sides.map(({ role, outcome }) => [role, outcome?.name]),
    [
      ['away', 'Herons'],
      ['home', 'Comets'],
    ],
  )
  assert.equal(lines.delaySeconds, 3)
})

test('three yes-or-no markets give home, away and the draw, each by its Yes', () => {
  const yes = (title: string) => marketOf({ names: ['Yes', 'No'], group_title: title })
  const lines = mainLines(
    gameOf({ ordering: 'home' }),
    eventOf('Villa vs. Loma', [yes('Loma'), yes('Draw (Villa vs. Loma)'), yes('Villa')]),
  )
  assert.deepEqual(
    lines.sides.map(({ role, market }) => [role, market?.groupTitle]),
    [
      ['home', 'Villa'],
      ['away', 'Loma'],
      ['draw', 'Draw (Villa vs. Loma)'],
    ],
  )
  const [home, away] = lines.sides
  assert.deepEqual(bothSides(lines), [home?.outcome?.id, away?.outcome?.id], 'the draw opens no ladder')
  assert.deepEqual(bothSides({ sides: [] }), [])
})

test('live games stand first, then what starts soonest, then what has ended', () => {
  const row = (id: string, status: Game['status'], start: string) =>
    boardRow(gameOf({ id, status }), eventOf('A vs. B', [], start))
  const rows = inOrder([
    row('pm:1', 'ended', '2026-11-20T17:00:00.000Z'),
    row('pm:2', 'scheduled', '2026-11-20T22:00:00.000Z'),
    row('pm:3', 'scheduled', '2026-11-20T21:00:00.000Z'),
    row('pm:4', 'paused', '2026-11-20T19:00:00.000Z'),
  ])
  assert.deepEqual(
    rows.map(({ game }) => game.id),
    ['pm:4', 'pm:3', 'pm:2', 'pm:1'],
  )
})

test('filters: under way, within two hours, and watched', () => {
  const market = marketOf({ names: ['A', 'B'] })
  const soon = boardRow(
    gameOf({ status: 'scheduled' }),
    eventOf('A vs. B', [market], '2026-11-20T21:59:00.000Z'),
  )
  const later = boardRow(gameOf({ status: 'scheduled' }), eventOf('A vs. B', [], '2026-11-20T22:01:00.000Z'))
  const passes = (row: typeof soon, filter: 'live' | 'soon' | 'watch') =>
    passesFilter(row, filter, new Set(['pm:A']), NOW)
  assert.deepEqual([passes(soon, 'soon'), passes(later, 'soon')], [true, false])
  // The game tells its start before its event has been read.
  const unread = boardRow(gameOf({ status: 'scheduled', starts_at: '2026-11-20T21:00:00.000Z' }), null)
  assert.equal(passes(unread, 'soon'), true)
  assert.deepEqual([passes(soon, 'watch'), passes(later, 'watch')], [true, false])
  assert.deepEqual([passes(soon, 'live'), passes(boardRow(gameOf(), null), 'live')], [false, true])
})

test('the clock is in the form of the sport', () => {
  assert.equal(clockText(gameOf()), 'Q2 01:46')
  assert.equal(clockText(gameOf({ period: '2H', elapsed: '59' })), "2H 59'")
  assert.equal(clockText(gameOf({ period: 'Bot 4th', elapsed: null })), 'Bot 4th')
  assert.equal(clockText(gameOf({ status: 'ended' })), 'FT')
})

test('the start is a countdown within the hour', () => {
  assert.equal(startText(NOW + 760_000, NOW), 'in 12:40')
  assert.equal(startText(NOW - 1, NOW), 'due')
})

test('a missing score is never an empty space', () => {
  assert.equal(noScoreText(gameOf(), 0), null)
  const unscored = gameOf({ score: null, raw_score: null, updated_at: null })
  assert.equal(noScoreText(unscored, 0), 'Waiting for the score feed')
  assert.equal(noScoreText(unscored, 600_000), 'No score feed for this league')
  assert.equal(noScoreText(null, 60_000), 'No score feed for this league')
  assert.equal(noScoreText(gameOf({ score: null, raw_score: '3-?' }), 0), 'Score as reported: 3-?')
})

test('what is held of a game is the sum of its valued open positions', () => {
  const held = (event: string, value: string | null, status: 'open' | 'closed' = 'open') =>
    samplePosition({ event_id: event, status, value })
  const positions = [
    held('a', '1.5'),
    held('a', '0.25'),
    held('b', '9'),
    held('a', null),
    held('a', '7', 'closed'),
  ]
  assert.equal(heldValue(positions, 'a'), micros(1_750_000n))
  assert.equal(heldValue(positions, 'c'), null)
  assert.equal(heldValue([held('a', null)], 'a'), null)
})
