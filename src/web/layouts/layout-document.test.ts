import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { FORMAT, readContent, writeContent } from './layout-document.ts'
import { PRESETS } from './presets.ts'
import { keptOf, listed, NO_DOCUMENT, onTop, withLayout, without } from './workspace-list.ts'
import type { Document } from './workspace-list.ts'
import { closePanel, group, groupsOf, row } from '../dock/layout/tree.ts'

const ROOM = { width: 1_430, height: 808 }
const layout = PRESETS[0].layout(ROOM)
const content = (): Record<string, unknown> =>
  JSON.parse(JSON.stringify(writeContent({ layout, base: 'ladder-desk' }))) as Record<string, unknown>

describe('a kept layout', () => {
  test('of format 1, from before the links, is migrated: everything follows group A', () => {
    const group = { kind: 'group', size: 1, panels: ['chart'], active: 'chart' }
    const old = {
      format: 1,
      base: 'research',
      root: group,
      floating: [],
      windows: [],
      panels: { chart: { kind: 'chart' } },
    }
    const read = readContent(old)
    assert.ok(read.ok)
    assert.deepEqual(read.value.layout.panels, { chart: { kind: 'chart', link: 'A', pinned: null } })
    assert.equal(read.value.base, 'research')
  })

  test('of format 2 that holds floating groups and windows is migrated: they are docked at the right, nothing is lost', () => {
    const box = { x: 40, y: 40, width: 300, height: 200 }
    const floating = [{ panels: ['extra', 'more'], active: 'more', box }]
    const windows = [{ panels: ['one'], active: 'one', box }]
    const panel = { kind: 'fills', link: null, pinned: null }
    const old = content()
    const panels = { ...(old['panels'] as object), extra: panel, more: panel, one: panel }
    const read = readContent({ ...old, format: 2, floating, windows, panels })
    assert.ok(read.ok)
    const { root } = read.value.layout
    assert.deepEqual(
      groupsOf(root).map((tabs) => [tabs.panels, tabs.active]),
      [
        ...groupsOf(layout.root).map((tabs) => [tabs.panels, tabs.active]),
        [['extra', 'more'], 'more'],
        [['one'], 'one'],
      ],
    )
    const alone = readContent({
      ...old,
      format: 2,
      root: null,
      floating,
      windows,
      panels: { extra: panel, more: panel, one: panel },
    })
    assert.deepEqual(alone.ok && groupsOf(alone.value.layout.root).map((tabs) => tabs.panels), [
      ['extra', 'more'],
      ['one'],
    ])
  })

  test('of a newer format is distinguished from a broken one', () => {
    assert.deepEqual(readContent({ ...content(), format: FORMAT + 1 }), { ok: false, error: 'newer' })
    assert.deepEqual(readContent({ ...content(), format: 0 }), { ok: false, error: 'broken' })
  })

  test('with a panel of an unknown kind is read: the panel becomes a placeholder', () => {
    const kept = content()
    kept['panels'] = {
      ...(kept['panels'] as object),
      ticket: { kind: 'crystal_ball', link: null, pinned: null },
    }
    const read = readContent(kept)
    assert.ok(read.ok)
    assert.equal(read.value.layout.panels['ticket']?.kind, 'crystal_ball')
  })

  test('in which a panel stands twice, nowhere, or without a place is broken', () => {
    const twice = content()
    twice['root'] = row(1, [layout.root ?? group(1, ['chart']), group(1, ['chart'])])
    const nowhere = content()
    nowhere['panels'] = {
      ...(nowhere['panels'] as object),
      more: { kind: 'fills', link: null, pinned: null },
    }
    const missing = content()
    missing['panels'] = {}
    const endless = content()
    endless['root'] = { ...(endless['root'] as object), size: Number.POSITIVE_INFINITY }
    for (const one of [twice, nowhere, missing, endless]) {
      assert.deepEqual(readContent(one), { ok: false, error: 'broken' })
    }
  })

  test('whatever comes, reading never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readContent(value)
        readContent({ ...content(), root: value })
        readContent({ ...content(), panels: value })
        readContent({ ...content(), format: 2, floating: [value], windows: value })
        readContent({ ...content(), format: value })
      }),
    )
  })
})

describe('the workspaces of a screen', () => {
  const edited =
    withLayout(NO_DOCUMENT, 'research', closePanel(PRESETS[2]?.layout(ROOM) ?? layout, 'chart')) ??
    NO_DOCUMENT
  const broken: Document = {
    ...edited,
    workspaces: [...edited.workspaces, { id: 'portfolio', name: 'Portfolio', content: { format: 'x' } }],
  }

  test('a broken one starts again, the others stay', () => {
    assert.equal(keptOf(broken, 'portfolio'), 'broken')
    assert.equal(typeof keptOf(broken, 'research'), 'object')
    assert.equal(keptOf(without(broken, 'portfolio'), 'portfolio'), null)
    assert.deepEqual(without(broken, 'portfolio').workspaces, edited.workspaces)
  })

  test("stand in the order of their numbers, the page's own first", () => {
    const own = {
      ...edited,
      workspaces: [
        { id: 'mine', name: 'Mine', content: {} },
        ...edited.workspaces,
        // One that an earlier version came with and that was changed.
        { id: 'games-night', name: 'Games night', content: {} },
      ],
    }
    assert.deepEqual(
      listed(own).map(({ id, isChanged }) => (isChanged ? `${id}!` : id)),
      ['ladder-desk', 'portfolio', 'research!', 'mine!', 'games-night!'],
    )
  })

  test('changes of two tabs both hold when they are of different workspaces; of the same one the last write does', () => {
    const mine = withLayout(edited, 'ladder-desk', closePanel(layout, 'chart')) ?? edited
    const theirs = without(edited, 'research')
    assert.deepEqual(
      onTop(edited, mine, theirs).workspaces.map(({ id }) => id),
      ['ladder-desk'],
    )
    const [here, there] = ['chart', 'event'].map(
      (id) => withLayout(edited, 'research', closePanel(layout, id)) ?? edited,
    )
    assert.ok(here !== undefined && there !== undefined)
    assert.deepEqual(onTop(edited, here, there).workspaces, here.workspaces)
    assert.deepEqual(onTop(edited, edited, there).workspaces, there.workspaces)
    assert.deepEqual(onTop(edited, without(edited, 'research'), there).workspaces, [])
  })

  test('there is room for twenty', () => {
    const full = {
      active: null,
      workspaces: Array.from({ length: 20 }, (_, n) => ({ id: `w${n}`, name: 'w', content: {} })),
    }
    assert.equal(withLayout(full, 'research', layout), null)
    assert.notEqual(withLayout(full, 'w3', layout), null)
  })
})
