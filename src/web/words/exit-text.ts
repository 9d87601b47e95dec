/** Words for an attached exit: its state with what pauses it, and its legs. */
import type { Price } from '#core/price.ts'
import type { AttachedExit } from '../platform/api/client.ts'
import { showSize } from '../platform/format/figures.ts'
import type { Prices } from '../data/settings/prices.ts'

const PAUSE: Readonly<Record<NonNullable<AttachedExit['pause']>, string>> = {
  safe: 'SAFE',
  restart: 'restarted',
  geoblock: 'geographic check',
  credentials: 'credentials',
  clock: 'clock',
  audit: 'audit log',
  book: 'book not current',
  way_out: 'position being closed',
  venue_restarting: 'venue restarting',
  venue_post_only: 'venue post-only',
  venue_cancel_only: 'venue cancel-only',
  venue_unavailable: 'venue not trading',
  venue_rate_limited: 'venue asks to wait',
  order_rate: 'order rate limit',
  market: 'market not accepting orders',
  settling: 'shares not settled',
  no_bids: 'no bids within slippage',
  own_sales: 'shares in open sells',
  positions: 'positions being read',
}

const END: Readonly<Record<NonNullable<AttachedExit['end']>, string>> = {
  filled: 'sold',
  removed: 'removed',
  entry_not_filled: 'entry not filled',
  position_gone: 'position sold or hedged',
  target_cancelled: 'target cancelled',
  bought: 'bought',
  resolved: 'market resolved',
  refused: 'failed: nothing sold',
  restored: 'restored: attach again',
}

const STATE: Readonly<Record<AttachedExit['state'], string>> = {
  waiting: 'waiting for entry',
  paused: 'paused',
  active: 'watching',
  resting: 'target working',
  selling: 'selling',
  done: 'done',
  cancelled: 'ended',
  failed: 'failed',
}

/** `paused: SAFE`, `ended: target cancelled (you)`. */
export function exitStateText({ state, pause, end, targetCancelledBy: by }: AttachedExit): string {
  if (state === 'paused' && pause !== null) return `paused: ${PAUSE[pause]}`
  if (end === null) return STATE[state]
  const who = end === 'target_cancelled' && by !== null ? ` (${by === 'you' ? 'you' : 'venue'})` : ''
  return `${STATE[state]}: ${END[end]}${who}`
}

/** Its legs in one line, prices as they are shown. */
export function exitLegsText(exit: AttachedExit, prices: Prices): string {
  const show = (price: Price): string => prices.price(price, exit.tickSize ?? 100)
  const { targetPrice: target, stopPrice: stop, trailingDistance: distance, breakEven, entry } = exit
  const targets = [
    ...(exit.furtherTargets ?? []).map(({ price, percent }) => `${show(price)} ${percent}%`),
    ...(target === null ? [] : [show(target)]),
  ]
  const trailing = exit.trailingPrice === null ? '' : ` (now ${show(exit.trailingPrice)})`
  const minutes = exit.minutesBeforeStart
  return [
    entry === undefined
      ? ''
      : `buys ${showSize(entry.size)} at ${show(entry.price)}, at most ${entry.slippageTicks} ticks through`,
    targets.length === 0 ? '' : `target${targets.length > 1 ? 's' : ''} ${targets.join(', ')}`,
    stop === null ? '' : `stop ${show(stop)}`,
    breakEven === undefined
      ? ''
      : `break-even at ${show(breakEven.atPrice)}: stop to ${show(breakEven.stopPrice)}`,
    distance === null ? '' : `trailing ${show(distance)}${trailing}`,
    minutes === null ? '' : minutes === 0 ? 'at the start' : `${minutes} min before the start`,
    exit.offeredBy.length > 0 ? 'its shares are in open sells, which it cancels first' : '',
    exit.targetCancelledBy === 'you' && exit.end === null ? 'target cancelled (you)' : '',
  ]
    .filter((words) => words !== '')
    .join(', ')
}
