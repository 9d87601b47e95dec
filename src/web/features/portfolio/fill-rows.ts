/** Fills read page by page and fills received live, as one list; and the filters over it. */
import type { Fill } from '../../platform/api/client.ts'
import { placeText } from '../../platform/format/figures.ts'
import { fillText } from '../../words/order-text.ts'

export type FillFilter = {
  /** Asked of the server; empty for all. */
  readonly outcomeId: string
  readonly side: Fill['side'] | ''
  readonly role: Fill['role'] | ''
  readonly state: 'settling' | 'settled' | 'taken back' | ''
}

export const NO_FILL_FILTER: FillFilter = { outcomeId: '', side: '', role: '', state: '' }

/** One row per fill, newest first; live fills are newer than those that were read. */
export function fillRows(read: readonly Fill[], live: readonly Fill[], outcomeId: string): readonly Fill[] {
  const byId = new Map<string, Fill>()
  for (const fill of [...read, ...live]) {
    if (outcomeId === '' || fill.outcomeId === outcomeId) byId.set(fill.id, fill)
  }
  return [...byId.values()].sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
}

export function passesFillFilter(fill: Fill, filter: FillFilter): boolean {
  if (filter.side !== '' && fill.side !== filter.side) return false
  if (filter.role !== '' && fill.role !== filter.role) return false
  return filter.state === '' || fillText(fill.status).text.startsWith(filter.state)
}

/** The outcomes of some fills by name, each once, and the chosen one though it has no fills. */
export function outcomesOf(
  fills: readonly Fill[],
  chosen = '',
): readonly (readonly [id: string, name: string])[] {
  const names = new Map(chosen === '' ? [] : [[chosen, 'an outcome without fills']])
  for (const fill of fills) names.set(fill.outcomeId, `${fill.outcomeName}, ${placeText(fill)}`)
  return [...names].sort(([, a], [, b]) => (a < b ? -1 : 1))
}
