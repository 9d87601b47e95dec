// Combos in the data service: positions read whole or not at all, and activity, newest first.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { VenueCombos } from '#ports/venue-combos.ts'
import { json, startScriptedServer, type Answer, type ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'

type Row = Record<string, unknown>

const IDS = {
  conditionId: '0x038424daee92cbae7b0d23e76755d7e8040000000000000000000000000000',
  yes: '1590416723562117432875521436543004434153917935995312445044018479369767878656',
}
const LEG = '1243965552808499617108514947746357048534421404414231170468951922814836802049'
const HASH = `0x${'Cd'.repeat(32)}`

let server: ScriptedServer
let venue: Venue
let combos: VenueCombos

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
  assert.ok(venue.combos !== null)
  combos = venue.combos
})

after(async () => {
  await venue.close()
  await server.close()
})

const position = (changes: Row = {}): Row => ({
  combo_condition_id: IDS.conditionId,
  combo_position_id: IDS.yes,
  outcome_label: 'Yes',
  current_size: 1.932381,
  entry_avg_price_usdc: '0.5',
  entry_cost_usdc: 0.966191,
  gross_entry_cost_usdc: 1,
  realized_payout_usdc: 0,
  status: 'OPEN',
  redeemable: false,
  first_entry_at: '2026-09-20T12:31:40Z',
  legs: [
    {
      leg_position_id: LEG,
      leg_outcome_label: 'Yes',
      leg_status: 'RESOLVED_WIN',
      market: { question: 'Will it?', outcome: 'Yes', event: { event_id: '7', event_title: 'An event' } },
    },
  ],
  ...changes,
})

const list = (rows: readonly unknown[], more: Row = {}): Answer =>
  json(200, { data: rows, pagination: { has_more: false, ...more } })

describe('combo positions', () => {
  const statuses: readonly (readonly [string, string, boolean])[] = [
    ['OPEN', 'open', false],
    ['RESOLVED_WIN', 'won', false],
    ['REDEEMABLE', 'won', true],
    ['RESOLVED_LOSS', 'lost', false],
    ['PARTIAL', 'partial', false],
    ['RESOLVED_PARTIAL', 'partial', false],
    ['A_NEW_WORD', 'open', false],
  ]
  for (const [status, expected, redeemable] of statuses) {
    test(`of status ${status} are ${expected}${redeemable ? ', redeemable' : ''}`, async () => {
      server.on('GET', '/v2/positions/combos', list([position({ status })]))
      const read = await combos.positions()
      assert.ok(read.ok)
      assert.deepEqual([read.value[0]?.status, read.value[0]?.redeemable], [expected, redeemable])
    })
  }

  for (const [changes, ended] of [
    [{ status: 'OPEN', legs_pending: 2 }, false],
    [{ status: 'PARTIAL', legs_pending: 1 }, false],
    [{ status: 'PARTIAL' }, false],
    [{ status: 'PARTIAL', legs_pending: 0 }, true],
    [{ status: 'RESOLVED_PARTIAL', legs_pending: 0 }, true],
    [{ status: 'RESOLVED_PARTIAL' }, true],
    [{ status: 'RESOLVED_WIN' }, true],
    [{ status: 'RESOLVED_LOSS', legs_pending: 1 }, true],
    [{ status: 'REDEEMABLE' }, true],
    [{ status: 'A_NEW_WORD' }, false],
  ] as const) {
    test(`${JSON.stringify(changes)} have ${ended ? 'ended' : 'not ended'}`, async () => {
      server.on('GET', '/v2/positions/combos', list([position(changes)]))
      const read = await combos.positions()
      assert.ok(read.ok)
      assert.equal(read.value[0]?.ended, ended)
    })
  }

  test('are read exactly, numbers and text alike', async () => {
    server.on('GET', '/v2/positions/combos', list([position()]))
    const read = await combos.positions()
    assert.ok(read.ok)
    const [row] = read.value
    assert.equal(row?.id, `pmc:${IDS.yes}`)
    assert.equal(row.marketId, `pmc:${IDS.conditionId}`)
    assert.deepEqual([row.size, row.averagePrice, row.costBasis], [1_932_381n, 500_000n, 966_191n])
    assert.deepEqual(row.legs[0], {
      positionId: LEG,
      eventId: 'pm:7',
      eventTitle: 'An event',
      marketTitle: 'Will it?',
      outcomeName: 'Yes',
      status: 'won',
    })
  })

  test('with a row that cannot be read are incomplete, not shorter', async () => {
    server.on('GET', '/v2/positions/combos', list([position(), position({ current_size: 'x' })]))
    const read = await combos.positions()
    assert.equal(read.ok ? '' : read.error.kind, 'incomplete')
  })

  test('that promise more without a cursor are incomplete', async () => {
    server.on('GET', '/v2/positions/combos', list([position()], { has_more: true }))
    const read = await combos.positions()
    assert.equal(read.ok ? '' : read.error.kind, 'incomplete')
  })

  test('whose cursor comes again are incomplete, whether at once or later', async () => {
    for (const next of [() => 'a', (cursor: string | null) => (cursor === 'a' ? 'b' : 'a')]) {
      let asked = 0
      server.on('GET', '/v2/positions/combos', (response, request) => {
        asked += 1
        const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('cursor')
        list([position()], { has_more: true, next_cursor: next(cursor) })(response, request)
      })
      const read = await combos.positions()
      assert.equal(read.ok ? '' : read.error.kind, 'incomplete')
      assert.ok(asked <= 3, `${asked} pages`)
    }
  })
})

