/** Everything that is known of one position, as text and figures. */
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Position } from '../../platform/api/client.ts'
import { showAmount, showDay, showLocal } from '../../platform/format/figures.ts'
import { useAccount, usePrices } from '../../contexts/contexts.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { fillsAddress } from '../../platform/page/route.ts'
import { Link } from '../../widgets/link.tsx'
import { useSelected } from '../../platform/state/hooks.ts'
import { ifWinsText, marketPositionText, netText } from '../../words/resolution-text.ts'
import { useMarketPnl } from '../../contexts/use-resolution.ts'
import { causeText } from '../../words/summary-text.ts'
import { resultText, sharesText, staleText, toneOf } from '../../words/portfolio-text.ts'
import { exitText, shareOfExposure } from '../../words/position-text.ts'
import { Fact } from '../../ui/controls.tsx'

type Fact = readonly [name: string, value: string, note: string, tone?: 'pos' | 'neg' | 'soft']

/** The figures as a list, then the venue's beside them. */
export function PositionFacts({ position }: { readonly position: Position }) {
  const stale = staleText(position)
  const exposure = useSelected(useAccount().account, ({ summary }) => summary?.exposure ?? null)
  const prices = usePrices()
  const resolution = useResolutionFacts(position)
  const { costBasis: cost } = position
  const share = cost === null ? null : shareOfExposure(cost, exposure)
  return (
    <>
      {stale !== null && <p className="receipt-warning">Mark and exit are the last known ones: {stale}.</p>}
      <dl className="facts usual">
        {[...factsOf(position, share, prices), ...resolution].map(([name, value, note, tone]) => (
          <Fact key={name} name={name}>
            <b className={tone}>{value}</b> {note !== '' && <span className="dim">{note}</span>}
          </Fact>
        ))}
      </dl>
      <p className={position.venue?.differs === true ? undefined : 'soft'}>{agreementText(position)}</p>
      <p className="dim">
        As of {showLocal(position.asOf, true)}.{' '}
        {position.firstAt === null ? '' : `First trade ${showDay(position.firstAt)}.`}{' '}
        <Link to={fillsAddress(position.outcomeId)}>Its own fills</Link>
      </p>
    </>
  )
}

/** Position in both outcomes of its market, and the result of each. */
function useResolutionFacts(position: Position): readonly Fact[] {
  const { eventId, marketId, outcomeId, outcomeName: name } = position
  const market = useMarketPnl(eventId ?? '', marketId)
  if (market === null) return []
  const isFirst = market.outcomes[0]?.outcomeId === outcomeId
  const other = `not ${name}`
  const names = isFirst ? ([name, other] as const) : ([other, name] as const)
  const results = market.outcomes.flatMap(({ outcomeId: id, ifWins: figures }): readonly Fact[] => {
    if (figures === null) return []
    const { text, orders, tone } = ifWinsText(figures)
    const note = orders === '' ? 'over the whole event' : `${orders} with open orders`
    return [[id === outcomeId ? `If ${name} wins` : `If ${name} loses`, text, note, tone]]
  })
  return [['Market position', `net ${netText(market, names)}`, marketPositionText(market, names)], ...results]
}

const MARKS = {
  bid: 'best bid',
  payout: 'payout',
  venue: "no book yet: the data service's price",
} as const

/** `share`: of the account's exposure, as text. Figures that are nothing are left out where most positions have none. */
function factsOf(position: Position, share: string | null, prices: Prices): readonly Fact[] {
  const shares = sharesText(position)
  const result = resultText(position, prices)
  const { costBasis: cost, exitPrice: exit, source } = position
  const costNote =
    cost === null
      ? 'unknown: the venue does not say what was paid'
      : position.basis === 'fills'
        ? 'from own trades'
        : "starts from the venue's figures"
  const exitNote = exit === null ? '' : `${prices.price(exit, position.tickSize)} on average, `
  const signed = (amount: Micros | null) => showAmount(amount, 2, true)
  const ifAny = (name: string, amount: Micros, note: string): readonly Fact[] =>
    amount === ZERO ? [] : [[name, showAmount(amount, 0), note]]
  return [
    ['Shares', shares.size, shares.settling ?? 'all settled'],
    ['Average price', prices.value(position.averagePrice), 'fees included'],
    ['Cost basis', showAmount(cost), costNote],
    ['Mark', prices.value(position.price, position.tickSize), source === null ? 'no price' : MARKS[source]],
    ['Value', showAmount(position.value), share === null ? '' : `${share} of exposure`],
    ['Unrealised', signed(position.unrealised), 'value less cost', toneOf(position.unrealised)],
    [
      'Realised',
      signed(position.realised),
      `${signed(position.realisedToday)} today`,
      toneOf(position.realised),
    ],
    [
      'Exit now',
      showAmount(position.exitValue),
      `${exitNote}${exitText(position)}${exit === null ? '' : ', before the fee'}`,
    ],
    ['Fees', showAmount(position.fees), position.feesKnown ? 'all trades' : 'some unknown'],
    ...(position.settlingPnl === ZERO
      ? []
      : [['Settling', signed(position.settlingPnl), 'part of realised'] as const]),
    ...ifAny('Offered', position.reserved, 'in open sells'),
    ...ifAny('Reversed', position.reversedSize, 'failed trades'),
    ...ifAny('Unexplained', position.unexplainedSize, 'sold more than known holdings: P&L unknown'),
    ...(result === null
      ? []
      : [['Result', result, position.redeemable ? 'claim the payout outside this terminal' : ''] as const]),
    ...(position.dust ? [['Dust', 'too small to be sold', 'less than 0.01 shares'] as const] : []),
  ]
}

/** The figures against the venue's row of the position: the differences, since when, and their likely cause. */
function agreementText({ venue, status }: Position): string {
  if (venue === null)
    return `The venue does not list this position${status === 'closed' ? ' any more' : ' yet'}.`
  const asOf = `the venue as of ${showLocal(venue.asOf, true)}`
  if (!venue.differs) return `Agrees with ${asOf}.`
  const differences = [
    ['size', venue.sizeDifference],
    ['cost', venue.costDifference],
    ['realised', venue.pnlDifference],
  ] as const
  const named = differences.flatMap(([name, amount]) =>
    amount === null || amount === ZERO ? [] : `${name} ${showAmount(amount, 2, true)}`,
  )
  const other = venue.likelyCause === 'outcome_name' ? ` It calls it ${venue.outcomeName}.` : ''
  const since = venue.since === null ? '' : ` Since ${showLocal(venue.since, true)}.`
  return `Differs from ${asOf}: ${named.join(', ')}.${other} Likely cause: ${causeText(venue.likelyCause)}${since}`
}
