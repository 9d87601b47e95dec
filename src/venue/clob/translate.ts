/** From the order-book service's order rows to the engine's words. A row that is not understood is named, never guessed. */
import type { MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import { parseMarketIdOfRow, parseOrderId, parseOutcomeId } from '#core/ids.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { OrderPart, UnreadAccountRow, VenueOrder } from '#core/order/account-rows.ts'
import { fieldsOf, type Fields } from '../fields.ts'
import { absentMeans, readAmount, readInstant, readPositive, readPrice } from '../figures.ts'
import { venueWords } from '../words.ts'

/** `0x..` of any case as an order id. */
export function orderIdFromWire(text: string): OrderId | null {
  return parseOrderId(`pm:${text.toLowerCase()}`)
}

/** A condition id of any case. */
export function marketIdFromWire(text: string): MarketId | null {
  return parseMarketIdOfRow(`pm:${text.toLowerCase()}`)
}

/** A token id. */
export function outcomeIdFromWire(text: string): OutcomeId | null {
  return parseOutcomeId(`pm:${text}`)
}

export function sideFromWire(text: string): Side | null {
  const side = text.toUpperCase()
  return side === 'BUY' || side === 'SELL' ? side : null
}

const ORDER_STATES: Readonly<Record<string, VenueOrder['state']>> = {
  LIVE: 'live',
  MATCHED: 'matched',
  DELAYED: 'delayed',
  UNMATCHED: 'unmatched',
  INVALID: 'invalid',
}

function orderState(text: string): VenueOrder['state'] {
  const word = text.toUpperCase().replace(/^ORDER_STATUS_/, '')
  if (word.startsWith('CANCELED') || word.startsWith('CANCELLED')) return 'cancelled'
  return ORDER_STATES[word] ?? 'unrecognised'
}

/** INVALID, or CANCELED with the market's end as its reason; a plain CANCELED names no cause. */
function isEndedByVenue(text: string): boolean {
  return /^(?:ORDER_STATUS_)?(?:INVALID$|CANCELL?ED_MARKET)/i.test(text)
}

/** Reason after the word for a cancelled order; null when there is none. Codes become words. */
function endReason(text: string): string | null {
  const said = /^(?:ORDER_STATUS_)?CANCELL?ED[_\s]+(.+)$/is.exec(text)?.[1] ?? null
  if (said === null) return null
  const words = venueWords(/^[A-Z0-9_]+$/i.test(said) ? said.replaceAll('_', ' ').toLowerCase() : said)
  return words === '' ? null : words
}

const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'GTD', 'FOK', 'FAK']

/** The venue's word or figure for a reason: short and inert. */
export function shown(value: unknown): string {
  const words = venueWords(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 60)
  return words === '' ? 'empty' : words
}

/** A row's own name, short and inert; null when it has none. */
export function nameOf(row: unknown): string | null {
  const id = fieldsOf(row)?.raw('id')
  if (typeof id !== 'string' && typeof id !== 'number') return null
  const name = venueWords(String(id)).slice(0, 80)
  return name === '' ? null : name
}

/** Known of every order but one that was killed, in which nothing can have matched: it fills whole or not at all. */
function matchedOf(matched: unknown, order: Pick<VenueOrder, 'state' | 'timeInForce'>): unknown {
  const isKilled = order.timeInForce === 'FOK' && order.state === 'cancelled'
  return isKilled ? absentMeans(matched, '0', 'empty on a FOK that was killed') : matched
}

function partOf({ raw, word }: Fields, id: OrderId): OrderPart {
  const status = word('status')
  const state = orderState(status)
  const timeInForce = TIMES_IN_FORCE.find((known) => known === word('order_type').toUpperCase()) ?? 'GTC'
  const reason = endReason(status)
  return {
    id,
    outcomeId: outcomeIdFromWire(word('asset_id')),
    marketId: marketIdFromWire(word('market')),
    side: sideFromWire(word('side')),
    price: readPrice(raw('price')),
    originalSize: readPositive(raw('original_size')),
    matchedSize: readAmount(matchedOf(raw('size_matched'), { state, timeInForce })),
    state,
    isEndedByVenue: isEndedByVenue(status),
    ...(reason === null ? {} : { endReason: reason }),
    timeInForce,
    expiresAt: readInstant(raw('expiration')),
    createdAt: readInstant(raw('created_at')),
  }
}

/** One order row of REST or of the user channel. */
export function readOrder(row: unknown): Result<VenueOrder, UnreadAccountRow> {
  const fields = fieldsOf(row)
  const name = nameOf(row)
  const id = name === null ? null : orderIdFromWire(name)
  // An id of another form is none of ours.
  const orderIds = name === null ? null : id === null ? [] : [id]
  if (fields === null || typeof fields.raw('id') !== 'string') {
    return err({ id: name, reason: fields === null ? 'no row' : 'no id', orderIds, at: null })
  }
  const { raw } = fields
  if (id === null) {
    return err({
      id: name,
      reason: 'an id that is no order id',
      orderIds,
      at: readInstant(raw('created_at')),
    })
  }
  const part = partOf(fields, id)
  const { outcomeId, marketId, side, price, originalSize, matchedSize } = part
  const unread = (reason: string): Result<never, UnreadAccountRow> =>
    err({ id: name, reason, orderIds, at: part.createdAt, part })
  if (outcomeId === null) return unread(`asset ${shown(fields.word('asset_id'))}`)
  if (marketId === null) return unread(`market ${shown(fields.word('market'))}`)
  if (side === null) return unread(`side ${shown(fields.word('side'))}`)
  if (price === null) return unread(`price ${shown(raw('price'))}`)
  if (originalSize === null) return unread(`size ${shown(raw('original_size'))}`)
  if (matchedSize === null) return unread(`size matched ${shown(raw('size_matched'))}`)
  return ok({ ...part, outcomeId, marketId, side, price, originalSize, matchedSize })
}
