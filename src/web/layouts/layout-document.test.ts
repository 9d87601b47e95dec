import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readContent, writeContent } from './layout-document.ts'
import { PRESETS } from './presets.ts'
import { group, row } from './tree.ts'

const ROOM = { width: 1_430, height: 808 }
const layout = PRESETS[0].layout(ROOM)
const content = (): Record<string, unknown> =>
  JSON.parse(JSON.stringify(writeContent(layout))) as Record<string, unknown>

describe('a kept layout', () => {
  test('with link groups, as earlier versions kept it, is read without them', () => {
    const old = content()
    const panels = Object.entries(old['panels'] as object).map(([id, panel]) => [id, { ...panel, link: 'B' }])
    assert.deepEqual(readContent({ ...old, base: 'research', panels: Object.fromEntries(panels) }), layout)
  })

  test('of another format is not read', () => {
    for (const format of [1, 2, 4, 'x']) assert.equal(readContent({ ...content(), format }), null)
  })

  test('with a panel of an unknown kind is read: the panel becomes a placeholder', () => {
    const kept = content()
    kept['panels'] = {
      ...(kept['panels'] as object),
      ticket: { kind: 'crystal_ball', pinned: null },
    }
    const read = readContent(kept)
    assert.equal(read?.panels['ticket']?.kind, 'crystal_ball')
  })

  test('in which a panel stands twice, nowhere, or without a place is broken', () => {
    const twice = content()
    twice['root'] = row(1, [layout.root ?? group(1, ['chart']), group(1, ['chart'])])
    const nowhere = content()
    nowhere['panels'] = {
      ...(nowhere['panels'] as object),
      more: { kind: 'fills', pinned: null },
    }
    const missing = content()
    missing['panels'] = {}
    const endless = content()
    endless['root'] = { ...(endless['root'] as object), size: Number.POSITIVE_INFINITY }
    for (const one of [twice, nowhere, missing, endless]) {
      assert.equal(readContent(one), null)
    }
  })

  test('whatever comes, reading never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readContent(value)
        readContent({ ...content(), root: value })
        readContent({ ...content(), panels: value })
        readContent({ ...content(), format: value })
      }),
    )
  })
})
