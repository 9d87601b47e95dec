/** Command line of `sesame`: commands, options, help and complaints. Each command loads only what it needs. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import type { Micros } from '#core/money.ts'
import { VERSION } from '#lib/user-agent.ts'
import { EXIT } from '../exit-codes.ts'
import type { Terminal } from '../process/terminal-io.ts'
import { cash, keptHead, port, type KeptHead } from './option-values.ts'

/** pUSD that a new paper account begins with. */
const PAPER_CASH = '1000'

/**
 * Runs one command line.
 *
 * @param argv  without the program's own name
 * @returns the exit code; EXIT.usage after one line about what cannot be understood
 */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.ok
  const program = createProgram(terminal, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync(argv.length === 0 ? ['help'] : [...argv], { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return EXIT.ok
    const names = namesIn(argv, program)
    const command = names.reduce(
      (under, name) => under.commands.find((one) => one.name() === name) ?? under,
      program,
    )
    if (error.code === 'commander.help') {
      const which = command.commands.map((one) => one.name()).join(', ')
      terminal.fail(
        `${names.join(' ')} alone does nothing: use one of ${which}. \`sesame ${names.join(' ')} --help\` explains`,
      )
      return EXIT.usage
    }
    const message = error.message
      .replace(/^error: /, '')
      .replace(/\.$/, '')
      .replaceAll('\n', ' ')
    terminal.fail(`${message}. \`sesame ${[...names, '--help'].join(' ')}\` explains`)
    return EXIT.usage
  }
}

/** The commands that begin the line, as far as they are commands. */
function namesIn([first = '', ...rest]: readonly string[], under: Command): readonly string[] {
  const found = under.commands.find((command) => command.name() === first)
  return found === undefined ? [] : [first, ...namesIn(rest, found)]
}

/** @param tell  receives the exit code of the command that ran */
function createProgram(terminal: Terminal, tell: (code: number) => void): Command {
  const program = new Command('sesame')
    .description('A self-hosted terminal for one trader on a prediction-market venue.')
    .version(`sesame ${VERSION}`, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: () => {},
      outputError: () => {},
    })
    .exitOverride()
    .addHelpText('after', '\nSettings: .env.example, docs/reference/settings.md')
  program.hook('preAction', async (_program, command) => {
    const { settings, data } = command.opts<Given>()
    if (settings !== undefined) useSettings(settings, command.name() === 'setup', terminal)
    if (data !== undefined && command.name() !== 'start') await useData(data, command)
  })
  const runs =
    <Words extends readonly unknown[]>(work: (...words: Words) => number | Promise<number>) =>
    async (...words: Words): Promise<void> =>
      tell(await work(...words))
  addRuns(program, terminal, runs)
  addChecks(program, terminal, runs)
  addCopies(program, terminal, runs)
  program
    .command('hash-password')
    .description('Read a password, never from the command line, and print its hash for UI_PASSWORD_HASH.')
    .action(
      runs(async () => (await import('../commands/command-hash-password.ts')).runHashPassword(terminal)),
    )
  addSimulator(program, terminal, runs)
  program.command('version', { hidden: true }).action(() => terminal.out(`sesame ${VERSION}`))
  return program
}

/** An action whose answer is the exit code. */
type Runs = <Words extends readonly unknown[]>(
  work: (...words: Words) => number | Promise<number>,
) => (...words: Words) => Promise<void>

type Given = {
  readonly data?: string
  readonly settings?: string
  readonly port?: number
  readonly open?: true
  readonly paper?: true
  readonly paperCash?: Micros
  readonly json?: true
  readonly head?: KeptHead
}

// Not --env-file: Node reads that, wherever it is in the line.
const SETTINGS = ['--settings <file>', 'read the settings from this file instead of .env'] as const

function onData(command: Command): Command {
  return command
    .option(
      '--data <directory>',
      'the data directory instead of DATA_DIR, or the one above its demo or paper',
    )
    .option(...SETTINGS)
}

function addRuns(program: Command, terminal: Terminal, runs: Runs): void {
  program
    .command('start')
    .description('Start the terminal. Without settings it is a demo on a simulated venue.')
    .option(
      '--port <number>',
      'listen on this port instead of the one in HTTP_ADDR; 0 for any free one',
      port,
    )
    .option('--data <directory>', 'keep the data here instead of DATA_DIR')
    .option(...SETTINGS)
    .option('--open', "open the page in this computer's browser")
    .option('--paper', "the venue's real markets, orders on paper only: nothing is ever sent")
    .option(
      '--paper-cash <pUSD>',
      `starting cash of a new paper account (with --paper; default ${PAPER_CASH})`,
      cash,
    )
    .action(
      runs(async (given: Given, command: Command) => {
        if (given.paperCash !== undefined && given.paper !== true) command.error('--paper-cash needs --paper')
        const { runStart } = await import('../commands/command-start.ts')
        const paper = given.paper === true ? { startingCash: given.paperCash ?? cash(PAPER_CASH) } : null
        const { port = null, data = null, open = false } = given
        return runStart({ port, data, open, paper }, terminal)
      }),
    )
  program
    .command('setup')
    .description(
      'Ask for what a real venue needs and write .env. From a pipe, answers come as lines NAME=value.',
    )
    .option('--settings <file>', 'write this file instead of .env')
    .action(runs(async () => (await import('../commands/command-setup.ts')).runSetup(terminal)))
}

