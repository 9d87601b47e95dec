/** Which venue the terminal talks to: a profile file, or the bundled simulator. */
import { parseProfile, isLoopback, type VenueProfile } from '#venue/profile.ts'
import { isRetired } from './retired-settings.ts'
import type { SettingsReader } from './settings-reader.ts'

export type VenueChoice =
  /** Start the bundled simulator and use its profile, with these addresses in place of its own. */
  | { readonly kind: 'bundled'; readonly urls: ProfileUrls }
  | { readonly kind: 'profile'; readonly profile: VenueProfile }

/** Addresses by their key in a profile's `urls`. */
export type ProfileUrls = Readonly<Record<string, string>>

const URL_SETTINGS = [
  ['VENUE_CLOB_URL', 'clob'],
  ['VENUE_CATALOG_URL', 'catalog'],
  ['VENUE_DATA_API_URL', 'data'],
  ['VENUE_COMBOS_URL', 'combos'],
  ['VENUE_WS_MARKET_URL', 'ws_market'],
  ['VENUE_WS_USER_URL', 'ws_user'],
  ['VENUE_WS_SPORTS_URL', 'ws_sports'],
] as const

/** Settings of former versions that would give a false sense of what runs; refused even when empty. */
export function refuseRetired(reader: SettingsReader): void {
  for (const name of reader.names()) {
    if (isRetired(name)) reader.fail(name, 'is no longer a setting: remove it')
  }
}

/** True if SESAME_FAKE_VENUE asks for the simulator. */
export function isSimulatorStart(reader: SettingsReader): boolean {
  return reader.text('SESAME_FAKE_VENUE') === '1'
}

/** Reads the venue's settings; null with a problem noted when they cannot be used. */
export function readVenue(
  reader: SettingsReader,
  mode: 'demo' | 'simulator' | 'venue',
  readFile: (path: string) => string,
): VenueChoice | null {
  reader.value('SESAME_FAKE_VENUE')
  const urls = readUrls(reader)
  const path = reader.value('VENUE_PROFILE')
  if (path === null) {
    if (mode === 'venue') {
      reader.fail('VENUE_PROFILE', 'is required unless SESAME_FAKE_VENUE=1')
      return null
    }
    refusePublic(reader)
    return { kind: 'bundled', urls }
  }
  const json = readProfileFile(reader, path, readFile)
  if (json === null) return null
  const profile = parseProfile(withUrls(json, urls))
  if (!profile.ok) {
    const [problem = 'is invalid'] = profile.error
    reader.fail('VENUE_PROFILE', `cannot be used: ${problem}`)
    return null
  }
  if (mode === 'simulator' && !profile.value.loopback) {
    reader.fail('VENUE_PROFILE', 'must name only addresses of this host when SESAME_FAKE_VENUE=1')
  }
  return { kind: 'profile', profile: profile.value }
}

/** Addresses needed to read a wallet's state (VEN-15); without a wallet nothing is read. */
export function requireOwnAddresses(reader: SettingsReader, venue: VenueChoice | null): void {
  if (venue?.kind !== 'profile') return
  const { data, userFeed } = venue.profile.urls
  if (data === null)
    reader.fail('VENUE_DATA_API_URL', 'is required with a wallet, here or as urls.data of the profile')
  if (userFeed === null)
    reader.fail('VENUE_WS_USER_URL', 'is required with a wallet, here or as urls.ws_user of the profile')
}

/** The profile's JSON with single addresses replaced. */
export function withUrls(json: unknown, urls: ProfileUrls): unknown {
  if (typeof json !== 'object' || json === null || !('urls' in json)) return json
  const own = typeof json.urls === 'object' ? json.urls : {}
  return { ...json, urls: { ...own, ...urls } }
}

function readUrls(reader: SettingsReader): ProfileUrls {
  const urls: Record<string, string> = {}
  for (const [name, key] of URL_SETTINGS) {
    const url = reader.value(name)
    if (url !== null) urls[key] = url
  }
  return urls
}

function refusePublic(reader: SettingsReader): void {
  for (const [name] of URL_SETTINGS) {
    const text = reader.text(name)
    if (text !== null && URL.canParse(text) && !isLoopback(new URL(text).hostname)) {
      reader.fail(name, 'must be on this host when SESAME_FAKE_VENUE=1')
    }
  }
}

function readProfileFile(reader: SettingsReader, path: string, readFile: (path: string) => string): unknown {
  try {
    return JSON.parse(readFile(path))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    reader.fail(
      'VENUE_PROFILE',
      code === null ? 'names a file that is not JSON' : `names a file that cannot be read (${code})`,
    )
    return null
  }
}
