/**
 * docs/asvs.md against the code: every item of level 1 and 2 stands there once, at its level, and every test that it
 * names is there. Fails too when fewer than 95 % of the items that apply have a named test.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const PAGE = 'docs/asvs.md'
const LEAST_SHARE = 0.95

/** The levels of the items of each section of ASVS 5.0.0, in their order. */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

type State = 'held' | 'not applicable' | 'exception'
type Item = {
  readonly number: string
  readonly level: string
  readonly state: State
  /** Tests by file and title, or why it does not apply. */
  readonly shown: string
}
type Named = { readonly path: string; readonly titles: readonly string[] }

const ROW = /^\| ([\d.]+) +\| ([123]) +\| .+? \| (held|not applicable|exception) +\| (.*?) *\|$/

/** The rows of the page's tables. */
export function readItems(page: string): readonly Item[] {
  return page.split('\n').flatMap((line) => {
    const [, number = '', level = '', state = '', shown = ''] = ROW.exec(line) ?? []
    return number === '' ? [] : [{ number, level, state: state as State, shown }]
  })
}

/** The files that an item names, each with the titles behind it. */
export function namedTests(shown: string): readonly Named[] {
  return [...shown.matchAll(/`([\w/.-]+\.test\.ts)`((?:[:,] "[^"]+")*)/g)].map(
    ([, path = '', titles = '']) => ({
      path,
      titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }),
  )
}

/** Whether a file of tests has this title: a whole text of it (a row of a table of cases), or a part of a test's own title. */
export function hasTitle(source: string, title: string): boolean {
  const texts = [...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , text = '']) => text)
  if (texts.includes(title)) return true
  const titles = source.matchAll(/\b(?:test|describe)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)
  return [...titles].some(([, , text = '']) => text.includes(title))
}

/** What is wrong with the page, one line each. */
export function faultsOf(page: string, sourceOf: (path: string) => string | null): readonly string[] {
  const items = readItems(page)
  const faults = [...levelFaults(items), ...items.flatMap((item) => testFaults(item, sourceOf))]
  const { share, counts } = countItems(items)
  if (!page.replaceAll(/\s+/g, ' ').includes(counts)) faults.push(`the page does not say: ${counts}`)
  if (share < LEAST_SHARE)
    faults.push(`only ${(share * 100).toFixed(1)} % of the items that apply have a named test`)
  return faults
}

function levelFaults(items: readonly Item[]): readonly string[] {
  const faults: string[] = []
  for (const [section, levels] of Object.entries(LEVELS)) {
    for (const [index, level] of levels.split('').entries()) {
      const number = `${section}.${index + 1}`
      const rows = items.filter((item) => item.number === number)
      if (rows.length > 1) faults.push(`${number} stands there twice`)
      if (rows.length === 0 && level !== '3') faults.push(`${number} is missing`)
      if (rows.some((row) => row.level !== level)) faults.push(`${number} is of level ${level}`)
    }
  }
  const unknown = items.filter(({ number }) => {
    const [, section = '', index = ''] = /^(\d+\.\d+)\.(\d+)$/.exec(number) ?? []
    return LEVELS[section]?.[Number(index) - 1] === undefined
  })
  return [...faults, ...unknown.map(({ number }) => `${number} is no item of ASVS 5.0.0`)]
}

function testFaults(
  { number, state, shown }: Item,
  sourceOf: (path: string) => string | null,
): readonly string[] {
  const faults = shown.length < 10 ? [`${number}: nothing is said of it`] : []
  if (state === 'exception' && number !== '6.3.3')
    faults.push(`${number}: only 6.3.3 is a declared exception`)
  for (const { path, titles } of namedTests(shown)) {
    const source = sourceOf(path)
    if (source === null) faults.push(`${number}: there is no ${path}`)
    else if (titles.length === 0) faults.push(`${number}: no test of ${path} is named`)
    else {
      const lost = titles.filter((title) => !hasTitle(source, title))
      faults.push(...lost.map((title) => `${number}: ${path} has no test "${title}"`))
    }
  }
  return faults
}

function countItems(items: readonly Item[]): { readonly share: number; readonly counts: string } {
  const applying = items.filter(({ state }) => state !== 'not applicable')
  const tested = applying.filter(({ shown }) => namedTests(shown).length > 0).length
  const of = (level: string): number => applying.filter((item) => item.level === level).length
  return {
    share: applying.length === 0 ? 0 : tested / applying.length,
    counts:
      `${of('1') + of('2')} items of levels 1 and 2 (${of('1')} and ${of('2')}) and ${of('3')} of level 3 apply; ` +
      `${tested} of these ${applying.length} have a named test`,
  }
}

if (import.meta.main) {
  const faults = faultsOf(readFileSync(join(root, PAGE), 'utf8'), (path) => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return null
    }
  })
  for (const fault of faults) console.error(`${PAGE}: ${fault}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
