/** The filters of the activity list as they are asked of the server, and its kinds in words. */
import type { Activity } from '../../platform/api/wire.ts'

export type ActivityFilter = {
  readonly kind: Activity['kind'] | ''
  readonly side: 'BUY' | 'SELL' | ''
  readonly combos: 'only combos' | 'without combos' | ''
}

export const NO_ACTIVITY_FILTER: ActivityFilter = { kind: '', side: '', combos: '' }

export type ActivityQuery = {
  readonly kind?: Activity['kind']
  readonly side?: 'BUY' | 'SELL'
  readonly combo?: 'true' | 'false'
}

/** The query of a filter; what is not filtered is left out. */
export function activityQueryOf(filter: ActivityFilter): ActivityQuery {
  return {
    ...(filter.kind === '' ? {} : { kind: filter.kind }),
    ...(filter.side === '' ? {} : { side: filter.side }),
    ...(filter.combos === '' ? {} : { combo: filter.combos === 'only combos' ? 'true' : 'false' }),
  }
}

/** The kind in words; what is none of the known ones is told in the venue's own. */
export function kindText(row: Pick<Activity, 'kind' | 'venue_kind'>): string {
  return row.kind === 'other' && row.venue_kind !== ''
    ? row.venue_kind.toLowerCase().replaceAll('_', ' ')
    : row.kind
}
