/**
 * Which Host and Origin may speak to us. Both are judged against a list made at start from the listen address and
 * ALLOWED_HOSTS, never against what a proxy header claims.
 */
import type { IncomingMessage } from 'node:http'

const WILDCARDS = new Set(['0.0.0.0', '::', '[::]'])

/**
 * Builds the list. An entry without a port means that name at the listen port and, behind TLS, at 443.
 *
 * @param listen  the address really listened on
 * @param secure  whether browsers reach us over https (COOKIE_SECURE)
 */
export function createHosts(
  listen: { readonly host: string; readonly port: number },
  allowed: readonly string[],
  secure: boolean,
) {
  const scheme = secure ? 'https' : 'http'
  const defaultPort = secure ? 443 : 80
  const names = WILDCARDS.has(listen.host) ? allowed : [bracketed(listen.host), ...allowed]
  const hosts = new Set(
    names.flatMap((name) => {
      const host = canonical(name, defaultPort)
      if (hasPort(name)) return [host]
      return secure ? [host, `${host}:${listen.port}`] : [canonical(`${host}:${listen.port}`, defaultPort)]
    }),
  )
  hosts.delete('')
  const named = new Set(allowed.map((name) => canonical(name, defaultPort)))
  const plain = new Set([...hosts].filter((host) => secure && !named.has(host)))
  const [name = bracketed(listen.host)] = secure ? allowed : names
  const first = secure || hasPort(name) ? name : `${name}:${listen.port}`
  const origins = new Set([...hosts].map((host) => `${scheme}://${host}`))
  const isAllowed = (text: string): boolean => hosts.has(text) || hosts.has(canonical(text, defaultPort))

  return {
    /** One Host header of the list, and a request target that names no other host. */
    allowsHost(request: Pick<IncomingMessage, 'rawHeaders' | 'url'>): boolean {
      const named = request.rawHeaders.filter(
        (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
      )
      const [host] = named
      if (named.length !== 1 || host === undefined || !isAllowed(host)) return false
      const target = request.url ?? ''
      if (target.startsWith('/')) return true
      const authority = /^https?:\/\/([^/?#]*)/i.exec(target)?.[1]
      return authority !== undefined && canonical(authority, defaultPort) === canonical(host, defaultPort)
    },
    /** `scheme://host` of the list; `null` is not one. */
    allowsOrigin: (origin: string): boolean => origins.has(origin),
    /** True if a browser that names this Host has come over plain HTTP past the proxy, where https is promised. */
    isPlain: ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
      plain.has(canonical(headers.host ?? '', defaultPort)),
    /** Where browsers open the page. */
    pageUrl: `${scheme}://${first}`,
    /** For the Content-Security-Policy: our own WebSocket origins. */
    webSocketOrigins: [...hosts].map((host) => `${secure ? 'wss' : 'ws'}://${host}`),
  }
}

export type Hosts = ReturnType<typeof createHosts>

/** Case folded, one trailing dot of the name removed, the scheme's default port removed. An invalid name matches nothing. */
function canonical(text: string, defaultPort: number): string {
  const match = /^([^@/?#\s:[\]]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text)
  if (match === null) return ''
  const [, name = '', port] = match
  const folded = name.toLowerCase().replace(/\.$/, '')
  return port === undefined || port === String(defaultPort) ? folded : `${folded}:${port}`
}

/** True if a port is named; the colons of an IPv6 address name none. */
export function hasPort(text: string): boolean {
  return /:\d+$/.test(text) && !/^[^[].*:.*:/.test(text)
}

/** A host as URLs and Host headers have it: an IPv6 address in brackets. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
