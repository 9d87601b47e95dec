/** The legs of the combo draft with live prices, what is wrong with them, and how to remove them. */
import { useEffect } from 'react'
import { TriangleAlertIcon, XIcon } from 'lucide-react'
import { NONE } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { useShownTop } from '../../model/markets/use-top.ts'
import { useMarketData } from '../../model/contexts/market-data.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { usePage } from '../../model/contexts/page.ts'
import { Link } from '../../widgets/link.tsx'
import { staleText } from '../../widgets/freshness.tsx'
import type { DraftLeg } from '../../model/combos/combo-draft.ts'
import { tip } from '../../ui/overlays/tip.ts'

/** A table of the legs; `faults` are in their order. */
export function LegRows(props: {
  readonly legs: readonly DraftLeg[]
  readonly faults: readonly (string | null)[]
}) {
  return (
    <table className="table combo-legs">
      <caption className="visually-hidden">Legs of the combo</caption>
      <thead>
        <tr>
          <th scope="col">Leg</th>
          <th scope="col" className="num">
            Bid
          </th>
          <th scope="col" className="num">
            Ask
          </th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.legs.map((leg, index) => (
          <LegRow key={leg.outcomeId} leg={leg} fault={props.faults[index] ?? null} />
        ))}
      </tbody>
    </table>
  )
}

function LegRow({ leg, fault }: { readonly leg: DraftLeg; readonly fault: string | null }) {
  const { combos } = useTrading()
  const { events } = useMarketData()
  const { live } = usePage()
  const prices = usePrices()
  useEffect(() => {
    events.want([leg.eventId])
  }, [events, leg.eventId])
  const top = useShownTop(leg.outcomeId, true)
  const isLinkLive = useStore(live.link).state === 'live'
  const stale = !isLinkLive ? 'link' : top.ready ? top.stale : 'no_snapshot'
  const tick = top.tick ?? 100
  const name = `${leg.outcomeName}, ${leg.marketTitle}`
  return (
    <tr data-stale={stale === null ? undefined : ''} data-fault={fault === null ? undefined : ''}>
      <th scope="row">
        <Link to={eventAddress(leg.slug, leg.outcomeId)} current={false} className="cut">
          <b>{leg.outcomeName}</b> {leg.marketTitle}
        </Link>
        {leg.eventTitle !== leg.marketTitle && <small className="dim cut">{leg.eventTitle}</small>}
        {fault !== null && (
          <small className="danger">
            <TriangleAlertIcon /> {fault}
          </small>
        )}
      </th>
      <td className="num pos">{top.ready ? prices.price(top.bestBid, tick) : NONE}</td>
      <td className="num neg">{top.ready ? prices.price(top.bestAsk, tick) : NONE}</td>
      <td className="row-actions">
        {stale !== null && (
          <span className="chip warn" {...tip(staleText(stale))}>
            stale<span className="visually-hidden">: {staleText(stale)}</span>
          </span>
        )}{' '}
        <button
          type="button"
          className="star"
          aria-label={`Remove ${name}`}
          onClick={() => combos.toggle(leg)}
        >
          <XIcon />
        </button>
      </td>
    </tr>
  )
}
