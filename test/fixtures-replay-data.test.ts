/** Every recorded payload of the data service read by the real decoders, when the recordings stand beside the checkout. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { errorText } from '#venue/bodies.ts'
import { pnlFromWire } from '#venue/data/data.ts'
import { activityFromWire, positionFromWire } from '#venue/data/translate.ts'
import { dataPage } from '#venue/pages.ts'

const FOLDER = new URL('../../shared/fixtures/', import.meta.url)
const PRESENT = existsSync(FOLDER)
/** The old version is not read, nor are other reads; combos have an adapter of their own. */
const NOT_READ = /^data-(v1-|v2-misc|v2-.*combos)/

const checked = new Set<string>()

function read(name: string): unknown {
  checked.add(name)
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as unknown
}

function rowsOf(name: string): readonly unknown[] {
  const page = dataPage(read(name))
  assert.equal(page.problem, undefined, name)
  return page.rows
}

describe('recordings of the data service', { skip: !PRESENT }, () => {
  test('positions of all three statuses are understood to the last row', () => {
    for (const [name, status] of [
      ['data-v2-positions-open', null],
      ['data-v2-positions-open-page1', 'open'],
      ['data-v2-positions-redeemable', 'redeemable'],
      ['data-v2-positions-closed', 'closed'],
      ['data-v2-positions-empty', null],
    ] as const) {
      for (const row of rowsOf(name)) {
        const read = positionFromWire(row)
        assert.ok(read.ok, name)
        const position = read.value
        if (status !== null) assert.equal(position.status, status)
        assert.equal(position.size, decimalMicros(row, 'current_size'))
        assert.equal(position.cost, decimalMicros(row, 'entry_cost_usdc'))
        assert.equal(position.paidFees, decimalMicros(row, 'entry_fees_usdc'))
        assert.ok(position.paidFees !== null && position.fees !== null && position.cost !== null)
        const paid = position.paidFees - position.fees
        assert.equal(position.realised, decimalMicros(row, 'realized_pnl') - paid)
        assert.equal(position.fees <= position.cost, true)
      }
    }
  })

  test('a page that promises more without a cursor keeps its rows and is not whole', () => {
    const page = dataPage(read('data-v2-bad-has-more'))
    assert.deepEqual([page.problem, page.rows.length], ['more rows without a cursor', 1])
  })

  test('activity is understood, what is new to us as other', () => {
    const rows = rowsOf('data-v2-activity').map((row) => {
      const activity = activityFromWire(row)
      return activity.ok ? activity.value : null
    })
    assert.equal(rows.filter((row) => row === null).length, 0)
    assert.deepEqual(
      rows.filter((row) => row?.kind === 'other').map((row) => row?.venueKind),
      ['TIP', 'SOMETHING_NEW'],
    )
    assert.equal(rows.filter((row) => row?.combo === true).length, 1)
  })

  test('profit lines are understood point by point', () => {
    const line = pnlFromWire(read('data-v2-user-pnl'))
    assert.ok(line !== null && line.points.length > 1)
    assert.equal(line.unread, 0)
    assert.equal(line.points[0]?.total, -1_005_796_207n)
    assert.deepEqual(pnlFromWire(read('data-v2-user-pnl-empty')), { points: [], unread: 0 })
  })

  test('refusals have words', () => {
    for (const one of read('data-errors') as readonly { readonly body: unknown }[]) {
      assert.notEqual(errorText(one.body), '')
    }
  })

  test('none is forgotten', () => {
    const unread = readdirSync(FOLDER)
      .filter((name) => /^data-.*\.json$/.test(name) && !NOT_READ.test(name))
      .filter((name) => !checked.has(name.replace(/\.json$/, '')))
    assert.deepEqual(unread, [])
  })
})

/** A recorded number through its text, without arithmetic. */
function decimalMicros(row: unknown, field: string): bigint {
  const text = String((row as Readonly<Record<string, unknown>>)[field])
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const magnitude = BigInt(whole + fraction.padEnd(6, '0'))
  return text.startsWith('-') ? -magnitude : magnitude
}
