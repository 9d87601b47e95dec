/** The check of docs/asvs.md must be able to fail. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultsOf, namedTests, promiseFaults, readRows, readSource } from '../scripts/check-asvs.ts'
import { hasTitle, readTitles, titlePattern } from '../scripts/test-titles.ts'
import { MUTATIONS } from './asvs/mutations.ts'

const page = readSource('docs/asvs.md') ?? ''
const faults = (changed: string): readonly string[] => faultsOf(changed, MUTATIONS, readSource)

describe('the page of the standard', () => {
  test('is right as it is, with all 345 rows of the standard', () => {
    assert.deepEqual(faults(page), [])
    assert.equal(readRows(page).length, 345)
  })

  for (const [what, from, to, expected] of [
    ['a row that is gone', /^- \*\*3\.4\.4\*\* .*\n/m, '', '3.4.4 is missing'],
    ['a row of level 3 that is gone', /^- \*\*3\.4\.7\*\* .*\n/m, '', '3.4.7 is missing'],
    ['another level', '**3.4.4** (2)', '**3.4.4** (1)', '3.4.4 is of level 2'],
    [
      'a part of a title',
      '"a wrong method lists the right ones"',
      '"a wrong method lists"',
      '3.5.3: src/server/app.test.ts has no test "a wrong method lists"',
    ],
    [
      'a string of the file that is no title',
      '"a wrong method lists the right ones"',
      '"secret detail"',
      '3.5.3: src/server/app.test.ts has no test "secret detail"',
    ],
    [
      'a row that is held by nothing',
      /^(- \*\*3\.4\.4\*\* \(2\) held: )[^`]+.*$/m,
      '$1Nothing is guessed here.',
      '3.4.4: is held, and no test is named',
    ],
    [
      'a row that no broken place shows',
      '**11.7.1** (3) not held',
      '**11.7.1** (3) held',
      '11.7.1: is held, and test/asvs/',
    ],
    ['counts that are not true', /\d+ held/, '1 held', 'the page does not say:'],
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
    assert.ok(faultsOf(page, MUTATIONS, () => null).length > 100)
  })

  test('is wrong with places that are not in the sources, not named by the page, or too few', () => {
    const [first] = MUTATIONS
    assert.ok(first !== undefined)
    const lost = { ...first, find: 'what stands nowhere' }
    assert.ok(faultsOf(page, [lost], readSource).some((fault) => fault.includes('its text is 0 times in')))
    const unnamed = { ...first, test: { ...first.test, title: 'another' } }
    assert.ok(faultsOf(page, [unnamed], readSource).some((fault) => fault.includes('the page does not name')))
    assert.ok(faultsOf(page, [first], readSource).some((fault) => fault.startsWith('only ')))
  })
})

test('each promise of the security page links to a test by its title, or states that none shows it', () => {
  const promises = readSource('docs/security.md') ?? ''
  assert.deepEqual(promiseFaults(promises, readSource), [])
  assert.ok((promises.match(/^- /gm) ?? []).length >= 30)
  assert.equal(promiseFaults('\n- It is safe.\n', readSource).length, 1)
  assert.equal(
    promiseFaults('\n- It is safe: [test](../src/server/app.test.ts "no such").\n', readSource).length,
    1,
  )
  assert.deepEqual(promiseFaults('\n- It is safe. (No test shows this.)\n', readSource), [])
})

test('a title is that of a test or a group, as it stands or with parts of a table of cases, and nothing else', () => {
  const titles = readTitles(`
    describe('a thing', () => { test(\`\${name} works\`, () => {}) })
    const cases = [['a case', 1]]
    const removed = 'another case'
    for (const [name] of cases) context.test(name.trim(), () => {})
    // test('in a comment', () => {})
    const text = "test('in a text', () => {})"`)
  for (const title of ['a thing', 'a case works', '${name} works']) assert.ok(hasTitle(titles, title), title)
  for (const title of ['works', 'thing', 'another case works', 'removed', 'in a comment', 'in a text'])
    assert.ok(!hasTitle(titles, title), title)
  assert.ok(new RegExp(`^${titlePattern('[a] ${name} (b)')}$`).test('[a] any name (b)'))
  assert.deepEqual(namedTests('`src/a.test.ts`: "b", "c"; `src/d.test.ts`: "e"'), [
    { path: 'src/a.test.ts', titles: ['b', 'c'] },
    { path: 'src/d.test.ts', titles: ['e'] },
  ])
})
