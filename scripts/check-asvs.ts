/**
 * docs/asvs.md against the code: every row of the standard is there once, at its level; every test that it names is there under
 * exactly that title; every row that is held has a place in `test/asvs/`, and each place is in the sources once. Fails too when less than 95 % of the rows of
 * level 1 and 2 that apply have such a place. Whether the tests fail there is what `mutate-asvs.ts` shows.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MUTATIONS } from '#test/asvs/mutations.ts'
import type { Mutation } from '#test/asvs/mutation.ts'
import { LEVELS } from './asvs-levels.ts'
import { hasTitle, readTitles } from './test-titles.ts'
import type { Titles } from './test-titles.ts'

const root = join(import.meta.dirname, '..')
const PAGE = 'docs/asvs.md'
const PROMISES = 'docs/security.md'
const MIN_SHARE = 0.95

type State = 'held' | 'in part' | 'by document' | 'not held' | 'not applicable'
type Row = {
  readonly number: string
  readonly level: string
  readonly state: State
  /** What holds, and tests by file and title, or the reason. */
  readonly text: string
}
type Named = { readonly path: string; readonly titles: readonly string[] }
type Source = (path: string) => string | null

const ROW = /^- \*\*([\d.]+)\*\* \(([123])\) (held|in part|by document|not held|not applicable): (.+)$/

/** The rows of the page. */
export function readRows(page: string): readonly Row[] {
  return page.split('\n').flatMap((line) => {
    const [, number = '', level = '', state = '', text = ''] = ROW.exec(line) ?? []
    return number === '' ? [] : [{ number, level, state: state as State, text }]
  })
}

