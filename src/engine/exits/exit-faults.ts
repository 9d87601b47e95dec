/** How many exits there may be, and why one cannot be. */

/** Exits in force at most. */
export const MAX_EXITS = 100

/** Why exits cannot be set like that, in words for the trader. */
export const FAULT_TEXT = {
  no_leg: 'An exit needs a target, a stop, a trailing stop or a time.',
  off_tick: 'The prices of an exit must be whole ticks of the market.',
  target_below_stop: 'The target must be above the stop.',
  slippage: 'The slippage is over your limit for exits (exit slippage).',
  time_unknown: 'The start of this event is not known.',
  unknown_outcome: 'This outcome is not known.',
  not_free: 'An exit covers shares that are bought or held, and that no other exit covers.',
  not_settled:
    "The shares just bought are not in the venue's balance yet. Wait a moment, then attach the exit again.",
  not_known: 'What is held could not be read from the venue.',
  too_many: `There may be ${MAX_EXITS} attached exits. Remove one first.`,
  not_found: 'There is no such exit.',
  over: 'This exit has ended.',
  end_not_stored:
    'The exit has ended, but the disk did not take it: stopped now, the terminal would know it again. Free disk space or fix the disk; it is tried again each second.',
  storage_refused: 'The disk refused: nothing was changed.',
} as const

export type ExitFault = keyof typeof FAULT_TEXT
