/**
 * Basis of a start before anything is built: the venue's profile, the account's secrets and the database that belongs
 * to both. The bundled venue's data ends with its world (decision 11).
 */
import { Buffer } from 'node:buffer'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { Micros } from '#core/money.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { openDatabase, openStandIn, type Database, type DatabaseFault } from '#store/database.ts'
import { parseProfile, type VenueProfile } from '#venue/profile.ts'
import type { VenueSecrets } from '#venue/venue.ts'
import { startBundledVenue } from './assembly/bundled-venue.ts'
import type { BundledVenue, BundledWorld } from './assembly/bundled-venue.ts'
import type { AccountSecrets } from './config/config-account.ts'
import { withUrls, type ProfileUrls } from './config/config-venue.ts'
import type { Configuration } from './config/config.ts'
import { databaseFaultText, isFileFault, standInText } from './process/database-fault.ts'
import type { Redactor } from './process/redactor.ts'
import { EXIT } from './exit-codes.ts'

/** Why a start is refused, in one line, and with which exit code. */
export type StartFault = { readonly message: string; readonly exitCode: number }

export type World = {
  readonly profile: VenueProfile
  readonly secrets: VenueSecrets
  readonly database: Database
  /** Why the database is a replacement in memory, in words; null when it is the real one. */
  readonly storageProblem: string | null
  /** Closes the database and ends the bundled venue. */
  close(): Promise<void>
}

/** Parts that everything of one run is built with. */
export type RunParts = {
  readonly configuration: Configuration
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly redactor: Redactor
  readonly version: string
  /** The file with the settings. */
  readonly envFile: string
  /** Those of the environment that are set, as a report shows them. */
  readonly shownSettings: Readonly<Record<string, string>>
  /** Named moments at which a crash test may stop the program (ORD-6). */
  readonly point: (name: string) => void
}

const NO_ACCOUNT: VenueSecrets = {
  walletAddress: null,
  signerAddress: null,
  sessionKey: null,
  credentials: null,
}

/** Opens the configured world, or starts the bundled one. */
export async function openWorld(parts: RunParts): Promise<Result<World, StartFault>> {
  const { venue, account, paper } = parts.configuration
  if (venue.kind === 'bundled') return openBundledWorld(parts, venue.urls)
  const database = open(parts, false, paper?.startingCash ?? null)
  if (!database.ok) return database
  return ok({
    profile: venue.profile,
    secrets: accountSecrets(account),
    ...database.value,
    close: async () => database.value.database.close(),
  })
}

async function openBundledWorld(parts: RunParts, urls: ProfileUrls): Promise<Result<World, StartFault>> {
  const { account } = parts.configuration
  const database = open(parts, true, null)
  if (!database.ok) return database
  const venue = await startBundledVenue()
  if (!venue.ok) {
    database.value.database.close()
    return refusal(`the bundled venue could not be started: ${venue.error}`)
  }
  const profile = parseProfile(withUrls(venue.value.world.profile, urls))
  if (!profile.ok) {
    await close(database.value.database, venue.value)
    return refusal(`the bundled venue's profile cannot be used: ${profile.error.join('; ')}`)
  }
  return ok({
    profile: profile.value,
    secrets: account === null ? testAccount(venue.value.world) : accountSecrets(account),
    ...database.value,
    close: () => close(database.value.database, venue.value),
  })
}

function close(database: Database, venue: BundledVenue): Promise<void> {
  database.close()
  return venue.end()
}

function open(
  { configuration, clock, random, point }: RunParts,
  fresh: boolean,
  paperCash: Micros | null,
): Result<Pick<World, 'database' | 'storageProblem'>, StartFault> {
  const { dataDirectory: directory } = configuration
  const installId = Buffer.from(random.bytes(32)).toString('hex')
  const options = { directory, installId, now: clock.now(), fresh, paperCash, point }
  const opened = openDatabase(options)
  if (opened.ok) return ok({ database: opened.value, storageProblem: null })
  if (!isFileFault(opened.error)) return refusedBy(opened.error, directory)
  const standIn = openStandIn(options)
  if (!standIn.ok) return refusedBy(standIn.error, directory)
  return ok({ database: standIn.value, storageProblem: standInText(opened.error, directory) })
}

function refusedBy(fault: DatabaseFault, directory: string): ReturnType<typeof refusal> {
  const exitCode = fault.kind === 'locked' ? EXIT.locked : EXIT.refused
  return err({ message: databaseFaultText(fault, directory), exitCode })
}

/** The account's secrets in the adapter's form; all null without an account. */
export function accountSecrets(account: AccountSecrets | null): VenueSecrets {
  if (account === null) return NO_ACCOUNT
  return {
    walletAddress: account.walletAddress,
    signerAddress: account.signerAddress,
    sessionKey: account.sessionKey?.() ?? null,
    credentials: account.credentials?.() ?? null,
  }
}

function testAccount(world: BundledWorld): VenueSecrets {
  const sessionKey = Buffer.from(world.sessionKey.replace(/^0x/, ''), 'hex')
  return { ...NO_ACCOUNT, walletAddress: world.walletAddress, sessionKey }
}

function refusal(message: string): { readonly ok: false; readonly error: StartFault } {
  return err({ message, exitCode: EXIT.refused })
}
