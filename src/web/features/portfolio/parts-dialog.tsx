/** Parts of a tile: the addends down to single positions and orders, the sum, and whether it comes out. */
import { subtractMicros, addMicros, ZERO } from '#core/money.ts'
import type { AccountSummary, AuditRow, Client } from '../../platform/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { readWhole, useReadAgain, wholeOf } from '../../platform/api/queries.ts'
import { showAmount, writtenTime } from '../../platform/format/figures.ts'
import { useAccount, usePage, usePrices, useTrading } from '../../contexts/contexts.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { CloseFoot, Dialog } from '../../widgets/dialog.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { openOrders } from '../../data/account/own-levels.ts'
import { AgreementParts } from './agreement.tsx'
import { breakdown } from './breakdown.ts'
import type { Breakdown, FigureName, PartGroup, Part } from './breakdown.ts'
import { dailyParts } from '../../data/account/daily-parts.ts'
import { tilesOf } from './tiles.ts'
import type { TileName } from './tiles.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { Link } from '../../widgets/link.tsx'

/** The dialog of one tile; its figures follow the account while it is open. */
export function PartsDialog(props: {
  readonly name: TileName
  readonly summary: AccountSummary
  readonly onClose: () => void
}) {
  const { name, summary, onClose } = props
  const tile = tilesOf(summary).find((one) => one.name === name)
  return (
    <Dialog title={tile?.label ?? 'Parts'} onClose={onClose}>
      <div className="parts grid gap-10">
        {name === 'venue' ? (
          <AgreementParts summary={summary} />
        ) : name === 'daily' ? (
          <DailyParts summary={summary} />
        ) : (
          <FigureParts name={name} summary={summary} />
        )}
      </div>
      <CloseFoot onClose={onClose} />
    </Dialog>
  )
}

/** Figures that closed positions are part of. */
const WITH_CLOSED: readonly FigureName[] = ['today', 'realised', 'settling']
const SIGNED: readonly FigureName[] = [...WITH_CLOSED, 'unrealised']

function FigureParts({ name, summary }: { readonly name: FigureName; readonly summary: AccountSummary }) {
  const { client } = usePage()
  const prices = usePrices()
  const held = useStore(useAccount().positions).items.filter(({ status }) => status !== 'closed')
  const orders = openOrders(useStore(useAccount().orders).items)
  const combos = useStore(useTrading().combos.positions).items
  const needsClosed = WITH_CLOSED.includes(name)
  const closed = useQuery({
    ...wholeOf(client, 'listPositions', { status: 'closed' }),
    enabled: needsClosed,
  })
  useReadAgain(closed, `${summary.realised} ${summary.settlingPnl}`)
  const positions = [...held, ...(closed.data ?? [])]
  const taken = breakdown(name, { summary, positions, orders, combos }, prices)
  return (
    <>
      <ReadFault read={closed} />
      {needsClosed && closed.isPending && closed.error === null ? (
        <p className="soft">Reading closed positions{'\u2026'}</p>
      ) : (
        <Sum taken={taken} isSigned={SIGNED.includes(name)} asOf={summary.asOf} />
      )}
    </>
  )
}

function DailyParts({ summary }: { readonly summary: AccountSummary }) {
  const { client } = usePage()
  const prices = usePrices()
  const read = useQuery({ queryKey: ['daily'], queryFn: ({ signal }) => readToday(client, signal) })
  useReadAgain(read, summary.dailyNotional)
  if (read.data === undefined) {
    return read.error === null ? <p className="soft">Reading{'\u2026'}</p> : <ReadFault read={read} />
  }
  const parts = dailyParts(read.data, prices)
  const total = summary.dailyNotional
  const rest = subtractMicros(total, addMicros(...parts.map((part) => part.amount)))
  const group: PartGroup = {
    label: 'Buys sent since 00:00 UTC, at price times size',
    amount: total,
    parts,
    rest,
    restLabel:
      rest < 0n ? 'Not filled by orders that have ended: given back' : 'Counted but not among these rows',
  }
  return (
    <>
      <Sum taken={{ total, groups: [group], rest: ZERO }} isSigned={false} asOf={summary.asOf} />
      <p className="soft">
        The limit is {showAmount(summary.dailyNotionalLimit)} a day. An order that ends gives back what it did
        not fill; sales count nothing.
      </p>
    </>
  )
}

