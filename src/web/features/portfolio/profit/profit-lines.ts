/** The lines of profit and loss: own realised as steps, what of it is settled, and the venue's figure beside them. */
import { subtractMicros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { ProfitHistory } from '../../../platform/api/client.ts'
import { showCents, showDay } from '../../../platform/format/figures.ts'
import { thinnedPoints, valueAt } from '../../../widgets/pnl/pnl-scale.ts'
import type { PnlLine, PnlPoint } from '../../../widgets/pnl/pnl-scale.ts'

export type ProfitLine = PnlLine & { readonly name: 'Own, realised' | 'Own, settled' | 'Venue' }

/**
 * The lines that can be drawn: the own one first. It holds its value from step to step and until now; where all is
 * settled there is no second one.
 *
 * @param venue  the venue's points of the same interval
 */
export function profitLines(own: ProfitHistory, venue: readonly PnlPoint[]): readonly ProfitLine[] {
  const total = steps(own, ({ total: value }) => value)
  const settled = steps(own, ({ settled: value }) => value)
  const isSettling = own.points.some((point) => point.total !== point.settled)
  return [
    { name: 'Own, realised', points: total },
    ...(isSettling ? [{ name: 'Own, settled' as const, points: settled, dash: '2 3' as const }] : []),
    ...(venue.length > 0 ? [{ name: 'Venue' as const, points: venue, dash: '7 4' as const }] : []),
  ]
}

/** A value for each end of each step, from the interval's begin to now. */
function steps(
  { points, from, interval, undated, asOf: now }: ProfitHistory,
  read: (point: ProfitHistory['points'][number]) => Micros,
): readonly PnlPoint[] {
  const [first] = points
  let value = interval === 'all' ? undated : ZERO
  const begin = from ?? first?.at
  const line: PnlPoint[] = begin === undefined ? [] : [{ at: begin, value }]
  for (const point of points) {
    const { at } = point
    line.push({ at, value })
    value = read(point)
    line.push({ at, value })
  }
  return [...line, { at: now, value }]
}

export type ProfitRow = ReturnType<typeof profitRows>[number]

/** The lines as a table, newest first: a row for each moment at which one of them has a point. */
export function profitRows(lines: readonly ProfitLine[], most: number) {
  const moments = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort(
    (a, b) => a - b,
  )
  const [own, ...others] = lines
  const settled = others.find(({ name }) => name === 'Own, settled') ?? own
  const venue = others.find(({ name }) => name === 'Venue')
  return thinnedPoints(
    moments.map((at) => ({
      at,
      total: valueAt(own?.points ?? [], at),
      settled: valueAt(settled?.points ?? [], at),
      venue: valueAt(venue?.points ?? [], at),
    })),
    most,
  ).toReversed()
}

/** Content of the drawing, as sentences. */
export function profitSummary(own: ProfitHistory, venue: readonly PnlPoint[], words: string): string {
  const last = own.points.at(-1)
  const start = own.interval === 'all' ? own.undated : ZERO
  const settling =
    last === undefined || last.total === last.settled
      ? 'all settled'
      : `${showCents(subtractMicros(last.total, last.settled), true)} of it settling`
  const { drawdown, belowPeak, undated } = own
  const venueLast = venue.at(-1)
  return [
    `Own realised profit and loss over ${words}: ${showCents(last?.total ?? start, true)}, ${settling}.`,
    drawdown === null
      ? 'No drawdown.'
      : `Max drawdown ${showCents(drawdown.amount)}, ${drawdown.from === null ? 'from the beginning' : `from ${showDay(drawdown.from)}`} to ${showDay(drawdown.to)}; now \u2212${showCents(belowPeak)} from high.`,
    `Excludes unrealised ${showCents(own.unrealisedPnl, true)}.`,
    ...(own.interval === 'all' && undated !== ZERO
      ? [`${showCents(undated, true)} is from before the first known trade.`]
      : []),
    venueLast === undefined
      ? "The venue's line is unavailable."
      : `Venue ${showCents(venueLast.value, true)}, with unrealised profit and rewards.`,
  ].join(' ')
}
