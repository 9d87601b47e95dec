/** The filters of the activity list as they are asked of the server, and its kinds as text. */
import type { Activity } from '../../platform/api/client.ts'

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

/** The kind as text; an unknown one is shown in the venue's word. */
export function kindText(row: Pick<Activity, 'kind' | 'venueKind'>): string {
  return row.kind === 'other' && row.venueKind !== ''
    ? row.venueKind.toLowerCase().replaceAll('_', ' ')
    : row.kind
}
