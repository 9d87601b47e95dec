/** Combo positions of every wallet, and what became of them as their legs resolved. */
import type { Parts } from '../../parts.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { amountNumber, plainTime } from '../../text.ts'
import ROWS from '../../world/data/rows.json' with { type: 'json' }
import { tagOf } from '../../world/tags.ts'
import type { DataBook } from '../data/book.ts'
import { currentPrice, type DataRow } from '../data/rows.ts'
import type { ComboIds, Leg } from './ids.ts'

type Holding = {
  readonly wallet: string
  readonly ids: ComboIds
  readonly legs: readonly Leg[]
  /** Micro-shares and micro-pUSD. */
  size: bigint
  /** Part of the size that is being sold. */
  held: bigint
  cost: bigint
  fees: bigint
  payout: bigint
  readonly firstAt: number
  updatedAt: number
  resolvedAt: number | null
  /** Paid half: the venue's word for a leg that neither won nor lost. */
  isPartial: boolean
}

export type Holdings = ReturnType<typeof createHoldings>

type LegStatus = 'OPEN' | 'RESOLVED_WIN' | 'RESOLVED_LOSS'
type HoldingStatus = 'OPEN' | 'PARTIAL' | 'RESOLVED_PARTIAL' | 'RESOLVED_WIN' | 'RESOLVED_LOSS'

/** Micro-shares; less is dust and not listed as open. */
const DUST = 1000n

/** No positions; follows resolutions and pays the winners. */
export function createHoldings(
  deps: Pick<Parts, 'exchange' | 'clock'> & {
    readonly book: Pick<DataBook, 'add'>
  },
) {
  const { exchange, clock } = deps
  const holdings: Holding[] = []

  function settle(holding: Holding): void {
    if (holding.size === 0n) return
    const status = statusOf(holding)
    if (holding.resolvedAt !== null || (status !== 'RESOLVED_WIN' && status !== 'RESOLVED_LOSS')) return
    holding.resolvedAt = clock.now()
    holding.updatedAt = clock.now()
    if (status === 'RESOLVED_WIN') {
      holding.isPartial = holding.legs.some(({ market }) => market.listed?.winner === 'void')
      holding.payout = holding.isPartial ? holding.size / 2n : holding.size
      exchange.deposit(holding.wallet, holding.payout)
    }
    deps.book.add({
      kind: 'combo_end',
      at: clock.now(),
      wallet: holding.wallet,
      hash: endHash(holding),
      conditionId: holding.ids.conditionId,
      cash: holding.payout,
    })
  }

  const stop = exchange.subscribe((event) => {
    if (event.type === 'resolved') for (const holding of holdings) settle(holding)
  })

  function of(wallet: string, conditionId: string): Holding | undefined {
    return holdings.find(({ wallet: owner, ids }) => owner === wallet && ids.conditionId === conditionId)
  }

  return {
    of,
    buy(wallet: string, ids: ComboIds, legs: readonly Leg[], size: bigint, cost: bigint, fee: bigint): void {
      const known = of(wallet, ids.conditionId)
      const now = clock.now()
      const holding = known ?? {
        wallet,
        ids,
        legs,
        size: 0n,
        held: 0n,
        cost: 0n,
        fees: 0n,
        payout: 0n,
        firstAt: now,
        updatedAt: now,
        resolvedAt: null,
        isPartial: false,
      }
      if (known === undefined) holdings.push(holding)
      holding.size += size
      holding.cost += cost
      holding.fees += fee
      holding.updatedAt = now
    },
    sell(holding: Holding, size: bigint): void {
      holding.cost -= holding.size === 0n ? 0n : (holding.cost * size) / holding.size
      holding.fees -= holding.size === 0n ? 0n : (holding.fees * size) / holding.size
      holding.size -= size
      holding.updatedAt = clock.now()
    },
    rows: (wallet: string, statuses: readonly string[]): readonly DataRow[] =>
      holdings
        .filter(
          (holding) => holding.wallet === wallet && (holding.size >= DUST || holding.resolvedAt !== null),
        )
        .filter((holding) => statuses.length === 0 || statuses.includes(statusOf(holding)))
        .map((holding) => holdingRow(deps.exchange, holding)),
    /** Rows of combo activity; trades are not among them. Newest first. */
    activity: (wallet: string): readonly DataRow[] =>
      holdings
        .filter((holding) => holding.wallet === wallet && holding.payout > 0n && holding.resolvedAt !== null)
        .map((holding) => redeemRow(exchange, holding))
        .toReversed(),
    /** Outcome tokens of all legs, also of combos that have ended. */
    tokens: (): readonly string[] =>
      holdings.flatMap(({ legs }) => legs.flatMap(({ market, index }) => market.listed?.tokens[index] ?? [])),
    stop,
  }
}

