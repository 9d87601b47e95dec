/** The check of docs/asvs.md must be able to fail. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { faultsOf, hasTitle, namedTests } from '../scripts/check-asvs.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('docs/asvs.md')

const faults = (changed: string): readonly string[] =>
  faultsOf(changed, (path) => (path.startsWith('src/') || path.startsWith('test/') ? read(path) : null))

describe('the page of security items', () => {
  test('is right as it stands', () => {
    assert.deepEqual(faults(page), [])
  })

  for (const [what, from, to, expected] of [
    ['an item that is gone', /^\| 3\.4\.4 .*\n/m, '', '3.4.4 is missing'],
    ['another level', /^\| 3\.4\.4( +)\| 2/m, '| 3.4.4$1| 1', '3.4.4 is of level 2'],
    [
      'a title that nobody has',
      '"a foreign Origin"',
      '"a foreign origin"',
      '3.5.1: src/server/app.test.ts has no test "a foreign origin"',
    ],
    [
      'a second exception',
      /^(\| 3\.4\.4 .*?\| )held {6}/m,
      '$1exception ',
      '3.4.4: only 6.3.3 is a declared exception',
    ],
    ['counts that are not true', /(\d+) of these/, '1 of these', 'the page does not say:'],
  ] as const) {
    test(`is wrong with ${what}`, () => {
      const changed = page.replace(from, to)
      assert.notEqual(changed, page)
      assert.ok(
        faults(changed).some((fault) => fault.startsWith(expected)),
        faults(changed).join('\n'),
      )
    })
  }

  test('is wrong with a file that is not there', () => {
    assert.ok(faultsOf(page, () => null).length > 100)
  })

  test('is wrong with too few tests', () => {
    const without = page.replaceAll(/`src\/server\/\S+\.test\.ts`/g, 'nothing')
    assert.ok(faults(without).some((fault) => fault.startsWith('only ')))
  })
})

test('a title is a part of that of a test, or a whole text of the file, and nothing else', () => {
  const source =
    "describe('a thing', () => {\n  test(`${name} works`, () => {})\n  const x = ['a case', 'other cases']\n})"
  for (const title of ['a thing', 'works', 'a case']) assert.ok(hasTitle(source, title), title)
  for (const title of ['cases', 'const x', 'a things']) assert.ok(!hasTitle(source, title), title)
  assert.deepEqual(namedTests('`src/a.test.ts`: "b", "c"; `src/d.test.ts`: "e"'), [
    { path: 'src/a.test.ts', titles: ['b', 'c'] },
    { path: 'src/d.test.ts', titles: ['e'] },
  ])
})
