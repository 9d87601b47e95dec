/**
 * Titles of a file of tests, read by a parser and not by looking for strings. A title that is put together names its parts in
 * `${...}`; the parts are then strings of a table of cases.
 */
import { parseAst } from 'vite'

export type Titles = {
  readonly tests: readonly string[]
  readonly groups: readonly string[]
  /** Strings and numbers in a table: elements of arrays, and values and names of objects. */
  readonly cases: ReadonlySet<string>
}

type Node = { readonly type: string; readonly [field: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Reads one file. */
export function readTitles(source: string): Titles {
  const tests: string[] = []
  const groups: string[] = []
  const cases = new Set<string>()

  function note(value: unknown): void {
    if (!isNode(value) || value.type !== 'Literal') return
    if (typeof value['value'] === 'string' || typeof value['value'] === 'number')
      cases.add(String(value['value']))
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value)) return
    if (value.type === 'ArrayExpression') for (const each of value['elements'] as unknown[]) note(each)
    if (value.type === 'Property') for (const each of [value['key'], value['value']]) note(each)
    if (value.type === 'Property' && isNode(value['key']) && value['key'].type === 'Identifier')
      cases.add(String(value['key']['name']))
    if (value.type === 'CallExpression') {
      const name = calledName(value['callee'])
      const title = titleOf((value['arguments'] as unknown[])[0], source)
      if (title !== null && (name === 'test' || name === 'it')) tests.push(title)
      if (title !== null && (name === 'describe' || name === 'suite')) groups.push(title)
    }
    for (const [field, child] of Object.entries(value)) if (field !== 'type') visit(child)
  }

  visit(parseAst(source, { lang: 'ts' }).body)
  return { tests, groups, cases }
}

/** `test` of `test(` and of `context.test(`. */
function calledName(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee['name'])
  return callee.type === 'MemberExpression' && isNode(callee['property'])
    ? String(callee['property']['name'])
    : ''
}

function titleOf(argument: unknown, source: string): string | null {
  if (!isNode(argument)) return null
  const text = source.slice(Number(argument['start']), Number(argument['end']))
  if (argument.type === 'Literal') return typeof argument['value'] === 'string' ? argument['value'] : null
  if (argument.type === 'TemplateLiteral') return text.slice(1, -1).replaceAll("\\'", "'")
  return argument.type === 'Identifier' || argument.type === 'MemberExpression' ? `\${${text}}` : null
}

const PART = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** What a title of the page looks like in the runner's output and for its filter. */
export function titlePattern(title: string): string {
  return title.split(PART).map(escaped).join('.+')
}

/** Whether a file has a test or a group of exactly this title: as written, or with parts from a table of cases. */
export function hasTitle({ tests, groups, cases }: Titles, title: string): boolean {
  const all = [...tests, ...groups]
  if (all.includes(title)) return true
  return all.some((template) => {
    const parts = template.match(PART)
    if (parts === null) return false
    const filled = new RegExp(`^${template.split(PART).map(escaped).join('(.+)')}$`).exec(title)
    // A part that is only a name is a column of the table; what is computed may be anything.
    return (
      filled !== null &&
      parts.every((part, at) => !/^\$\{\w+\}$/.test(part) || cases.has(filled[at + 1] ?? ''))
    )
  })
}
