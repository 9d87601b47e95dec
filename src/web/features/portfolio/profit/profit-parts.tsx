/** Own profit by market, event, league or day: the parts that the tiles add up. */
import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf, useReadAgain } from '../../../platform/api/queries.ts'
import type { ProfitGrouping, ProfitPart } from '../../../platform/api/client.ts'
import { showCents, showLocal } from '../../../platform/format/figures.ts'
import { eventAddress } from '../../../platform/page/route.ts'
import { useSelected } from '../../../platform/state/hooks.ts'
import { useAccount, usePage } from '../../../contexts/contexts.ts'
import { amountColumn } from '../../../widgets/data-table/columns.tsx'
import type { Column } from '../../../widgets/data-table/column.ts'
import { DataTable } from '../../../widgets/data-table/data-table.tsx'
import { Link } from '../../../widgets/link.tsx'
import { ReadFault } from '../../../widgets/read-fault.tsx'
import { Segments, Panel } from '../../../ui/controls.tsx'
import { OlderButton } from '../../../ui/older-button.tsx'
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'

const GROUPINGS = [
  ['market', 'Market'],
  ['event', 'Event'],
  ['league', 'League'],
  ['day', 'Day'],
] as const satisfies readonly (readonly [ProfitGrouping, string])[]

/** The panel with its table and the sum of all parts. */
export function ProfitPartsPanel() {
  const { client } = usePage()
  const [by, setBy] = useState<ProfitGrouping>('event')
  // Whatever is realised, or settles, changes the parts.
  const moved = useSelected(
    useAccount().account,
    ({ summary }) => `${summary?.realised ?? ''} ${summary?.settlingPnl ?? ''} ${summary?.fees ?? ''}`,
  )
  const pages = useInfiniteQuery(pagesOf(client, 'listProfitParts', { by }))
  useReadAgain(pages, moved)
  const { total, asOf } = pages.data?.first ?? {}
  return (
    <Panel
      title="Profit by"
      label="Profit by part"
      className="pnl"
      head={<Segments label="Part" value={by} options={GROUPINGS} onChange={setBy} />}
    >
      <ReadFault read={pages} />
      <div className="scrolls" tabIndex={0} role="region" aria-label="Profit by part, rows">
        <DataTable
          name="profit-parts"
          className="positions closed"
          columns={COLUMNS}
          rows={pages.data?.items ?? []}
          keyOf={({ key }) => key}
          empty={pages.isFetching ? 'Reading\u2026' : 'Nothing yet. It starts with the first trade.'}
        />
        <OlderButton pages={pages} name="parts" />
      </div>
      {total !== undefined && asOf !== undefined && (
        <p className="chart-words">
          <span>
            All parts, as of {showLocal(asOf, true)}: realised {showCents(total.realised, true)}, today{' '}
            {showCents(total.realisedToday, true)}, settling {showCents(total.settling, true)}
            {total.unrealised === null ? '' : `, unrealised ${showCents(total.unrealised, true)}`}
            {total.fees === null ? '' : `, fees ${showCents(total.fees)}`}.
          </span>
        </p>
      )}
    </Panel>
  )
}

const COLUMNS: readonly Column<ProfitPart>[] = [
  {
    id: 'part',
    head: 'Part',
    isRowHead: true,
    className: 'wide',
    value: ({ label, key }) => label ?? key,
    cell: ({ label, key, eventSlug: slug }) => {
      const name = label ?? (key === 'before' ? 'Before the first known trade' : 'Not in the catalog')
      return (
        <span className="cut">
          {slug === null ? name : <Link to={eventAddress(slug, null)}>{name}</Link>}
        </span>
      )
    },
  },
  amountColumn('realised', 'Realised', ({ realised }) => realised, { className: 'strong', isResult: true }),
  amountColumn('settling', 'Settling', ({ settling }) => notZero(settling), {
    title: 'Part of realised from trades not final yet',
    className: 'extra soft',
    isSigned: true,
  }),
  amountColumn('today', 'Today', ({ realisedToday }) => notZero(realisedToday), {
    title: 'Part of realised since 00:00 UTC',
    className: 'extra soft',
    isSigned: true,
  }),
  amountColumn('unrealised', 'Unrealised', ({ unrealised }) => unrealised, {
    className: 'extra',
    isSigned: true,
  }),
  amountColumn('fees', 'Fees', ({ fees }) => fees, { className: 'extra soft' }),
]

function notZero(amount: Micros): Micros | null {
  return amount === ZERO ? null : amount
}
