/** Everything that is known of one position, as text and figures. */
import type { Position } from '../../platform/api/wire.ts'
import { NONE, showAmountText } from '../../platform/format/numbers.ts'
import { showDay, showLocal } from '../../platform/format/times.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { fillsAddress } from '../../platform/page/route.ts'
import { Link } from '../../widgets/link.tsx'
import { PositionAgreement } from './agreement.tsx'
import { useSelected } from '../../platform/state/use-store.ts'
import { useAccount } from '../../contexts/account.ts'
import { ifWinsText, marketPositionText, netText } from '../../words/resolution-text.ts'
import { useMarketPnl } from '../../contexts/use-resolution.ts'
import { resultText, sharesText, staleText, toneOf } from '../../words/portfolio-text.ts'
import { exitText, markText, shareOfExposure } from '../../words/position-text.ts'

type Fact = readonly [name: string, value: string, note: string, tone?: 'pos' | 'neg' | 'soft']

/** The figures as a list, then the venue's beside them. */
export function PositionFacts({ position }: { readonly position: Position }) {
  const stale = staleText(position)
  const exposure = useSelected(useAccount().account, ({ summary }) => summary?.exposure ?? null)
  const prices = usePrices()
  const resolution = useResolutionFacts(position)
  const { cost_basis: cost } = position
  const share = cost === null ? null : shareOfExposure(cost, exposure)
  return (
    <>
      {stale !== null && <p className="receipt-warning">Mark and exit are the last known ones: {stale}.</p>}
      <dl className="position-facts">
        {[...factsOf(position, share, prices), ...resolution].map(([name, value, note, tone]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b className={tone}>{value}</b> {note !== '' && <span className="dim">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <PositionAgreement position={position} />
      <p className="dim">
        As of {showLocal(Date.parse(position.as_of), true)}.{' '}
        {position.first_at === null ? '' : `First trade ${showDay(Date.parse(position.first_at))}.`}{' '}
        <Link to={fillsAddress(position.outcome_id)}>Its own fills</Link>
      </p>
    </>
  )
}

/** Position in both outcomes of its market, and the result of each. */
function useResolutionFacts(position: Position): readonly Fact[] {
  const { event_id: eventId, market_id: marketId, outcome_id: outcomeId, outcome_name: name } = position
  const market = useMarketPnl(eventId ?? '', marketId)
  if (market === null) return []
  const isFirst = market.outcomes[0]?.outcome_id === outcomeId
  const other = `not ${name}`
  const names = isFirst ? ([name, other] as const) : ([other, name] as const)
  const results = market.outcomes.flatMap(({ outcome_id: id, if_wins: figures }): readonly Fact[] => {
    if (figures === null) return []
    const { text, orders, tone } = ifWinsText(figures)
    const note = orders === '' ? 'over the whole event' : `${orders} with open orders`
    return [[id === outcomeId ? `If ${name} wins` : `If ${name} loses`, text, note, tone]]
  })
  return [['Market position', `net ${netText(market, names)}`, marketPositionText(market, names)], ...results]
}

/** `share`: of the account's exposure, as text. */
function factsOf(position: Position, share: string | null, prices: Prices): readonly Fact[] {
  const shares = sharesText(position)
  const facts: Fact[] = [
    ['Shares', shares.size, shares.settling ?? 'all settled'],
    ['Average price', markText(prices, position.average_price, null), 'fees included'],
    ['Cost basis', amount(position.cost_basis), costNote(position)],
    ['Mark', markText(prices, position.mark_price, position.tick_size), markNote(position)],
    ['Value', amount(position.value), share === null ? '' : `${share} of exposure`],
    ['Unrealised', signed(position.unrealised_pnl), 'value less cost', toneOf(position.unrealised_pnl)],
    [
      'Realised',
      signed(position.realised_pnl),
      `${signed(position.realised_pnl_today)} today`,
      toneOf(position.realised_pnl),
    ],
    ['Exit now', amount(position.exit_value), exitNote(position, prices)],
    ['Fees', amount(position.fees), position.fees_known ? 'of all trades' : 'of some trades not known'],
  ]
  if (position.settling_pnl !== '0')
    facts.push(['Settling', signed(position.settling_pnl), 'part of realised'])
  if (position.reserved_size !== '0') {
    facts.push(['Offered', showAmountText(position.reserved_size, 0), 'in open sells'])
  }
  if (position.reversed_size !== '0') {
    facts.push(['Reversed', showAmountText(position.reversed_size, 0), 'failed trades'])
  }
  if (position.unexplained_size !== '0') {
    facts.push([
      'Unexplained',
      showAmountText(position.unexplained_size, 0),
      'Sold more than known holdings: P&L unknown',
    ])
  }
  const result = resultText(position, prices)
  if (result !== null) facts.push(['Result', result, resultNote(position)])
  if (position.dust) facts.push(['Dust', 'too small to be sold', 'less than 0.01 of a share'])
  return facts
}

function markNote(position: Position): string {
  switch (position.mark_source) {
    case 'bid':
      return 'best bid'
    case 'payout':
      return 'payout'
    case 'venue':
      return "no book yet: the data service's price"
    case null:
      return 'no price is known'
  }
}

function exitNote(position: Position, prices: Prices): string {
  if (position.exit_price === null) return exitText(position)
  return `${markText(prices, position.exit_price, position.tick_size)} on average, ${exitText(position)}, before the fee`
}

function costNote({ cost_basis: cost, basis }: Position): string {
  if (cost === null) return 'not known: the venue does not say what was paid'
  return basis === 'fills' ? 'from own trades' : 'begins with what the venue said'
}

function resultNote(position: Position): string {
  return position.redeemable ? 'claim the payout outside this terminal' : ''
}

function amount(text: string | null): string {
  return text === null ? NONE : showAmountText(text)
}

function signed(text: string | null): string {
  return text === null ? NONE : showAmountText(text, 2, true)
}
