/** What moved shares or cash of the wallet (API-5); what the venue calls otherwise is `other`. */
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