test('combo activity joins trades of combos with what else happened to them, newest first', async () => {
  server.on(
    'GET',
    '/v2/activity/combos',
    list([
      {
        id: 'a1',
        type: 'REDEEM',
        combo_condition_id: IDS.conditionId,
        combo_position_id: IDS.yes,
        amount_usdc: 2,
        payout_usdc: 2,
        timestamp: 1_789_907_600,
      },
      {
        id: 'a2',
        type: 'SOMETHING',
        combo_condition_id: IDS.conditionId,
        amount_usdc: 1,
        timestamp: 1_789_907_400,
      },
      { id: 'a3', type: 'SPLIT', combo_condition_id: 'nonsense', timestamp: 1_789_907_400 },
    ]),
  )
  const trade = {
    type: 'TRADE',
    timestamp: 1_789_907_500,
    condition_id: IDS.conditionId,
    token_id: IDS.yes,
    side: 'BUY',
    size: 1.9,
    usdc_size: 1,
    price: 0.5,
    title: 'One AND two',
    transaction_hash: HASH,
  }
  server.on(
    'GET',
    '/v2/activity',
    list([
      { ...trade, is_combo: true },
      { ...trade, timestamp: 1_789_907_501 },
    ]),
  )
  const read = await combos.activity()
  assert.ok(read.ok)
  assert.deepEqual(
    read.value.rows.map(({ kind, side, amount }) => [kind, side, amount]),
    [
      ['redeem', null, 2_000_000n],
      ['trade', 'BUY', 1_000_000n],
      ['other', null, 1_000_000n],
    ],
  )
})

test('combo activity is read past the first page, as far as a few pages go', async () => {
  const event = (id: number): Row => ({
    id: `a${id}`,
    type: 'REDEEM',
    combo_condition_id: IDS.conditionId,
    timestamp: 1_789_907_600 - id,
  })
  for (const [pages, expected] of [
    [2, 2],
    [100, 4],
  ] as const) {
    let asked = 0
    server.on('GET', '/v2/activity/combos', (response, request) => {
      asked += 1
      const more = asked < pages ? { has_more: true, next_cursor: `c${asked}` } : {}
      list([event(asked)], more)(response, request)
    })
    server.on('GET', '/v2/activity', list([]))
    const read = await combos.activity()
    assert.ok(read.ok)
    assert.equal(read.value.complete, pages <= 4, 'rows that were not read are owned up to')
    assert.deepEqual(
      read.value.rows.map(({ id }) => id),
      Array.from({ length: expected }, (_, index) => `a${index + 1}`),
    )
  }
})

test('combo activity names what was paid out only where something is paid out', async () => {
  const event = (type: string): Row => ({
    id: type,
    type,
    combo_condition_id: IDS.conditionId,
    amount_usdc: 5,
    payout_usdc: 0,
    timestamp: 1_789_907_600,
  })
  const types = ['SPLIT', 'MERGE', 'CONVERT', 'COMPRESS', 'WRAP', 'UNWRAP', 'REDEEM']
  server.on('GET', '/v2/activity/combos', list(types.map(event)))
  server.on('GET', '/v2/activity', list([]))
  const read = await combos.activity()
  assert.ok(read.ok)
  const paid = new Map(read.value.rows.map(({ kind, amount }) => [kind, amount]))
  for (const kind of ['split', 'convert', 'compress', 'wrap'] as const) {
    assert.equal(paid.get(kind), 5_000_000n, kind)
  }
  for (const kind of ['merge', 'unwrap', 'redeem'] as const) assert.equal(paid.get(kind), 0n, kind)
})
