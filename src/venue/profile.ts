/**
 * The venue profile: every name, address and URL by which one venue differs from another. Invariant: an accepted
 * profile never mixes loopback and public hosts, and its geographic check belongs to the order book's own domain.
 */
import { z } from 'zod'
import { err, ok, type Result } from '#lib/result.ts'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const url = z.string().max(300)

const wire = z.object({
  name: z.string().min(1).max(60),
  chain_id: z.int().positive(),
  header_prefix: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,30}$/)
    .default('VENUE'),
  response_header_prefix: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,30}$/)
    .default('Venue'),
  auth_domain: z.string().min(1).default('ClobAuthDomain'),
  exchange_domain: z.string().min(1).default('Venue CTF Exchange'),
  contracts: z.object({
    ctf_exchange_v2: address,
    neg_risk_exchange_v2: address,
    exchange_v3: address,
    neg_risk_adapter: address.optional(),
  }),
  urls: z.object({
    clob: url,
    catalog: url,
    data: url.optional(),
    combos: url.optional(),
    geoblock: url,
    ws_market: url,
    ws_user: url.optional(),
    ws_sports: url,
    chat: url.optional(),
  }),
})

export type VenueProfile = {
  readonly name: string
  readonly chainId: number
  readonly headerPrefix: string
  readonly responseHeaderPrefix: string
  readonly authDomain: string
  readonly exchangeDomain: string
  readonly contracts: {
    readonly exchange: string
    readonly negRiskExchange: string
    readonly combosExchange: string
    /** Null: no approval of it is looked at. */
    readonly negRiskAdapter: string | null
  }
  readonly urls: {
    readonly clob: URL
    readonly catalog: URL
    /** Null: a wallet's positions and activity cannot be read, so none may be configured. */
    readonly data: URL | null
    /** Null when the venue has no combos service. */
    readonly combos: URL | null
    readonly geoblock: URL
    readonly marketFeed: URL
    /** Null: own orders cannot be followed, so no wallet may be configured. */
    readonly userFeed: URL | null
    readonly sportsFeed: URL
    readonly chat: URL | null
  }
  /** True if every address is on this host: only then may fault points be armed. */
  readonly loopback: boolean
}

/** True if a host name or literal address is this host itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

/**
 * The part of a host name under which one owner holds everything: the last two labels, or three where the country
 * code is preceded by a short general label (`co.uk`). Literal addresses are their own.
 */
function registrableDomain(hostname: string): string {
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return hostname
  const labels = hostname.toLowerCase().split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join('.')
}

function parseUrl(
  name: string,
  text: string,
  kind: 'http' | 'ws',
  problems: string[],
  origin = false,
): URL | null {
  if (!URL.canParse(text)) {
    problems.push(`urls.${name} is not a URL`)
    return null
  }
  const parsed = new URL(text)
  const secure = parsed.protocol === `${kind}s:`
  const plain = parsed.protocol === `${kind}:` && isLoopback(parsed.hostname)
  if (!secure && !plain) problems.push(`urls.${name} must be ${kind}s, or ${kind} on loopback`)
  // `venue.com.` is `venue.com` to a resolver, and would share its last label with every other name.
  if (parsed.hostname.split('.').includes(''))
    problems.push(`urls.${name} must be a host name without empty parts`)
  if (parsed.username !== '' || parsed.password !== '') problems.push(`urls.${name} must not hold a user`)
  if (text.includes('#')) problems.push(`urls.${name} must not hold a fragment`)
  if (origin && (parsed.pathname !== '/' || text.includes('?'))) {
    problems.push(`urls.${name} must be an origin without a path`)
  }
  return parsed
}

/**
 * Reads a profile file's JSON (API-9). Unknown keys are ignored.
 *
 * @returns the profile, or every problem in words that name settings and never show a value
 */
export function parseProfile(json: unknown): Result<VenueProfile, readonly string[]> {
  const read = wire.safeParse(json)
  if (!read.success)
    return err(read.error.issues.map((issue) => `${issue.path.join('.')} is missing or malformed`))
  const { urls, contracts } = read.data
  const problems: string[] = []
  const clob = parseUrl('clob', urls.clob, 'http', problems, true)
  const catalog = parseUrl('catalog', urls.catalog, 'http', problems, true)
  const data = urls.data === undefined ? null : parseUrl('data', urls.data, 'http', problems, true)
  const combos = urls.combos === undefined ? null : parseUrl('combos', urls.combos, 'http', problems, true)
  const geoblock = parseUrl('geoblock', urls.geoblock, 'http', problems)
  const marketFeed = parseUrl('ws_market', urls.ws_market, 'ws', problems)
  const userFeed = urls.ws_user === undefined ? null : parseUrl('ws_user', urls.ws_user, 'ws', problems)
  const sportsFeed = parseUrl('ws_sports', urls.ws_sports, 'ws', problems)
  const chat = urls.chat === undefined ? null : parseUrl('chat', urls.chat, 'http', problems)
  if (!clob || !catalog || !geoblock || !marketFeed || !sportsFeed) return err(problems)

  const venueUrls = [clob, catalog, data, combos, geoblock, marketFeed, userFeed, sportsFeed, chat]
  const local = venueUrls.filter((one) => one !== null).map((one) => isLoopback(one.hostname))
  if (local.includes(true) && local.includes(false)) problems.push('urls mix loopback and public hosts')
  const sameDomain = registrableDomain(geoblock.hostname) === registrableDomain(clob.hostname)
  if (!sameDomain && !(isLoopback(geoblock.hostname) && isLoopback(clob.hostname))) {
    problems.push("urls.geoblock must be on the order book's own domain")
  }
  if (problems.length > 0) return err(problems)
  return ok({
    name: read.data.name,
    chainId: read.data.chain_id,
    headerPrefix: read.data.header_prefix,
    responseHeaderPrefix: read.data.response_header_prefix,
    authDomain: read.data.auth_domain,
    exchangeDomain: read.data.exchange_domain,
    contracts: {
      exchange: contracts.ctf_exchange_v2,
      negRiskExchange: contracts.neg_risk_exchange_v2,
      combosExchange: contracts.exchange_v3,
      negRiskAdapter: contracts.neg_risk_adapter ?? null,
    },
    urls: { clob, catalog, data, combos, geoblock, marketFeed, userFeed, sportsFeed, chat },
    loopback: !local.includes(false),
  })
}
