/** The columns of the orders that can be placed again: the old price, today's book, the new price, and what became of each. */
import type { Price } from '#core/price.ts'
import type { RepostQuote } from '../../platform/api/client.ts'
import { showSize } from '../../platform/format/figures.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { Column } from '../../widgets/data-table/column.ts'
import { canRepost, readLine, wouldCross } from '../../actions/drafts/repost-draft.ts'
import type { RepostLine } from '../../actions/drafts/repost-draft.ts'
import type { Intent } from '../../data/account/intent.ts'
import { rejectText } from '../../words/reject-text.ts'
import { tip } from '../../ui/controls.tsx'

/** Says the price as it is read where that is not how it is typed. */
function restsText(line: RepostLine, prices: Prices): string {
  const { price } = readLine(line, prices.format)
  const tick = line.quote.order.tickSize
  return price === null || tick === null || prices.format === 'price'
    ? 'rests'
    : `rests at ${prices.price(price, tick)}`
}

export type RepostRow = {
  readonly line: RepostLine
  readonly isOpen: boolean
  readonly result: Intent | null
  readonly onChange: (part: Partial<RepostLine>) => void
}

/** In the prices that the trader has chosen. */
export function repostColumns(prices: Prices): readonly Column<RepostRow>[] {
  const show = (price: Price | null, { order }: RepostQuote) => prices.price(price, order.tickSize)
  const wrongIn = (line: RepostLine) => (canRepost(line.quote) ? readLine(line, prices.format).fault : null)
  return [
    {
      id: 'chosen',
      head: 'Chosen',
      isHeadHidden: true,
      cell: ({ line, isOpen, onChange }) => (
        <input
          type="checkbox"
          aria-label={`Choose ${whatOf(line)}`}
          checked={line.isChosen && canRepost(line.quote)}
          disabled={!canRepost(line.quote) || !isOpen}
          onChange={(event) => onChange({ isChosen: event.target.checked })}
        />
      ),
    },
    {
      id: 'order',
      head: 'Order',
      className: 'several-lines',
      isFixed: true,
      cell: ({ line: { quote } }) => (
        <>
          <b className={quote.order.side === 'BUY' ? 'pos' : 'neg'}>{quote.order.side}</b>{' '}
          {quote.order.outcomeName} <span className="dim">{quote.order.marketTitle}</span>
        </>
      ),
    },
    {
      id: 'size',
      head: 'Size',
      className: 'num',
      isFixed: true,
      cell: ({ line }) => showSize(line.quote.order.size),
    },
    {
      id: 'was',
      head: 'Was',
      className: 'num',
      cell: ({ line: { quote } }) => show(quote.order.price, quote),
    },
    {
      id: 'book',
      head: 'Bid / ask now',
      className: 'num',
      cell: ({ line: { quote } }) =>
        quote.staleReason === null ? (
          `${show(quote.bestBid, quote)} / ${show(quote.bestAsk, quote)}`
        ) : (
          <span className="dim">stale</span>
        ),
    },
    {
      id: 'price',
      head: 'New price',
      className: 'num',
      isFixed: true,
      cell: ({ line, isOpen, onChange }) => (
        <input
          className="field num"
          inputMode="decimal"
          aria-label={`New price: ${whatOf(line)}`}
          aria-invalid={wrongIn(line) !== null}
          {...tip(wrongIn(line) ?? '')}
          disabled={!canRepost(line.quote) || !isOpen}
          value={line.price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
      ),
    },
    {
      id: 'result',
      head: 'Result',
      isFixed: true,
      cell: ({ line, result }) => (
        <Result line={line} wrong={wrongIn(line)} result={result} prices={prices} />
      ),
    },
  ]
}

function whatOf({ quote: { order } }: RepostLine): string {
  return `${order.side} ${showSize(order.size)} ${order.outcomeName} \u2013 ${order.marketTitle}`
}

/** Result of an order, or its expected one. */
function Result(props: {
  readonly line: RepostLine
  readonly wrong: string | null
  readonly result: RepostRow['result']
  readonly prices: Prices
}) {
  const { line, wrong, result, prices } = props
  if (result !== null) {
    if (result.state === 'sending') return <span className="dim">sending{'\u2026'}</span>
    const { state, code, text } = result
    const look = state === 'accepted' ? 'ok' : 'danger'
    return <span className={look}>{code === null ? text : rejectText(code, text)}</span>
  }
  if (line.quote.order.repostedAs !== null) return <span className="ok">placed again</span>
  return (
    <span className={wrong === null ? 'dim' : 'danger'}>
      {wrong ??
        line.quote.reason ??
        (wouldCross(line, prices.format) ? 'would take: refused' : restsText(line, prices))}
    </span>
  )
}
