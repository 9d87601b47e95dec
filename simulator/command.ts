/** `sesame simulator`: reads the command line, starts the venue, writes the profile and waits for the signal to end. */
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'

import { scenario } from './control/scenario.ts'
import { venueNames } from './profile.ts'
import type { RunningSimulator, SimulatorOptions } from './running.ts'

/** Process of the command. */
export type CommandIo = {
  out(line: string): void
  fail(line: string): void
  /** Resolves when the program is to end. */
  readonly ended: Promise<void>
}

/** The options as they stand on the command line, by name. */
export type GivenOptions = Readonly<Record<string, string | undefined>>

type Wanted = {
  readonly port: number
  readonly seed: string | undefined
  readonly profile: string | undefined
  readonly profileOut: string | undefined
  readonly events: number | undefined
  readonly speed: number | undefined
  readonly scenario: string | undefined
  readonly settles: 'late' | 'at_once' | undefined
}

const MAX_PORT = 65_525
const MAX_EVENTS = 10_000

/** Runs until `io.ended`; answers the exit code: 0 after a clean end, 1 when it could not start, 2 for a wrong call. */
export async function simulatorCommand(
  given: GivenOptions,
  io: CommandIo,
  start: (options: SimulatorOptions) => Promise<RunningSimulator>,
): Promise<number> {
  const wanted = readOptions(given)
  if (typeof wanted === 'string') {
    io.fail(wanted)
    return 2
  }
  const options = await optionsOf(wanted)
  if (typeof options === 'string') {
    io.fail(options)
    return 1
  }
  let simulator: RunningSimulator
  try {
    simulator = await start(options)
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
async function optionsOf(wanted: Wanted): Promise<SimulatorOptions | string> {
  const { port, events, speed, settles } = wanted
  const names = wanted.profile === undefined ? null : await readShape('--profile', wanted.profile, venueNames)
  if (typeof names === 'string') return names
  const script =
    wanted.scenario === undefined ? null : await readShape('--scenario', wanted.scenario, scenario)
  if (typeof script === 'string') return script
  const seed = wanted.seed ?? (script?.seed === undefined ? undefined : String(script.seed))
  return {
    port,
    ...(seed === undefined ? {} : { seed }),
    ...(names === null ? {} : { profile: names }),
    ...(script === null ? {} : { scenario: script }),
    ...(events === undefined ? {} : { events }),
    ...(speed === undefined ? {} : { speed }),
    ...(settles === undefined ? {} : { settles }),
  }
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

function readOptions(values: GivenOptions): Wanted | string {
  const port = whole(values['port'], MAX_PORT)
  if (port === null || port === undefined) return '--port takes a port number, 0 for any free ones'
  const events = whole(values['events'], MAX_EVENTS)
  if (events === null) return `--events takes a whole number up to ${MAX_EVENTS}`
  const speed = values['speed'] === undefined ? undefined : Number(values['speed'])
  if (speed !== undefined && !(speed > 0 && speed <= 10_000)) return '--speed takes a number above 0'
  const settles = values['settles']
  if (settles !== undefined && settles !== 'late' && settles !== 'at_once') {
    return '--settles takes late or at_once'
  }
  return {
    port,
    seed: values['seed'],
    profile: values['profile'],
    profileOut: values['profileOut'],
    events,
    speed,
    scenario: values['scenario'],
    settles,
  }
}

/** Undefined when absent, null when it is no such number. */
function whole(text: string | undefined, most: number): number | undefined | null {
  if (text === undefined) return undefined
  const value = Number(text)
  return /^\d{1,6}$/.test(text) && value <= most ? value : null
}

/** Content of the file, or why it cannot be used. */
async function readShape<T extends z.ZodType>(
  option: string,
  path: string,
  shape: T,
): Promise<z.infer<T> | string> {
  try {
    const parsed = shape.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : `${option}: ${path} does not fit: ${z.prettifyError(parsed.error)}`
  } catch (error) {
    return `${option}: ${error instanceof Error ? error.message : String(error)}`
  }
}
