/**
 * A figure taken apart: the addends that make it, down to the single position or order. What the listed addends do not
 * explain is a line of its own; nothing is spread or rounded to make a sum come out.
 */
import { addMicros, subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { AccountSummary, ComboPosition, Order, Position } from '../../platform/api/client.ts'
import { placeText, showAmount } from '../../platform/format/figures.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { isNo } from '../../words/combo-text.ts'

export type Part = {
  readonly id: string
  readonly label: string
  /** How the amount comes about. */
  readonly detail: string
  readonly amount: Micros
  /** The outcome behind it, for a link; null when there is none. */
  readonly outcome: { readonly id: string; readonly eventSlug: string | null } | null
}

export type PartGroup = {
  readonly label: string
  /** The backend's own figure for the group. */
  readonly amount: Micros
  readonly parts: readonly Part[]
  /** Amount missing from or beyond the listed parts. */
  readonly rest: Micros
  /** Likely reason of the rest. */
  readonly restLabel: string
}

export type Breakdown = {
  /** The backend's figure; null when it is not known. */
  readonly total: Micros | null
  readonly groups: readonly PartGroup[]
  /** The total less all groups: zero when they add up. */
  readonly rest: Micros
}

export const FIGURES = [
  'cash',
  'positions',
  'liquidation',
  'equity',
  'exposure',
  'unrealised',
  'today',
  'realised',
  'settling',
] as const

export type FigureName = (typeof FIGURES)[number]

export type BreakdownFacts = {
  readonly summary: AccountSummary
  /** Positions of every known status. */
  readonly positions: readonly Position[]
  /** Open orders. */
  readonly orders: readonly Order[]
  readonly combos: readonly ComboPosition[]
}

/** Takes one figure of the summary apart; the words say prices as they are read. */
export function breakdown(name: FigureName, facts: BreakdownFacts, prices: Prices): Breakdown {
  const { summary, positions, orders, combos } = facts
  const open = positions.filter(({ status }) => status === 'open')
  const redeemable = positions.filter(({ status }) => status === 'redeemable')
  switch (name) {
    case 'cash':
      return sumOf(summary.cash, [
        ...(summary.available === null ? [] : [single('Free', summary.available)]),
        group(
          'Reserved by open buys',
          summary.openOrdersCost,
          orders.flatMap((order) => buyPart(order, prices)),
          'Fees that the buys may cost',
        ),
        ...remainder('Combos that are being accepted', summary.reserved, [summary.openOrdersCost]),
      ])
    case 'positions':
      return sumOf(summary.positionsValue, valueGroups(open, redeemable, summary, 'value', prices))
    case 'liquidation':
      return sumOf(summary.liquidationValue, valueGroups(open, redeemable, summary, 'exitValue', prices))
    case 'equity':
      return sumOf(summary.equity, [
        ...(summary.cash === null ? [] : [single('Cash, reserved cash included', summary.cash)]),
        ...(summary.cashComing === ZERO ? [] : [single('Sales that settle', summary.cashComing)]),
        single('Liquidation value of the positions', summary.liquidationValue),
      ])
    case 'exposure':
      return sumOf(summary.exposure, [
        group(
          'Open positions at cost',
          summary.positionsCost,
          open.map((one) =>
            // An unknown cost counts as the most that a share can cost.
            positionPart(one, one.costBasis ?? one.size, `${sizeText(one)} at ${averageText(one, prices)}`),
          ),
          restLabel(open, summary.openPositions),
        ),
        group(
          'Open buys',
          summary.openOrdersCost,
          orders.flatMap((order) => buyPart(order, prices)),
          'Fees that the buys may cost',
        ),
        group(
          'Combos at cost, not in the liquidation value',
          summary.comboCostBasis ?? ZERO,
          combos.flatMap((combo) => comboPart(combo, prices)),
          'Combos that are not listed',
        ),
        ...remainder('Combos accepted, not in the list yet', summary.exposure, [
          summary.positionsCost,
          summary.openOrdersCost,
          summary.comboCostBasis ?? ZERO,
        ]),
      ])
    case 'unrealised':
      return sumOf(summary.unrealised, [
        profitGroup('Positions', summary.unrealised, positions, (one) =>
          one.unrealised === null
            ? null
            : [one.unrealised, `value ${amountText(one.value)} less cost ${amountText(one.costBasis)}`],
        ),
      ])
    case 'today':
      return sumOf(summary.realisedToday, [
        profitGroup('Since 00:00 UTC', summary.realisedToday, positions, (one) => [
          one.realisedToday,
          one.status,
        ]),
      ])
    case 'realised':
      return sumOf(summary.realised, [
        profitGroup('All known trades and payouts', summary.realised, positions, (one) => [
          one.realised,
          one.status,
        ]),
      ])
    case 'settling':
      return sumOf(summary.settlingPnl, [
        profitGroup('Rests on trades that are not final', summary.settlingPnl, positions, (one) => [
          one.settlingPnl,
          one.settlingSize === ZERO ? one.status : `${showAmount(one.settlingSize, 0, true)} shares settling`,
        ]),
      ])
  }
}

function valueGroups(
  open: readonly Position[],
  redeemable: readonly Position[],
  summary: AccountSummary,
  field: 'value' | 'exitValue',
  prices: Prices,
): readonly PartGroup[] {
  const redeemed = summary.redeemableValue
  const total = field === 'value' ? summary.positionsValue : summary.liquidationValue
  return [
    group(
      'Open positions',
      subtractMicros(total, redeemed),
      open.flatMap((one) => {
        const amount = one[field]
        const words = field === 'value' ? markText(one, prices) : exitText(one, prices)
        return amount === null ? [] : [positionPart(one, amount, `${sizeText(one)} at ${words}`)]
      }),
      restLabel(open, summary.openPositions),
    ),
    group(
      'Redeemable, claimed outside this terminal',
      redeemed,
      redeemable.map((one) => positionPart(one, one.value ?? ZERO, `${sizeText(one)} at the payout`)),
      restLabel(redeemable, summary.redeemablePositions),
    ),
  ].filter(({ amount, parts }) => amount !== ZERO || parts.length > 0)
}

function profitGroup(
  label: string,
  amount: Micros,
  positions: readonly Position[],
  read: (position: Position) => readonly [amount: Micros, detail: string] | null,
): PartGroup {
  const parts = positions.flatMap((one) => {
    const found = read(one)
    return found === null || found[0] === ZERO ? [] : [positionPart(one, found[0], found[1])]
  })
  return group(label, amount, parts, 'Positions not listed, or moved meanwhile')
}

/** The total and the rows come one after the other: with all rows there, what is left has moved in between. */
function restLabel(listed: readonly Position[], count: number): string {
  return listed.length < count ? 'Positions that are not listed' : 'Moved between the total and the rows'
}

function buyPart(order: Order, prices: Prices): readonly Part[] {
  if (order.side !== 'BUY') return []
  return [
    {
      id: order.id ?? order.clientOrderId ?? '',
      label: `${order.outcomeName}, ${placeText(order)}`,
      detail: `buy ${showAmount(order.remainingSize, 0)} at ${prices.price(order.price, order.tickSize)}`,
      amount: notional(order.price, order.remainingSize),
      outcome: null,
    },
  ]
}

function comboPart(combo: ComboPosition, prices: Prices): readonly Part[] {
  if (combo.ended) return []
  const legs = combo.legs.map((leg) => leg.outcomeName).join(' + ')
  return [
    {
      id: combo.id,
      label: legs === '' ? combo.outcomeName : isNo(combo) ? `No of ${legs}` : legs,
      detail: `${showAmount(combo.size, 0)} at ${combo.averagePrice === null ? 'no known cost' : prices.value(combo.averagePrice)}`,
      amount: combo.costBasis ?? combo.size,
      outcome: null,
    },
  ]
}

function positionPart(position: Position, amount: Micros, detail: string): Part {
  return {
    id: position.outcomeId,
    label: `${position.outcomeName}, ${placeText(position)}`,
    detail,
    amount,
    outcome: { id: position.outcomeId, eventSlug: position.eventSlug },
  }
}

function single(label: string, amount: Micros): PartGroup {
  return { label, amount, parts: [], rest: ZERO, restLabel: '' }
}

/** A line for what the backend counts beyond the other figures; none when there is nothing. */
function remainder(label: string, whole: Micros, parts: readonly Micros[]): readonly PartGroup[] {
  const rest = subtractMicros(whole, addMicros(...parts))
  return rest > ZERO ? [single(label, rest)] : []
}

function group(label: string, amount: Micros, parts: readonly Part[], restLabel: string): PartGroup {
  const rest = subtractMicros(amount, addMicros(...parts.map((part) => part.amount)))
  return { label, amount, parts, rest, restLabel }
}

function sumOf(total: Micros | null, groups: readonly PartGroup[]): Breakdown {
  if (total === null) return { total, groups, rest: ZERO }
  return { total, groups, rest: subtractMicros(total, addMicros(...groups.map(({ amount }) => amount))) }
}

function markText({ price, tickSize, source, stale }: Position, prices: Prices): string {
  const mark = price === null ? 'no price' : prices.value(price, tickSize)
  if (source === 'venue') return `${mark}, the data service's price`
  return `${mark}${stale ? ', the last known bid' : ', best bid'}`
}

function exitText(position: Position, prices: Prices): string {
  const { exitPrice, tickSize, exitComplete, exitMissing, stale } = position
  const price = exitPrice === null ? 'no price' : prices.price(exitPrice, tickSize)
  const missing = exitComplete ? '' : `, no bids for ${showAmount(exitMissing, 0)}`
  return `${price}${stale ? ', last known bids' : ' on average'}${missing}`
}

function sizeText(position: Position): string {
  return showAmount(position.size, 0)
}

function averageText(position: Position, prices: Prices): string {
  return position.averagePrice === null ? 'no known cost' : prices.value(position.averagePrice)
}

function amountText(amount: Micros | null): string {
  return amount === null ? 'not known' : showAmount(amount)
}
