/** From the data service's combo rows to the terminal's words. A row that cannot be read whole is null, never a guess. */
import type {
  ComboActivity,
  ComboActivityKind,
  ComboPosition,
  ComboPositionLeg,
  ComboPositionStatus,
} from '#core/combo/combo.ts'
import { parseComboMarketId, parseComboPositionId, parseEventId } from '#core/ids.ts'
import { ZERO } from '#core/money.ts'
import { readAmount, readInstant, readMoment, readNumber } from '../figures.ts'
import { venueWords } from '../words.ts'
import { wireCombo, wireComboEvent, wireComboTrade, wireLeg } from './wire.ts'

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
  const read = wireCombo.safeParse(json)
  if (!read.success) return null
  const row = read.data
  const id = parseComboPositionId(`pmc:${row.combo_position_id}`)
  const marketId = parseComboMarketId(`pmc:${row.combo_condition_id.toLowerCase()}`)
  const size = readAmount(row.current_size)
  if (id === null || marketId === null || size === null) return null
  const known = Object.hasOwn(STATUSES, row.status) ? STATUSES[row.status] : undefined
  if (known === undefined) onNewStatus(row.status)
  return {
    id,
    marketId,
    outcomeName: row.outcome_label,
    size,
    averagePrice: readAmount(row.entry_avg_price_usdc) ?? ZERO,
    costBasis: readAmount(row.entry_cost_usdc) ?? readAmount(row.gross_entry_cost_usdc) ?? ZERO,
    payout: readAmount(row.realized_payout_usdc) ?? ZERO,
    status: known ?? 'open',
    redeemable: row.redeemable || row.status === 'REDEEMABLE',
    ended: ENDED.includes(row.status) || readNumber(row.legs_pending) === 0,
    legs: (row.legs ?? []).map(legFromWire).filter((leg) => leg !== null),
    openedAt: readMoment(row.first_entry_at),
    updatedAt: readMoment(row.updated_at),
  }
}

function legFromWire(json: unknown): ComboPositionLeg | null {
  const read = wireLeg.safeParse(json)
  if (!read.success) return null
  const { market, leg_status: status, leg_outcome_label: label } = read.data
  return {
    positionId: read.data.leg_position_id,
    eventId: parseEventId(`pm:${market?.event?.event_id ?? ''}`),
    eventTitle: venueWords(market?.event?.event_title ?? ''),
    marketTitle: venueWords(market?.question || market?.title || ''),
    outcomeName: venueWords(market?.outcome || label),
    status: status === 'RESOLVED_WIN' ? 'won' : status === 'RESOLVED_LOSS' ? 'lost' : 'open',
  }
}

/** A row of combo activity: everything but trades. */
export function comboEventFromWire(json: unknown): ComboActivity | null {
  const read = wireComboEvent.safeParse(json)
  if (!read.success) return null
  const row = read.data
  const marketId = parseComboMarketId(`pmc:${row.combo_condition_id.toLowerCase()}`)
  const at = readInstant(row.timestamp)
  if (marketId === null || at === null) return null
  const legs = (row.legs ?? []).map(legFromWire).filter((leg) => leg !== null)
  const size = readAmount(row.amount_usdc) ?? ZERO
  const kind = Object.hasOwn(KINDS, row.type) ? (KINDS[row.type] ?? 'other') : 'other'
  return {
    id: venueWords(row.id),
    kind,
    marketId,
    positionId: parseComboPositionId(`pmc:${row.combo_position_id}`),
    title: legs.map(({ marketTitle }) => marketTitle).join(' AND '),
    side: null,
    size,
    amount: PAYING.includes(kind) ? (readAmount(row.payout_usdc) ?? size) : size,
    price: null,
    txHash: hashOf(row.transaction_hash),
    at,
  }
}

/** A row of the wallet's activity that is a trade of a combo; null for every other row. */
export function comboTradeFromWire(json: unknown): ComboActivity | null {
  const read = wireComboTrade.safeParse(json)
  if (!read.success) return null
  const row = read.data
  const marketId = parseComboMarketId(`pmc:${row.condition_id.toLowerCase()}`)
  const at = readInstant(row.timestamp)
  const size = readAmount(row.size)
  if (marketId === null || at === null || size === null) return null
  return {
    id: ['trade', row.transaction_hash, row.token_id, row.side, size].join(' '),
    kind: 'trade',
    marketId,
    positionId: parseComboPositionId(`pmc:${row.token_id}`),
    title: venueWords(row.title),
    side: row.side,
    size,
    amount: readAmount(row.usdc_size) ?? ZERO,
    price: readAmount(row.price),
    txHash: hashOf(row.transaction_hash),
    at,
  }
}

function hashOf(text: string): string | null {
  return /^0x[0-9a-fA-F]{1,64}$/.test(text) ? text.toLowerCase() : null
}
