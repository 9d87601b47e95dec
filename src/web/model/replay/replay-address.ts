/** The address of a replay: its instant and the outcome that it is about. */

export type AskedReplay = { readonly at: number; readonly outcomeId: string | null }

/** @param at  as the terminal writes times */
export function replayAddress(at: string, outcomeId: string | null): string {
  const query = new URLSearchParams({ at, ...(outcomeId === null ? {} : { outcome: outcomeId.slice(3) }) })
  return `/replay?${query.toString()}`
}

/** What an address asks for; null for the choice of a time. */
export function askedReplay(query: string): AskedReplay | null {
  const parts = new URLSearchParams(query)
  const at = Date.parse(parts.get('at') ?? '')
  const token = parts.get('outcome') ?? ''
  return Number.isNaN(at) ? null : { at, outcomeId: /^\d{1,78}$/.test(token) ? `pm:${token}` : null }
}
