/** Texts of attached exits that are paused, soon will be, or have given up (INV-66). */
import { formatMicros } from '#core/money.ts'
import type { ExitEnd, ExitPause } from '#core/order/attached-exit.ts'
import type { OrderStatus } from '#core/order/order.ts'
import { formatPrice } from '#core/price.ts'
import { joined, priced, pricedText } from '#core/priced-text.ts'
import type { ExitNotice, Facts } from '../bus.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { about, outcomeTitle } from './order-texts.ts'

const REASON: Readonly<Record<ExitPause, string>> = {
  safe: 'SAFE. Arm to resume',
  restart: 'restart. Arm to resume',
  geoblock: 'the geographic check blocks trading or has not answered',
  credentials: 'there are no working venue credentials',
  clock: "this host's clock is wrong",
  audit: 'the audit log cannot be written',
  book: 'the book is not current',
  way_out: 'you are closing the position',
  venue_restarting: "an exit is due, and the venue's matching engine is restarting",
  venue_post_only: 'an exit is due, and after its restart the venue takes post-only orders only',
  venue_cancel_only: 'an exit is due, and the venue takes cancels only',
  venue_unavailable: 'an exit is due, and the venue is not trading or cannot be reached',
  venue_rate_limited: 'an exit is due, and the venue asks to wait',
  order_rate: 'an exit is due, and your limit of open orders or orders per minute is reached',
  market: 'an exit is due, and the market is not accepting orders',
  settling: 'an exit is due, and the shares just bought are not settled yet',
  no_bids: 'an exit is due, and no bids are within its slippage',
  own_sales: 'an exit is due, and its shares are in open sells that cannot be cancelled now',
  positions: 'an exit is due, and positions are still being read from the venue',
}

const END: Partial<Record<ExitEnd, string>> = {
  refused: 'Exit failed: ten orders in a row sold nothing. The rest is no longer protected.',
  restored:
    'Exit ended by a restore, which does not know what it sold since the backup. Check the position and its orders, then attach it again.',
  target_cancelled: 'Exit ended: the venue cancelled its target. The position has no exit now.',
}

const ENTRY_REFUSED =
  'Stop entry failed: its purchase was refused ten times, or by the loss limit. Nothing was bought.'

/** @returns the notification of one notice, with the market where it is about one */
export function exitDraft(notice: ExitNotice, catalog: Pick<Catalog, 'outcome'>): NotificationDraft {
  if (notice.what === 'ended') {
    const { outcomeId, end, id, legs } = notice.exit
    const isEntry = end?.how === 'refused' && legs.entry !== null
    const text = isEntry
      ? ENTRY_REFUSED
      : ((end === null ? undefined : END[end.how]) ?? 'Exit ended: the venue cancelled its target.')
    const title = outcomeTitle(catalog, outcomeId)
    return { kind: 'exit_failed', key: `exit_failed:${id}`, title, text, ...about(catalog, { outcomeId }) }
  }
  if (notice.what === 'removed') {
    const { outcomeId, id } = notice.exit
    return {
      kind: 'exit_failed',
      key: `exit_removed:${id}`,
      title: outcomeTitle(catalog, outcomeId),
      text: `The program "${notice.by}" removed this exit: its shares are no longer protected.`,
      ...about(catalog, { outcomeId }),
    }
  }
  const { exits } = notice
  const outcomes = [...new Set(exits.map(({ outcomeId }) => outcomeId))]
  const names = outcomes.map((id) => outcomeTitle(catalog, id)).join(', ')
  const count = exits.length === 1 ? '1 exit' : `${exits.length} exits`
  const [first] = outcomes
  const where = outcomes.length === 1 && first !== undefined ? about(catalog, { outcomeId: first }) : {}
  return notice.what === 'pausing'
    ? {
        kind: 'exit_paused',
        key: null,
        title: `${count} will pause in a minute`,
        text: `Going SAFE for lack of activity: stops and times of ${names} will not act. Resting targets stay at the venue.`,
        ...where,
      }
    : {
        kind: 'exit_paused',
        key: null,
        title: `${count} paused`,
        text: `Paused: ${REASON[notice.reason]}. ${names}. Resting targets stay at the venue.`,
        ...where,
      }
}

const NOW: Partial<Record<OrderStatus, string>> = {
  live: 'still resting',
  partially_filled: 'still resting',
}

/** A way out that has cancelled own sales and sold nothing, once. */
export function unsoldDraft(
  { clientOrderId, outcomeId, orders, why }: Facts['way_out_unsold'],
  catalog: Pick<Catalog, 'outcome'>,
): NotificationDraft {
  const tick = catalog.outcome(outcomeId)?.market.tickSize ?? null
  const named = orders.map(({ size, filledSize, price, status }) => {
    const filled = filledSize > 0n ? `, filled ${formatMicros(filledSize)}` : ''
    return pricedText`SELL ${formatMicros(size)} at ${priced(formatPrice(price), tick)} (${NOW[status] ?? status}${filled})`
  })
  const reason =
    why === null
      ? 'the terminal stopped in between'
      : { text: why.message.replace(/\.$/, ''), prices: why.prices }
  return {
    kind: 'exit_failed',
    key: `way_out_unsold:${clientOrderId}`,
    title: outcomeTitle(catalog, outcomeId),
    ...pricedText`An exit or hedge cancelled open sells, then sent nothing: ${reason}. Cancelled: ${joined(named, ', ')}. The position is unchanged; check its orders and exits.`,
    clientOrderId,
    ...about(catalog, { outcomeId }),
  }
}
