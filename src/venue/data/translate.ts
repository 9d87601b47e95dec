/** From the data service's rows to the engine's words. A row that cannot be understood is null: counted, never guessed. */
import type { ZodError } from 'zod'
import type { ActivityKind } from '#core/position/activity.ts'
import { parseOutcomeId, type OutcomeId } from '#core/ids.ts'
import { micros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { PositionStatus } from '#core/position/position.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { DataActivity, DataPosition, PnlPoint, UnreadDataRow } from '#ports/venue-data.ts'
import { marketIdFromWire, shown } from '../clob/translate.ts'
import { isAbsent, readAmount, readDecimal, readInstant, readMicros } from '../figures.ts'
import { rowName, wireActivity, wirePnlPoint, wirePosition } from './wire.ts'

/** Kinds by the venue's word; any other word is `other`. */
const KINDS: Readonly<Record<string, ActivityKind>> = {
  TRADE: 'trade',
  SPLIT: 'split',
  MERGE: 'merge',
  REDEEM: 'redeem',
  REWARD: 'reward',
  MAKER_REBATE: 'reward',
  TAKER_REBATE: 'reward',
  REFERRAL_REWARD: 'reward',
  YIELD: 'reward',
  CONVERSION: 'conversion',
  DEPOSIT: 'deposit',
  WITHDRAWAL: 'withdrawal',
}

/** A row's name and what is wrong with it. */
function unread(row: unknown, reason: string, outcomeId: OutcomeId | null): Result<never, UnreadDataRow> {
  const named = rowName.safeParse(row)
  const id = named.success ? (named.data.token_id ?? named.data.transaction_hash ?? null) : null
  return err({ id: id === null ? null : shown(id), reason, outcomeId })
}

/** One position row. A status that is new to us is read from what is held. */
export function positionFromWire(
  row: unknown,
  onNewWord: (word: string) => void = () => undefined,
): Result<DataPosition, UnreadDataRow> {
  const read = wirePosition.safeParse(row)
  if (!read.success) return unread(row, missing(read.error), null)
  const wire = read.data
  const outcomeId = parseOutcomeId(`pm:${wire.token_id}`)
  const marketId = marketIdFromWire(wire.condition_id)
  const size = readAmount(wire.current_size)
  if (outcomeId === null) return unread(row, `token ${shown(wire.token_id)}`, null)
  if (marketId === null) return unread(row, `market ${shown(wire.condition_id)}`, outcomeId)
  if (size === null) return unread(row, `size ${shown(wire.current_size)}`, outcomeId)
  const averagePrice = readAmount(wire.avg_price)
  const paidFees = readAmount(wire.entry_fees_usdc)
  const fees = heldPart(paidFees, size, readAmount(wire.total_size))
  const realised = readMicros(wire.realized_pnl)
  const [price, value] = [readAmount(wire.current_price), readAmount(wire.current_value)]
  return ok({
    outcomeId,
    marketId,
    status: statusOf(wire.status, size, wire.redeemable, onNewWord),
    size,
    averagePrice,
    cost: readAmount(wire.entry_cost_usdc) ?? worthOf(size, averagePrice),
    fees,
    paidFees,
    currentPrice: price ?? (value === null || size === 0n ? null : micros((value * 1_000_000n) / size)),
    value: value ?? worthOf(size, price),
    realised: realised === null ? null : subtractMicros(realised, goneFees(paidFees, fees)),
    unrealised: readMicros(wire.unrealized_pnl),
    redeemable: wire.redeemable,
    title: wire.title,
    outcomeName: wire.outcome,
    oppositeOutcomeId: outcomeOrNull(wire.opposite_token_id),
    eventSlug: wire.event_slug,
    firstAt: readInstant(wire.first_entry_at),
    lastAt: readInstant(wire.last_event_at),
  })
}

function worthOf(size: Micros, price: Micros | null): Micros | null {
  return price === null ? null : micros((size * price) / 1_000_000n)
}

/**
 * Fees of the shares held, from the fees of all shares ever bought: the rest belongs to the shares sold, rounded down as the
 * cost of a sale is. Not known where the row does not give the size bought, and something was paid.
 */
function heldPart(fees: Micros | null, held: Micros, bought: Micros | null): Micros | null {
  if (held === 0n || fees === 0n) return ZERO
  if (fees === null || bought === null) return null
  if (bought <= held) return fees
  return subtractMicros(fees, micros((fees * (bought - held)) / bought))
}

/** Fees of shares that are gone, as far as they are known. */
function goneFees(paid: Micros | null, held: Micros | null): Micros {
  return paid === null || held === null ? ZERO : subtractMicros(paid, held)
}

function statusOf(
  word: string,
  size: Micros,
  redeemable: boolean,
  onNewWord: (word: string) => void,
): PositionStatus {
  switch (word.toUpperCase()) {
    case 'OPEN':
      return 'open'
    case 'REDEEMABLE':
      return 'redeemable'
    case 'CLOSED':
      return 'closed'
    default:
      if (word !== '') onNewWord(word)
      if (size === 0n) return 'closed'
      return redeemable ? 'redeemable' : 'open'
  }
}

/** One row of activity. Unknown words become `other`; a row without type or time is not understood. */
export function activityFromWire(
  row: unknown,
  onNewWord: (word: string) => void = () => undefined,
): Result<DataActivity, UnreadDataRow> {
  const read = wireActivity.safeParse(row)
  if (!read.success) return unread(row, missing(read.error), null)
  const wire = read.data
  const at = readInstant(wire.timestamp)
  if (at === null) return unread(row, `time ${shown(wire.timestamp)}`, null)
  const kind = KINDS[wire.type.toUpperCase()]
  if (kind === undefined) onNewWord(wire.type)
  const side = wire.side.toUpperCase()
  const figures = [wire.size, wire.price].map((figure) => readDecimal(figure) ?? '')
  // The venue gives no id. Without a token the market distinguishes rows of one transaction: several claims are one.
  const subject = wire.token_id === '' ? wire.condition_id : wire.token_id
  const id = [wire.transaction_hash, at, wire.type, subject, side, ...figures].join(':')
  const price = readMicros(wire.price)
  return ok({
    id: id.slice(0, 300),
    kind: kind ?? 'other',
    venueKind: wire.type.slice(0, 40),
    outcomeId: wire.is_combo ? null : outcomeOrNull(wire.token_id),
    marketId: marketIdFromWire(wire.condition_id),
    side: side === 'BUY' || side === 'SELL' ? side : null,
    price: price === null || price <= 0n ? null : price,
    size: readAmount(wire.size),
    amount: readAmount(wire.usdc_size),
    combo: wire.is_combo,
    title: wire.title,
    outcomeName: wire.outcome === '' ? null : wire.outcome,
    eventSlug: wire.event_slug === '' ? null : wire.event_slug,
    txHash: wire.transaction_hash === '' ? null : wire.transaction_hash,
    at,
  })
}

function missing(error: ZodError): string {
  return `no ${error.issues[0]?.path.join('.') || 'row'}`
}

/** One point of the profit line: of a point without the whole result, the nearest that it has. */
export function pnlPointFromWire(row: unknown): PnlPoint | null {
  const read = wirePnlPoint.safeParse(row)
  if (!read.success) return null
  const at = readInstant(read.data.timestamp)
  const { economic_pnl, settled_pnl, position_pnl, realized_pnl } = read.data
  const nearest = [economic_pnl, settled_pnl, position_pnl, realized_pnl].find((one) => !isAbsent(one))
  const total = readMicros(nearest)
  if (at === null || total === null) return null
  return { at, total, trading: readMicros(position_pnl) ?? total }
}

function outcomeOrNull(text: string): OutcomeId | null {
  return parseOutcomeId(`pm:${text}`)
}