/** The files that a row names, each with the titles behind it. */
export function namedTests(text: string): readonly Named[] {
  return [...text.matchAll(/`([\w/.-]+\.test\.ts)`((?:[:,] "[^"]+")*)/g)].map(
    ([, path = '', titles = '']) => ({
      path,
      titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
    }),
  )
}

/** What is wrong with the page and the list of places, one line each. */
export function faultsOf(page: string, mutations: readonly Mutation[], sourceOf: Source): readonly string[] {
  const rows = readRows(page)
  const titles = titlesBy(sourceOf)
  const { share, counts } = countRows(rows, mutations)
  const proven = new Set(mutations.flatMap((mutation) => mutation.rows))
  const unproven = rows.filter(({ number, state }) => state === 'held' && !proven.has(number))
  const faults = [
    ...levelFaults(rows),
    ...unproven.map(({ number }) => `${number}: is held, and test/asvs/ has no place for it`),
    ...rows.flatMap((row) => rowFaults(row, titles)),
    ...mutations.flatMap((mutation) => mutationFaults(mutation, rows, sourceOf)),
  ]
  if (!page.replaceAll(/\s+/g, ' ').includes(counts)) faults.push(`the page does not say: ${counts}`)
  if (share < MIN_SHARE)
    faults.push(
      `only ${(share * 100).toFixed(1)} % of the rows of levels 1 and 2 that apply have a place that can be broken`,
    )
  return faults
}

function titlesBy(sourceOf: Source): (path: string) => Titles | null {
  const read = new Map<string, Titles | null>()
  return (path) => {
    const known = read.get(path)
    if (known !== undefined) return known
    const source = sourceOf(path)
    const titles = source === null ? null : readTitles(source)
    read.set(path, titles)
    return titles
  }
}

function levelFaults(rows: readonly Row[]): readonly string[] {
  const wanted = Object.entries(LEVELS).flatMap(([section, levels]) =>
    levels.split('').map((level, index) => [`${section}.${index + 1}`, level] as const),
  )
  const known = new Set<string>(wanted.map(([number]) => number))
  return [
    ...wanted.flatMap(([number, level]) => {
      const found = rows.filter((row) => row.number === number)
      if (found.length > 1) return [`${number} stands there twice`]
      if (found.length === 0) return [`${number} is missing`]
      return found[0]?.level === level ? [] : [`${number} is of level ${level}`]
    }),
    ...rows
      .filter(({ number }) => !known.has(number))
      .map(({ number }) => `${number} is no row of ASVS 5.0.0`),
  ]
}

function rowFaults(
  { number, state, text }: Row,
  titlesOf: (path: string) => Titles | null,
): readonly string[] {
  const tests = namedTests(text)
  const faults = text.length < 20 ? [`${number}: nothing is said of it`] : []
  if (state === 'held' && tests.length === 0) faults.push(`${number}: is held, and no test is named`)
  for (const { path, titles } of tests) {
    const found = titlesOf(path)
    if (found === null) faults.push(`${number}: there is no ${path}`)
    else if (titles.length === 0) faults.push(`${number}: no test of ${path} is named`)
    else {
      const lost = titles.filter((title) => !hasTitle(found, title))
      faults.push(...lost.map((title) => `${number}: ${path} has no test "${title}"`))
    }
  }
  return faults
}

function mutationFaults(
  { rows, file, find, put, test }: Mutation,
  page: readonly Row[],
  sourceOf: Source,
): readonly string[] {
  const where = `the place for ${rows.join(' ')}`
  const times = (sourceOf(file) ?? '').split(find).length - 1
  const faults = times === 1 ? [] : [`${where}: its text is ${times} times in ${file}`]
  if (find === put) faults.push(`${where}: nothing is changed`)
  for (const number of rows) {
    const row = page.find((each) => each.number === number)
    const isNamed = namedTests(row?.text ?? '').some(
      ({ path, titles }) => path === test.file && titles.includes(test.title),
    )
    if (!isNamed) faults.push(`${where}: the page does not name ${test.file} "${test.title}" for ${number}`)
  }
  return faults
}

function countRows(
  rows: readonly Row[],
  mutations: readonly Mutation[],
): { readonly share: number; readonly counts: string } {
  const proven = new Set(mutations.flatMap((mutation) => mutation.rows))
  const line = (levels: string): { readonly applying: readonly Row[]; readonly text: string } => {
    const all = rows.filter(({ level }) => levels.includes(level))
    const applying = all.filter(({ state }) => state !== 'not applicable')
    const of = (state: State): number => applying.filter((row) => row.state === state).length
    const text =
      `${all.length} rows, of which ${applying.length} apply: ${of('held')} held, ${of('in part')} in part, ` +
      `${of('by document')} by document, ${of('not held')} not held; ${applying.filter(({ number }) => proven.has(number)).length} proven`
    return { applying, text }
  }
  const low = line('12')
  return {
    share: low.applying.filter(({ number }) => proven.has(number)).length / Math.max(1, low.applying.length),
    counts: `Levels 1 and 2: ${low.text}. Level 3: ${line('3').text}.`,
  }
}

/** A file of the checkout; null when it is not there. */
export function readSource(path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
}

const LINK = /\]\(\.\.\/([\w/.-]+\.test\.ts)(?:\s+(["'])(.+?)\2)?\)/g

/** Promises of docs/security.md, the items of its lists, that link to no test by its exact title and do not state it. */
export function promiseFaults(page: string, sourceOf: Source): readonly string[] {
  const titles = titlesBy(sourceOf)
  const promises = page.split(/\n(?=- |\n|#)/).filter((part) => part.startsWith('- '))
  const bare = promises.filter(
    (part) => !/\.test\.ts\s+["']/.test(part) && !/\(No\s+test\s+shows\s+this\.\)/.test(part),
  )
  return [
    ...bare.map((part) => `no test is named for: ${part.slice(2, 80)}`),
    ...[...page.matchAll(LINK)].flatMap(([, path = '', , title = '']) => {
      const found = titles(path)
      return found !== null && hasTitle(found, title) ? [] : [`${path} has no test "${title}"`]
    }),
  ]
}

if (import.meta.main) {
  const faults = [
    ...faultsOf(readSource(PAGE) ?? '', MUTATIONS, readSource).map((fault) => `${PAGE}: ${fault}`),
    ...promiseFaults(readSource(PROMISES) ?? '', readSource).map((fault) => `${PROMISES}: ${fault}`),
  ]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
