/**
 * The words that the parts of the simulator share: the listed world, and the exchange
 * that the services and the simulated traders act on. Amounts are integers: prices in steps of 0.0001, shares and pUSD in
 * millionths (bigint). Times are milliseconds of the venue's own clock.
 */

/** Every service and channel, in the order in which they take the ports after the control API's. */
export const SERVICES = [
  'clob',
  'catalog',
  'data',
  'combos',
  'geoblock',
  'chat',
  'ws_market',
  'ws_user',
  'ws_sports',
] as const
export type ServiceName = (typeof SERVICES)[number]

/** The venue's clock: settable skew and speed, so that a test can bend time without touching the host's. */
export type SimulatorClock = {
  now(): number
  /** Runs `action` once venue time has advanced by `delayMs`; the answer cancels it. */
  after(delayMs: number, action: () => void): () => void
  every(intervalMs: number, action: () => void): () => void
}

/** Seeded randomness; the same seed gives the same world. */
export type SimulatorRandom = {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform integer in [low, high]. */
  integer(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  /** An independent stream, named so that adding a consumer does not shift the others. */
  fork(name: string): SimulatorRandom
  bytes(length: number): Uint8Array
}

/** Tick size in steps of 0.0001: 0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001. */
export type TickSteps = 1000 | 100 | 50 | 25 | 10 | 1
/** How a market ended: the index of the winning outcome, or void: both pay a half. */
export type Winner = 0 | 1 | 'void'
export type Side = 'BUY' | 'SELL'
export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK'

/** One market as listed: what the exchange must know to trade it. What a trader reads is in the catalog row. */
export type ListedMarket = {
  /** 0x plus 64 lower-case hex. */
  readonly conditionId: string
  readonly eventId: string
  /** Token ids as decimal text, in outcome order. */
  readonly tokens: readonly [string, string]
  readonly outcomes: readonly [string, string]
  readonly negRisk: boolean
  tick: TickSteps
  /** Minimum order size in micro-shares. */
  minimumSize: bigint
  secondsDelay: number
  acceptingOrders: boolean
  closed: boolean
  /** Milliseconds; absent while it is open, and where it closed before the start. */
  readonly closedAt?: number
  /** Milliseconds, or null when it has no start. */
  gameStart: number | null
  readonly clearBookOnStart: boolean
  /** Milliseconds; default: unknown. */
  readonly createdAt?: number
  /** Fee curve: rate in millionths and exponent, takers only; null when free. */
  readonly fee: { readonly rate: bigint; readonly exponent: number } | null
  /** Once resolved. */
  winner: Winner | null
}

/** An order that passed the service's checks, ready for the book. */
export type NewOrder = {
  /** 0x plus 64 hex: the order's own EIP-712 digest, or a seeded id for simulated traders. */
  readonly id: string
  /** Wallet whose cash and shares it uses, lower-case. */
  readonly wallet: string
  /** API key (uuid) that placed it; orders of simulated traders share one. */
  readonly owner: string
  readonly token: string
  readonly side: Side
  /** Steps of 0.0001. */
  readonly price: number
  /** Micro-shares. */
  readonly size: bigint
  readonly type: OrderType
  readonly postOnly: boolean
  /** Milliseconds; null unless GTD. */
  readonly expiresAt: number | null
  /** For a market order (FOK, FAK by amount): a buy's budget in micro-pUSD, else null. */
  readonly budget: bigint | null
  /** The signed wire object, kept for the ledger dump; null for simulated traders. */
  readonly signed: Readonly<Record<string, unknown>> | null
}

/** An order that rests until it is cancelled, with nothing special about it. */
export const PLAIN = {
  type: 'GTC',
  postOnly: false,
  expiresAt: null,
  budget: null,
  signed: null,
} as const satisfies Partial<NewOrder>

type OrderStatus = 'LIVE' | 'MATCHED' | 'DELAYED' | 'UNMATCHED' | 'CANCELED' | 'INVALID'

export type BookOrder = NewOrder & {
  status: OrderStatus
  /** Micro-shares. */
  filled: bigint
  readonly createdAt: number
  readonly trades: string[]
  /** Null while it is open. */
  endedAt: number | null
  /** Why it ended, in the venue's words; empty while it is open. */
  endReason: string
}

export type PlaceAnswer =
  | {
      readonly kind: 'placed'
      readonly status: 'live' | 'matched' | 'delayed' | 'unmatched'
      /** Micro amounts given and received so far; 0 when nothing matched. */
      readonly making: bigint
      readonly taking: bigint
      readonly tradeIds: readonly string[]
    }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }

export type TradeStatus = 'MATCHED' | 'MINED' | 'CONFIRMED' | 'RETRYING' | 'FAILED'

export type MakerFill = {
  readonly orderId: string
  readonly owner: string
  readonly wallet: string
  /** Micro-shares. */
  readonly size: bigint
  /** Paid or received. */
  readonly cash: bigint
  readonly price: number
  readonly token: string
  readonly outcome: string
  readonly side: Side
}

export type Trade = {
  readonly id: string
  readonly conditionId: string
  readonly takerOrderId: string
  readonly takerOwner: string
  readonly takerWallet: string
  readonly token: string
  readonly outcome: string
  readonly side: Side
  readonly size: bigint
  /** Where all makers met the taker at one price that, else the taker's own. */
  readonly price: number
  /** The price of the last maker that was met. */
  readonly lastPrice: number
  /** Cash that the taker paid or received, without the fee. */
  readonly cash: bigint
  /** Micro-pUSD charged to the taker on top. */
  readonly fee: bigint
  readonly makers: readonly MakerFill[]
  readonly matchedAt: number
  lastUpdate: number
  status: TradeStatus
  transactionHash: string
}

/** Level of one outcome's book as it is shown: price in steps, total size in micro-shares. */
export type Level = { readonly price: number; readonly size: bigint }

/** A level's new total on one outcome's book, with that book's best prices after the change (null: empty side). */
export type LevelChange = {
  readonly token: string
  readonly side: Side
  readonly price: number
  readonly size: bigint
  readonly bestBid: number | null
  readonly bestAsk: number | null
}

/** Events of the exchange; the socket channels and the data service subscribe. */
export type ExchangeEvent = { readonly market: ListedMarket; readonly at: number } & (
  | { readonly type: 'levels'; readonly changes: readonly LevelChange[] }
  | { readonly type: 'trade' | 'trade_status'; readonly trade: Trade }
  | {
      readonly type: 'order'
      readonly order: BookOrder
      readonly change: 'PLACEMENT' | 'UPDATE' | 'CANCELLATION'
    }
  | { readonly type: 'tick'; readonly from: TickSteps; readonly to: TickSteps }
  | { readonly type: 'resolved'; readonly winner: Winner }
  | { readonly type: 'listed' | 'closed' | 'dropped' }
)

export type CancelAnswer = { readonly canceled: string[]; readonly notCanceled: Record<string, string> }

/** The accounts that the simulator funds. TEST-ONLY keys, never worth anything. */
export type TestAccounts = {
  readonly ownerKey: string
  readonly depositWallet: string
  readonly sessionKey: string
  readonly eoaKey: string
}
