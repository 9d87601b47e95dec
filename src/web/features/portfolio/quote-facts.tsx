/** Proceeds of a quoted order, its fills, and the rest. */
import type { TickSize } from '#core/price.ts'
import type { Position } from '../../platform/api/wire.ts'
import { showSize } from '../../platform/format/numbers.ts'
import { usePrices } from '../../contexts/use-prices.ts'
import type { BookStore } from '../../platform/live/book-store.ts'
import type { ExitTerms } from '../../actions/exits.ts'
import { leftText } from '../../words/position-text.ts'
import { levelsTaken, quoteLines, unhedgedText } from './quote-lines.ts'
import { Fact } from '../../ui/fact.tsx'

const MAX_LEVELS = 6

/** `book` is that of the outcome that is traded. Rendered again with every flush of it. */
export function QuoteFacts(props: {
  readonly position: Position
  readonly terms: ExitTerms
  readonly book: BookStore
  readonly tick: TickSize
}) {
  const { position, terms, book, tick } = props
  const prices = usePrices()
  const taken =
    terms.mode === 'join' ? [] : levelsTaken(book.levels(terms.side === 'BUY' ? 'SELL' : 'BUY'), terms)
  const left =
    terms.side === 'SELL'
      ? leftText(position, terms, terms.mode === 'walk' && terms.asked === null)
      : unhedgedText(position)
  return (
    <>
      <dl className="position-facts">
        {quoteLines(position, terms, prices).map(([name, value, note]) => (
          <Fact key={name} name={name}>
            <b>{value}</b> {note !== '' && <span className="dim">{note}</span>}
          </Fact>
        ))}
      </dl>
      {left !== null && <p className="receipt-warning">{left}</p>}
      {taken.length > 0 && (
        <p className="soft">
          Takes{' '}
          {taken
            .slice(0, MAX_LEVELS)
            .map(([price, size]) => `${showSize(size)} @ ${prices.price(price, tick)}`)
            .join(', ')}
          {taken.length > MAX_LEVELS ? ` and ${taken.length - MAX_LEVELS} more levels` : ''}{' '}
          <span className="dim">est.</span>
        </p>
      )}
    </>
  )
}
