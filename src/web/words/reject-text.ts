/** Remedy of each refusal. The sentence of the refusal comes with it (API-6). */
import { readPrices } from '#core/priced-text.ts'
import { REJECT_TEXT } from '#core/reject-codes.ts'
import type { RejectCode } from '#core/reject-codes.ts'
import type { Reject } from '../platform/api/client.ts'
import { formatPricedText } from './priced-text.ts'
import type { Prices } from '../data/settings/prices.ts'

const RAISE = 'Reduce the size, or raise the limit under Settings, Risk limits.'
const WAIT = 'Try again when the countdown in the strip above ends.'
const REPRICE = 'Choose a price closer to the market.'
const DOCTOR = 'Health, "Run the checks" says what is wrong and what to do.'

/** Null where nothing that the trader can do helps. */
const FIXES: Readonly<Record<RejectCode, string | null>> = {
  trading_disabled: 'Set LIVE_TRADING=true (exactly) and restart the terminal.',
  safe_mode: 'Press ARM at the top, or Shift A.',
  cancel_under_way: 'Press again once it is answered.',
  geoblocked: 'Rechecked automatically; orders open once it says "not blocked".',
  no_credentials: DOCTOR,
  session_key_expired: 'Create a new session key at the venue, run "sesame setup" and restart.',
  session_key_not_listed:
    'Revoked, expired or never authorised: authorise it for the wallet at the venue; its list is read every 30 s.',
  wallet_mismatch: 'Check both addresses in the configuration, then restart.',
  clock_skew:
    'Clocks must agree within 5 s: turn on time synchronisation on this host; it is measured again.',
  audit_unavailable: 'Free disk space; waiting rows are then written.',
  unknown_outcome: 'Open the market again from search.',
  market_not_supported: "Trade it on the venue's own page.",
  market_closed: null,
  market_not_accepting: 'It may reopen: watch its state.',
  book_stale: 'Wait for a fresh book; it is fetched automatically.',
  invalid_price: 'Choose a price above 0 and below 1.',
  off_tick: 'Choose a price on the tick.',
  below_min_size: "Raise the size to the market's minimum.",
  invalid_size: 'Enter a size of at least 0.01.',
  invalid_expiration: 'Choose GTD with an end at least 3 minutes ahead, or GTC.',
  post_only_needs_resting_order: 'Choose GTC or GTD, or turn post-only off.',
  post_only_would_cross: 'Join the best price on your side, or turn post-only off.',
  price_band: REPRICE,
  loss_limit:
    'It opens at 00:00 UTC, or with the password ten minutes after it locked: Settings, Risk limits.',
  max_order_notional: RAISE,
  max_position_notional: RAISE,
  max_daily_notional: 'Raise the limit under Settings, Risk limits; the day ends at 00:00 UTC.',
  max_open_orders: 'Cancel an order, or raise the limit under Settings, Risk limits.',
  max_orders_per_minute: 'Wait a few seconds.',
  insufficient_balance: 'Reduce the size, or cancel an order that reserves cash or shares.',
  insufficient_allowance: 'Health, "Run the checks" names the approval that is missing at the venue.',
  no_position: null,
  shares_not_settled: 'Wait a moment, then press again.',
  sale_not_accepted: 'See why the sale was not accepted.',
  purchase_not_possible: 'See why the purchase would be refused.',
  way_out_under_way: 'Wait for its answer, then press again if shares are left.',
  positions_reading: 'Wait a few seconds.',
  invalid_exit: 'Change the exits, or place without them.',
  no_liquidity: 'Use a resting order (GTC).',
  hedge_unavailable: 'Exit the position instead.',
  not_cancellable: 'Look at its timeline: it may have filled.',
  order_not_found: 'Look under Orders and Activity: it may have ended.',
  venue_rejected: null,
  venue_rate_limited: 'Wait a few seconds. Cancels go first.',
  venue_unavailable: 'Health shows which venue services respond.',
  venue_cancel_only: WAIT,
  venue_post_only: 'Turn post-only on, or wait for the countdown in the strip above.',
  venue_restarting: WAIT,
  venue_balance: 'Cash and approvals at the venue are under Health, "Run the checks".',
  venue_not_found: 'Look under Orders and Activity: it may have ended.',
  combos_unavailable: 'The Combos page says why.',
  max_quotes_per_minute: 'Wait a minute.',
  max_combo_legs: 'Remove a leg, or raise the limit under Settings, Risk limits.',
  combo_ineligible: 'Remove the leg whose market is closed or not enabled for combos.',
  combo_contradictory_legs: 'Remove one of the two legs.',
  max_combo_notional: RAISE,
  max_combo_exposure: RAISE,
  combo_no_response: 'Ask again.',
  combo_quote_mismatch: 'Ask again.',
  combo_already_accepted: 'See its state under Requests.',
  combo_expired: 'Ask again.',
}

/**
 * Codes whose other messages need no word more: those of sizes name the way out themselves, and `safe_mode` also stops
 * orders while the terminal is ARMED, where arming is no help.
 */
const FIXED_BY_OWN_WORDS: ReadonlySet<RejectCode> = new Set(['safe_mode', 'below_min_size', 'invalid_size'])

/**
 * Remedy, or null. A code that is not in the table is a newer terminal's or the venue's own. @param text the refused
 * value
 */
export function rejectFix(code: string | null, text: string): string | null {
  if (code === null || !isKnown(code)) return null
  return FIXED_BY_OWN_WORDS.has(code) && !text.startsWith(REJECT_TEXT[code]) ? null : FIXES[code]
}

function isKnown(code: string): code is RejectCode {
  return Object.hasOwn(FIXES, code)
}

/** Text of the refusal, its prices in the chosen format. */
export function rejectMessage(
  { message, prices }: Pick<Reject, 'message' | 'prices'>,
  format: Pick<Prices, 'isExact' | 'text'>,
): string {
  return formatPricedText({ text: message, prices }, format)
}

/** The message that an audit row holds, said the same way; null without one. */
export function auditMessage(
  { message, prices }: Readonly<Record<string, unknown>>,
  format: Pick<Prices, 'isExact' | 'text'>,
): string | null {
  return typeof message === 'string'
    ? formatPricedText({ text: message, prices: readPrices(prices) }, format)
    : null
}

/** Refusal and remedy in one line. An unknown code has only itself and the raw text. */
export function rejectText(code: string, text: string): string {
  const fix = rejectFix(code, text)
  if (!isKnown(code)) return text === '' ? code : `${text} (${code})`
  return fix === null ? text : `${text} ${fix}`
}
