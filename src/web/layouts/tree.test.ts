import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readContent, writeContent } from './layout-document.ts'
import { PRESETS } from './presets.ts'
import { activate, addPanel, closePanel, freeId, groupsOf, movePanel, pin, resize } from './tree.ts'
import type { Layout, Node, Target } from './tree.ts'

const ROOM = { width: 1_430, height: 808 }
const SIDES = ['left', 'right', 'above', 'below'] as const

const panel = { kind: 'ladder', pinned: null } as const

type Step = (layout: Layout) => Layout

function nth(layout: Layout, n: number): string {
  const ids = Object.keys(layout.panels)
  return ids[n % Math.max(1, ids.length)] ?? 'none'
}

const target: fc.Arbitrary<(layout: Layout) => Target> = fc.oneof(
  fc.nat().map((n) => (layout: Layout): Target => ({ to: 'tab', beside: nth(layout, n) })),
  fc.tuple(fc.nat(), fc.constantFrom(...SIDES)).map(([n, side]) => (layout: Layout): Target => ({
    to: 'side',
    beside: nth(layout, n),
    side,
  })),
  fc.constantFrom(...SIDES).map((side) => (): Target => ({ to: 'edge', side })),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.nat(), target).map(
    ([n, at]): Step =>
      (layout) =>
        movePanel(layout, nth(layout, n), at(layout)),
  ),
  target.map(
    (at): Step =>
      (layout) =>
        addPanel(layout, freeId(layout, 'ladder'), panel, at(layout)),
  ),
  fc.nat().map(
    (n): Step =>
      (layout) =>
        closePanel(layout, nth(layout, n)),
  ),
  fc.nat().map(
    (n): Step =>
      (layout) =>
        activate(layout, nth(layout, n)),
  ),
  fc
    .tuple(
      fc.array(fc.nat(3), { maxLength: 3 }),
      fc.array(fc.integer({ min: -5, max: 900 }), { maxLength: 5 }),
    )
    .map(
      ([path, sizes]): Step =>
        (layout) =>
          resize(layout, path, sizes),
    ),
  fc.nat().map(
    (n): Step =>
      (layout) =>
        pin(layout, nth(layout, n), { eventId: 'e', outcomeId: 'pm:1' }),
  ),
)

const start = fc.constantFrom(...PRESETS).map((preset) => preset.layout(ROOM))

function assertSound(layout: Layout): void {
  const placed = groupsOf(layout.root).flatMap((tabs) => tabs.panels)
  assert.deepEqual(placed.toSorted(), Object.keys(layout.panels).toSorted(), 'each panel in one place')
  for (const tabs of groupsOf(layout.root))
    assert.ok(tabs.panels.includes(tabs.active), 'one of the group is in front')
  assertSoundNode(layout.root)
}

function assertSoundNode(node: Node | null): void {
  if (node === null) return
  assert.ok(node.size > 0, 'a size')
  if (node.kind === 'group') return
  assert.ok(node.children.length >= 2, 'a split has children')
  for (const child of node.children) {
    assert.ok(child.kind === 'group' || child.direction !== node.direction, 'no split within its like')
    assertSoundNode(child)
  }
}

describe('the tree of panels', () => {
  test('whatever is moved, closed or opened, each panel stands in exactly one place', () => {
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 25 }), (first, steps) => {
        let layout = first
        for (const one of steps) {
          layout = one(layout)
          assertSound(layout)
        }
      }),
    )
  })

  test('what is kept of any arrangement is read as it was', () => {
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 12 }), (first, steps) => {
        const layout = steps.reduce((old, one) => one(old), first)
        const kept: unknown = JSON.parse(JSON.stringify(writeContent(layout)))
        assert.deepEqual(readContent(kept), layout)
      }),
    )
  })

  test('a move keeps every other panel where it was, in the same order', () => {
    const layout = PRESETS[0].layout(ROOM)
    const moved = movePanel(layout, 'ticket', { to: 'side', beside: 'chart', side: 'below' })
    const rest = (of: Layout) =>
      groupsOf(of.root)
        .flatMap((one) => one.panels)
        .filter((id) => id !== 'ticket')
    assert.deepEqual(rest(moved), rest(layout))
    const order = groupsOf(moved.root).flatMap((one) => one.panels)
    assert.equal(order.indexOf('ticket'), order.indexOf('chart') + 1)
  })

  test('a panel beside itself comes out of its group, and alone stays where it is', () => {
    const layout = PRESETS[0].layout(ROOM)
    const out = movePanel(layout, 'fills', { to: 'side', beside: 'fills', side: 'right' })
    assert.deepEqual(
      groupsOf(out.root)
        .filter((one) => one.panels.includes('fills'))
        .map((one) => one.panels),
      [['fills']],
    )
    assert.equal(movePanel(layout, 'ticket', { to: 'side', beside: 'ticket', side: 'left' }), layout)
  })

  test('a target that is gone puts the panel at the right edge, not nowhere', () => {
    const layout = movePanel(PRESETS[0].layout(ROOM), 'chart', { to: 'tab', beside: 'gone' })
    assert.equal(groupsOf(layout.root).at(-1)?.panels[0], 'chart')
  })

  test('closing the active tab brings its neighbour to the front', () => {
    const layout = activate(PRESETS[0].layout(ROOM), 'fills')
    const tabs = groupsOf(closePanel(layout, 'fills').root).find(({ panels }) => panels.includes('orders'))
    assert.equal(tabs?.active, 'alerts')
  })
})
