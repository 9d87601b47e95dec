/**
 * The venue profile: every name, address and URL by which one venue differs from another. Invariant: an accepted
 * profile never mixes loopback and public hosts, and its geographic check belongs to the order book's own domain.
 */
import { z } from 'zod'
import { err, ok, type Result } from '#lib/result.ts'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** @param isOrigin  it has no path */
function url(kind: 'http' | 'ws', isOrigin = false) {
  return z
    .string()
    .max(300)
    .transform((text, context): URL => {
      const addIssue = (problem: string): void => context.addIssue(problem)
      if (!URL.canParse(text)) {
        addIssue('is not a URL')
        return z.NEVER
      }
      const parsed = new URL(text)
      const secure = parsed.protocol === `${kind}s:`
      const plain = parsed.protocol === `${kind}:` && isLoopback(parsed.hostname)
      if (!secure && !plain) addIssue(`must be ${kind}s, or ${kind} on loopback`)
      // `venue.com.` is `venue.com` to a resolver, and would share its last label with every other name.
      if (parsed.hostname.split('.').includes('')) addIssue('must be a host name without empty parts')
      if (parsed.username !== '' || parsed.password !== '') addIssue('must not hold a user')
      if (text.includes('#')) addIssue('must not hold a fragment')
      if (isOrigin && (parsed.pathname !== '/' || text.includes('?')))
        addIssue('must be an origin without a path')
      return parsed
    })
}

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
    clob: url('http', true),
    catalog: url('http', true),
    data: url('http', true).optional(),
    combos: url('http', true).optional(),
    geoblock: url('http'),
    ws_market: url('ws'),
    ws_user: url('ws').optional(),
    ws_sports: url('ws'),
    chat: url('http').optional(),
  }),
})

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

export type VenueProfile = ReturnType<typeof profileOf>

function profileOf({ urls, contracts, ...read }: z.infer<typeof wire>, isLocal: boolean) {
  return {
    name: read.name,
    chainId: read.chain_id,
    headerPrefix: read.header_prefix,
    responseHeaderPrefix: read.response_header_prefix,
    authDomain: read.auth_domain,
    exchangeDomain: read.exchange_domain,
    contracts: {
      exchange: contracts.ctf_exchange_v2,
      negRiskExchange: contracts.neg_risk_exchange_v2,
      combosExchange: contracts.exchange_v3,
      /** Null: no approval of it is looked at. */
      negRiskAdapter: contracts.neg_risk_adapter ?? null,
    },
    urls: {
      clob: urls.clob,
      catalog: urls.catalog,
      /** Null: a wallet's positions and activity cannot be read, so none may be configured. */
      data: urls.data ?? null,
      /** Null when the venue has no combos service. */
      combos: urls.combos ?? null,
      geoblock: urls.geoblock,
      marketFeed: urls.ws_market,
      /** Null: own orders cannot be followed, so no wallet may be configured. */
      userFeed: urls.ws_user ?? null,
      sportsFeed: urls.ws_sports,
      chat: urls.chat ?? null,
    },
    /** True if every address is on this host: only then may fault points be armed. */
    loopback: isLocal,
  }
}

/**
 * Reads a profile file's JSON (API-9). Unknown keys are ignored.
 *
 * @returns the profile, or every problem in words that name settings and never show a value
 */
export function parseProfile(json: unknown): Result<VenueProfile, readonly string[]> {
  const read = wire.safeParse(json)
  if (!read.success) {
    return err(
      read.error.issues.map(({ code, path, message }) => {
        return `${path.join('.')} ${code === 'custom' ? message : 'is missing or malformed'}`
      }),
    )
  }
  const { clob, geoblock } = read.data.urls
  const hosts = Object.values(read.data.urls).flatMap((one) => one?.hostname ?? [])
  const isLocal = hosts.every(isLoopback)
  const isDomainsOwn = registrableDomain(geoblock.hostname) === registrableDomain(clob.hostname)
  const problems = [
    ...(hosts.some(isLoopback) && !isLocal ? ['urls mix loopback and public hosts'] : []),
    ...(isDomainsOwn || [geoblock.hostname, clob.hostname].every(isLoopback)
      ? []
      : ["urls.geoblock must be on the order book's own domain"]),
  ]
  return problems.length > 0 ? err(problems) : ok(profileOf(read.data, isLocal))
}
