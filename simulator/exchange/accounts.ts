// Cash and shares of every wallet, and what open orders hold of them. Nothing is made or lost here: each change names
// both ends or a source (deposit, minted sets, fees), so that the totals can be audited at any moment.

type Account = {
  cash: bigint
  heldCash: bigint
  readonly shares: Map<string, bigint>
  readonly heldShares: Map<string, bigint>
}

export type Accounts = ReturnType<typeof createAccounts>

/** No accounts; a wallet has one from its first change on. */
export function createAccounts() {
  const accounts = new Map<string, Account>()
  const holdersOf = new Map<string, Set<string>>()
  let total = 0n
  const supply = new Map<string, bigint>()

  function of(wallet: string): Account {
    const known = accounts.get(wallet)
    if (known !== undefined) return known
    const account: Account = { cash: 0n, heldCash: 0n, shares: new Map(), heldShares: new Map() }
    accounts.set(wallet, account)
    return account
  }

  return {
    /** Adds (or takes, if negative) without a check: callers have checked, or it is an exact reversal. */
    addCash(wallet: string, amount: bigint): void {
      of(wallet).cash += amount
      total += amount
    },
    addShares(wallet: string, token: string, size: bigint): void {
      const { shares } = of(wallet)
      const now = (shares.get(token) ?? 0n) + size
      const holders = holdersOf.get(token) ?? new Set<string>()
      holdersOf.set(token, holders)
      if (now === 0n) {
        shares.delete(token)
        holders.delete(wallet)
      } else {
        shares.set(token, now)
        holders.add(wallet)
      }
      supply.set(token, (supply.get(token) ?? 0n) + size)
    },
    holdCash(wallet: string, amount: bigint): void {
      of(wallet).heldCash += amount
    },
    holdShares(wallet: string, token: string, size: bigint): void {
      const { heldShares } = of(wallet)
      const now = (heldShares.get(token) ?? 0n) + size
      if (now === 0n) heldShares.delete(token)
      else heldShares.set(token, now)
    },
    cash: (wallet: string): bigint => accounts.get(wallet)?.cash ?? 0n,
    shares: (wallet: string, token: string): bigint => accounts.get(wallet)?.shares.get(token) ?? 0n,
    freeCash(wallet: string): bigint {
      const account = accounts.get(wallet)
      return account === undefined ? 0n : account.cash - account.heldCash
    },
    freeShares(wallet: string, token: string): bigint {
      const account = accounts.get(wallet)
      return (account?.shares.get(token) ?? 0n) - (account?.heldShares.get(token) ?? 0n)
    },
    heldCash: (wallet: string): bigint => accounts.get(wallet)?.heldCash ?? 0n,
    heldShares: (wallet: string, token: string): bigint => accounts.get(wallet)?.heldShares.get(token) ?? 0n,
    /** Everyone who holds a token. */
    holders: (token: string): readonly { readonly wallet: string; readonly size: bigint }[] =>
      [...(holdersOf.get(token) ?? [])].map((wallet) => ({
        wallet,
        size: accounts.get(wallet)?.shares.get(token) ?? 0n,
      })),
    wallets: (): Iterable<string> => accounts.keys(),
    tokensOf: (wallet: string): Iterable<readonly [string, bigint]> =>
      accounts.get(wallet)?.shares.entries() ?? [],
    /** Drops a token that no wallet holds any more. */
    forget(token: string): void {
      supply.delete(token)
      holdersOf.delete(token)
    },
    totalCash: (): bigint => total,
    totalShares: (token: string): bigint => supply.get(token) ?? 0n,
  }
}
