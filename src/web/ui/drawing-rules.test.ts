/**
 * Rules of the sheets by which a change of a figure costs little (docs/dev/web-architecture.md); `bench/page.ts`
 * measures it.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { rulesOf } from './testing/token-sheet.ts'
import type { Rule } from './testing/token-sheet.ts'

const WEB = join(import.meta.dirname, '..')
const RULES: readonly Rule[] = globSync('**/*.css', { cwd: WEB })
  .filter((path) => !path.startsWith('public/'))
  .flatMap((path) => rulesOf(readFileSync(join(WEB, path), 'utf8')))
  .map((rule) => ({ ...rule, selector: rule.selector.replaceAll(/:global\(([^)]*)\)/g, '$1') }))

/** Makes what it is said of a stacking context or a layer. */
const LAYERS = [
  'isolation',
  'z-index',
  'transform',
  'will-change',
  'filter',
  'opacity',
  'contain',
  'mix-blend-mode',
]

const selectorsOf = (rule: Rule): readonly string[] => rule.selector.split(/,\s*(?![^(]*\))/)

/** Declarations for exactly this selector, alone or in a list. */
function declaredFor(selector: string): ReadonlyMap<string, string> {
  const found = RULES.filter((rule) => selectorsOf(rule).includes(selector))
  assert.ok(found.length > 0, `a rule for ${selector}`)
  return new Map(found.flatMap(({ declarations }) => [...declarations]))
}

/** The rules that are about the element that a selector ends with. */
const about = (end: RegExp): readonly Rule[] =>
  RULES.filter((rule) => selectorsOf(rule).some((selector) => end.test(selector)))

describe('the sheets', () => {
  test('a ladder lays out and paints apart from the others, and its columns keep their widths', () => {
    assert.equal(declaredFor('.ladder').get('contain'), 'strict')
    for (const [cell, width] of [
      ['.ladder-price', 'price'],
      ['.ladder-result', 'result'],
      ['.ladder-volume', 'volume'],
      ['.ladder-queue', 'queue'],
    ] as const)
      assert.equal(declaredFor(cell).get('flex'), `0 0 var(--width-${width})`)
    assert.equal(declaredFor('.ladder-cell').get('flex'), '1 1 0')
    assert.equal(declaredFor('.ladder-cell').get('min-width'), 'var(--width-bid)')
  })

  test('a depth bar is a shifted background that is not quite opaque', () => {
    for (const [side, fill] of [
      ['bid', 'pos'],
      ['ask', 'neg'],
    ] as const) {
      const ground = declaredFor(`.ladder-cell.${side}`).get('background') ?? ''
      assert.match(ground, new RegExp(`var\\(--${fill}-fill\\) 99%, transparent\\) 50%`))
      assert.match(ground, / \/ 200% /)
    }
  })

  test('rows that change often are stacking contexts, but not those that head a group', () => {
    for (const rows of ['fills', 'positions', 'outcomes'])
      assert.equal(declaredFor(`.${rows} tbody tr`).get('isolation'), 'isolate')
    assert.equal(declaredFor('.orders tbody tr:not(.order-group-row)').get('isolation'), 'isolate')
  })

  test('the scrolling body of a panel is no layer', () => {
    const layered = about(/\.panel-body(?:[.:[][^\s>+~]*)?$/).flatMap(({ selector, declarations }) =>
      LAYERS.filter((name) => declarations.has(name)).map((name) => `${selector}: ${name}`),
    )
    assert.deepEqual(layered, [])
    assert.deepEqual(
      RULES.filter(({ declarations }) => declarations.has('will-change')).map(({ selector }) => selector),
      [],
    )
  })

  test('the lines under a ladder are cut by the foot, over a bar that is always there', () => {
    const foot = '.ladder-foot:not(.dragging, .touch)'
    assert.equal(declaredFor(foot).get('overflow'), 'hidden')
    assert.equal(declaredFor(`${foot} p`).get('display'), 'inline')
    assert.equal(declaredFor(`${foot} p`).get('overflow'), undefined)
    const bar = declaredFor(`${foot}::before`)
    assert.deepEqual([bar.get('display'), bar.get('width')], ['inline-block', '100%'])
  })

  test("an own order's chip has an outline and no placed frame, and icons cut nothing off", () => {
    const chip = declaredFor('.own-chip')
    assert.equal(chip.get('outline'), '1px solid var(--own)')
    assert.equal(chip.get('position'), undefined)
    assert.equal(declaredFor('svg').get('overflow'), 'visible')
  })
})
