/** The engine's reads of the account: credentials, own orders and trades, balances. Secrets stay in the adapter. */
import type { MarketId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import type { FillStatus, Side, TimeInForce } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
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

/** The venue's view of one of our orders. `state` is its status word without prefix, lower-cased and mapped. */
export type VenueOrder = {
  readonly id: OrderId
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly side: Side
  readonly price: Price
  readonly originalSize: Micros
  readonly matchedSize: Micros
  readonly state: 'live' | 'matched' | 'delayed' | 'unmatched' | 'cancelled' | 'invalid' | 'unrecognised'
  /** Its status says that the venue ended it automatically. */
  readonly isEndedByVenue: boolean
  /** Why it ended, in the venue's words; left out when it gives none. */
  readonly endReason?: string
  readonly timeInForce: TimeInForce
  /** Null when it does not expire. */
  readonly expiresAt: Instant | null
  readonly createdAt: Instant | null
}

/** One trade with all its sides; an order of ours may be the taker or one or more of the makers. */
export type VenueTrade = {
  readonly tradeId: TradeId
  readonly status: FillStatus
  readonly txHash: string | null
  readonly at: Instant
  /** Null when the taker's side is among those not understood. */
  readonly taker: TradeSide | null
  readonly makers: readonly TradeSide[]
  /** Sides that are not understood: they matter only when they are ours. */
  readonly notUnderstood: readonly UnreadSide[]
}

export type UnreadSide = {
  /** Null when it is no order id. */
  readonly orderId: OrderId | null
  readonly reason: string
  readonly role: 'taker' | 'maker'
  /** Readable part. */
  readonly part: Parts<Omit<TradeSide, 'orderId'>>
}

/** A missing or unreadable part is null: an own order may know it. */
type Parts<T> = { readonly [Key in keyof T]: T[Key] | null }

/** An order row of which something is missing. */
export type OrderPart = Omit<VenueOrder, MissingInRows> & Parts<Pick<VenueOrder, MissingInRows>>

type MissingInRows = 'outcomeId' | 'marketId' | 'side' | 'price' | 'originalSize' | 'matchedSize'

/**
 * Readable rows are true whatever their neighbours are; a missing row proves nothing about an order that an unread
 * row may concern.
 */
export type TradeList = {
  readonly trades: readonly VenueTrade[]
  readonly notUnderstood: readonly UnreadAccountRow[]
}

/** The same of orders. */
export type OrderList = {
  readonly orders: readonly VenueOrder[]
  readonly notUnderstood: readonly UnreadAccountRow[]
}

/** A row of orders or trades that is not understood (INV-58). */
export type UnreadAccountRow = {
  /** The venue's own name of it; null when it has none. */
  readonly id: string | null
  /** Reason in words. */
  readonly reason: string
  /** Orders that it names; null when it may concern any. */
  readonly orderIds: readonly OrderId[] | null
  /** When it was made; null when that cannot be read. */
  readonly at: Instant | null
  /** Readable part of an order's row; absent where its id is unreadable, and of trades. */
  readonly part?: OrderPart
}

export type TradeSide = {
  readonly orderId: OrderId
  readonly outcomeId: OutcomeId
  readonly marketId: MarketId
  readonly side: Side
  readonly price: Price
  readonly size: Micros
  /** Cash of the shares, where the venue's price is finer than ours: else it is size times price. */
  readonly cash?: Micros
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
