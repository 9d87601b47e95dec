/** Own profit by market, event, league, tag or day: the parts that the tiles add up. */
import { useState } from 'react'
import { usePages } from '../../../platform/api/use-pages.ts'
import type { ProfitGrouping, ProfitPart, ProfitParts } from '../../../platform/api/wire.ts'
import { NONE, showAmountText } from '../../../platform/format/numbers.ts'
import { showLocal } from '../../../platform/format/times.ts'
import { eventAddress } from '../../../platform/page/route.ts'
import { useSelected } from '../../../platform/state/use-store.ts'
import { useAccount } from '../../../contexts/account.ts'
import { usePage } from '../../../contexts/page.ts'
import { toneOf } from '../../../words/portfolio-text.ts'
import type { Column } from '../../../widgets/data-table/column.ts'
import { DataTable } from '../../../widgets/data-table/data-table.tsx'
import { Link } from '../../../widgets/link.tsx'
import { ReadFault } from '../../../widgets/read-fault.tsx'
import { OlderButton } from '../../../ui/older-button.tsx'
import { Segments } from '../../../ui/segments.tsx'

const GROUPINGS = [
  ['market', 'Market'],
  ['event', 'Event'],
  ['league', 'League'],
  ['tag', 'Tag'],
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
  const pages = usePages<ProfitPart, ProfitParts>(
    `profit ${by} ${moved}`,
    (cursor, signal) =>
      client.call('listProfitParts', { query: { by, ...(cursor === null ? {} : { cursor }) } }, { signal }),
    true,
  )
  const { total, as_of: asOf } = pages.first ?? {}
  return (
    <section className="panel pnl" aria-label="Profit by part">
      <header className="panel-head">
        <h2>Profit by</h2>
        <Segments label="Part" value={by} options={GROUPINGS} onChange={setBy} />
      </header>
      <ReadFault fault={pages.fault} onAgain={pages.reload} />
      <div className="positions-rows" tabIndex={0} role="region" aria-label="Profit by part, rows">
        <DataTable
          name="profit-parts"
          file={`profit-by-${by}`}
          className="positions closed"
          columns={COLUMNS}
          rows={pages.items}
          keyOf={({ key }) => key}
          empty={pages.isLoading ? 'Reading\u2026' : 'Nothing yet: it begins with the first trade.'}
        />
        <OlderButton pages={pages} name="parts" />
      </div>
      {total !== undefined && asOf !== undefined && (
        <p className="chart-words">
          <span>
            All parts, as of {showLocal(Date.parse(asOf), true)}: realised {signed(total.realised_pnl)}, today{' '}
            {signed(total.realised_pnl_today)}, settling {signed(total.settling_pnl)}
            {total.unrealised_pnl === null ? '' : `, unrealised ${signed(total.unrealised_pnl)}`}
            {total.fees === null ? '' : `, fees ${showAmountText(total.fees)}`}.
            {by === 'tag' ? ' An event with several tags is counted under its first.' : ''}
          </span>
        </p>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<ProfitPart>[] = [
  {
    id: 'part',
    head: 'Part',
    isRowHead: true,
    className: 'wide',
    value: ({ label, key }) => label ?? key,
    cell: ({ label, key, event_slug: slug }) => {
      const name = label ?? (key === 'before' ? 'Before the first known trade' : 'Not in the catalog')
      return (
        <span className="cut">
          {slug === null ? name : <Link to={eventAddress(slug, null)}>{name}</Link>}
        </span>
      )
    },
  },
  {
    id: 'realised',
    head: 'Realised',
    className: 'num strong',
    value: ({ realised_pnl: text }) => text,
    cell: ({ realised_pnl: text }) => signed(text),
    cellProps: ({ realised_pnl: text }) => ({ className: toneOf(text) }),
  },
  {
    id: 'settling',
    head: 'Settling',
    title: 'Part of realised that rests on trades that are not final',
    className: 'num extra soft',
    value: ({ settling_pnl: text }) => text,
    cell: ({ settling_pnl: text }) => (text === '0' ? NONE : signed(text)),
  },
  {
    id: 'today',
    head: 'Today',
    title: 'Part of realised since 00:00 UTC',
    className: 'num extra soft',
    value: ({ realised_pnl_today: text }) => text,
    cell: ({ realised_pnl_today: text }) => (text === '0' ? NONE : signed(text)),
  },
  {
    id: 'unrealised',
    head: 'Unrealised',
    className: 'num extra',
    value: ({ unrealised_pnl: text }) => text,
    cell: ({ unrealised_pnl: text }) => (text === null ? NONE : signed(text)),
  },
  {
    id: 'fees',
    head: 'Fees',
    className: 'num extra soft',
    value: ({ fees }) => fees,
    cell: ({ fees }) => (fees === null ? NONE : showAmountText(fees)),
  },
]

function signed(text: string): string {
  return showAmountText(text, 2, true)
}
