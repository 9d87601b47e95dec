/** Starts the bundled venue process (bundled-venue-process.ts), which ends with this one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { err, ok, type Result } from '#lib/result.ts'

/** The venue process's facts about itself. The session key is a TEST-ONLY key that everybody knows. */
export type BundledWorld = {
  /** The profile's JSON. */
  readonly profile: unknown
  readonly walletAddress: string
  readonly sessionKey: string
  readonly controlUrl: string
}

export type BundledVenue = {
  readonly world: BundledWorld
  /** Ends the process: its world is gone. */
  end(): Promise<void>
}

const START_MS = 20_000
const END_MS = 2_000

/** A venue with a fresh world. */
export async function startBundledVenue(): Promise<Result<BundledVenue, string>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bundled-venue-process.ts')], {
    // A group of its own: a Ctrl-C is not for the venue.
    detached: true,
    stdio: 'pipe',
    // Where a release brings a library that the system lacks.
    env: { LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] },
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 4_000)
  })
  const timeout = AbortSignal.timeout(START_MS)
  try {
    const [line] = (await Promise.race([
      once(createInterface(child.stdout), 'line', { signal: timeout }),
      // Not its exit: what it said of that may still be on its way.
      once(child, 'close', { signal: timeout }).then(() => ['']),
    ])) as [string]
    if (line === '') return err(/^\w*Error: (.+)$/m.exec(complaint)?.[1] ?? 'it did not start')
    for (const stream of [child.stdin, child.stdout, child.stderr] as unknown as Socket[]) stream.unref()
    child.unref()
    return ok({
      world: JSON.parse(line) as BundledWorld,
      async end() {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        const giveUp = setTimeout(() => child.kill('SIGKILL'), END_MS)
        child.stdin.end()
        child.ref()
        await ended
        clearTimeout(giveUp)
      },
    })
  } catch (error) {
    child.kill('SIGKILL')
    return err(timeout.aborted ? 'it did not start in time' : String(error))
  }
}