function Sum({
  taken,
  isSigned,
  asOf,
}: {
  readonly taken: Breakdown
  readonly isSigned: boolean
  readonly asOf: number
}) {
  return (
    <>
      {taken.groups.map((group) => (
        <PartLines key={group.label} group={group} isSigned={isSigned} />
      ))}
      <p className="parts-total" data-adds-up={taken.rest === ZERO ? '' : undefined}>
        <b>{taken.total === null ? 'Not known yet' : 'Total'}</b>
        <b className="num">{taken.total === null ? '' : showAmount(taken.total, 2, isSigned)}</b>
      </p>
      {taken.rest !== ZERO && (
        <p className="soft">
          {showAmount(taken.rest, 2, true)} of the total belongs to none of the groups: figures are moving.
        </p>
      )}
      <p className="dim">
        In pUSD, as of {writtenTime(asOf).slice(11, 19)} UTC. Calculated by the terminal; nothing is rounded.
      </p>
    </>
  )
}

/** The audit rows of today, UTC, that decide what was bought. */
async function readToday(client: Client, signal: AbortSignal): Promise<readonly AuditRow[]> {
  const from = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
  const kinds = ['signed', 'response', 'reconcile'] as const
  const rows = kinds.map((kind) => readWhole(client, 'listAudit', { kind, from }, signal))
  return (await Promise.all(rows)).flat()
}

/** A group of many lines shows the largest first and says how many there are. */
const MAX_LINES = 100

/** The group as a list; its figure is in the head. */
function PartLines({ group, isSigned }: { readonly group: PartGroup; readonly isSigned: boolean }) {
  const parts = [...group.parts].sort((a, b) => (magnitude(a) < magnitude(b) ? 1 : -1))
  const shown = parts.slice(0, MAX_LINES)
  const hidden = parts.slice(MAX_LINES).reduce((sum, part) => sum + part.amount, 0n)
  return (
    <section className="part-group" aria-label={group.label}>
      <h3>
        <span>{group.label}</span>
        <b className="num">{showAmount(group.amount, 2, isSigned)}</b>
      </h3>
      {shown.length > 0 && (
        <ul>
          {shown.map((part) => (
            <li key={part.id}>
              <PartName part={part} />
              <span className="soft part-detail">{part.detail}</span>
              <span className="num">{showAmount(part.amount, 2, isSigned)}</span>
            </li>
          ))}
          {parts.length > MAX_LINES && (
            <li>
              <span>{parts.length - MAX_LINES} smaller ones together</span>
              <span className="num">{showAmount(hidden as PartGroup['amount'], 2, isSigned)}</span>
            </li>
          )}
          {group.rest !== ZERO && (
            <li className="part-rest">
              <span>{group.restLabel}</span>
              <span className="num">{showAmount(group.rest, 2, isSigned)}</span>
            </li>
          )}
        </ul>
      )}
      {shown.length === 0 && group.rest !== ZERO && (
        <p className="soft">{group.restLabel === '' ? '' : `${group.restLabel}.`}</p>
      )}
    </section>
  )
}

function PartName({ part }: { readonly part: Part }) {
  const slug = part.outcome?.eventSlug ?? null
  if (part.outcome === null || slug === null) return <span className="cut">{part.label}</span>
  return (
    <span className="cut">
      <Link to={eventAddress(slug, part.outcome.id)}>{part.label}</Link>
    </span>
  )
}

function magnitude(part: Part): bigint {
  return part.amount < 0n ? 0n - part.amount : part.amount
}
