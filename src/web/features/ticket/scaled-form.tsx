/** The ticket of a scaled order: two ends, a number of parts and a shape; sums before the press. Loaded when it is chosen. */
import { useId } from 'react'
import type { ScaleShape } from '#core/order/scaled-order.ts'
import { err } from '#lib/result.ts'
import { scaledAim, scaleSums, scaleWords } from '../../actions/drafts/scaled-draft.ts'
import { saleNotional, sharesToSell } from '../../actions/sale.ts'
import type { Aim } from '../../actions/sale.ts'
import { useAccount } from '../../contexts/contexts.ts'
import type { Draft } from '../../data/markets/draft.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { EXAMPLES, readTyped } from '../../data/markets/typed-price.ts'
import { showAmount, showSize } from '../../platform/format/figures.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { Check, Segments } from '../../ui/controls.tsx'
import { feeText, lineOf } from '../../widgets/receipt-lines.ts'
import { ReceiptLines } from '../../widgets/receipt.tsx'
import { ExitsChoice, ExitsOfBuy, PriceChips, PriceField, SizeField, TextLine } from './fields.tsx'
import { TicketFrame } from './ticket-frame.tsx'
import { useSubmit } from './use-submit.ts'
import { useTicket } from './use-ticket.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './ticket.module.css'

type Fees = Selection['market']['fees']

const SHAPES = [
  ['flat', 'Flat', 'All orders the same size'],
  ['growing', 'Growing', 'Each order larger than the last, by equal steps'],
  ['equal_cash', 'Equal cash', 'All orders worth the same cash'],
] as const satisfies readonly (readonly [ScaleShape, string, string])[]

/** The same frame as that of one order, around other fields. */
export function ScaledForm({
  selection,
  draft: kept,
}: {
  readonly selection: Selection
  readonly draft: Draft
}) {
  const { outcome } = selection
  const ids = useId()
  const ticket = useScaled(selection, useTicket(selection, kept))
  const press = useSubmit(outcome, ticket)
  const { draft, tick, prices, aim } = ticket
  return (
    <TicketFrame
      selection={selection}
      ticket={ticket}
      whole={aim !== null ? scaleWords(aim, tick, prices) : `Scaled ${outcome.name}`}
      cashText={
        aim === null ? '' : `${aim.side === 'BUY' ? 'cost' : 'receive'} ${showAmount(saleNotional(aim))}`
      }
      press={press}
    >
      <PriceField id={`${ids}-price`} label="From" ticket={ticket} onChange={press.change} />
      <PriceChips ticket={ticket} onChange={press.change} />
      <TextLine
        label="To"
        placeholder={EXAMPLES[prices.format]}
        value={draft.toText}
        onType={(toText) => press.change({ toText, toFormat: prices.format })}
      />
      <TextLine label="Orders" value={draft.partsText} onType={(partsText) => press.change({ partsText })} />
      <Segments
        className="segments whole"
        label="Shape"
        value={draft.shape}
        options={SHAPES}
        onChange={(shape) => press.change({ shape })}
      />
      <SizeField id={`${ids}-size`} ticket={ticket} onChange={press.change} />
      <div className={`${styles.ticketLine} ${styles.extraLine}`}>
        <Check
          label="Post-only"
          checked={draft.postOnly}
          onCheck={(postOnly) => press.change({ postOnly })}
        />
        <ExitsChoice selection={selection} ticket={ticket} />
      </div>
      <ExitsOfBuy selection={selection} ticket={ticket} />
      {aim !== null && <Sums aim={aim} ticket={ticket} fees={selection.market.fees} />}
    </TicketFrame>
  )
}

/** The ticket with all parts as its order. */
function useScaled({ market, outcome }: Selection, ticket: Ticket): Ticket {
  const { bracket, draft, checked, tick } = ticket
  const free = useSelected(useAccount().positions, (list) => sharesToSell(list, outcome.id).free)
  const { price: from, size, problem } = checked
  if (problem !== null || from === null || size === null) return { ...ticket, aim: null, cash: null }
  // Nothing is refused before the other end was typed.
  if (draft.toText.trim() === '') return { ...ticket, barred: null, aim: null, cash: null }
  const { price: to, fault } = readTyped(draft.toText, tick, draft.toFormat)
  const parts = /^\d{1,2}$/.test(draft.partsText.trim()) ? Number.parseInt(draft.partsText, 10) : 0
  const { side, shape } = draft
  const orders =
    to === null || fault !== null
      ? err(`at the other end: ${fault?.replace(/[.]$/, '').toLowerCase()}`)
      : scaledAim({ market, outcome, free }, { side, from, to, parts, shape, size, tick })
  return orders.ok
    ? { ...ticket, barred: null, aim: { ...orders.value, bracket }, cash: saleNotional(orders.value) }
    : { ...ticket, barred: orders.error, aim: null, cash: null }
}

function Sums({ aim, ticket, fees }: { readonly aim: Aim; readonly ticket: Ticket; readonly fees: Fees }) {
  const { prices, draft, top } = ticket
  const isBuy = aim.side === 'BUY'
  const { cash, fee, average, smallest, largest } = scaleSums(aim, fees, draft.postOnly, prices)
  const each = [...new Set([smallest, largest])].map(showSize).join(' to ')
  const opposite = isBuy ? top.bestAsk : top.bestBid
  const taking = (aim.parts ?? []).filter(
    ({ price }) => opposite !== null && (isBuy ? price >= opposite : price <= opposite),
  ).length
  const lines = [
    lineOf(isBuy ? 'You pay up to' : 'You receive at least', showAmount(cash), 'if all fill', 'total'),
    lineOf('Fee', feeText(fee)),
    lineOf('Average if all fill', average),
    lineOf('Each', each, 'shares'),
    lineOf('Trade at once', `${taking}`, taking > 0 && draft.postOnly ? 'refused as post-only' : ''),
  ]
  return <ReceiptLines lines={lines} />
}
