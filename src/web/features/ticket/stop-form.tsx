/** The ticket of a stop entry: nothing is sent before the best bid has reached a price, then it buys. Loaded when it is chosen. */
import { useId } from 'react'
import { notional } from '#core/order/order-amounts.ts'
import { priceFromSteps } from '#core/price.ts'
import { useTrading } from '../../contexts/contexts.ts'
import type { Draft } from '../../data/markets/draft.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { showAmount, showSize } from '../../platform/format/figures.ts'
import { ExitsChoice, ExitsOfBuy, PriceField, SizeField, TextLine } from './fields.tsx'
import { TicketFrame } from './ticket-frame.tsx'
import { useSubmit } from './use-submit.ts'
import { useTicket } from './use-ticket.ts'

type FormProps = { readonly selection: Selection; readonly draft: Draft }

/** The same frame as that of one order, around other fields. */
export function StopForm({ selection, draft: kept }: FormProps) {
  const { outcome } = selection
  const ids = useId()
  const { attachedExits } = useTrading()
  const made = useTicket(selection, { ...kept, side: 'BUY' })
  const through = Number(made.draft.throughText.trim() || 'none')
  const isCount = Number.isInteger(through) && through >= 0 && through <= 1_000
  const ticket = isCount ? made : { ...made, barred: 'through must be whole ticks, at most 1000' }
  const { draft, tick, prices, aim } = ticket
  const press = useSubmit(outcome, ticket, (order) => attachedExits.buyStop(order, through, tick))
  const { price } = ticket.checked
  const at = prices.price(price, tick)
  const most =
    price === null || !isCount ? null : priceFromSteps(Math.min(price + through * tick, 10_000 - tick))
  const isThere = price !== null && ticket.top.bestBid !== null && ticket.top.bestBid >= price
  return (
    <TicketFrame
      selection={selection}
      ticket={ticket}
      isBuy
      whole={
        aim === null ? `Buy stop ${outcome.name}` : `Buy stop ${showSize(aim.size)} ${outcome.name} at ${at}`
      }
      cashText={aim === null || most === null ? '' : `at most ${showAmount(notional(most, aim.size))}`}
      press={press}
    >
      <PriceField id={`${ids}-price`} label="Bid at" ticket={ticket} onChange={press.change} />
      <SizeField id={`${ids}-size`} ticket={ticket} onChange={press.change} />
      <TextLine
        label="Through"
        value={draft.throughText}
        onType={(throughText) => press.change({ throughText })}
      />
      <ExitsChoice selection={selection} ticket={ticket} />
      <ExitsOfBuy selection={selection} ticket={ticket} />
      <p className="soft fine">
        {isThere && 'The bid is there now: buys at once. '}
        Once the best bid is at {at} or above it buys, at most at {prices.price(most, tick)}. It needs Sesame
        running and ARMED.
      </p>
    </TicketFrame>
  )
}
