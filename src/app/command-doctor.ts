/** `sesame doctor`: read-only checks, one line each, with what to do when one is not well. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemRandom } from './system-random.ts'
import { verifyAudit } from '#store/audit-verify.ts'
import { DATABASE_FILE, openDatabaseReadOnly } from '#store/database.ts'
import { dataArgument } from './command-audit.ts'
import { readConfiguration } from './config.ts'
import { configurationTools } from './configuration-tools.ts'
import { databaseFaultText } from './database-fault.ts'
import { takeEnvironment } from './environment.ts'
import { EXIT } from './exit-codes.ts'
import type { Terminal } from './terminal-io.ts'

type Finding = { readonly state: 'ok' | 'warn' | 'fail'; readonly text: string }

/** Prints every finding; 1 when one of them is a failure. */
export async function runDoctor(argv: readonly string[], terminal: Terminal): Promise<number> {
  const directory = dataArgument(argv, { ...terminal, variables: { ...terminal.variables } })
  if (directory === null) {
    terminal.fail('usage: sesame doctor [--data DIRECTORY]')
    return EXIT.usage
  }
  const findings = [
    ...(await checkConfiguration(terminal)),
    ...checkModes(terminal.directory, directory),
    ...checkAudit(directory),
  ]
  for (const { state, text } of findings) terminal.out(`${state.padEnd(4)}  ${text}`)
  return findings.some(({ state }) => state === 'fail') ? EXIT.refused : EXIT.ok
}

async function checkConfiguration(terminal: Terminal): Promise<readonly Finding[]> {
  const environment = takeEnvironment(terminal.variables, terminal.directory)
  const read = readConfiguration(environment, await configurationTools(terminal.interactive, systemRandom))
  if (!read.ok) {
    return read.error.map(({ setting, message }) => ({ state: 'fail', text: `${setting} ${message}` }))
  }
  const { mode, unknownNames } = read.value
  const words = {
    demo: 'demo, nothing is configured',
    simulator: 'bundled simulator',
    venue: 'venue profile',
  }
  return [
    { state: 'ok', text: `configuration: ${words[mode]}` },
    ...unknownNames.map((name): Finding => ({
      state: 'warn',
      text: `${name} is no setting of Sesame: is it misspelt?`,
    })),
  ]
}

/** Whatever others may read is a failure: the directory holds sessions, the .env file secrets. */
function checkModes(base: string, directory: string): readonly Finding[] {
  const findings: Finding[] = []
  for (const [path, wanted] of [
    [join(base, '.env'), 0o600],
    [directory, 0o700],
    [join(directory, DATABASE_FILE), 0o600],
  ] as const) {
    if (!existsSync(path)) continue
    const mode = statSync(path).mode & 0o777
    const octal = wanted.toString(8).padStart(4, '0')
    findings.push(
      (mode & 0o077) === 0
        ? { state: 'ok', text: `${path}: for its owner only` }
        : { state: 'fail', text: `${path}: others may read it; run chmod ${octal} on it` },
    )
  }
  return findings
}

function checkAudit(directory: string): readonly Finding[] {
  if (!existsSync(join(directory, DATABASE_FILE))) {
    return [{ state: 'ok', text: `audit log: none yet in ${directory}` }]
  }
  const opened = openDatabaseReadOnly(directory)
  if (!opened.ok) return [{ state: 'fail', text: databaseFaultText(opened.error, directory) }]
  const verdict = verifyAudit(opened.value)
  opened.value.close()
  return [
    verdict.ok
      ? { state: 'ok', text: `audit log: ${verdict.rows} rows verify` }
      : {
          state: 'fail',
          text: `audit log: ${verdict.problem ?? 'broken'}; keep a copy of ${directory} as it is`,
        },
  ]
}