function redeemRow(exchange: Exchange, holding: Holding): DataRow {
  const at = Math.floor((holding.resolvedAt ?? 0) / 1000)
  return {
    id: `combo-redeem-${holding.ids.conditionId.slice(4, 20)}`,
    type: 'REDEEM',
    proxy_wallet: holding.wallet,
    combo_condition_id: holding.ids.conditionId,
    combo_position_id: holding.ids.yes,
    amount_usdc: amountNumber(holding.size),
    payout_usdc: amountNumber(holding.payout),
    timestamp: at,
    transaction_hash: endHash(holding),
    block_number: 93_000_000 + (at % 1_000_000),
    legs: holding.legs.map((leg, place) => legRow(exchange, leg, place)),
  }
}

function endHash({ ids }: Holding): string {
  return `0x${ids.conditionId.slice(2).padEnd(64, '0')}`
}

function legStatus({ market, index }: Leg): LegStatus {
  const winner = market.listed?.winner ?? null
  if (winner === null) return 'OPEN'
  return winner === index || winner === 'void' ? 'RESOLVED_WIN' : 'RESOLVED_LOSS'
}

function statusOf(holding: Holding): HoldingStatus {
  if (holding.isPartial) return 'RESOLVED_PARTIAL'
  const statuses = holding.legs.map(legStatus)
  if (statuses.includes('RESOLVED_LOSS')) return 'RESOLVED_LOSS'
  if (statuses.every((status) => status === 'RESOLVED_WIN')) return 'RESOLVED_WIN'
  return statuses.includes('RESOLVED_WIN') ? 'PARTIAL' : 'OPEN'
}

/** A row of `/v2/positions/combos`. @see venue reference, section 4.5 */
function holdingRow(exchange: Exchange, holding: Holding): DataRow {
  const size = amountNumber(holding.size)
  const cost = amountNumber(holding.cost)
  const resolved = holding.legs.filter((leg) => legStatus(leg) !== 'OPEN').length
  return {
    ...ROWS.combo,
    combo_condition_id: holding.ids.conditionId,
    combo_position_id: holding.ids.yes,
    proxy_wallet: holding.wallet,
    current_size: size,
    entry_avg_price_usdc: size === 0 ? 0 : Math.round((cost / size) * 1_000_000) / 1_000_000,
    entry_cost_usdc: cost,
    gross_entry_cost_usdc: amountNumber(holding.cost + holding.fees),
    entry_fees_usdc: amountNumber(holding.fees),
    realized_payout_usdc: amountNumber(holding.payout),
    status: statusOf(holding),
    first_entry_at: plainTime(holding.firstAt),
    resolved_at: holding.resolvedAt === null ? null : plainTime(holding.resolvedAt),
    legs_total: holding.legs.length,
    legs_resolved: resolved,
    legs_pending: holding.legs.length - resolved,
    legs: holding.legs.map((leg, place) => legRow(exchange, leg, place)),
    first_entry_at_micros: holding.firstAt * 1000,
    updated_at: plainTime(holding.updatedAt),
    updated_at_micros: holding.updatedAt * 1000,
  }
}

function legRow(exchange: Exchange, leg: Leg, place: number): DataRow {
  const { market, index, positionId } = leg
  const { definition, event } = market
  const tags = event.definition.tags
  return {
    leg_index: place,
    leg_position_id: positionId,
    leg_condition_id: `0x${BigInt(positionId).toString(16).padStart(64, '0').slice(0, 62)}`,
    leg_outcome_index: index,
    leg_outcome_label: definition.outcomes[index],
    leg_status: legStatus(leg),
    leg_resolved_at: null,
    leg_current_price: Math.round(currentPrice(exchange, market, index)) / 10_000,
    market: {
      market_id: market.id,
      slug: definition.slug,
      title: definition.question,
      question: definition.question,
      group_item_title: definition.groupTitle,
      sports_market_type: definition.sportsType ?? '',
      line: definition.line ?? null,
      outcomes: definition.outcomes,
      outcome: definition.outcomes[index],
      image_url: '',
      icon_url: '',
      category: tagOf(tags[0] ?? 'world').label,
      subcategory: tagOf(tags.at(-1) ?? 'world').label,
      tags,
      end_date: plainTime(event.definition.endsAt),
      event: {
        event_id: event.id,
        event_slug: event.definition.slug,
        event_title: event.definition.title,
        event_image: '',
      },
    },
  }
}
