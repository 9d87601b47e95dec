/** Gauges of a terminal's process, of the report that Node writes on a signal, and its feeds. */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TerminalProcess } from '../harness.ts'
import { waitFor } from '../wait-for.ts'

export type Gauges = {
  /** Bytes in use by the heap and outside of it. */
  readonly memory: number
  readonly resident: number
  readonly sockets: number
  /** Handles of every kind that Node knows. */
  readonly handles: number
  readonly descriptors: number
  readonly reconnects: number
  readonly feeds: number
  readonly feedsLive: number
}

type Report = {
  readonly javascriptHeap: { readonly usedMemory: number; readonly externalMemory: number }
  readonly resourceUsage: { readonly rss: number | string }
  readonly libuv: readonly { readonly type: string }[]
}

/** Options with which Node writes the reports into a directory. */
export function reportingInto(directory: string): string {
  return `--report-on-signal --report-compact --report-exclude-network --report-exclude-env --report-filename=gauges.json --report-directory=${directory}`
}

/** @param directory  of the reports */
export async function gaugesOf(terminal: TerminalProcess, directory: string): Promise<Gauges> {
  const path = join(directory, 'gauges.json')
  rmSync(path, { force: true })
  const { pid } = terminal.program()
  process.kill(pid, 'SIGUSR2')
  const { javascriptHeap, resourceUsage, libuv } = await waitFor('a report', () => read(path))
  const { feeds } = await terminal.client().ok('readStatus')
  const on = feeds.filter(({ state }) => state !== 'off')
  return {
    memory: javascriptHeap.usedMemory + javascriptHeap.externalMemory,
    resident: Number(resourceUsage.rss),
    sockets: libuv.filter(({ type }) => type === 'tcp').length,
    handles: libuv.length,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    reconnects: feeds.reduce((sum, { reconnects }) => sum + reconnects, 0),
    feeds: on.length,
    feedsLive: on.filter(({ state }) => state === 'live').length,
  }
}

/** Null until it is whole. */
function read(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return null
  }
}
