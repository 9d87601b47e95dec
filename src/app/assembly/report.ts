/** A report, for the page: recording, settings without secrets, system (ADR 128). */
import { Buffer } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { availableParallelism, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '#lib/user-agent.ts'
import { openRecording, segmentsSince } from '#store/recording/reader.ts'
import { soundLength } from '#store/recording/segments.ts'
import { TAR_END, tarFile } from '#store/tar.ts'
import type { Environment } from '../config/environment.ts'
import { isSetting, SETTINGS } from '../config/setting-table.ts'

const REPORT_FORMAT = 2

export type ReportParts = {
  /** Unix milliseconds. */
  readonly now: number
  readonly lastMs: number
  /** Directory of the recording; the torn end is left out. */
  readonly directory: string
  /** As `shownSettings` gives them. */
  readonly settings: Readonly<Record<string, string>>
  /** Takes out every secret. */
  readonly redact: (text: string) => string
}

/** The whole segments that the time needs, the first of which has all that it begins with. */
export async function reportSegments({ now, lastMs, directory }: ReportParts): Promise<readonly string[]> {
  const range = await openRecording(directory).range()
  if (range === null || range.to < now - lastMs) return []
  return (await segmentsSince(directory, now - lastMs)).map(({ name }) => name)
}

/** The tar, piece by piece: the next one is read when the one before is taken. @throws where a file cannot be read */
export async function* makeReport(
  parts: ReportParts,
  segments: readonly string[],
): AsyncGenerator<Uint8Array, void, void> {
  const { now, lastMs, directory, settings, redact } = parts
  const about = { ...systemOf(now), from: new Date(now - lastMs), settings }
  const text = Buffer.from(redact(`${JSON.stringify(about, null, 2)}\n`))
  yield* tarFile('sesame-report/report.json', text.length, [text], now)
  for (const name of segments) {
    const path = join(directory, name)
    const length = await soundLength(path)
    if (length === 0) continue
    yield* tarFile(
      `sesame-report/recording/${name}`,
      length,
      createReadStream(path, { end: length - 1 }),
      now,
    )
  }
  yield TAR_END
}

function systemOf(now: number): Readonly<Record<string, unknown>> {
  return {
    format: REPORT_FORMAT,
    made_at: new Date(now),
    version: VERSION,
    node: process.version,
    system: `${process.platform} ${release()} ${process.arch}`,
    cores: availableParallelism(),
    memory_bytes: totalmem(),
  }
}

/** Those of the table that are set; of a secret only that it is. */
export function shownSettings(environment: Environment): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const [name, value] of environment)
    if (isSetting(name) && value !== '') settings[name] = SETTINGS[name].isSecret ? '(set)' : value
  return settings
}
