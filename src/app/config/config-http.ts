/** Where the terminal listens and under which names it may be reached. */
import { isLoopback } from '#venue/profile.ts'
import type { ListenAddress } from './setting-schemas.ts'
import type { SettingsReader } from './settings-reader.ts'

export type HttpSettings = ListenAddress & {
  /** Names besides the listen address, each with or without a port. */
  readonly allowedHosts: readonly string[]
  readonly cookieSecure: boolean
  /** The TLS proxies in front, by address or network. */
  readonly trustedProxies: readonly string[]
}

/** Reads HTTP_ADDR, ALLOWED_HOSTS, COOKIE_SECURE and TRUSTED_PROXIES. Without TLS only this host may listen, the simulator excepted. */
export function readHttp(reader: SettingsReader, simulated: boolean): HttpSettings {
  const address = reader.value('HTTP_ADDR')
  const cookieSecure = reader.value('COOKIE_SECURE')
  const allowedHosts = reader.value('ALLOWED_HOSTS')
  const trustedProxies = reader.value('TRUSTED_PROXIES') ?? []
  const local = isLoopback(address.host.includes(':') ? `[${address.host}]` : address.host)
  if (!local && !cookieSecure && !simulated) {
    reader.fail('COOKIE_SECURE', 'must be true (behind TLS) when HTTP_ADDR is reachable from other hosts')
  }
  if (['0.0.0.0', '::'].includes(address.host) && reader.text('ALLOWED_HOSTS') === null) {
    reader.fail('ALLOWED_HOSTS', 'is required when HTTP_ADDR listens on every address')
  }
  if (!local && cookieSecure && reader.text('TRUSTED_PROXIES') === null) {
    reader.fail(
      'TRUSTED_PROXIES',
      'is required when HTTP_ADDR is reachable from other hosts: only that TLS proxy is answered',
    )
  }
  return { ...address, allowedHosts, cookieSecure, trustedProxies }
}
