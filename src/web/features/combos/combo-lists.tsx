/** Requests of the last ten minutes, combos that are held, and what happened to them. */
import { useQuery } from '@tanstack/react-query'
import { readOf, useReadAgain } from '../../platform/api/queries.ts'
import type { ComboActivity, ComboPosition, ComboRfq } from '../../platform/api/client.ts'
import { placeText, showDay, showLocal } from '../../platform/format/figures.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { usePage, useTrading } from '../../contexts/contexts.ts'
import { amountColumn, priceColumn, textColumn, timeColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { CopyText } from '../../widgets/copy-text.tsx'
import { asOfText, isNo, legsText, stateText, stateWord } from '../../words/combo-text.ts'
import { Panel, tip } from '../../ui/controls.tsx'
import styles from './combo.module.css'

const AGAIN_MS = 15_000
const AS_OF_AGAIN_MS = 60_000

/** All requests that the terminal remembers. */
export function RfqTable() {
  const { items, loaded } = useStore(useTrading().combos.rfqs)
  return (
    <Panel title="Requests, last 10 minutes" label="Requests of the last ten minutes">
      <DataTable
        name="combo-requests"
        label={items.length === 0 ? undefined : 'Request rows'}
        columns={REQUEST_COLUMNS}
        rows={items}
        keyOf={({ clientOrderId }) => clientOrderId}
        empty={loaded ? 'No request in ten minutes. Ask for a quote on two or more legs.' : 'Loading\u2026'}
      />
    </Panel>
  )
}

const REQUEST_COLUMNS: readonly Column<ComboRfq>[] = [
  timeColumn(
    'time',
    'Time',
    ({ askedAt }) => askedAt,
    (at) => showLocal(at, true),
  ),
  textColumn('state', 'State', stateWord, { isFixed: true }),
  textColumn('legs', 'Legs', askedText, {
    isFixed: true,
    cell: (rfq) => (
      <span className="cut" {...tip(legsText(rfq.legs))}>
        {askedText(rfq)}
      </span>
    ),
  }),
  priceColumn('price', 'Price', ({ quote }) => quote?.price ?? null),
  amountColumn('total', 'Total, pUSD', ({ quote }) => quote?.total ?? null),
  textColumn('result', 'Note', (rfq) => rfq.txHash ?? stateText(rfq), {
    cell: (rfq) =>
      rfq.txHash === null ? (
        <span className="cut" data-tip="">
          {stateText(rfq)}
        </span>
      ) : (
        <CopyText text={rfq.txHash} name="transaction hash" />
      ),
  }),
]

function askedText(rfq: ComboRfq): string {
  return `${rfq.side === 'BUY' ? 'Buy' : 'Sell'} ${legsText(rfq.legs)}`
}

/** Held combos, valued at what they cost. */
export function ComboPositions() {
  const { client } = usePage()
  const { combos } = useTrading()
  const { items, loaded } = useStore(combos.positions)
  const now = useNow(AS_OF_AGAIN_MS)
  // The topic says neither why they cannot be read nor when they were: this does.
  const read = useQuery({
    ...readOf(client, 'listComboPositions', { query: { limit: 1 } }),
    refetchInterval: AS_OF_AGAIN_MS,
  })
  useReadAgain(read, loaded)
  return (
    <Panel
      title="Positions"
      label="Combo positions"
      head={
        <span className="soft">
          {['at cost, not in liquidation value', asOfText(read.data ?? null, now)].filter(Boolean).join('; ')}
        </span>
      }
    >
      <ReadFault read={read} />
      <DataTable
        name="combo-positions"
        label={items.length === 0 ? undefined : 'Combo position rows'}
        columns={HELD_COLUMNS}
        rows={items}
        keyOf={({ id }) => id}
        empty={loaded ? 'No combos held. Ask for a quote and accept it.' : 'Loading\u2026'}
      />
    </Panel>
  )
}

const HELD_COLUMNS: readonly Column<ComboPosition>[] = [
  textColumn('status', 'Status', ({ status }) => status, {
    isFixed: true,
    cell: (position) => (
      <>
        {position.status}
        {position.redeemable && <span className="chip ok">claim outside this terminal</span>}
      </>
    ),
  }),
  {
    id: 'legs',
    head: 'Legs',
    isFixed: true,
    value: ({ legs }) => legs.map((leg) => `${leg.outcomeName} ${placeText(leg)}`).join('; '),
    cell: (position) => <HeldLegs position={position} />,
  },
  amountColumn('shares', 'Shares', ({ size }) => size),
  priceColumn('average-price', 'Average price', ({ averagePrice }) => averagePrice),
  amountColumn('cost', 'Cost, pUSD', ({ costBasis }) => costBasis),
  amountColumn('paid', 'Paid, pUSD', ({ ended, payout }) => (ended ? payout : null)),
]

function HeldLegs({ position }: { readonly position: ComboPosition }) {
  return (
    <>
      {isNo(position) && <span className="chip warn">No: pays when a leg loses</span>}
      <ul className={styles.comboHeld}>
        {position.legs.map((leg) => (
          <li key={`${leg.marketTitle} ${leg.outcomeName}`}>
            <b>{leg.outcomeName}</b> {placeText(leg)}{' '}
            {leg.status !== 'open' && <span className="chip">{leg.status}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The newest activity, read again when what is held has changed. */
export function ComboActivityTable() {
  const { client } = usePage()
  const { combos } = useTrading()
  const held = useSelected(combos.positions, ({ items }) =>
    items.map(({ id, size }) => `${id} ${size}`).join(),
  )
  // The venue's list comes some seconds after what it tells of.
  const now = useNow(AGAIN_MS)
  const read = useQuery({
    ...readOf(client, 'listComboActivity', { query: { limit: '50' } }),
    refetchInterval: AGAIN_MS,
  })
  useReadAgain(read, held)
  const items = read.data?.items ?? []
  return (
    <Panel
      title="Activity"
      label="Combo activity"
      head={
        <span className="soft">
          {['the newest 50', asOfText(read.data ?? null, now)].filter(Boolean).join('; ')}
        </span>
      }
    >
      <ReadFault read={read} />
      <DataTable
        name="combo-activity"
        label={items.length === 0 ? undefined : 'Combo activity rows'}
        columns={ACTIVITY_COLUMNS}
        rows={items}
        keyOf={({ id }) => id}
        empty={
          read.data !== undefined
            ? 'No combo activity yet. Accept a quote to begin.'
            : read.error === null
              ? 'Loading\u2026'
              : 'Not read yet.'
        }
      />
    </Panel>
  )
}

const ACTIVITY_COLUMNS: readonly Column<ComboActivity>[] = [
  timeColumn('time', 'Time', ({ at }) => at, showDay),
  textColumn('kind', 'What', happenedText),
  textColumn('combo', 'Combo', ({ title }) => title, {
    cell: ({ title }) => (
      <span className="cut" data-tip="">
        {title}
      </span>
    ),
  }),
  amountColumn('shares', 'Shares', ({ size }) => size),
  amountColumn('amount', 'pUSD', ({ amount }) => amount),
]

function happenedText({ side, kind }: ComboActivity): string {
  return side === null ? kind : side === 'BUY' ? 'bought' : 'sold'
}
