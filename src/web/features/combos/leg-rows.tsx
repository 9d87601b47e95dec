/** The legs of the combo draft with live prices, and how to remove them. */
import { XIcon } from 'lucide-react'
import { NONE } from '../../platform/format/figures.ts'
import { usePage, usePrices, useShownTop, useTrading } from '../../contexts/contexts.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { eventAddress } from '../../platform/page/route.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import type { FollowProps } from '../../widgets/data-table/data-row.tsx'
import { Link } from '../../widgets/link.tsx'
import { staleText } from '../../words/why-not.ts'
import type { DraftLeg } from '../../actions/drafts/combo-draft.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './combo.module.css'

/** A table of the legs. */
export function LegRows({ legs }: { readonly legs: readonly DraftLeg[] }) {
  return (
    <DataTable
      name="combo-legs"
      className={styles.comboLegs}
      columns={COLUMNS}
      rows={legs}
      keyOf={(leg) => leg.outcomeId}
      Follow={FollowLeg}
    />
  )
}

type LegLive = {
  readonly bid: string
  readonly ask: string
  readonly stale: Parameters<typeof staleText>[0] | null
}

function FollowLeg({ row: leg, draw }: FollowProps<DraftLeg, LegLive>) {
  const { live } = usePage()
  const prices = usePrices()
  const top = useShownTop(leg.outcomeId, true)
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  const stale = !isLinkLive ? 'link' : top.ready ? top.stale : 'no_snapshot'
  const show = (price: typeof top.bestBid) => (top.ready ? prices.price(price, top.tick ?? 100) : NONE)
  return draw({
    live: { bid: show(top.bestBid), ask: show(top.bestAsk), stale },
    props: { 'data-stale': stale === null ? undefined : '' },
  })
}

const COLUMNS: readonly Column<DraftLeg, LegLive>[] = [
  { id: 'leg', head: 'Leg', isRowHead: true, cell: (leg) => <LegName leg={leg} /> },
  { id: 'bid', head: 'Bid', className: 'num pos', cell: (_, { bid }) => bid },
  { id: 'ask', head: 'Ask', className: 'num neg', cell: (_, { ask }) => ask },
  {
    id: 'actions',
    head: 'Actions',
    isHeadHidden: true,
    className: 'row-actions',
    cell: (leg, { stale }) => <LegActions leg={leg} stale={stale} />,
  },
]

function LegName({ leg }: { readonly leg: DraftLeg }) {
  return (
    <>
      <Link to={eventAddress(leg.slug, leg.outcomeId)} current={false} className="cut">
        <b>{leg.outcomeName}</b> {leg.marketTitle}
      </Link>
      {leg.eventTitle !== leg.marketTitle && <small className="dim cut">{leg.eventTitle}</small>}
    </>
  )
}

function LegActions({ leg, stale }: { readonly leg: DraftLeg; readonly stale: LegLive['stale'] }) {
  const { combos } = useTrading()
  return (
    <>
      {stale !== null && (
        <span className="chip warn" {...tip(staleText(stale))}>
          stale<span className="visually-hidden">: {staleText(stale)}</span>
        </span>
      )}{' '}
      <Button
        className="star"
        aria-label={`Remove ${leg.outcomeName}, ${leg.marketTitle}`}
        onClick={() => combos.toggle(leg)}
      >
        <XIcon />
      </Button>
    </>
  )
}
