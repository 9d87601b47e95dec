// The commands that the documents show are ones that the program knows, and operations.md names all that there are.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import manifest from '../../../package.json' with { type: 'json' }
import { runCommandLine } from './command-line.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const DOCUMENTS = [
  ...globSync('*.md', { cwd: ROOT }),
  ...globSync('docs/{,dev/}*.md', { cwd: ROOT }),
  ...globSync('docs/reference/*.md', { cwd: ROOT }),
  ...globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }),
  '.env.example',
  'deploy/compose.yaml',
]

type Shown = { readonly where: string; readonly line: string }

/** Lines of the code blocks, and code in a sentence; of other files every line. */
const SHOWN: readonly Shown[] = DOCUMENTS.flatMap((where) => {
  const text = readFileSync(join(ROOT, where), 'utf8')
  const isProse = where.endsWith('.md') || where.startsWith('.github')
  if (!isProse) return text.split('\n').map((line) => ({ where, line }))
  const blocks = [...text.matchAll(/```\w*\n([^]*?)```/g)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  )
  const spans = [...text.replaceAll(/```[^]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
    span.replaceAll(/\s+/g, ' '),
  )
  return [...blocks, ...spans].map((line) => ({ where, line }))
})

/** Output of `sesame WORDS --help`; null when there is no such command. */
async function helpOf(words: readonly string[]): Promise<string | null> {
  const out: string[] = []
  const code = await runCommandLine([...words, '--help'], {
    out: (line) => void out.push(line),
    fail: () => {},
    log: () => {},
    variables: {},
    envFile: '/nowhere/.env',
    interactive: false,
    input: process.stdin,
    onSignal: () => {},
  })
  const help = out.join('\n')
  return code === 0 && help.startsWith(`Usage: ${['sesame', ...words].join(' ')} `) ? help : null
}

/** The names of the commands that a help lists. */
function commandsIn(help: string): readonly string[] {
  const listed = help.split('\nCommands:\n')[1] ?? ''
  return [...listed.matchAll(/^ {2}([a-z][\w-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help')
}

async function allCommands(words: readonly string[] = []): Promise<readonly (readonly string[])[]> {
  const names = commandsIn((await helpOf(words)) ?? '')
  if (names.length === 0) return [words]
  return (await Promise.all(names.map((name) => allCommands([...words, name])))).flat()
}

test('each command of the documents is one that the program has, with the options that they show', async () => {
  const calls = SHOWN.flatMap(({ where, line }) =>
    [...line.matchAll(/(?:^|[;&|(] *|: )(?:\.\/|\/\S+\/)?sesame ((?:[a-z-]|\[-)[^;&|)#]*)/g)].map(
      ([, call = '']) => ({ where, call: call.split(/ {2,}/)[0] ?? '' }),
    ),
  )
  assert.ok(calls.length > 50)
  const wrong: string[] = []
  for (const { where, call } of calls) {
    const path: string[] = []
    let help = (await helpOf([])) ?? ''
    const words = call.split(' ')
    while (commandsIn(help).length > 0 && /^[a-z][\w-]*$/.test(words[0] ?? '')) {
      path.push(words.shift() ?? '')
      help = (await helpOf(path)) ?? ''
    }
    const options = [...words.join(' ').matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([option]) => option)
    const unknown = options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(help))
    if (help === '' || unknown.length > 0) wrong.push(`${where}: sesame ${call}`)
  }
  assert.deepEqual(wrong, [])
})

test('each npm script and each file that the documents run is there', () => {
  const scripts = new Set([...Object.keys(manifest.scripts), 'ci', 'install', 'audit', 'pack'])
  const wrong = SHOWN.filter(({ line }) => {
    const names = [...line.matchAll(/(?:^|[;&|(] *)npm (?:run )?(?:--\w+ )*([a-z][\w:]*)/g)].map(
      ([, name = '']) => name,
    )
    const files = [
      ...line.matchAll(/\bnode(?: --[\w-]+)* ((?:scripts|test|src|examples|bin|bench)\/[\w./-]+)/g),
    ]
    return (
      names.some((name) => !scripts.has(name)) ||
      files.some(([, file = '']) => !file.includes('*') && !existsSync(join(ROOT, file)))
    )
  })
  assert.deepEqual(wrong, [])
})

test('operations.md names every command', async () => {
  const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const [, block = ''] = /^## Commands\n\n```\n([^]*?)```/m.exec(operations) ?? []
  const missing = (await allCommands()).filter((words) => !block.includes(words.join(' ')))
  assert.deepEqual(missing, [])
})
