/**
 * Every check: each step is named with the time it took, the output of one that fails is shown whole, and the last line
 * says how many passed and failed. Arguments choose steps by name.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

type Command = readonly string[]

type Step = {
  readonly name: string
  /** Run side by side; their counts and outputs are combined. */
  readonly commands: readonly Command[]
  /** A run of tests: its own counts go into the last line. */
  readonly tests?: true
  /**
   * Real programs over real sockets in real time: a file that failed is run once more, alone. What fails twice has
   * failed; what passes then is named as unsteady, with the output of its failure.
   */
  readonly twice?: true
}

type Outcome = { readonly passed: number; readonly failed: number }

/** More than the tests have on the disk at any time. */
const ROOM_BYTES = 2 * 1024 ** 3

const root = join(import.meta.dirname, '..')
/** Code compiled by one process need not be compiled by the next. */
const env: NodeJS.ProcessEnv = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  // Tools that ask for `node` get this one, not an older one of the machine.
  PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  ...folderInMemory(),
}
/** A step still running then never ends, for example a test with an open handle. */
const LIMIT_MS = 1_200_000
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
const node = process.execPath
/** A process for each file. One that takes six minutes has failed. Node reads no option behind the first pattern. */
const test = (atOnce: number, ...globs: readonly string[]): Command => [
  node,
  '--import=./scripts/follow-tests.ts',
  '--test',
  `--test-concurrency=${atOnce}`,
  '--test-timeout=360000',
  ...globs,
]
/** Files end and leave much behind: with more room for what is young, less of it is copied. */
const ROOMY = ['--min-semi-space-size=32', '--max-semi-space-size=64']
/** Processes that divide the files. They are more than cores where most of a test's time is waiting. */
function together(processes: number, ...globs: readonly string[]): readonly Command[] {
  const folder = mkdtempSync(join(env['TMPDIR'] ?? tmpdir(), 'sesame-files-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return Array.from({ length: processes }, () => [node, ...ROOMY, 'scripts/run-tests.ts', folder, ...globs])
}

/** Rows of steps run side by side, the steps of a row one after the other. */
const STAGES: readonly (readonly (readonly Step[])[])[] = [
  // They read the sources alone, on one core each.
  [
    // It builds the types of both configurations for its rules, and so checks them on the way.
    [{ name: 'lint and types', commands: [[bin('oxlint'), '--type-aware', '--type-check', '.']] }],
    [
      { name: 'format', commands: [[bin('oxfmt'), '--check', '.']] },
      { name: 'dead code', commands: [[bin('knip')]] },
      { name: 'names', commands: [[node, 'scripts/check-names.ts']] },
      { name: 'docs', commands: [[node, 'scripts/generate-docs.ts', '--check']] },
      {
        name: 'API documents',
        commands: [
          [bin('redocly'), 'lint', '--format=stylish', '--max-problems=0', 'docs/reference/openapi.json'],
        ],
      },
      { name: 'rules', commands: [[node, 'scripts/check-rules.ts']] },
    ],
  ],
  [
    [
      {
        name: 'unit tests',
        commands: together(
          2,
          'src/**/*.test.ts',
          'simulator/**/*.test.ts',
          'test/simulator/**/*.test.ts',
          'test/*.test.ts',
        ),
        tests: true,
      },
      {
        name: 'page',
        commands: [
          [bin('vite'), 'build', '--logLevel', 'warn'],
          [node, 'scripts/build-program.ts'],
        ],
      },
    ],
  ],
  // The first wait most of their time, the second need the processor.
  [
    [
      {
        name: 'integration tests',
        commands: together(4, 'test/integration/**/*.test.ts'),
        tests: true,
        twice: true,
      },
    ],
    [
      {
        name: 'reliability tests',
        commands: [test(2, 'test/reliability/!(anonymous-clients).test.ts')],
        tests: true,
      },
    ],
  ],
  [
    [
      // They have limits of time, which a busy machine would break.
      {
        name: 'floods',
        commands: [test(1, 'test/reliability/anonymous-clients.test.ts')],
        tests: true,
        twice: true,
      },
      { name: 'benchmarks', commands: [[node, 'bench/run.ts', '--quick', '--check']] },
      { name: 'browser', commands: [[node, 'scripts/find-browser.ts']] },
      {
        name: 'browser tests',
        commands: together(4, 'test/browser/**/*.test.ts'),
        tests: true,
        twice: true,
      },
    ],
  ],
]

const wanted = process.argv.slice(2)
let passed = 0
let failed = 0
for (const rows of STAGES) await Promise.all(rows.map(inTurn))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

/** Runs those that are wanted, one after the other. */
async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const outcome = await run(step)
    passed += outcome.passed
    failed += outcome.failed
    if (step.name === 'page' && outcome.failed === 0) env['PROGRAM_UNDER_TEST'] = join(root, 'dist', 'tested')
  }
}

