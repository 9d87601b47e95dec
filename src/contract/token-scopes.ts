/** What a token may do and how many there may be, without zod: the command line reads it at each start. */

/** Each may do what stands before it as well. */
export const SCOPES = ['read', 'cancel', 'trade'] as const
export type Scope = (typeof SCOPES)[number]

export const MOST_TOKENS = 50
export const LONGEST_TOKEN_MS = 366 * 86_400_000