function addChecks(program: Command, terminal: Terminal, runs: Runs): void {
  onData(
    program
      .command('doctor')
      .description(
        'Check settings, host, audit log, venue and account; change nothing. Exit code 1 when a check fails.',
      )
      .option('--json', 'print the findings as JSON'),
  ).action(
    runs(async ({ data, json }: Given) =>
      (await import('../commands/command-doctor.ts')).runDoctor({ data, json: json === true }, terminal),
    ),
  )
  program
    .command('health')
    .description('Show the status of the running terminal; exit code 1 when it does not answer.')
    .option('--port <number>', 'of the running terminal, instead of the one in HTTP_ADDR', port)
    .option(...SETTINGS)
    .action(
      runs(async (given: Given) =>
        (await import('../commands/command-health.ts')).runHealth(given.port ?? null, terminal),
      ),
    )
  const audit = program
    .command('audit')
    .description('Check the audit log, or write it out.')
    .helpCommand(false)
  const add = (action: 'verify' | 'export' | 'rekey', description: string): Command =>
    onData(audit.command(action).description(description)).action(
      runs(async ({ data, head }: Given) =>
        (await import('../commands/command-audit.ts')).runAudit(
          { action, data, kept: head ?? null },
          terminal,
        ),
      ),
    )
  add(
    'verify',
    'Check it; exit code 1 and the first bad row if broken, 4 if not all could be checked.',
  ).option('--head <row:hash>', 'it must also contain this head, noted elsewhere before', keptHead)
  add('export', 'Print it as lines of JSON.')
  add('rekey', 'Re-seal its heads after SESSION_SECRET was changed.')
}

function addCopies(program: Command, terminal: Terminal, runs: Runs): void {
  const add = (name: 'backup' | 'restore', description: string, directory: string): Command =>
    onData(program.command(name).description(description).argument('<directory>', directory)).action(
      runs(async (copy: string, { data }: Given) => {
        const { runBackup, runRestore } = await import('../commands/command-backup.ts')
        return (name === 'backup' ? runBackup : runRestore)({ copy, data }, terminal)
      }),
    )
  add('backup', 'Copy the data directory, even while the terminal runs.', 'target directory: empty or new')
  add(
    'restore',
    'Restore such a copy while the terminal is stopped; the current data is moved aside.',
    'the copy',
  )
}

function addSimulator(program: Command, terminal: Terminal, runs: Runs): void {
  program
    .command('simulator')
    .description('Run the simulated venue alone; docs/simulator.md says what it can do.')
    .requiredOption(
      '--port <number>',
      'port of its control API, 0 for free ones; the services take the ports after it',
    )
    .option('--seed <text>', 'the same seed makes the same markets and people')
    .option('--profile <file>', 'use the names and contracts of a venue profile')
    .option('--profile-out <file>', 'write the profile and the test accounts there')
    .option('--settles <when>', 'late: orders spend a trade once it is mined (default), or at_once')
    .option('--events <number>', 'this many more events')
    .option('--speed <factor>', 'how much faster its clock goes')
    .action(
      runs(async (given: Readonly<Record<string, string | undefined>>) => {
        const { runSimulatorCommand } = await import('#simulator/command.ts')
        const ended = new Promise<void>((resolve) => terminal.onSignal(resolve))
        return runSimulatorCommand(given, { out: terminal.out, fail: terminal.fail, ended })
      }),
    )
}

/** Named on the command line it must be there, unless it is about to be written; `.env` need not. */
function useSettings(path: string, isMade: boolean, terminal: Terminal): void {
  terminal.envFile = resolve(path)
  if (isMade || existsSync(terminal.envFile)) return
  throw new CommanderError(EXIT.usage, 'sesame.settings', `--settings: there is no ${terminal.envFile}`)
}

/** The directory of `start --data` works as well; the target of a restore is never guessed. */
async function useData(named: string, command: Command): Promise<void> {
  const { dataIn } = await import('../process/data-directory.ts')
  const [first = named, ...more] = dataIn(named)
  if (more.length > 0 || (first !== named && command.name() === 'restore')) {
    const which = [first, ...more].join(' or ')
    throw new CommanderError(EXIT.usage, 'sesame.data', `--data: ${named} holds no data itself: use ${which}`)
  }
  command.setOptionValue('data', first)
}
