/** A quoted order in figures: what it brings or costs by the backend's quote, what that realises. */
import { addMicros, micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Position } from '../../platform/api/client.ts'
import { NONE, showAmount, showSize } from '../../platform/format/figures.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { ExitTerms } from '../../actions/exit-quote.ts'

export type QuoteLine = readonly [name: string, value: string, note: string]

/** The lines of an order; sums of the browser are called est. */
export function quoteLines(position: Position, terms: ExitTerms, prices: Prices): readonly QuoteLine[] {
  if (terms.mode === 'hedge') return hedgeLines(position)
  const held = position.size
  const { costBasis: whole } = position
  const cost = whole === null ? null : held <= ZERO ? ZERO : micros((whole * terms.size) / held)
  const exit = terms.mode === 'walk' && terms.asked === null ? position.exit : null
  const fee = exit?.fee ?? null
  const feeNote =
    exit === null ? 'before a fee' : fee === null ? 'fee not known' : `fee at most ${showAmount(fee)}`
  return [
    exit === null
      ? [terms.mode === 'join' ? 'You get if filled' : 'You get at least', showAmount(terms.about), 'est.']
      : [
          'You get about',
          showAmount(terms.about),
          exit.averagePrice === null
            ? ''
            : `${prices.price(exit.averagePrice, position.tickSize)} on average, before fees`,
        ],
    ...(exit === null ? [] : [['At least', showAmount(terms.cash), 'at the limit price'] as const]),
    ...(cost === null
      ? [['Cost', NONE, 'unknown, and so is the profit'] as const]
      : ([
          ['Cost', showAmount(cost), 'at average cost, est.'],
          [
            'Realised P&L',
            showAmount(subtractMicros(terms.about, addMicros(cost, fee ?? ZERO)), 2, true),
            `est., ${feeNote}`,
          ],
        ] as const)),
  ]
}

function hedgeLines({ hedge }: Position): readonly QuoteLine[] {
  if (hedge === null) return []
  return [
    ['Costs now', showAmount(hedge.cash), 'before the fee'],
    ['Fee', showAmount(hedge.fee), hedge.fee === null ? 'not known' : 'at most'],
    hedge.lockedPnl === null
      ? ['Locks in', NONE, "unknown: the position's cost is unknown"]
      : ['Locks in', showAmount(hedge.lockedPnl, 2, true), 'of the hedged part, either way'],
    [
      'Covers',
      hedge.complete ? 'all' : showAmount(hedge.covers, 0),
      hedge.complete
        ? 'of your free shares'
        : `at the current book; ${showAmount(hedge.leaves, 0)} of your free shares stay at risk`,
    ],
  ]
}

/** Part that the hedge leaves unhedged; null without one. */
export function unhedgedText(position: Position): string | null {
  const left = subtractMicros(position.size, position.hedge?.covers ?? ZERO)
  return left <= ZERO
    ? null
    : `${showSize(left)} of the ${showSize(position.size)} shares held stay unhedged.`
}
