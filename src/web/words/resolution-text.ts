/** Result of an outcome, as text: cut to cents in cells, exact and explained in a tooltip. */
import { subtractMicros, ZERO } from '#core/money.ts'
import type {
  Event,
  IfWins,
  Market,
  MarketPnl,
  Outcome,
  PreviewResult,
  ResolutionPnl,
} from '../platform/api/client.ts'
import { NONE, showAmount, showCents, showSize } from '../platform/format/figures.ts'
import { toneOf } from './portfolio-text.ts'

/** Which outcome of which market is meant. */
export type OutcomePlace = {
  readonly eventId: string
  readonly marketId: string
  readonly outcomeId: string
  /** First outcome of a market that is exclusive and open: it ends as all those do in which there is nothing. */
  readonly isOther?: boolean
}

/** Place of an outcome of a known event. */
export function placeOf({
  event,
  market,
  outcome,
}: {
  readonly event: Pick<Event, 'id'>
  readonly market: Market
  readonly outcome: Pick<Outcome, 'id'>
}): OutcomePlace {
  const isFirst = market.outcomes[0]?.id === outcome.id
  return {
    eventId: event.id,
    marketId: market.id,
    outcomeId: outcome.id,
    isOther: market.negRisk && market.status !== 'resolved' && isFirst,
  }
}

/** The figures of one outcome; null when there is nothing in its event, or it cannot win. */
export function ifWinsAt(events: readonly ResolutionPnl[], place: OutcomePlace): IfWins | null {
  const event = events.find(({ eventId }) => eventId === place.eventId)
  if (event === undefined) return null
  const market = event.markets.find(({ marketId }) => marketId === place.marketId)
  if (market === undefined) return place.isOther === true ? event.other : null
  return market.outcomes.find(({ outcomeId }) => outcomeId === place.outcomeId)?.ifWins ?? null
}

export type IfWinsText = {
  readonly text: string
  /** With open orders; empty when they change nothing. */
  readonly orders: string
  readonly title: string
  readonly tone: 'pos' | 'neg' | 'soft'
}

/** One figure as a cell shows it. */
export function ifWinsText(figures: IfWins): IfWinsText {
  const { payout, profit, withOrders, atWorst, areFeesKnown } = figures
  if (profit === null) {
    return {
      text: `pays ${atLeast(payout)}`,
      orders: '',
      title: `Shares held pay ${rangeText(payout, false)}. A cost is unknown, so the profit is too.`,
      tone: 'soft',
    }
  }
  const isMoved =
    withOrders !== null && (withOrders.least !== profit.least || withOrders.most !== profit.most)
  const lines = [
    `Profit if it wins: ${rangeText(profit, true)}, including realised`,
    `shares held pay ${rangeText(payout, false)}`,
    ...(isMoved ? [`once all open orders have filled: ${rangeText(withOrders, true)}`] : []),
    ...(atWorst === null || atWorst === profit.least
      ? []
      : [`if only losing orders fill: ${showAmount(atWorst, 2, true)}`]),
    ...(withOrders === null ? ['open sells exceed the shares held'] : []),
    ...(areFeesKnown ? [] : ['some fees are unknown: it may be less']),
  ]
  return {
    text: atLeast(profit, true),
    orders: isMoved ? atLeast(withOrders, true) : '',
    title: lines.join('; '),
    tone: toneOf(profit.least),
  }
}

/** `+43.00`, or `≥ −60.00` where it can win in several ways. */
function atLeast({ least, most }: IfWins['payout'], isSigned = false): string {
  const text = showCents(least, isSigned)
  return least === most ? text : `\u2265\u2009${text}`
}

function rangeText({ least, most }: IfWins['payout'], isSigned: boolean): string {
  const text = showAmount(least, 2, isSigned)
  return least === most ? text : `${text} to ${showAmount(most, 2, isSigned)}`
}

/** Shares of both outcomes, what of them covers each other, and what is left: `100 Yes, 30 No; 30 paired, net 70 Yes`. */
export function marketPositionText(market: MarketPnl, names: readonly [string, string]): string {
  const [first, second] = market.outcomes.map(({ size }) => showSize(size))
  const held = `${first ?? '0'} ${names[0]}, ${second ?? '0'} ${names[1]}`
  return market.paired === ZERO
    ? held
    : `${held}; ${showSize(market.paired)} paired, net ${netText(market, names)}`
}

/** Net shares of a market beyond the pairs, as a size of one outcome. */
export function netText({ net }: Pick<MarketPnl, 'net'>, names: readonly [string, string]): string {
  if (net === ZERO) return '0'
  return net > ZERO ? `${showSize(net)} ${names[0]}` : `${showSize(subtractMicros(ZERO, net))} ${names[1]}`
}

/** True if there is a position or an order in the event before this order: else its own result is the whole. */
export function hasStake(changes: PreviewResult['ifWins']): boolean {
  return changes.some(
    ({ before }) =>
      before !== null && !(isNone(before.payout) && before.profit !== null && isNone(before.profit)),
  )
}

function isNone({ least, most }: IfWins['payout']): boolean {
  return least === ZERO && most === ZERO
}

/** Before and after an order, for each outcome of its market that can win. */
export function changeTexts(
  changes: PreviewResult['ifWins'],
): readonly { readonly label: string; readonly value: string; readonly note: string }[] {
  return changes.flatMap(({ outcomeName: name, before, after }) => {
    if (after === null) return []
    const label = `Net if ${name} wins`
    if (after.profit === null) return [{ label, value: NONE, note: 'cost not known' }]
    const was = before === null || before.profit === null ? NONE : atLeast(before.profit, true)
    return [{ label, value: `${was} \u2192 ${atLeast(after.profit, true)}`, note: '' }]
  })
}

/** Payout of an outcome, under its ladder; empty while its market is open and no result is known. */
export function resultText(
  { winningOutcomeId: winner, outcomes }: Pick<Market, 'winningOutcomeId' | 'outcomes'>,
  outcome: Pick<Outcome, 'id' | 'name'>,
  isResolved: boolean,
): string {
  if (winner === null) return isResolved ? 'Resolved: read-only' : ''
  const name = outcomes.find((one) => one.id === winner)?.name ?? 'another outcome'
  return winner === outcome.id
    ? `Resolved: ${outcome.name} won and pays 1.00`
    : `Resolved: ${name} won, ${outcome.name} pays 0.00`
}
