/** From the data service's rows to the engine's words. A row that cannot be understood is null: counted, never guessed. */
import type { ActivityKind } from '#core/position/activity.ts'
import type { OutcomeId } from '#core/ids.ts'
import { micros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { PositionStatus } from '#core/position/position.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { DataActivity, DataPosition, PnlPoint, UnreadDataRow } from '#ports/venue-data.ts'
import { marketIdFromWire, outcomeIdFromWire, shown } from '../clob/translate.ts'
import { fieldsOf, type Fields } from '../fields.ts'
import { isAbsent, readAmount, readDecimal, readInstant, readMicros } from '../figures.ts'

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
  const fields = fieldsOf(row)
  const id = ['token_id', 'transaction_hash']
    .map((name) => fields?.raw(name))
    .find((one) => typeof one === 'string')
  return err({ id: id === undefined ? null : shown(id), reason, outcomeId })
}

/** The first of the fields that is no text; the row itself when it has no fields. */
function missing(fields: Fields | null, names: readonly string[]): string | null {
  if (fields === null) return 'no row'
  const name = names.find((one) => typeof fields.raw(one) !== 'string')
  return name === undefined ? null : `no ${name}`
}

/** One position row. A status that is new to us is read from what is held. */
export function positionFromWire(
  row: unknown,
  onNewWord: (word: string) => void = () => undefined,
): Result<DataPosition, UnreadDataRow> {
  const fields = fieldsOf(row)
  const absent = missing(fields, ['token_id', 'condition_id'])
  if (fields === null || absent !== null) return unread(row, absent ?? 'no row', null)
  const { raw, word } = fields
  const outcomeId = outcomeIdFromWire(word('token_id'))
  const marketId = marketIdFromWire(word('condition_id'))
  const size = readAmount(raw('current_size'))
  if (outcomeId === null) return unread(row, `token ${shown(word('token_id'))}`, null)
  if (marketId === null) return unread(row, `market ${shown(word('condition_id'))}`, outcomeId)
  if (size === null) return unread(row, `size ${shown(raw('current_size'))}`, outcomeId)
  const averagePrice = readAmount(raw('avg_price'))
  const paidFees = readAmount(raw('entry_fees_usdc'))
  const fees = heldPart(paidFees, size, readAmount(raw('total_size')))
  const realised = readMicros(raw('realized_pnl'))
  const redeemable = raw('redeemable') === true
  const [price, value] = [readAmount(raw('current_price')), readAmount(raw('current_value'))]
  return ok({
    outcomeId,
    marketId,
    status: statusOf(word('status'), size, redeemable, onNewWord),
    size,
    averagePrice,
    cost: readAmount(raw('entry_cost_usdc')) ?? worthOf(size, averagePrice),
    fees,
    paidFees,
    currentPrice: price ?? (value === null || size === 0n ? null : micros((value * 1_000_000n) / size)),
    value: value ?? worthOf(size, price),
    realised: realised === null ? null : subtractMicros(realised, goneFees(paidFees, fees)),
    unrealised: readMicros(raw('unrealized_pnl')),
    redeemable,
    title: word('title'),
    outcomeName: word('outcome'),
    oppositeOutcomeId: outcomeIdFromWire(word('opposite_token_id')),
    eventSlug: word('event_slug'),
    firstAt: readInstant(raw('first_entry_at')),
    lastAt: readInstant(raw('last_event_at')),
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
  const fields = fieldsOf(row)
  const type = fields?.word('type') ?? ''
  if (fields === null || type === '') return unread(row, missing(fields, []) ?? 'no type', null)
  const { raw, word } = fields
  const at = readInstant(raw('timestamp'))
  if (at === null) return unread(row, `time ${shown(raw('timestamp'))}`, null)
  const kind = KINDS[type.toUpperCase()]
  if (kind === undefined) onNewWord(type)
  const side = word('side').toUpperCase()
  const figures = [raw('size'), raw('price')].map((figure) => readDecimal(figure) ?? '')
  // The venue gives no id. Without a token the market distinguishes rows of one transaction: several claims are one.
  const subject = word('token_id') || word('condition_id')
  const id = [word('transaction_hash'), at, type, subject, side, ...figures].join(':')
  const price = readMicros(raw('price'))
  const combo = raw('is_combo') === true
  return ok({
    id: id.slice(0, 300),
    kind: kind ?? 'other',
    venueKind: type.slice(0, 40),
    outcomeId: combo ? null : outcomeIdFromWire(word('token_id')),
    marketId: marketIdFromWire(word('condition_id')),
    side: side === 'BUY' || side === 'SELL' ? side : null,
    price: price === null || price <= 0n ? null : price,
    size: readAmount(raw('size')),
    amount: readAmount(raw('usdc_size')),
    combo,
    title: word('title'),
    outcomeName: word('outcome') || null,
    eventSlug: word('event_slug') || null,
    txHash: word('transaction_hash') || null,
    at,
  })
}

/** One point of the profit line: of a point without the whole result, the nearest that it has. */
export function pnlPointFromWire(row: unknown): PnlPoint | null {
  const fields = fieldsOf(row)
  if (fields === null) return null
  const { raw } = fields
  const at = readInstant(raw('timestamp'))
  const names = ['economic_pnl', 'settled_pnl', 'position_pnl', 'realized_pnl']
  const total = readMicros(names.map(raw).find((one) => !isAbsent(one)))
  if (at === null || total === null) return null
  return { at, total, trading: readMicros(raw('position_pnl')) ?? total }
}
