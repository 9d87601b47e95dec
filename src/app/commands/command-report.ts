/** `sesame report`: what the last minutes were like, in one file to look at elsewhere: recording, settings without secrets, system. */
import { Buffer } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { availableParallelism, release, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { VERSION } from '#lib/user-agent.ts'
import { openRecording, segmentsSince } from '#store/recording/reader.ts'
import { RECORDING_DIRECTORY, soundLength } from '#store/recording/segments.ts'
import { createTarWriter } from '#store/tar.ts'
import type { TarWriter } from '#store/tar.ts'
import { chosenDataDirectory } from '../config/config.ts'
import { secretsIn, takeEnvironment } from '../config/environment.ts'
import type { Environment } from '../config/environment.ts'
import { isSetting, SETTINGS } from '../config/setting-table.ts'
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

const FOLDER = 'sesame-report'

/** Beside a running terminal if need be: a recording is only ever appended to. What is torn off at its end is left out. */
export async function runReport(options: ReportOptions, terminal: Terminal): Promise<number> {
  const environment = takeEnvironment(terminal.variables, terminal.envFile)
  if (!environment.ok) {
    terminal.fail(`${environment.error.setting} ${environment.error.message}`)
    return EXIT.refused
  }
  const now = systemClock.now()
  const path = resolve(options.to ?? `${FOLDER}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.tar`)
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
  terminal.out('It shows your orders and fills: give it only to whom you would show them.')
  return EXIT.ok
}

/** Answers how many segments there are. */
async function write(
  file: FileHandle,
  { lastMs, log, data }: ReportOptions,
  environment: Environment,
  now: number,
): Promise<number> {
  const tar = createTarWriter(file, now)
  const redactor = createRedactor()
  for (const secret of secretsIn(Object.fromEntries(environment))) redactor.add(secret)
  const addText = async (name: string, text: string): Promise<void> => {
    const bytes = Buffer.from(redactor.redact(text))
    await tar.add(`${FOLDER}/${name}`, bytes.length, [bytes])
  }
  const about = { ...systemOf(now), from: new Date(now - lastMs), settings: settingsOf(environment) }
  await addText('report.json', `${JSON.stringify(about, null, 2)}\n`)
  if (log !== null) await addText('log.txt', await readFile(log, 'utf8'))
  const directory = join(data ?? chosenDataDirectory(environment), RECORDING_DIRECTORY)
  const added = await addSegments(tar, directory, now - lastMs)
  await tar.end()
  await file.sync()
  return added
}

/** Whole segments, the first of which has all that the time begins with. */
async function addSegments(tar: TarWriter, directory: string, from: number): Promise<number> {
  const range = await openRecording(directory).range()
  if (range === null || range.to < from) return 0
  let added = 0
  for (const { name } of await segmentsSince(directory, from)) {
    const path = join(directory, name)
    const length = await soundLength(path)
    if (length === 0) continue
    await tar.add(
      `${FOLDER}/${RECORDING_DIRECTORY}/${name}`,
      length,
      createReadStream(path, { end: length - 1 }),
    )
    added += 1
  }
  return added
}

function systemOf(now: number): Readonly<Record<string, unknown>> {
  return {
    made_at: new Date(now),
    version: VERSION,
    node: process.version,
    system: `${process.platform} ${release()} ${process.arch}`,
    cores: availableParallelism(),
    memory_bytes: totalmem(),
  }
}

/** Those of the table that are set; of a secret only that it is. */
function settingsOf(environment: Environment): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const [name, value] of environment)
    if (isSetting(name) && value !== '') settings[name] = SETTINGS[name].isSecret ? '(set)' : value
  return settings
}
