/** How many exits there may be, and why one cannot be. */

/** Exits in force at most. */
export const MAX_EXITS = 100

/** Why exits cannot be set like that, in words for the trader. */
export const FAULT_TEXT = {
  no_leg: 'An exit needs a target, a stop, a trailing stop, a time or a stop entry.',
  off_tick: 'Exit prices must be on the tick.',
  target_below_stop: 'The target must be above the stop.',
  further_targets:
    'Further targets need a target for the rest, different prices, and whole percents below 100 in total.',
  break_even: 'A break-even needs a stop, and must move it to below its trigger.',
  entry_outside: 'A stop entry must be above the stop and below the targets.',
  entry_attached: 'A stop entry cannot be attached to an order.',
  sale_attached: 'Exits come with a buy: leave them out, or attach them to shares that are held.',
  entry_bought:
    'The stop entry has already sent its order, or there is none: only the other legs can change.',
  entry_small: "A stop entry must be at least the market's smallest order.",
  entry_large: 'The buy would be over your order limit.',
  loss_limit: 'The loss limit is reached, and a stop entry adds risk.',
  slippage: 'The slippage is over your limit (Exit slippage).',
  stop_met: 'The stop would sell at once: set it below the best bid, and not above the order price.',
  time_unknown: 'The start of this event is not known: leave the time out.',
  time_past: 'The time of these exits has passed, and they would sell at once: leave the time out.',
  unknown_outcome: 'This outcome is not known.',
  not_free: 'An exit covers shares that are bought or held, and that no other exit covers.',
  not_settled: 'The shares just bought are not settled yet. Wait a moment, then attach the exit again.',
  not_known: 'The position could not be read from the venue.',
  too_many: `At most ${MAX_EXITS} attached exits. Remove one first.`,
  conflict: 'This id was used for another command.',
  not_found: 'There is no such exit.',
  over: 'This exit has ended.',
  end_not_stored:
    'The exit has ended, but the disk refused the row: if the terminal stopped now, the exit would be back. Free disk space or fix the disk; it is retried every second.',
  storage_refused: 'Disk error: nothing was changed.',
} as const

export type ExitFault = keyof typeof FAULT_TEXT
