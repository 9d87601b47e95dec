/** From the order-book service's order rows to the engine's words. A row that is not understood is named, never guessed. */
import type { MarketId, OrderId, OutcomeId } from '#core/ids.ts'
import { parseMarketIdOfRow, parseOrderId, parseOutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { UnreadAccountRow, VenueOrder } from '#ports/venue-account.ts'
import { nearestMicros, nearestScaled, nearestSteps } from '../catalog/numbers.ts'
import { venueWords } from '../words.ts'
import { wireOrder } from './wire.ts'

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

/** The end of the year 9999: a later moment has no RFC 3339 text. */
export const LAST_INSTANT: Instant = Date.parse('9999-12-31T23:59:59.999Z')

/** Seconds or milliseconds as number or text, distinguished by their length; null for 0, a time above the year 9999 and anything else. */
export function instantFromWire(value: number | string | null | undefined): Instant | null {
  const text = String(value ?? '')
  if (!/^\d{1,16}$/.test(text)) return null
  const number = Number(text)
  const at = text.length > 11 ? number : number * 1000
  return at === 0 || at > LAST_INSTANT ? null : at
}

/** A size or amount to the nearest micro, not negative; empty text counts as zero. */
export function amountFromWire(value: unknown): Micros | null {
  const read = nearestMicros(value === '' ? '0' : value)
  return read !== null && read >= 0n ? read : null
}

/** To the nearest 0.0001: the venue divides what it stores, so that prices carry residues of up to 13 decimals. */
export function priceFromWire(value: unknown): Price | null {
  const steps = nearestSteps(value)
  return steps === null || steps > 10_000n ? null : priceFromSteps(Number(steps))
}

const FINE_PLACES = 12
const FINE_OF_STEP = 10n ** 8n
const FINE_OF_ONE = 10n ** 12n
/** Residues are below a hundred-millionth of a price. */
const RESIDUE = 10n ** 4n

/** What shares cost at a price between two steps, to the nearest micro; null on a step, where size times price is exact. */
export function cashFromWire(price: unknown, size: Micros): Micros | null {
  const fine = nearestScaled(price, FINE_PLACES)
  if (fine === null) return null
  const past = fine % FINE_OF_STEP
  if (past < RESIDUE || FINE_OF_STEP - past < RESIDUE) return null
  return micros((2n * fine * size + FINE_OF_ONE) / (2n * FINE_OF_ONE))
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

const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'GTD', 'FOK', 'FAK']

/** The venue's word or figure for a reason: short and inert. */
export function shown(value: unknown): string {
  const words = venueWords(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 60)
  return words === '' ? 'empty' : words
}

/** A row's own name, short and inert; null when it has none. */
export function nameOf(row: unknown): string | null {
  const id = typeof row === 'object' && row !== null ? (row as { readonly id?: unknown }).id : null
  if (typeof id !== 'string' && typeof id !== 'number') return null
  const name = venueWords(String(id)).slice(0, 80)
  return name === '' ? null : name
}

/** One order row of REST or of the user channel. */
export function readOrder(row: unknown): Result<VenueOrder, UnreadAccountRow> {
  const read = wireOrder.safeParse(row)
  const name = nameOf(row)
  const unread = (reason: string, at: Instant | null = null): Result<never, UnreadAccountRow> => {
    const id = name === null ? null : orderIdFromWire(name)
    // An id of another form is none of ours.
    return err({ id: name, reason, orderIds: name === null ? null : id === null ? [] : [id], at })
  }
  if (!read.success) return unread(`no ${read.error.issues[0]?.path.join('.') || 'row'}`)
  const wire = read.data
  const createdAt = instantFromWire(wire.created_at)
  const id = orderIdFromWire(wire.id)
  const outcomeId = outcomeIdFromWire(wire.asset_id)
  const marketId = marketIdFromWire(wire.market)
  const side = sideFromWire(wire.side)
  const price = priceFromWire(wire.price)
  const originalSize = amountFromWire(wire.original_size)
  const matchedSize = amountFromWire(wire.size_matched ?? '')
  if (id === null) return unread('an id that is no order id', createdAt)
  if (outcomeId === null) return unread(`asset ${shown(wire.asset_id)}`, createdAt)
  if (marketId === null) return unread(`market ${shown(wire.market)}`, createdAt)
  if (side === null) return unread(`side ${shown(wire.side)}`, createdAt)
  if (price === null) return unread(`price ${shown(wire.price)}`, createdAt)
  if (originalSize === null) return unread(`size ${shown(wire.original_size)}`, createdAt)
  if (matchedSize === null) return unread(`size matched ${shown(wire.size_matched)}`, createdAt)
  return ok({
    id,
    outcomeId,
    marketId,
    side,
    price,
    originalSize,
    matchedSize,
    state: orderState(wire.status),
    isEndedByVenue: isEndedByVenue(wire.status),
    timeInForce: TIMES_IN_FORCE.find((known) => known === wire.order_type.toUpperCase()) ?? 'GTC',
    expiresAt: instantFromWire(wire.expiration),
    createdAt,
  })
}
