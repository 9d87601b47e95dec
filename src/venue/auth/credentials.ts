/** The API credentials in use: configured or derived, in memory only, never handed out. */
import { createL2Signer, type Credentials, type L2Signer } from './l2.ts'

/**
 * The venue chooses this secret, and the log redacts it wherever it occurs, so it must resemble no other part of a
 * line (INV-57): neither a word, nor a number that could be a time or an amount, nor a part of the line's form.
 */
function isUnmistakable(secret: string): boolean {
  return /^[\w+/=-]{16,}$/.test(secret) && (/[A-Za-z]/.test(secret) || secret.length >= 32)
}

export type CredentialHolder = ReturnType<typeof createCredentialHolder>

/** Starts with the configured credentials, if any. */
export function createCredentialHolder(parts: {
  readonly configured: Credentials | null
  readonly signerAddress: string | null
  readonly headerPrefix: string
  /**
   * Receives each value of derived credentials that are good and can be nothing else in a log, before they are used.
   */
  readonly onSecret?: (secret: string) => void
}) {
  type Held = ReturnType<CredentialHolder['current']>

  function prepare(credentials: Credentials | null): Held {
    if (credentials === null || parts.signerAddress === null) return null
    const sign = createL2Signer(credentials, parts.signerAddress, parts.headerPrefix)
    return sign === null ? null : { credentials, sign }
  }

  const configured = prepare(parts.configured)
  let held = configured
  let last = configured
  return {
    /** The key id and the signer of requests; null when none are held. */
    current: (): { readonly credentials: Credentials; readonly sign: L2Signer } | null => held,
    /** The same, or the last ones that were held: for cancels, which no refused credentials hold back (INV-51). */
    last: (): { readonly credentials: Credentials; readonly sign: L2Signer } | null => held ?? last,
    /** Holds derived credentials; false when their secret is not base64. */
    hold(credentials: Credentials): boolean {
      const prepared = prepare(credentials)
      if (prepared === null) return false
      for (const secret of [credentials.apiKey, credentials.secret, credentials.passphrase]) {
        if (isUnmistakable(secret)) parts.onSecret?.(secret)
      }
      held = prepared
      last = prepared
      return true
    },
    /** Forgets derived credentials and falls back to configured ones. */
    drop(): void {
      held = configured
    },
  }
}
