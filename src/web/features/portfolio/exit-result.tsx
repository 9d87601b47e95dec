/** The outcome of an exit or a hedge: the answer, and what was really sent where the book had moved. There is no retry while it is unknown. */
import { parseMicros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import { showAmountText } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { useSelected } from '../../platform/state/use-store.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { TicketResult } from '../../widgets/ticket-result.tsx'
import type { ExitTerms } from '../../model/positions/exits.ts'

/** `onAgain` leads back to a fresh quote; offered only once the first is known to have ended. */
export function ExitResult(props: {
  readonly clientOrderId: string
  readonly terms: ExitTerms
  readonly onAgain: () => void
}) {
  const { clientOrderId, terms, onAgain } = props
  const { intents } = useTrading()
  const intent = useSelected(
    intents.list,
    (list) => list.find((one) => one.clientOrderId === clientOrderId) ?? null,
  )
  const prices = usePrices()
  const order = intent?.order ?? null
  const size = order === null ? null : parseMicros(order.size)
  const isOther =
    order !== null &&
    size !== null &&
    (parsePrice(order.price) !== terms.price || !size.ok || size.value !== terms.size)
  return (
    <div className="exit-form" role="status">
      <TicketResult clientOrderId={clientOrderId} />
      {isOther && (
        <p className="receipt-warning">
          The book had moved: the terminal sent {showAmountText(order.size, 0)} @{' '}
          {prices.text(order.price, order.tick_size)}.
        </p>
      )}
      {(intent?.state === 'accepted' || intent?.state === 'rejected') && (
        <button type="button" className="button small exit-again" onClick={onAgain}>
          New quote
        </button>
      )}
    </div>
  )
}
