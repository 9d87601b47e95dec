/** Kinds of movements of shares or cash of the wallet (API-5); the venue's other kinds are `other`. */
export const ACTIVITY_KINDS = [
  'trade',
  'split',
  'merge',
  'redeem',
  'reward',
  'conversion',
  'deposit',
  'withdrawal',
  'other',
] as const

export type ActivityKind = (typeof ACTIVITY_KINDS)[number]
