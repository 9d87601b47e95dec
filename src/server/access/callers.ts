/**
 * Caller of a request. The address is the connection's own, unless that is a proxy of TRUSTED_PROXIES: then it is the
 * last one in X-Forwarded-For that is none of them. No other header is trusted: a proxy forwards headers that it does
 * not know.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Proxies in a row. */
const MAX_HOPS = 10

/**
 * @param proxies  addresses and networks, all of them good ones
 * @param secure  whether browsers are to reach us over https alone (COOKIE_SECURE)
 */
export function createCallers(proxies: readonly string[], secure: boolean) {
  const trusted = networksIn(proxies) ?? new BlockList()
  const isTrusted = (address: string): boolean => isIn(trusted, address)
  return {
    addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
      const peer = plain(socket.remoteAddress ?? 'unknown')
      const claimed = headers['x-forwarded-for']
      if (typeof claimed !== 'string' || !isTrusted(peer)) return oneOfThisMachine(peer)
      const hops = claimed
        .split(',')
        .slice(-MAX_HOPS)
        .map((hop) => plain(hop.trim()))
      const client = hops.findLast((hop) => !isTrusted(hop))
      return oneOfThisMachine(client !== undefined && isIP(client) !== 0 ? client : peer)
    },
    /**
     * True if plain HTTP may come from there: from this machine, from a trusted proxy, or from anywhere where no TLS is
     * promised.
     */
    allows({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
      const peer = plain(socket.remoteAddress ?? '')
      return !secure || isThisMachine(peer) || isTrusted(peer)
    },
  }
}

export type Callers = ReturnType<typeof createCallers>

/** Addresses and networks such as 10.88.0.0/16 as one list; null when one of them is neither. */
export function networksIn(texts: readonly string[]): BlockList | null {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', bits, ...more] = text.split('/')
    const version = isIP(address)
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (version === 0 || more.length > 0) return null
    if (bits === undefined) list.addAddress(address, family)
    else if (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
      list.addSubnet(address, Number(bits), family)
    else return null
  }
  return list
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** An address of loopback, also one of IPv4 in the form of IPv6. */
export function isThisMachine(address: string): boolean {
  return address === '127.0.0.1' || isIn(LOOPBACK, address)
}

/** Whoever is on this machine has millions of addresses, and is one caller. */
function oneOfThisMachine(address: string): string {
  return isThisMachine(address) ? '127.0.0.1' : address
}

/** Usual range of one party: an address of IPv4, the first half of one of IPv6. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter((group) => group !== '')
  const tail = after === undefined ? [] : after.split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  const groups = after === undefined ? head : [...head, ...zeros, ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Without the form of IPv4 in IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
