import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { VERSION } from '#lib/user-agent.ts'
import type { Terminal } from '../process/terminal-io.ts'
import { runCommandLine } from './command-line.ts'

type Told = { readonly code: number; readonly out: string; readonly failed: string }

async function tell(...argv: readonly string[]): Promise<Told> {
  const out: string[] = []
  const failed: string[] = []
  const terminal: Terminal = {
    out: (line) => void out.push(line),
    fail: (line) => void failed.push(line),
    log: () => {},
    variables: {},
    envFile: '/nowhere/.env',
    interactive: false,
    input: process.stdin,
    onSignal: () => {},
  }
  const code = await runCommandLine(argv, terminal)
  return { code, out: out.join('\n'), failed: failed.join('\n') }
}

const COMMANDS = [
  'start',
  'setup',
  'doctor',
  'health',
  'audit verify',
  'audit export',
  'audit rekey',
  'backup',
  'restore',
  'hash-password',
  'simulator',
].map((words) => words.split(' '))

describe('help', () => {
  for (const [word = '', which] of [['audit', 'verify, export, rekey']])
    test(`${word} alone names what it can be followed by, with exit code 2`, async () => {
      const { code, out, failed } = await tell(word)
      assert.deepEqual(
        [code, out, failed],
        [2, '', `${word} alone does nothing: use one of ${which}. \`sesame ${word} --help\` explains`],
      )
    })

  test('is on standard output, with exit code 0, and names every command', async () => {
    for (const argv of [[], ['help'], ['--help'], ['-h']]) {
      const { code, out, failed } = await tell(...argv)
      assert.deepEqual([code, failed], [0, ''], argv.join(' '))
      for (const [name = ''] of COMMANDS) assert.match(out, new RegExp(`^  ${name}\\b`, 'm'))
    }
  })

  for (const command of COMMANDS) {
    test(`of ${command.join(' ')} explains it and each of its options`, async () => {
      const { code, out, failed } = await tell(...command, '--help')
      assert.deepEqual([code, failed], [0, ''])
      assert.match(out, new RegExp(`^Usage: sesame ${command.join(' ')}\\b`))
      for (const line of out.split('\n').filter((one) => /^ {2}-/.test(one)))
        assert.match(line, /^ {2}\S.*? {2,}\S.{8}/)
    })
  }

  test('the version is printed for each way to ask', async () => {
    for (const asked of ['--version', '-v', 'version'])
      assert.deepEqual(await tell(asked), { code: 0, out: `sesame ${VERSION}`, failed: '' })
  })
})

describe('what cannot be understood is exit code 2 and one line, with the nearest right word', () => {
  for (const [argv, complaint] of [
    [['strat'], /^unknown command 'strat' \(Did you mean start\?\)\. `sesame --help` explains$/],
    [
      ['start', '--papr'],
      /^unknown option '--papr' \(Did you mean --paper\?\)\. `sesame start --help` explains$/,
    ],
    [['start', '--prot', '1'], /unknown option '--prot' \(Did you mean --port\?\)/],
    [
      ['start', '--port', '70000'],
      /'--port <number>' argument '70000' is invalid. Must be a number from 0 to 65535/,
    ],
    [['start', '--paper-cash', '5'], /--paper-cash needs --paper/],
    [['start', '--paper', '--paper-cash', '-5'], /Must be an amount above 0/],
    [['start', '--settings', '/nowhere/none'], /--settings: there is no \/nowhere\/none/],
    [['start', 'now'], /too many arguments for 'start'/],
    [
      ['audit', 'verfy'],
      /unknown command 'verfy' \(Did you mean verify\?\)\. `sesame audit --help` explains/,
    ],
    [['audit', 'verify', '--head', '5'], /Must be a row, a colon and 64 hex digits/],
    [['audit', 'export', '--head', `5:${'a'.repeat(64)}`], /unknown option '--head'/],
    [['backup'], /missing required argument 'directory'/],
    [['simulator'], /required option '--port <number>' not specified/],
  ] as const) {
    test(argv.join(' '), async () => {
      const { code, out, failed } = await tell(...argv)
      assert.deepEqual([code, out], [2, ''])
      assert.match(failed, complaint)
      assert.equal(failed.includes('\n'), false)
    })
  }

  test('a password on the command line is not repeated', async () => {
    const { code, failed } = await tell('hash-password', 'correct horse battery')
    assert.equal(code, 2)
    assert.doesNotMatch(failed, /horse/)
  })
})

test('--data may be what start was given: the demo or paper below it, where only one is', async (context) => {
  const above = mkdtempSync(join(tmpdir(), 'sesame-data-'))
  context.after(() => rmSync(above, { recursive: true }))
  const [demo, paper] = [join(above, 'demo'), join(above, 'paper')]
  const holdData = (directory: string): void => {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'sesame.db'), '')
  }
  const chosen = async (): Promise<Told & { readonly directory: string | undefined }> => {
    const told = await tell('audit', 'verify', '--data', above)
    return { ...told, directory: [demo, paper, above].find((one) => told.failed.includes(`${one} c`)) }
  }
  assert.equal((await chosen()).directory, above)
  holdData(paper)
  assert.equal((await chosen()).directory, paper)
  const restored = await tell('restore', demo, '--data', above)
  assert.equal(restored.code, 2, 'what is replaced is not guessed')
  assert.ok(restored.failed.startsWith(`--data: ${above} holds no data itself: use ${paper}.`))
  holdData(demo)
  const both = await chosen()
  assert.deepEqual([both.code, both.directory], [2, undefined])
  assert.ok(both.failed.startsWith(`--data: ${above} holds no data itself: use ${demo} or ${paper}.`))
  holdData(above)
  assert.equal((await chosen()).directory, above)
})
