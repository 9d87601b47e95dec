/** A quoted order in figures: what it brings or costs by the backend's quote, what that realises, which levels it takes. */
import { walkOrder } from '#core/book/book-walk.ts'
import { addMicros, micros, subtractMicros, ZERO } from '#core/money.ts'
import type { Position } from '../../platform/api/wire.ts'
import { NONE, microsOrZero, showAmount, showAmountText, showSize } from '../../platform/format/numbers.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { Level } from '../../platform/live/book-store.ts'
import type { ExitTerms } from '../../actions/exits.ts'

export type QuoteLine = readonly [name: string, value: string, note: string]

/** The lines of an order; sums of the browser are called est. */
export function quoteLines(position: Position, terms: ExitTerms, prices: Prices): readonly QuoteLine[] {
  if (terms.mode === 'hedge') return hedgeLines(position)
  const held = microsOrZero(position.size)
  const { cost_basis: whole } = position
  const cost = whole === null ? null : held <= ZERO ? ZERO : micros((microsOrZero(whole) * terms.size) / held)
  const exit = terms.mode === 'walk' && terms.asked === null ? position.exit : null
  const fee = exit === null || exit.fee === null ? null : microsOrZero(exit.fee)
  const brings = exit === null ? terms.cash : microsOrZero(exit.proceeds)
  const feeNote =
    exit === null ? 'before a fee' : fee === null ? 'fee not known' : `fee at most ${showAmount(fee)}`
  return [
    exit === null
      ? [terms.mode === 'join' ? 'You get if filled' : 'You get at least', showAmount(brings), 'est.']
      : [
          'You get about',
          showAmount(brings),
          exit.average_price === null
            ? ''
            : `${prices.text(exit.average_price, position.tick_size)} on average, before fees`,
        ],
    ...(exit === null ? [] : [['At least', showAmount(terms.cash), 'at the limit price'] as const]),
    ...(cost === null
      ? [['Cost', NONE, 'not known, so neither is the profit'] as const]
      : ([
          ['Cost', showAmount(cost), 'at average cost, est.'],
          [
            'Realised P&L',
            showAmount(subtractMicros(brings, addMicros(cost, fee ?? ZERO)), 2, true),
            `est., ${feeNote}`,
          ],
        ] as const)),
  ]
}

function hedgeLines({ hedge }: Position): readonly QuoteLine[] {
  if (hedge === null) return []
  return [
    ['Costs now', showAmountText(hedge.cost), 'before the fee'],
    [
      'Fee',
      hedge.fee === null ? NONE : showAmountText(hedge.fee),
      hedge.fee === null ? 'not known' : 'at most',
    ],
    hedge.locked_pnl === null
      ? ['Locks in', NONE, 'not known: what is held has no known cost']
      : ['Locks in', showAmountText(hedge.locked_pnl, 2, true), 'of the hedged part, either way'],
    [
      'Covers',
      hedge.complete ? 'all' : showAmountText(hedge.covers, 0),
      hedge.complete
        ? 'of your free shares'
        : `at the present book; ${showAmountText(hedge.leaves, 0)} of your free shares stay at risk`,
    ],
  ]
}

/** The levels that an order of these terms would take, best first, the last one cut to what is left of it. */
export function levelsTaken(
  levels: readonly Level[],
  terms: Pick<ExitTerms, 'side' | 'price' | 'size' | 'timeInForce'>,
): readonly Level[] {
  return walkOrder(terms, levels).parts
}

/** Part that the hedge leaves unhedged; null without one. */
export function unhedgedText(position: Position): string | null {
  const left = subtractMicros(microsOrZero(position.size), microsOrZero(position.hedge?.covers ?? '0'))
  return left <= ZERO
    ? null
    : `${showSize(left)} of the ${showSize(microsOrZero(position.size))} shares held stay unhedged by this order.`
}
