/** L2: the HMAC over every signed request (VEN-4). The query string is never signed. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { AuthHeaders } from './l1.ts'

export type Credentials = {
  readonly apiKey: string
  /** Base64, standard or URL-safe, padding optional. */
  readonly secret: string
  readonly passphrase: string
}

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** The bytes of a secret; null when it is not base64. */
export function decodeSecret(secret: string): KeyObject | null {
  if (!BASE64.test(secret) || secret.replaceAll('=', '').length % 4 === 1) return null
  const bytes = Buffer.from(secret.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
  return bytes.length === 0 ? null : createSecretKey(bytes)
}

/** URL-safe base64, padding kept, of HMAC-SHA256 over timestamp, method, bare path and the exact body. */
export function l2Signature(
  key: KeyObject,
  request: {
    readonly timestamp: string
    readonly method: string
    readonly path: string
    readonly body: string
  },
): string {
  const hmac = createHmac('sha256', key)
  hmac.update(request.timestamp + request.method + request.path + request.body)
  return hmac.digest('base64').replaceAll('+', '-').replaceAll('/', '_')
}

export type L2Signer = (method: string, path: string, body: string, timestampSeconds: string) => AuthHeaders

/** Null when the secret is not base64. */
export function createL2Signer(
  credentials: Credentials,
  signerAddress: string,
  headerPrefix: string,
): L2Signer | null {
  const key = decodeSecret(credentials.secret)
  if (key === null) return null
  return (method, path, body, timestamp) => [
    [`${headerPrefix}_ADDRESS`, signerAddress],
    [`${headerPrefix}_SIGNATURE`, l2Signature(key, { timestamp, method, path, body })],
    [`${headerPrefix}_TIMESTAMP`, timestamp],
    [`${headerPrefix}_API_KEY`, credentials.apiKey],
    [`${headerPrefix}_PASSPHRASE`, credentials.passphrase],
  ]
}
