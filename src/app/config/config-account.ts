/** Whose orders the terminal signs: wallet, session key, credentials (VEN-15). */
import { Buffer } from 'node:buffer'
import type { SettingsReader } from './settings-reader.ts'

export type AccountSecrets = {
  readonly walletAddress: string
  readonly signerAddress: string | null
  readonly sessionKey: (() => Uint8Array) | null
  readonly credentials: (() => ApiCredentials) | null
}

export type ApiCredentials = { readonly apiKey: string; readonly secret: string; readonly passphrase: string }

const ADDRESS = /^0x[0-9a-f]{40}$/i
const ADDRESS_RULE = 'must be 0x and 40 hex digits'
const CREDENTIAL_NAMES = ['VENUE_CLOB_API_KEY', 'VENUE_CLOB_API_SECRET', 'VENUE_CLOB_API_PASSPHRASE'] as const

/** Reads the account's settings; null when none is configured. */
export function readAccount(
  reader: SettingsReader,
  keyAddress: (key: Uint8Array) => string | null,
): AccountSecrets | null {
  const walletAddress = reader.shaped('VENUE_WALLET_ADDRESS', ADDRESS, ADDRESS_RULE)
  const configuredSigner = reader.shaped('VENUE_SIGNER_ADDRESS', ADDRESS, ADDRESS_RULE)
  const owner = reader.shaped('VENUE_OWNER_ADDRESS', ADDRESS, ADDRESS_RULE)
  const sessionKey = readKey(reader)
  const credentials = readCredentials(reader)
  const addressOfKey = sessionKey === null ? null : keyAddress(sessionKey)
  if (sessionKey !== null && addressOfKey === null) {
    reader.fail('VENUE_SESSION_KEY', 'is not a private key of the curve')
  }

  const hasSecrets =
    reader.text('VENUE_SESSION_KEY') !== null || CREDENTIAL_NAMES.some((name) => reader.text(name) !== null)
  if (hasSecrets && reader.text('VENUE_WALLET_ADDRESS') === null) {
    reader.fail('VENUE_WALLET_ADDRESS', 'is required when a session key or credentials are set')
  }
  if (
    credentials !== null &&
    reader.text('VENUE_SESSION_KEY') === null &&
    reader.text('VENUE_SIGNER_ADDRESS') === null
  ) {
    reader.fail('VENUE_SIGNER_ADDRESS', 'is required with credentials and no session key')
  }
  if (addressOfKey !== null && configuredSigner !== null && !sameAddress(addressOfKey, configuredSigner)) {
    reader.fail('VENUE_SIGNER_ADDRESS', 'is not the address of VENUE_SESSION_KEY')
  }
  const signerAddress = addressOfKey ?? configuredSigner
  if (owner !== null && signerAddress !== null && sameAddress(owner, signerAddress)) {
    reader.fail('VENUE_OWNER_ADDRESS', "is the signer's address: the wallet owner's key must never be here")
  }
  if (walletAddress === null) return null
  return {
    walletAddress,
    signerAddress,
    sessionKey: sessionKey === null ? null : () => sessionKey,
    credentials: credentials === null ? null : () => credentials,
  }
}

function readKey(reader: SettingsReader): Uint8Array | null {
  const text = reader.secret('VENUE_SESSION_KEY')
  if (text === null) return null
  const match = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)
  if (match?.[1] === undefined) {
    reader.fail('VENUE_SESSION_KEY', 'must be 64 hex digits, with or without 0x')
    return null
  }
  return Buffer.from(match[1], 'hex')
}

function readCredentials(reader: SettingsReader): ApiCredentials | null {
  const [apiKey = null, secret = null, passphrase = null] = CREDENTIAL_NAMES.map((name) =>
    reader.secret(name),
  )
  const set = CREDENTIAL_NAMES.filter((name) => reader.text(name) !== null)
  if (set.length > 0) {
    for (const name of CREDENTIAL_NAMES) {
      if (!set.includes(name)) reader.fail(name, `is required with ${set.join(' and ')}`)
    }
  }
  if (secret !== null && !isBase64(secret)) {
    reader.fail('VENUE_CLOB_API_SECRET', 'must be base64 text (standard or URL-safe)')
  }
  return apiKey === null || secret === null || passphrase === null ? null : { apiKey, secret, passphrase }
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) && text.replaceAll('=', '').length % 4 !== 1
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
