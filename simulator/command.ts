/** `sesame simulator`: reads the command line, starts the venue, writes the profile and waits for the signal to end. */
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'

import { venueNames } from './profile.ts'
import { startSimulator } from './program.ts'
import type { RunningSimulator, SimulatorOptions } from './running.ts'

/** Process of the command. */
type CommandIo = {
  out(line: string): void
  fail(line: string): void
  /** Resolves when the program is to end. */
  readonly ended: Promise<void>
}

const MAX_PORT = 65_525
const MAX_EVENTS = 10_000

function whole(most: number, text: string) {
  return z
    .string(text)
    .regex(/^\d{1,6}$/, text)
    .transform(Number)
    .refine((value) => value <= most, text)
}

/** The options as they stand on the command line, by name. */
const givenOptions = z.object({
  port: whole(MAX_PORT, '--port takes a port number, 0 for any free ones'),
  seed: z.string().optional(),
  profile: z.string().optional(),
  profileOut: z.string().optional(),
  events: whole(MAX_EVENTS, `--events takes a whole number up to ${MAX_EVENTS}`).optional(),
  speed: z
    .string()
    .transform(Number)
    .refine((speed) => speed > 0 && speed <= 10_000, '--speed takes a number above 0')
    .optional(),
  settles: z.enum(['late', 'at_once'], '--settles takes late or at_once').optional(),
})

/** Runs until `io.ended`; answers the exit code: 0 after a clean end, 1 when it could not start, 2 for a wrong call. */
export async function runSimulatorCommand(
  given: Readonly<Record<string, string | undefined>>,
  io: CommandIo,
): Promise<number> {
  const read = givenOptions.safeParse(given)
  if (!read.success) {
    io.fail(read.error.issues[0]?.message ?? '')
    return 2
  }
  const wanted = read.data
  const options = await optionsOf(wanted)
  if (typeof options === 'string') {
    io.fail(options)
    return 1
  }
  let simulator: RunningSimulator
  try {
    simulator = await startSimulator(options)
  } catch (error) {
    io.fail(`the simulator could not start: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
  try {
    if (wanted.profileOut !== undefined) await writeProfile(wanted.profileOut, simulator)
    io.out(`control API ${simulator.controlUrl}/_sim`)
    for (const [name, url] of Object.entries(simulator.profile.urls)) io.out(`${name} ${url}`)
    await io.ended
    return 0
  } catch (error) {
    io.fail(`the profile could not be written: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  } finally {
    await simulator.stop()
  }
}

/** The options with the files read, or which file cannot be used and why. */
async function optionsOf(given: z.infer<typeof givenOptions>): Promise<SimulatorOptions | string> {
  const profile = await readShape('--profile', given.profile, venueNames)
  if (typeof profile === 'string') return profile
  return { ...given, profile }
}

/** Writes the profile and the test accounts; the file holds keys, so only its owner may read it. */
async function writeProfile(
  path: string,
  { profile, accounts, controlUrl }: RunningSimulator,
): Promise<void> {
  const simulator = {
    control_url: controlUrl,
    owner_key: accounts.ownerKey,
    deposit_wallet: accounts.depositWallet,
    session_key: accounts.sessionKey,
    eoa_key: accounts.eoaKey,
  }
  await writeFile(path, `${JSON.stringify({ ...profile, simulator }, null, 2)}\n`, { mode: 0o600 })
}

/** Content of the file, if one is named, or why it cannot be used. */
async function readShape<T extends z.ZodType>(
  option: string,
  path: string | undefined,
  shape: T,
): Promise<z.infer<T> | string | undefined> {
  if (path === undefined) return undefined
  try {
    const parsed = shape.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : `${option}: ${path} does not fit: ${z.prettifyError(parsed.error)}`
  } catch (error) {
    return `${option}: ${error instanceof Error ? error.message : String(error)}`
  }
}
