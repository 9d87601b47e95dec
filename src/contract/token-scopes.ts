/** Scopes and highest number of tokens, without zod: the command line reads it at each start. */

/** Each scope includes the ones before it. */
export const SCOPES = ['read', 'cancel', 'trade'] as const
export type Scope = (typeof SCOPES)[number]

export const MOST_TOKENS = 50
export const LONGEST_TOKEN_MS = 366 * 86_400_000
