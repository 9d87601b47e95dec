/** The engine's reads of the account: credentials, own orders and trades, balances. Secrets stay in the adapter. */
import type { OrderId, OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { OrderList, TradeList, UnreadAccountRow, VenueOrder } from '#core/order/account-rows.ts'
import type { Result } from '#lib/result.ts'

export type ReadFault = {
  readonly kind:
    | 'no_credentials'
    | 'unauthorized'
    | 'rate_limited'
    | 'unavailable'
    | 'network'
    | 'unreadable'
    | 'incomplete'
  readonly detail: string
  readonly retryAfterMs: number | null
  /** Unreadable row of an order that was looked up. */
  readonly row?: UnreadAccountRow
}

/** The ending of one attempt to create or derive credentials (VEN-2). */
export type CredentialOutcome =
  | { readonly kind: 'ready' }
  | { readonly kind: 'auth_rejected' }
  | { readonly kind: 'geoblocked' }
  | { readonly kind: 'derive_failed'; readonly detail: string }
  | { readonly kind: 'network'; readonly detail: string; readonly retryAfterMs: number | null }

export type SessionSigner = {
  readonly scopes: readonly ('CLOB' | 'COMBOSRFQ' | 'ALL')[]
  readonly validUntil: Instant | null
}

/** Verdict of the venue's list of session signers on the configured wallet and our key. */
export type KeyListing =
  | { readonly kind: 'listed'; readonly signer: SessionSigner }
  /** The key is one of this wallet (0x, lower case), not of the configured one. */
  | { readonly kind: 'other_wallet'; readonly wallet: string }
  | { readonly kind: 'not_listed' }
  /** No session key is configured, or the venue refuses to show the list: nothing is proven. */
  | { readonly kind: 'not_told' }

/** Standing of the wallet at the venue besides its money. */
export type AccountStanding = {
  /** The venue takes only what closes a position; null when it does not say. */
  readonly closedOnly: boolean | null
  /** `pUSD for the neg-risk exchange`; null when the venue does not say. */
  readonly missingApprovals: readonly string[] | null
}

export type Balance = {
  readonly balance: Micros
  /** Smallest allowance over the exchanges; null when the venue does not say. */
  readonly allowance: Micros | null
}

/** Configured account: fixed while the process runs. */
export type AccountIdentity = {
  readonly walletAddress: string | null
  readonly signerAddress: string | null
  readonly hasKey: boolean
  readonly hasConfiguredCredentials: boolean
}

export interface VenueAccount {
  readonly identity: AccountIdentity
  /** L1: create, and on 400 derive; each sent once. On `ready` the adapter holds the credentials in memory. */
  establishCredentials(): Promise<CredentialOutcome>
  /** L1: derives only, so nothing is made at the venue; `none_yet` when there are none to derive. */
  deriveCredentials(): Promise<CredentialOutcome | { readonly kind: 'none_yet' }>
  /** True if credentials are held now. */
  hasCredentials(): boolean
  /** Forgets derived credentials (never the configured ones). */
  dropCredentials(): void
  /** All open orders: every page, or a fault. */
  openOrders(): Promise<Result<OrderList, ReadFault>>
  /** One order by id, also a finished one; null when the venue does not know it, `incomplete` when its row is not understood. */
  order(id: OrderId): Promise<Result<VenueOrder | null, ReadFault>>
  /** Own trades since an instant, every page, or a fault. Never filtered by asset (ORD-3). */
  trades(since: Instant): Promise<Result<TradeList, ReadFault>>
  balance(asset: 'COLLATERAL' | OutcomeId): Promise<Result<Balance, ReadFault>>
  /** Asks the venue to look at the chain again before the first sale of a token. */
  refreshBalance(asset: 'COLLATERAL' | OutcomeId): Promise<Result<null, ReadFault>>
  /** Compares wallet and key with the venue's list of session signers. */
  keyListing(): Promise<Result<KeyListing, ReadFault>>
  /** Closed-only mode and missing approvals; of shares only with an outcome. */
  standing(outcomeId: OutcomeId | null): Promise<Result<AccountStanding, ReadFault>>
  /** The venue's clock minus ours in milliseconds, corrected for half the round trip. */
  clockSkew(): Promise<Result<number, ReadFault>>
}
