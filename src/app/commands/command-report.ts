/** `sesame report`: what the last minutes were like, in one file to look at elsewhere: recording, settings without secrets, system. */
import { open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RECORDING_DIRECTORY } from '#store/recording/segments.ts'
import { makeReport, reportSegments, shownSettings, type ReportParts } from '../assembly/report.ts'
import { chosenDataDirectory } from '../config/config.ts'
import { secretsIn, takeEnvironment, type Environment } from '../config/environment.ts'
import { EXIT } from '../exit-codes.ts'
import { createRedactor } from '../process/redactor.ts'
import { systemClock } from '../process/system-clock.ts'
import type { Terminal } from '../process/terminal-io.ts'

type ReportOptions = {
  readonly lastMs: number
  /** The file to be made; null: one named by the time, here. */
  readonly to: string | null
  /** A copy of the log to go with it. */
  readonly log: string | null
  readonly data: string | undefined
}

/** Beside a running terminal if need be: a recording is only ever appended to. What is torn off at its end is left out. */
export async function runReport(options: ReportOptions, terminal: Terminal): Promise<number> {
  const environment = takeEnvironment(terminal.variables, terminal.envFile)
  if (!environment.ok) {
    terminal.fail(`${environment.error.setting} ${environment.error.message}`)
    return EXIT.refused
  }
  const now = systemClock.now()
  const path = resolve(
    options.to ?? `sesame-report-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.tar`,
  )
  try {
    const file = await open(path, 'ax', 0o600)
    try {
      const segments = await write(file, options, environment.value, now)
      terminal.out(
        `${path}: ${segments === 0 ? 'nothing was recorded then' : `${segments} files of the recording`}`,
      )
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    terminal.fail(`the report cannot be written: ${error.message}`)
    return EXIT.refused
  }
  terminal.out('It shows your orders and fills: share it only with people who may see them.')
  return EXIT.ok
}

/** Answers how many segments there are. */
async function write(
  file: FileHandle,
  { lastMs, log, data }: ReportOptions,
  environment: Environment,
  now: number,
): Promise<number> {
  const directory = join(data ?? chosenDataDirectory(environment), RECORDING_DIRECTORY)
  const logText = log === null ? null : await readFile(log, 'utf8')
  const redactor = createRedactor()
  for (const secret of secretsIn(Object.fromEntries(environment))) redactor.add(secret)
  const redact = (text: string): string => redactor.redact(text)
  const settings = shownSettings(environment)
  const parts: ReportParts = { now, lastMs, directory, settings, redact, logText }
  const segments = await reportSegments(parts)
  for await (const piece of makeReport(parts, segments)) await file.appendFile(piece)
  await file.sync()
  return segments.length
}
