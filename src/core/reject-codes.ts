import type { PricedText, PriceInText } from './priced-text.ts'

/** The one table of reject codes (API-6): every refusal of a command, in the words shown to the trader. */
export const REJECT_TEXT = {
  trading_disabled: 'Trading is switched off: LIVE_TRADING is not "true".',
  safe_mode: 'The terminal is SAFE. Arm it to place orders.',
  cancel_under_way: 'A cancel is under way or came in between: nothing it covers is placed.',
  geoblocked: 'Trading is not allowed from this region, or the check has not succeeded yet.',
  no_credentials: 'No working venue credentials.',
  session_key_expired: 'The session key has expired.',
  session_key_not_listed: "The session key is not on the venue's list of keys for this wallet.",
  wallet_mismatch: 'The session key belongs to another wallet.',
  clock_skew: "This host's clock and the venue's differ by more than 5 s.",
  audit_unavailable: 'The audit log cannot be written or does not verify, so nothing is placed.',
  unknown_outcome: 'This outcome is not known.',
  market_not_supported: 'This market cannot be traded here.',
  market_closed: 'The market is closed.',
  market_not_accepting: 'The market is not accepting orders.',
  book_stale: 'The book is not verified as current.',
  invalid_price: 'The price must be between 0 and 1.',
  off_tick: 'The price is off the tick.',
  below_min_size: "The size is below the market's minimum.",
  invalid_size: 'The size must be above 0, also after rounding down to 2 decimals.',
  invalid_expiration: 'The expiration must be at least 3 minutes ahead, and only a GTD order has one.',
  post_only_needs_resting_order: 'Post-only needs a GTC or GTD order.',
  post_only_would_cross: 'The post-only order would cross the book.',
  price_band: 'The price is too far through the market.',
  loss_limit: 'The loss limit is reached: new risk is refused.',
  max_order_notional: 'The order value is over your limit.',
  max_position_notional: 'The position in this market would be over your limit.',
  max_daily_notional: "The day's orders would be over your daily limit.",
  max_open_orders: 'You have as many open orders as your limit allows.',
  max_orders_per_minute: 'More orders in a minute than your limit allows.',
  insufficient_balance: 'Not enough free balance.',
  insufficient_allowance: "The exchange's allowance is too low for this order.",
  no_position: 'You hold none of this outcome.',
  shares_not_settled: 'The shares just bought are not settled yet, so nothing was sent.',
  sale_not_accepted: 'The sale was not accepted, so nothing was bought.',
  purchase_not_possible: 'The purchase would be refused, so nothing was sold.',
  way_out_under_way: 'Another exit or hedge of this position is under way: wait for its answer.',
  positions_reading: 'Positions are still being read from the venue.',
  invalid_exit: 'These exits cannot be attached.',
  no_liquidity: 'There is nothing to trade against.',
  hedge_unavailable: 'This position cannot be hedged now.',
  not_cancellable: 'The order can no longer be cancelled.',
  order_not_found: 'There is no such order.',
  venue_rejected: 'The venue refused the order.',
  venue_rate_limited: 'The venue asks to wait.',
  venue_unavailable: 'The venue cannot be reached or is not trading.',
  venue_cancel_only: 'The venue accepts cancels only.',
  venue_post_only: 'The venue accepts post-only orders only.',
  venue_restarting: "The venue's matching engine is restarting.",
  venue_balance: 'The venue reports too little balance or a missing approval.',
  venue_not_found: 'The venue does not know it.',
  combos_unavailable: 'Combos are not available.',
  max_quotes_per_minute: 'More than 12 quote requests in a minute.',
  max_combo_legs: 'More legs than your limit allows.',
  combo_ineligible: 'A leg cannot be part of a combo.',
  combo_contradictory_legs: 'Two legs contradict each other.',
  max_combo_notional: 'The combo value is over your limit.',
  max_combo_exposure: 'All combos together would be over your limit.',
  combo_no_response: 'No quote came back.',
  combo_quote_mismatch: 'The quote does not match the request.',
  combo_already_accepted: 'This quote was already accepted.',
  combo_expired: 'The quote has expired.',
} as const satisfies Record<string, string>

export type RejectCode = keyof typeof REJECT_TEXT

/** Why a command was refused; `limit` and `value` are decimal text where a limit was met. */
export type Rejection = {
  readonly code: RejectCode
  readonly message: string
  /** The prices of the message, in its order. */
  readonly prices: readonly PriceInText[]
  readonly limit: string | null
  readonly value: string | null
  readonly retryAfterMs: number | null
}

/** A rejection in the table's words, or in `message` where the venue's own words say more. */
export function rejection(
  code: RejectCode,
  details: {
    readonly message?: string | PricedText
    readonly limit?: string | null
    readonly value?: string | null
    readonly retryAfterMs?: number | null
  } = {},
): Rejection {
  const message = details.message ?? REJECT_TEXT[code]
  return {
    code,
    ...(typeof message === 'string'
      ? { message, prices: [] }
      : { message: message.text, prices: message.prices }),
    limit: details.limit ?? null,
    value: details.value ?? null,
    retryAfterMs: details.retryAfterMs ?? null,
  }
}
