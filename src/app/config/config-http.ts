/** Where the terminal listens and under which names it may be reached. */
import { isIP } from 'node:net'
import { networksIn } from '#server/access/callers.ts'
import { isLoopback } from '#venue/profile.ts'
import type { SettingsReader } from './settings-reader.ts'

export type HttpSettings = {
  /** IP literal without brackets, or `localhost`. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Names besides the listen address, each with or without a port. */
  readonly allowedHosts: readonly string[]
  readonly cookieSecure: boolean
  /** The TLS proxies in front, by address or network. */
  readonly trustedProxies: readonly string[]
  /** Null: only a session may read the metrics. */
  readonly metricsToken: string | null
}

/** Labels without a hyphen at either end; each part can match in one way only, so that no text takes long. */
const HOST_NAME =
  /^(?!.*(?:\.[.-]|-\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i

/** Reads HTTP_ADDR, ALLOWED_HOSTS, COOKIE_SECURE, TRUSTED_PROXIES and METRICS_TOKEN. Without TLS only this host may listen, the simulator excepted. */
export function readHttp(reader: SettingsReader, simulated: boolean): HttpSettings | null {
  const address = parseAddress(reader.text('HTTP_ADDR') ?? '127.0.0.1:8080')
  const cookieSecure = reader.oneOf('COOKIE_SECURE', ['true', 'false'], 'false') === 'true'
  const listed = reader.text('ALLOWED_HOSTS')
  const allowedHosts = (listed ?? 'localhost').split(',').map((name) => name.trim())
  if (!allowedHosts.every((name) => HOST_NAME.test(name))) {
    reader.fail('ALLOWED_HOSTS', 'must be host names, each with or without a port, separated by commas')
  }
  if (address === null) {
    reader.fail('HTTP_ADDR', 'must be an IP address, a colon and a port, such as 127.0.0.1:8080')
    return null
  }
  const metricsToken = reader.secret('METRICS_TOKEN')
  if (metricsToken !== null && !/^[\w-]{32,200}$/.test(metricsToken)) {
    reader.fail('METRICS_TOKEN', 'must be 32 to 200 letters, digits, hyphens or underscores')
  }
  const local = isLoopback(address.host.includes(':') ? `[${address.host}]` : address.host)
  if (!local && !cookieSecure && !simulated) {
    reader.fail('COOKIE_SECURE', 'must be true (behind TLS) when HTTP_ADDR is not on this host alone')
  }
  if (['0.0.0.0', '::'].includes(address.host) && listed === null) {
    reader.fail('ALLOWED_HOSTS', 'is required when HTTP_ADDR listens on every address')
  }
  const proxies = reader.text('TRUSTED_PROXIES')
  const trustedProxies = proxies?.split(',').map((one) => one.trim()) ?? []
  if (networksIn(trustedProxies) === null) {
    reader.fail(
      'TRUSTED_PROXIES',
      'must be IP addresses or networks such as 10.88.0.0/16, separated by commas',
    )
  }
  if (!local && cookieSecure && proxies === null) {
    reader.fail(
      'TRUSTED_PROXIES',
      'is required when HTTP_ADDR is not on this host alone: only that TLS proxy is answered',
    )
  }
  return {
    ...address,
    allowedHosts,
    cookieSecure,
    trustedProxies,
    metricsToken,
  }
}

function parseAddress(text: string): { readonly host: string; readonly port: number } | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text)
  if (match === null) return null
  const host = match[1] ?? match[2] ?? ''
  const port = Number(match[3])
  const literal = match[1] === undefined ? isIP(host) === 4 || host === 'localhost' : isIP(host) === 6
  return literal && port <= 65_535 ? { host, port } : null
}
