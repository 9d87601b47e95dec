// API keys: made and found again by a wallet's signature (L1), used by an HMAC over the exact bytes of a request (L2).
// The same address and nonce always give the same key.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import type { VenueNames } from '../profile.ts'
import type { SimulatorClock } from '../types.ts'
import { bytesOfHex, recoverSigner } from './recovery.ts'
import { attestationStructHash, digestOf, domainSeparator, type Hex } from './typed-data.ts'

export type ApiKey = {
  readonly id: string
  /** base64url with padding. */
  readonly secret: string
  readonly passphrase: string
  /** The signing key's address, lower-case. */
  readonly address: string
  readonly nonce: string
}

type L1Answer =
  | { readonly kind: 'proved'; readonly address: string; readonly nonce: string }
  | { readonly kind: 'refused'; readonly why: string }

type L2Answer =
  | { readonly kind: 'known'; readonly key: ApiKey }
  | { readonly kind: 'refused'; readonly why: string }

type SignedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type Credentials = ReturnType<typeof createCredentials>

type CredentialsDeps = {
  readonly clock: SimulatorClock
  readonly profile: Pick<VenueNames, 'chain_id' | 'header_prefix' | 'auth_domain'>
  /** Anything; keys depend on it. */
  readonly seed: string
  /** How far a timestamp may be off, in milliseconds. */
  readonly timestampWindowMs: number
}

/** An empty key store. */
export function createCredentials(deps: CredentialsDeps) {
  const { clock, profile } = deps
  const keys = new Map<string, ApiKey>()
  const separator = domainSeparator({ name: profile.auth_domain, version: '1', chainId: profile.chain_id })
  const prefix = `${profile.header_prefix.toLowerCase().replace(/_$/, '')}_`

  function header(headers: IncomingHttpHeaders, name: string): string {
    const value = headers[`${prefix}${name}`]
    return typeof value === 'string' ? value : ''
  }

  function isTimely(timestamp: string): boolean {
    if (!/^\d{1,12}$/.test(timestamp)) return false
    return Math.abs(Number(timestamp) * 1000 - clock.now()) <= deps.timestampWindowMs
  }

  function keyFor(address: string, nonce: string): ApiKey {
    const part = (name: string): Buffer =>
      createHmac('sha256', deps.seed).update(`${name} ${address} ${nonce}`).digest()
    const id = part('id')
    id[6] = ((id[6] ?? 0) & 0x0f) | 0x50
    id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
    const hex = id.toString('hex')
    return {
      id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`,
      secret: urlSafe(part('secret')),
      passphrase: part('passphrase').toString('hex'),
      address,
      nonce,
    }
  }

  /** The key that was made for this address and nonce, or null. */
  function find(address: string, nonce: string): ApiKey | null {
    return keys.get(keyFor(address, nonce).id) ?? null
  }

  return {
    /** Checks the L1 headers of a request. */
    proveWallet(headers: IncomingHttpHeaders): L1Answer {
      const address = header(headers, 'address')
      const timestamp = header(headers, 'timestamp')
      const nonce = header(headers, 'nonce') === '' ? '0' : header(headers, 'nonce')
      const signature = bytesOfHex(header(headers, 'signature'))
      if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return refused('address header')
      if (!/^\d{1,78}$/.test(nonce) || BigInt(nonce) >= 2n ** 256n) return refused('nonce header')
      if (!isTimely(timestamp)) return refused(`timestamp ${timestamp}`)
      const digest = digestOf(
        separator,
        attestationStructHash(address.toLowerCase() as Hex, timestamp, BigInt(nonce)),
      )
      const signer = signature === null ? null : recoverSigner(digest, signature)
      if (signer !== address.toLowerCase()) return refused('signature is not by the address')
      return { kind: 'proved', address: signer, nonce: BigInt(nonce).toString() }
    },
    /** A new key, or null when there is one for this address and nonce already. */
    create(address: string, nonce: string): ApiKey | null {
      if (find(address, nonce) !== null) return null
      const key = keyFor(address, nonce)
      keys.set(key.id, key)
      return key
    },
    derive: find,
    /** Checks the L2 headers of a request against the key that it names. */
    authenticate(request: SignedRequest): L2Answer {
      const { headers } = request
      const key = keys.get(header(headers, 'api_key'))
      if (key === undefined) return refused('unknown api key')
      if (header(headers, 'passphrase') !== key.passphrase) return refused('passphrase')
      if (header(headers, 'address').toLowerCase() !== key.address) return refused('address of another key')
      const timestamp = header(headers, 'timestamp')
      if (!isTimely(timestamp)) return refused(`timestamp ${timestamp}`)
      const expected = hmacOf(key.secret, timestamp, request)
      return sameText(header(headers, 'signature'), expected) ? { kind: 'known', key } : refused('hmac')
    },
    /** The key that a socket's subscribe frame names, when all three parts fit. */
    byParts(id: string, secret: string, passphrase: string): ApiKey | null {
      const key = keys.get(id)
      if (key === undefined || passphrase !== key.passphrase) return null
      return Buffer.from(secret, 'base64').equals(Buffer.from(key.secret, 'base64')) ? key : null
    },
    keysOf: (address: string): readonly ApiKey[] =>
      [...keys.values()].filter((key) => key.address === address),
    key: (id: string): ApiKey | undefined => keys.get(id),
    remove: (id: string): void => void keys.delete(id),
  }
}

/** URL-safe base64 of HMAC-SHA256 over timestamp, method, path without query and the exact body. */
export function hmacOf(
  secret: string,
  timestamp: string,
  request: Pick<SignedRequest, 'method' | 'path' | 'body'>,
): string {
  const hmac = createHmac('sha256', Buffer.from(secret, 'base64'))
  hmac.update(`${timestamp}${request.method}${request.path}`).update(request.body)
  return urlSafe(hmac.digest())
}

function urlSafe(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function refused(why: string): { readonly kind: 'refused'; readonly why: string } {
  return { kind: 'refused', why }
}
