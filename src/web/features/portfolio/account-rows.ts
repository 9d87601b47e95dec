/** Fills read page by page and fills received live, as one list; and kinds of activity as text. */
import type { Activity, Fill } from '../../platform/api/client.ts'

/** One row per fill, newest first; live fills are newer than those that were read. */
export function fillRows(
  read: readonly Fill[],
  live: readonly Fill[],
  outcomeId: string | null,
): readonly Fill[] {
  const byId = new Map<string, Fill>()
  for (const fill of [...read, ...live]) {
    if (outcomeId === null || fill.outcomeId === outcomeId) byId.set(fill.id, fill)
  }
  return [...byId.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
}

/** The kind as text; an unknown one is shown in the venue's word. */
export function kindText(row: Pick<Activity, 'kind' | 'venueKind'>): string {
  return row.kind === 'other' && row.venueKind !== ''
    ? row.venueKind.toLowerCase().replaceAll('_', ' ')
    : row.kind
}