/**
 * A folder in memory for the files of tests, where the machine has one with room: terminals wait for each row until the disk has
 * it, and no test cuts the power. It goes when this process ends.
 */
function folderInMemory(): { readonly TMPDIR?: string } {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return {}
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < ROOM_BYTES) return {}
  const folder = mkdtempSync(join(memory, 'sesame-check-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return { TMPDIR: folder }
}

async function run(step: Step): Promise<Outcome> {
  const started = performance.now()
  const first = await Promise.all(step.commands.map((command) => attempt(step, command)))
  const outcome = sum(first.map((each) => each.outcome))
  const failures = first.filter((each) => each.outcome.failed > 0).map(({ output }) => output)
  const files = step.twice === true ? filesToRepeat(failures) : []
  const second = files.length > 0 ? await attempt(step, test(1, ...files)) : null
  const passedAgain = second !== null && second.outcome.failed === 0
  const final = passedAgain ? { passed: outcome.passed + outcome.failed, failed: 0 } : outcome
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const counts = step.tests === true ? `  ${final.passed} passed, ${final.failed} failed` : ''
  console.log(`${final.failed === 0 ? 'ok  ' : 'FAIL'}  ${step.name}  ${seconds} s${counts}`)
  if (passedAgain) console.log(`      unsteady, passed when run again: ${files.join(', ')}`)
  if (second !== null && !passedAgain) console.log(`failed again, alone:\n${failureOf(second.output)}`)
  if (outcome.failed > 0) console.log(failures.map(failureOf).join('\n'))
  else for (const note of first.flatMap(({ output }) => notes(output))) console.log(`      ${note}`)
  return final
}

async function attempt(
  step: Step,
  [program = '', ...args]: Command,
): Promise<{ readonly output: string; readonly outcome: Outcome }> {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await once(child, 'close').then(
    ([status]) => status as number | null,
    (error: unknown) => {
      output += String(error)
      return 1
    },
  )
  if (child.signalCode !== null)
    output += `\nended by ${child.signalCode}, at the latest after ${LIMIT_MS} ms`
  return { output, outcome: step.tests === true ? testOutcome(output, code === 0) : plainOutcome(code === 0) }
}

function sum(outcomes: readonly Outcome[]): Outcome {
  return {
    passed: outcomes.reduce((passed, each) => passed + each.passed, 0),
    failed: outcomes.reduce((failed, each) => failed + each.failed, 0),
  }
}

/** The runner ends with what failed, each part under the place of its test; the list above it shows what passed. */
function failureOf(output: string): string {
  const from = output.indexOf('\n\u2716 failing tests:')
  return (from < 0 ? output : output.slice(from)).trim()
}

/** The failed files, which are suites at the margin; none where a process has ended without a word about what failed. */
function filesToRepeat(outputs: readonly string[]): readonly string[] {
  const files = outputs.map((text) =>
    /^\u2139 duration_ms /m.test(text)
      ? [...text.matchAll(/^\u2716 (\S+\.test\.ts) \(/gm)].map(([, file = '']) => file)
      : [],
  )
  return files.every((ofProcess) => ofProcess.length > 0) ? [...new Set(files.flat())] : []
}

/** Diagnostics of passing tests, such as skipped parts: the runner's diagnostics but for its counts. */
function notes(output: string): readonly string[] {
  const counts = /^\s*ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/
  return output
    .split('\n')
    .filter((line) => /^\s*ℹ /.test(line) && !counts.test(line))
    .map((line) => line.trim())
}

function plainOutcome(succeeded: boolean): Outcome {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Counts from the runner's closing lines. A run that failed without a failed test, or found none, counts as one failure. */
function testOutcome(output: string, succeeded: boolean): Outcome {
  const count = (name: string): number => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0)
  const failures = count('fail') + count('cancelled')
  const found = count('pass') > 0
  return { passed: count('pass'), failed: succeeded && found ? failures : Math.max(1, failures) }
}
