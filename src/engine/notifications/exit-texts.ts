/** What is said of attached exits that do nothing now, will not soon, or have given up (INV-66). */
import type { ExitEnd, ExitPause } from '#core/order/attached-exit.ts'
import type { ExitNotice } from '../bus.ts'
import type { Catalog } from '../markets/contract.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { outcomeTitle } from './notification-terms.ts'

const REASON: Readonly<Record<ExitPause, string>> = {
  safe: 'SAFE. Arm to let them act',
  restart: 'restart. Arm to let them act',
  geoblock: 'the geographic check blocks trading or has not answered',
  credentials: 'there are no working venue credentials',
  clock: "this host's clock is wrong",
  audit: 'the audit log cannot be written',
  book: 'the book is not current',
}

const END: Partial<Record<ExitEnd, string>> = {
  refused: 'Exit gave up: ten orders in a row sold nothing. What is left is not protected any more.',
  target_cancelled: 'Exit ended: the venue cancelled its target. The position has no exit any more.',
}

/** @returns the notification of one notice, with the market where it is about one */
export function exitDraft(notice: ExitNotice, catalog: Pick<Catalog, 'outcome'>): NotificationDraft {
  if (notice.what === 'ended') {
    const { outcomeId, end, id } = notice.exit
    const text = (end === null ? undefined : END[end.how]) ?? 'Exit ended: the venue cancelled its target.'
    const title = outcomeTitle(catalog, outcomeId)
    return { kind: 'exit_failed', key: `exit_failed:${id}`, title, text, ...about(catalog, outcomeId) }
  }
  const { exits } = notice
  const outcomes = [...new Set(exits.map(({ outcomeId }) => outcomeId))]
  const names = outcomes.map((id) => outcomeTitle(catalog, id)).join(', ')
  const count = exits.length === 1 ? '1 exit' : `${exits.length} exits`
  const [first] = outcomes
  const where = outcomes.length === 1 && first !== undefined ? about(catalog, first) : {}
  return notice.what === 'pausing'
    ? {
        kind: 'exit_paused',
        key: null,
        title: `${count} will pause in a minute`,
        text: `Trading goes SAFE unattended: stops and times of ${names} will not act then. Targets that rest stay at the venue.`,
        ...where,
      }
    : {
        kind: 'exit_paused',
        key: null,
        title: `${count} paused`,
        text: `Paused: ${REASON[notice.reason]}. Concerns ${names}. Targets that rest stay at the venue.`,
        ...where,
      }
}

function about(
  catalog: Pick<Catalog, 'outcome'>,
  outcomeId: Parameters<Catalog['outcome']>[0],
): Pick<NotificationDraft, 'outcomeId' | 'marketId'> {
  return { outcomeId, marketId: catalog.outcome(outcomeId)?.market.id ?? null }
}
