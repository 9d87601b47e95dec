/** Catalog rows: JSON inside text, exact and rounded numbers, moments, sentinels, and what is left out. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseEventId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { marketFromWire } from './market-row.ts'
import { eventFromWire, leagueFromWire, tagFromWire, teamFromWire } from './translate.ts'

const EVENT_ID = parseEventId('pm:77')
const ROW = {
  id: '1',
  slug: 'a-market',
  question: 'Will it?',
  conditionId: `0x${'AB'.repeat(32)}`,
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.505", "0.495"]',
  clobTokenIds: '["111", "222"]',
  positionIds: ['333', '444'],
  comboStatus: 'enabled',
  closed: false,
  acceptingOrders: true,
  negRisk: true,
  clearBookOnStart: true,
  orderPriceMinTickSize: 0.001,
  orderMinSize: 5,
  volume: '192817.4904490008',
  liquidity: '1000.5',
  secondsDelay: 3,
  line: -4.5,
  feesEnabled: true,
  feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true, rebateRate: 0.15 },
  gameStartTime: '2026-02-07 20:00:00+00',
  endDate: '2026-02-08T00:00:00.123456789Z',
}

function market(change: Record<string, unknown> = {}): Market | 'undeployed' | null {
  assert.ok(EVENT_ID !== null)
  const read = marketFromWire({ ...ROW, ...change }, EVENT_ID)
  assert.notEqual(read, 'inexact_ids')
  return read === null || typeof read === 'string' ? (read as 'undeployed' | null) : read.market
}

function listed(change: Record<string, unknown> = {}): Market {
  const read = market(change)
  assert.ok(read !== null && read !== 'undeployed')
  return read
}

describe('a market of the catalog', () => {
  test('has a matching delay of an hour at most: the end of a longer one could not be waited for or said', () => {
    for (const [secondsDelay, read] of [
      [1e300, 3_600],
      [2.5, 3],
      [-1, 0],
      [null, 0],
    ] as const) {
      assert.equal(listed({ secondsDelay }).secondsDelay, read)
    }
  })

  test('is read with exact tick and size, rounded volume, and its text forms', () => {
    const read = listed()
    assert.equal(read.id, `pm:0x${'ab'.repeat(32)}`)
    assert.equal(read.tickSize, 10)
    assert.equal(read.minOrderSize, 5_000_000n)
    assert.equal(read.volume, 192_817_490_449n)
    assert.equal(read.line, '-4.5')
    assert.equal(read.gameStartTime, Date.UTC(2026, 1, 7, 20))
    assert.equal(read.endTime, Date.UTC(2026, 1, 8, 0, 0, 0, 123))
    assert.deepEqual(read.fee, { rate: 50_000n, exponent: 1 })
    assert.equal(read.cancelsAtStart, true)
    assert.deepEqual(
      read.outcomes.map(({ id, name, positionId }) => [id, name, positionId]),
      [
        ['pm:111', 'Yes', '333'],
        ['pm:222', 'No', '444'],
      ],
    )
  })

  test('is skipped before deployment without being counted as unreadable', () => {
    assert.equal(market({ conditionId: '', clobTokenIds: undefined }), 'undeployed')
    assert.equal(market({ clobTokenIds: '' }), 'undeployed')
  })

  test('of the other protocol version is shown by its position ids and never tradable', () => {
    const reason = 'It uses protocol version v2 of the venue, which Sesame does not trade.'
    const condition = `0x${'cd'.repeat(31)}`
    for (const change of [
      { version: 'v2', clobTokenIds: undefined },
      { version: 2, clobTokenIds: undefined, conditionId: condition },
      { version: 'V2' },
      { conditionId: condition },
    ]) {
      const read = listed(change)
      assert.match(read.notTradable ?? '', /protocol version v?2 of the venue/)
      assert.deepEqual([read.acceptingOrders, read.comboStatus], [false, 'disabled'])
      assert.deepEqual(
        read.outcomes.map(({ id }) => id),
        ['pm:333', 'pm:444'],
      )
    }
    assert.equal(listed({ version: 'v2' }).notTradable, reason)
    assert.equal(listed({ conditionId: condition }).id, `pm:${condition}`)
    for (const version of ['v1', undefined, null, 1, {}]) {
      assert.equal(listed({ version }).notTradable, undefined)
      assert.equal(listed({ version }).outcomes[0].id, 'pm:111')
    }
    assert.equal(market({ version: 'v2', positionIds: [], clobTokenIds: '' }), 'undeployed')
  })

  test('cannot be read without two outcomes and their ids', () => {
    assert.equal(market({ outcomes: '["A", "B", "C"]', clobTokenIds: '["1", "2", "3"]' }), null)
    assert.equal(market({ outcomes: '["A", "B", "C"]', clobTokenIds: undefined, closed: true }), null)
    assert.equal(market({ clobTokenIds: '["1", "1"]' }), null)
    assert.equal(market({ conditionId: '0x12' }), null)
  })

  test('gives the taker fee, or that it is unknown', () => {
    assert.equal(listed({ feesEnabled: false }).fee, null)
    assert.equal(listed({ feeSchedule: { exponent: 1, rate: 0 } }).fee, null)
    assert.equal(listed({ feesEnabled: true, feeSchedule: undefined }).fee, 'unknown')
    assert.equal(listed({ feeSchedule: { exponent: 'x', rate: 0.1 } }).fee, 'unknown')
  })

  test('maps the combo status, unknown words and absence to disabled, and drops lone position ids', () => {
    const status = (comboStatus: unknown): string => listed({ comboStatus }).comboStatus
    assert.deepEqual(['enabled', 'pending', 'disabled', 'paused', undefined].map(status), [
      'enabled',
      'pending',
      'disabled',
      'disabled',
      'disabled',
    ])
    assert.equal(listed({ positionIds: [] }).outcomes[0].positionId, null)
    assert.equal(listed({ positionIds: ['5'] }).outcomes[0].positionId, null)
  })

  test('is resolved when closed with a winner or a final status, else only closed', () => {
    const won = listed({ closed: true, outcomePrices: '["0", "1"]' })
    assert.equal(won.status, 'resolved')
    assert.equal(won.winningOutcomeId, 'pm:222')
    assert.equal(won.acceptingOrders, false)
    assert.equal(listed({ closed: true }).status, 'closed')
    assert.equal(listed({ closed: true, umaResolutionStatus: 'resolved' }).winningOutcomeId, null)
    assert.equal(listed({ closed: true, umaResolutionStatus: 'resolved' }).status, 'resolved')
    assert.equal(listed({ outcomePrices: '["1", "0"]' }).winningOutcomeId, null)
  })
})

describe('an event of the catalog', () => {
  const event = {
    id: '77',
    slug: 's',
    title: 't',
    volume: 92_011.44003499998,
    liquidity: 1e21,
    gameId: -1,
    parentEventId: 12,
    tags: [{ id: '1', label: 'Sports', slug: 'sports' }, null],
    teams: [{ id: 5, name: 'A', league: 'nba', abbreviation: 'a', record: null, color: 'red' }],
    markets: [ROW, { ...ROW, conditionId: '' }, { conditionId: 7 }],
  }

  test('keeps what it can read and counts the rest', () => {
    const read = eventFromWire(event)
    assert.ok(read !== null)
    assert.equal(read.skipped, 1)
    assert.equal(read.event.markets.length, 1)
    assert.equal(read.event.volume, 92_011_440_035n)
    assert.equal(read.event.liquidity, 10n ** 27n)
    assert.equal(read.event.gameId, null)
    assert.equal(read.event.parentEventId, 'pm:12')
    assert.equal(read.event.tags.length, 1)
    assert.deepEqual(read.event.teams[0]?.color, null)
    assert.equal(read.event.startTime, Date.UTC(2026, 1, 7, 20))
    assert.equal(eventFromWire({ ...event, gameId: 20031077 })?.event.gameId, 'pm:20031077')
    assert.equal(eventFromWire({ ...event, id: undefined }), null)
  })

  test('of exclusive markets says whether one that is not listed may win', () => {
    const unlisted = (change: Record<string, unknown>, ...markets: readonly unknown[]) =>
      eventFromWire({ ...event, negRisk: true, markets, ...change })?.event.unlistedMayWin
    const other = { ...ROW, conditionId: '0x'.padEnd(66, '8'), negRiskOther: true }
    assert.equal(unlisted({}, ROW), undefined)
    assert.equal(unlisted({}, ROW, { ...ROW, conditionId: '' }), true, 'a member that is not deployed yet')
    assert.equal(unlisted({ negRiskAugmented: true }, ROW), true)
    assert.equal(
      unlisted({ negRiskAugmented: true }, ROW, other),
      undefined,
      'Other stands for what is added',
    )
    assert.equal(unlisted({ negRisk: false }, ROW, { ...ROW, conditionId: '' }), undefined)
  })

  test('INV-52 texts, lists and ids are cut to what is kept', () => {
    const long = 'ä'.repeat(3_000_000)
    const markets = Array.from({ length: 5_010 }, () => ({
      ...ROW,
      question: 'q',
      outcomes: `["${long}", "No"]`,
    }))
    const read = eventFromWire({
      ...event,
      slug: long,
      title: long,
      description: long,
      tags: [
        ...Array.from({ length: 200 }, () => ({ id: '1', label: long, slug: 's' })),
        { id: long, label: '', slug: '' },
      ],
      teams: Array.from({ length: 50 }, () => ({ ...event.teams[0], name: long, alias: long })),
      markets: [
        { ...ROW, question: long, slug: long, groupItemTitle: long, outcomes: [long, 'No'] },
        ...markets,
      ],
    })
    assert.ok(read !== null)
    const { slug, title, description, tags, teams } = read.event
    assert.deepEqual([slug.length, title.length, description.length], [200, 300, 10_000])
    assert.equal(title.at(-1), '…')
    assert.deepEqual(
      [tags.length, tags[0]?.label.length, teams.length, teams[0]?.alias?.length],
      [100, 100, 20, 100],
    )
    // A market whose outcomes are too long to be read is none.
    const [market, ...others] = read.event.markets
    assert.deepEqual([others.length, read.skipped], [0, 5_010])
    assert.deepEqual(
      [market?.question.length, market?.slug.length, market?.outcomes[0].name.length],
      [300, 200, 100],
    )
    assert.equal(tagFromWire({ id: '1'.repeat(81), label: 'x', slug: 'y' }), null)
    assert.equal(leagueFromWire({ sport: 'nba', name: long, ordering: 'away' })?.name.length, 100)
  })

  test('small rows are read or refused', () => {
    assert.deepEqual(tagFromWire({ id: 3, label: 'x', slug: 'y' }), { id: '3', label: 'x', slug: 'y' })
    assert.equal(tagFromWire({ id: 3 }), null)
    assert.equal(teamFromWire({ id: 1 }), null)
    assert.deepEqual(leagueFromWire({ sport: 'nba', ordering: 'away' }), {
      code: 'nba',
      name: 'nba',
      ordering: 'away',
    })
    assert.equal(leagueFromWire({ sport: 'nba', ordering: 'both' }), null)
    const side = (ordering: unknown) => teamFromWire({ id: 1, name: 'A', ordering })?.ordering
    assert.deepEqual(['home', 'away', 'both', undefined].map(side), ['home', 'away', null, null])
  })
})
