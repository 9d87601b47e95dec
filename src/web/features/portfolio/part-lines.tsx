/** One group of addends: its lines, what they do not explain, and its sum. */
import { ZERO } from '#core/money.ts'
import { showAmount } from '../../platform/format/numbers.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { Link } from '../../widgets/link.tsx'
import type { Part, PartGroup } from './breakdown.ts'

/** A group of many lines shows the largest first and says how many there are. */
const MAX_LINES = 100

/** The group as a list; its figure is in the head. */
export function PartLines({ group, isSigned }: { readonly group: PartGroup; readonly isSigned: boolean }) {
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
