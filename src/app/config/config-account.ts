/** Account whose orders the terminal signs: wallet, session key, credentials (VEN-15). */
import type { SettingsReader } from './settings-reader.ts'

export type AccountSecrets = {
  readonly walletAddress: string
  readonly signerAddress: string | null
  readonly sessionKey: (() => Uint8Array) | null
  readonly credentials: (() => ApiCredentials) | null
}

type ApiCredentials = { readonly apiKey: string; readonly secret: string; readonly passphrase: string }

const CREDENTIAL_NAMES = ['VENUE_CLOB_API_KEY', 'VENUE_CLOB_API_SECRET', 'VENUE_CLOB_API_PASSPHRASE'] as const

/** Reads the account's settings; null when none is configured. */
export function readAccount(
  reader: SettingsReader,
  keyAddress: (key: Uint8Array) => string | null,
): AccountSecrets | null {
  const walletAddress = reader.value('VENUE_WALLET_ADDRESS')
  const configuredSigner = reader.value('VENUE_SIGNER_ADDRESS')
  const owner = reader.value('VENUE_OWNER_ADDRESS')
  const sessionKey = reader.value('VENUE_SESSION_KEY')
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

function readCredentials(reader: SettingsReader): ApiCredentials | null {
  const [apiKey = null, secret = null, passphrase = null] = CREDENTIAL_NAMES.map((name) => reader.value(name))
  const set = CREDENTIAL_NAMES.filter((name) => reader.text(name) !== null)
  if (set.length > 0) {
    for (const name of CREDENTIAL_NAMES) {
      if (!set.includes(name)) reader.fail(name, `is required with ${set.join(' and ')}`)
    }
  }
  return apiKey === null || secret === null || passphrase === null ? null : { apiKey, secret, passphrase }
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
