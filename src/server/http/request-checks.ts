/** Checks that need nothing but the request and the allow list: Host, size of headers, method, Origin. */
import type { IncomingMessage } from 'node:http'
import type { Callers } from '../access/callers.ts'
import type { Hosts } from '../access/hosts.ts'
import type { Refused } from './refusal-log.ts'
import type { Problem } from './replies.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
const MAX_HEADER_FIELDS = 64

/** Sender and target for the log: without the query, which may hold anything. */
export function senderOf(request: IncomingMessage, callers: Callers): Refused {
  const { path } = splitTarget(request.url ?? '')
  return { address: callers.addressOf(request), method: request.method, path, host: request.headers.host }
}

/** Where the request comes from, its Host and its shape, before anything else is looked at. */
export function transportProblem(request: IncomingMessage, hosts: Hosts, callers: Callers): Problem | null {
  if (!callers.allows(request)) {
    return {
      code: 'untrusted_peer',
      detail: 'Plain HTTP works only on this machine and from TRUSTED_PROXIES. Use the https address.',
    }
  }
  if (!hosts.allowsHost(request)) {
    const cure = `open ${hosts.pageUrl}, or add this name to ALLOWED_HOSTS and restart Sesame`
    return { code: 'bad_host', detail: `Sesame does not answer to this name or port: ${cure}.` }
  }
  if (request.rawHeaders.length > MAX_HEADER_FIELDS * 2) {
    return { code: 'headers_too_large', detail: 'A request may have at most 64 header fields.' }
  }
  return METHODS.has(request.method ?? '') ? null : wrongMethod()
}

/**
 * A foreign Origin is refused on every request, a foreign Sec-Fetch-Site on every one but of the page's files: another site
 * may link to the page, and asks for nothing else. What was typed into the address bar (`none`) may read.
 */
export function originProblem(
  request: IncomingMessage,
  hosts: Hosts,
  reads: boolean,
  isFile: boolean,
): Problem | null {
  const origin = request.headers.origin
  const site = request.headers['sec-fetch-site'] ?? 'same-origin'
  const isOwnSite = isFile || site === 'same-origin' || (reads && site === 'none')
  const foreign = (origin !== undefined && !hosts.allowsOrigin(origin)) || !isOwnSite
  return foreign ? { code: 'bad_origin', detail: 'The request comes from another site.' } : null
}

/** A 405 with the methods that would do. */
export function wrongMethod(allow: readonly string[] = [...METHODS]): Problem {
  return { code: 'method_not_allowed', detail: 'This path does not know this method.', allow }
}

/** Path and query of a request target in origin or absolute form. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = local.indexOf('?')
  return mark === -1
    ? { path: local, query: '' }
    : { path: local.slice(0, mark), query: local.slice(mark + 1) }
}
