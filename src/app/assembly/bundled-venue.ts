/** Finds or starts the bundled venue process and holds its leash (bundled-venue-process.ts). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { err, ok, type Result } from '#lib/result.ts'

/** The venue process's facts about itself. The session key is a TEST-ONLY key that everybody knows. */
export type BundledWorld = {
  readonly worldId: string
  /** The profile's JSON. */
  readonly profile: unknown
  readonly walletAddress: string
  readonly sessionKey: string
  readonly controlUrl: string
}

export type BundledVenue = {
  readonly world: BundledWorld
  /** Ends the venue process: its world is deleted. Resolves once it has received the request. */
  end(): Promise<void>
  /** Detaches from it: it belongs to another terminal. */
  letGo(): void
}

/** Word of the terminal at a clean stop. */
export const END_WORD = 'end'

const WORLD_FILE = 'world.json'
const CONNECT_MS = 2_000
const START_MS = 20_000

/** The world that a killed terminal left behind, if its venue still runs; null otherwise. */
export async function findBundledVenue(directory: string): Promise<BundledVenue | null> {
  const left = readWorldFile(directory)
  if (left === null) return null
  const venue = await attach(directory, left.port)
  if (venue?.world.worldId === left.worldId) return venue
  rmSync(join(directory, WORLD_FILE), { force: true })
  return null
}

/** Starts a fresh venue. Its world's id is kept in the directory, so that a restart after a kill finds it. */
export async function startBundledVenue(
  directory: string,
  worldId: string,
): Promise<Result<BundledVenue, string>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bundled-venue-process.ts'), worldId], {
    // A group of its own: a killed terminal must not take the venue with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Where a release brings a library that the system lacks.
    env: { LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] },
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 4_000)
  })
  const timeout = AbortSignal.timeout(START_MS)
  try {
    const [text] = (await Promise.race([
      once(child.stdout, 'data', { signal: timeout }),
      // Not its exit: what it said of that may still be on its way.
      once(child, 'close', { signal: timeout }).then(() => ['']),
    ])) as [Buffer | string]
    const port = Number(text.toString().trim())
    const venue = port > 0 ? await attach(directory, port) : null
    if (venue === null) {
      child.kill('SIGKILL')
      const why = port > 0 ? 'it cannot be reached at 127.0.0.1' : 'it did not start'
      return err(/^\w*Error: (.+)$/m.exec(complaint)?.[1] ?? why)
    }
    writeFileSync(join(directory, WORLD_FILE), JSON.stringify({ worldId, port }), { mode: 0o600 })
    return ok(venue)
  } catch (error) {
    child.kill('SIGKILL')
    return err(timeout.aborted ? 'it did not start in time' : String(error))
  } finally {
    child.stdout.destroy()
    child.stderr.destroy()
    child.unref()
  }
}

async function attach(directory: string, port: number): Promise<BundledVenue | null> {
  const leash = connect(port, '127.0.0.1')
  try {
    const world = await readWorld(leash)
    leash.on('error', () => leash.destroy())
    leash.unref()
    return {
      world,
      end: async () => {
        rmSync(join(directory, WORLD_FILE), { force: true })
        if (leash.closed) return
        const closed = once(leash, 'close')
        leash.setTimeout(CONNECT_MS, () => leash.destroy())
        leash.ref()
        leash.end(END_WORD)
        await closed
      },
      letGo: () => leash.destroy(),
    }
  } catch {
    leash.destroy()
    return null
  }
}

async function readWorld(leash: Socket): Promise<BundledWorld> {
  const signal = AbortSignal.timeout(CONNECT_MS)
  let text = ''
  leash.setEncoding('utf8')
  while (!text.endsWith('\n')) {
    const [part] = (await once(leash, 'data', { signal })) as [string]
    text += part
  }
  return JSON.parse(text) as BundledWorld
}

function readWorldFile(directory: string): { readonly worldId: string; readonly port: number } | null {
  try {
    const read = JSON.parse(readFileSync(join(directory, WORLD_FILE), 'utf8')) as unknown
    if (typeof read !== 'object' || read === null || !('worldId' in read) || !('port' in read)) return null
    const { worldId, port } = read
    return typeof worldId === 'string' && typeof port === 'number' ? { worldId, port } : null
  } catch {
    return null
  }
}
