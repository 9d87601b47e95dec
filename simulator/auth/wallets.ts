// Rights over wallets: an EOA for itself, a deposit wallet by its owner key and by the session keys that its owner
// authorised, each with scopes and an end. Addresses are kept in lower case.

type Scope = 'CLOB' | 'COMBOSRFQ' | 'ALL'

type SessionKey = {
  readonly address: string
  readonly scopes: readonly Scope[]
  /** Unix seconds. */
  readonly validUntil: number
}

type DepositWallet = {
  readonly address: string
  readonly owner: string
  readonly sessions: readonly SessionKey[]
}

export type Wallets = ReturnType<typeof createWallets>

/** No wallets known; every other address is an EOA of its own. */
export function createWallets() {
  const deposits = new Map<string, DepositWallet>()
  const ofOwner = new Map<string, string>()
  const ofSession = new Map<string, string>()

  return {
    /** Adds a deposit wallet, or replaces what is known of it. */
    addDepositWallet(added: DepositWallet): void {
      const sessions = added.sessions.map((session) => ({
        ...session,
        address: session.address.toLowerCase(),
      }))
      const wallet = { address: added.address.toLowerCase(), owner: added.owner.toLowerCase(), sessions }
      deposits.set(wallet.address, wallet)
      ofOwner.set(wallet.owner, wallet.address)
      for (const { address } of sessions) ofSession.set(address, wallet.address)
    },
    depositWallet: (address: string): DepositWallet | undefined => deposits.get(address.toLowerCase()),
    /** True if a key may do that at `now` (milliseconds): a session key needs the scope and must not have ended. */
    allows(address: string, scope: 'CLOB' | 'COMBOSRFQ', now: number): boolean {
      const wallet = deposits.get(ofSession.get(address.toLowerCase()) ?? '')
      const key = wallet?.sessions.find((candidate) => candidate.address === address.toLowerCase())
      return key === undefined || sessionAllows(key, scope, now)
    },
    /** The wallet that a key trades for with a signature type: itself for 0, its deposit wallet for 3. */
    walletOf(key: string, signatureType: number): string | null {
      const address = key.toLowerCase()
      if (signatureType === 0) return address
      return signatureType === 3 ? (ofOwner.get(address) ?? ofSession.get(address) ?? null) : null
    },
  }
}

/** True if a session key may be used for a scope at `now` (milliseconds). */
export function sessionAllows(key: SessionKey, scope: 'CLOB' | 'COMBOSRFQ', now: number): boolean {
  return now < key.validUntil * 1000 && (key.scopes.includes('ALL') || key.scopes.includes(scope))
}
