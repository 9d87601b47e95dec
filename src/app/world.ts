/**
 * What a start works with before anything is built: the venue's profile, the account's secrets and the database that
 * belongs to both. The bundled venue's data lives and ends with its world (decision 11).
 */
import { Buffer } from 'node:buffer'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { openDatabase } from '#store/database.ts'
import type { Database } from '#store/database.ts'
import { createPrivateDirectory } from '#store/private-files.ts'
import { parseProfile } from '#venue/profile.ts'
import type { VenueProfile } from '#venue/profile.ts'
import type { VenueSecrets } from '#venue/venue.ts'
import { findBundledVenue, startBundledVenue } from './bundled-venue.ts'
import type { BundledVenue, BundledWorld } from './bundled-venue.ts'
import type { AccountSecrets } from './config-account.ts'
import { withUrls } from './config-venue.ts'
import type { ProfileUrls } from './config-venue.ts'
import type { Configuration } from './config.ts'
import { databaseFaultText } from './database-fault.ts'
import { EXIT } from './exit-codes.ts'

/** Why a start is refused, in one line, and with which exit code. */
export type StartFault = { readonly message: string; readonly exitCode: number }

export type World = {
  readonly profile: VenueProfile
  readonly secrets: VenueSecrets
  readonly database: Database
  /** Closes the database and ends the bundled venue. */
  close(): Promise<void>
}

const NO_ACCOUNT: VenueSecrets = {
  walletAddress: null,
  signerAddress: null,
  sessionKey: null,
  credentials: null,
}

/** Opens the configured world, or finds or starts the bundled one. */
export async function openWorld(
  configuration: Configuration,
  tools: { readonly clock: Clock; readonly random: Random },
): Promise<Result<World, StartFault>> {
  const { venue, account, dataDirectory } = configuration
  if (venue.kind === 'bundled') return openBundledWorld(configuration, venue.urls, tools)
  const database = open(dataDirectory, tools, false)
  if (!database.ok) return database
  return ok({
    profile: venue.profile,
    secrets: account === null ? NO_ACCOUNT : secretsOf(account),
    database: database.value,
    close: async () => database.value.close(),
  })
}

async function openBundledWorld(
  { dataDirectory, account }: Configuration,
  urls: ProfileUrls,
  tools: { readonly clock: Clock; readonly random: Random },
): Promise<Result<World, StartFault>> {
  const directory = tryPrivateDirectory(dataDirectory)
  if (!directory.ok) return directory
  const found = await findBundledVenue(dataDirectory)
  const database = open(dataDirectory, tools, found === null)
  if (!database.ok) {
    found?.letGo()
    return database
  }
  const venue = found === null ? await startBundledVenue(dataDirectory, tools.random.uuidV7()) : ok(found)
  if (!venue.ok) {
    database.value.close()
    return refusal(`the bundled venue could not be started: ${venue.error}`)
  }
  const profile = parseProfile(withUrls(venue.value.world.profile, urls))
  if (!profile.ok) {
    await close(database.value, venue.value)
    return refusal(`the bundled venue's profile cannot be used: ${profile.error.join('; ')}`)
  }
  return ok({
    profile: profile.value,
    secrets: account === null ? testAccount(venue.value.world) : secretsOf(account),
    database: database.value,
    close: () => close(database.value, venue.value),
  })
}

function close(database: Database, venue: BundledVenue): Promise<void> {
  database.close()
  return venue.end()
}

function open(
  directory: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  fresh: boolean,
): Result<Database, StartFault> {
  const installId = Buffer.from(random.bytes(32)).toString('hex')
  const opened = openDatabase({ directory, installId, now: clock.now(), fresh })
  if (opened.ok) return opened
  const exitCode = opened.error.kind === 'locked' ? EXIT.locked : EXIT.refused
  return err({ message: databaseFaultText(opened.error, directory), exitCode })
}

function tryPrivateDirectory(path: string): Result<null, StartFault> {
  try {
    createPrivateDirectory(path)
    return ok(null)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return refusal(databaseFaultText({ kind: 'unusable', detail }, path))
  }
}

function secretsOf(account: AccountSecrets): VenueSecrets {
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
