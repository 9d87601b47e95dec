/** From the data service's combo rows to the terminal's words. A row that cannot be read whole is null, never a guess. */
import type {
  ComboActivity,
  ComboActivityKind,
  ComboPosition,
  ComboPositionLeg,
  ComboPositionStatus,
} from '#core/combo/combo.ts'
import { parseComboMarketId, parseComboPositionId, parseEventId } from '#core/ids.ts'
import { fieldsOf } from '../fields.ts'
import { readAmount, readInstant, readMoment, readNumber } from '../figures.ts'
import { sideFromWire } from '../clob/translate.ts'
import { venueWords } from '../words.ts'

const MOST_OF_ID = 200

/** REDEEMABLE is won, RESOLVED_PARTIAL partial (VEN-8). */
const STATUSES: Readonly<Record<string, ComboPositionStatus>> = {
  OPEN: 'open',
  RESOLVED_WIN: 'won',
  REDEEMABLE: 'won',
  RESOLVED_LOSS: 'lost',
  PARTIAL: 'partial',
  RESOLVED_PARTIAL: 'partial',
}

/** Statuses that prove that every leg is resolved, or that the rest does not matter. */
const ENDED: readonly string[] = ['RESOLVED_WIN', 'RESOLVED_LOSS', 'RESOLVED_PARTIAL', 'REDEEMABLE']

/** Kinds that pay pUSD out. */
const PAYING: readonly ComboActivityKind[] = ['redeem', 'merge', 'unwrap']

const KINDS: Readonly<Record<string, ComboActivityKind>> = {
  SPLIT: 'split',
  MERGE: 'merge',
  CONVERT: 'convert',
  COMPRESS: 'compress',
  WRAP: 'wrap',
  UNWRAP: 'unwrap',
  REDEEM: 'redeem',
}

/** A held combo; null when its ids or size cannot be read. A status that is new to us counts as open. */
export function comboFromWire(json: unknown, onNewStatus: (word: string) => void): ComboPosition | null {
  const fields = fieldsOf(json)
  const status = fields?.raw('status')
  const rows = fields?.list('legs') ?? null
  if (fields === null || typeof status !== 'string' || rows === null) return null
  const { raw, word } = fields
  const id = parseComboPositionId(`pmc:${word('combo_position_id')}`)
  const marketId = parseComboMarketId(`pmc:${word('combo_condition_id').toLowerCase()}`)
  const size = readAmount(raw('current_size'))
  if (id === null || marketId === null || size === null) return null
  const known = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined
  if (known === undefined) onNewStatus(status)
  return {
    id,
    marketId,
    outcomeName: word('outcome_label'),
    size,
    averagePrice: readAmount(raw('entry_avg_price_usdc')),
    costBasis: readAmount(raw('entry_cost_usdc')) ?? readAmount(raw('gross_entry_cost_usdc')),
    payout: readAmount(raw('realized_payout_usdc')),
    status: known ?? 'open',
    redeemable: raw('redeemable') === true || status === 'REDEEMABLE',
    ended: ENDED.includes(status) || readNumber(raw('legs_pending')) === 0,
    legs: rows.map(legFromWire).filter((leg) => leg !== null),
    openedAt: readMoment(raw('first_entry_at')),
    updatedAt: readMoment(raw('updated_at')),
  }
}

function legFromWire(json: unknown): ComboPositionLeg | null {
  const leg = fieldsOf(json)
  if (leg === null) return null
  const market = fieldsOf(leg.raw('market'))
  const event = fieldsOf(market?.raw('event'))
  const status = leg.word('leg_status')
  return {
    positionId: leg.word('leg_position_id'),
    eventId: parseEventId(`pm:${event?.word('event_id') ?? ''}`),
    eventTitle: venueWords(event?.word('event_title') ?? ''),
    marketTitle: venueWords(market?.word('question') || market?.word('title') || ''),
    outcomeName: venueWords(market?.word('outcome') || leg.word('leg_outcome_label')),
    status: status === 'RESOLVED_WIN' ? 'won' : status === 'RESOLVED_LOSS' ? 'lost' : 'open',
  }
}

/** A row of combo activity: everything but trades. */
export function comboEventFromWire(json: unknown): ComboActivity | null {
  const fields = fieldsOf(json)
  const type = fields?.raw('type')
  const rows = fields?.list('legs') ?? null
  if (fields === null || typeof type !== 'string' || rows === null) return null
  const { raw, word } = fields
  const id = word('id')
  const marketId = parseComboMarketId(`pmc:${word('combo_condition_id').toLowerCase()}`)
  const at = readInstant(raw('timestamp'))
  if (id === '' || id.length > MOST_OF_ID || marketId === null || at === null) return null
  const legs = rows.map(legFromWire).filter((leg) => leg !== null)
  const size = readAmount(raw('amount_usdc'))
  const kind = Object.hasOwn(KINDS, type) ? (KINDS[type] ?? 'other') : 'other'
  return {
    id: venueWords(id),
    kind,
    marketId,
    positionId: parseComboPositionId(`pmc:${word('combo_position_id')}`),
    title: legs.map(({ marketTitle }) => marketTitle).join(' AND '),
    side: null,
    size,
    amount: PAYING.includes(kind) ? readAmount(raw('payout_usdc')) : size,
    price: null,
    txHash: hashOf(word('transaction_hash')),
    at,
  }
}

/** A row of the wallet's activity that is a trade of a combo; null for every other row. */
export function comboTradeFromWire(json: unknown): ComboActivity | null {
  const fields = fieldsOf(json)
  const side = sideFromWire(fields?.word('side') ?? '')
  if (fields?.raw('type') !== 'TRADE' || fields.raw('is_combo') !== true || side === null) return null
  const { raw, word } = fields
  const marketId = parseComboMarketId(`pmc:${word('condition_id').toLowerCase()}`)
  const at = readInstant(raw('timestamp'))
  const size = readAmount(raw('size'))
  if (marketId === null || at === null || size === null) return null
  return {
    id: ['trade', word('transaction_hash'), word('token_id'), side, size].join(' '),
    kind: 'trade',
    marketId,
    positionId: parseComboPositionId(`pmc:${word('token_id')}`),
    title: venueWords(word('title')),
    side,
    size,
    amount: readAmount(raw('usdc_size')),
    price: readAmount(raw('price')),
    txHash: hashOf(word('transaction_hash')),
    at,
  }
}

function hashOf(text: string): string | null {
  return /^0x[0-9a-fA-F]{1,64}$/.test(text) ? text.toLowerCase() : null
}
