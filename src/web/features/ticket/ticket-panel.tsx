/** The order ticket: the same click path as the ladders, with everything spelled out before it is sent. */
import { useId } from 'react'
import type { Price } from '#core/price.ts'
import { partsOf } from '../../actions/sale.ts'
import { useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { asKind } from '../../data/markets/draft.ts'
import type { Draft, OrderKind } from '../../data/markets/draft.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { writtenAmount } from '../../platform/format/figures.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { Segments } from '../../ui/controls.tsx'
import { later } from '../../ui/later.tsx'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { cashText, orderWords } from '../../words/order-effect.ts'
import { Receipt, Remainder } from '../../widgets/receipt.tsx'
import { PriceChips, PriceField, SizeField, TypeFields } from './fields.tsx'
import { TicketFrame } from './ticket-frame.tsx'
import { TicketWarnings } from './ticket-warnings.tsx'
import { useSubmit } from './use-submit.ts'
import { useTicket } from './use-ticket.ts'
import styles from './ticket.module.css'

const parts = () => import('./later-parts.ts')
const ScaledForm = later(() => parts().then((module) => module.ScaledForm), { isAhead: true })

const StopForm = later(() => parts().then((module) => module.StopForm))

const KINDS = [
  ['limit', 'Limit'],
  ['scaled', 'Scaled', 'The size spread over several orders from one price to another'],
  ['stop', 'Stop', 'Buys once the best bid reaches a price'],
] as const satisfies readonly (readonly [OrderKind, ...unknown[]])[]

/** The ticket of the selected outcome. */
export function TicketPanel() {
  const selection = useStore(useWorkspace().selection)
  const { draft: draftStore } = useTrading()
  const draft = useStore(draftStore)
  const mode = useSelected(useTrading().trading, (trading) => trading?.mode ?? 'SAFE')
  const Form = FORMS[draft?.kind ?? 'limit']
  return (
    <section className={`panel ${styles.ticket}`} aria-label="Order ticket" data-mode={mode}>
      <header className="panel-head">
        <h2>Ticket</h2>
        <span className="push" />
        {draft !== null && (
          <Segments
            className={`segments slim ${styles.kinds}`}
            label="Order type"
            value={draft.kind}
            options={KINDS}
            onChange={(kind) => draftStore.set(asKind(draft, kind))}
          />
        )}
        <PanelTools />
      </header>
      {selection === null || draft === null ? (
        <p className="empty">Choose an outcome, or click a price on a ladder.</p>
      ) : (
        <Form key={selection.outcome.id} selection={selection} draft={draft} />
      )}
    </section>
  )
}

const FORMS = { limit: TicketForm, scaled: ScaledForm, stop: StopForm }

function TicketForm({ selection, draft: kept }: { readonly selection: Selection; readonly draft: Draft }) {
  const { market, outcome } = selection
  const ids = useId()
  const ticket = useTicket(selection, kept)
  const press = useSubmit(outcome, ticket)
  const { tick, prices, draft, checked, limits, preview, aim } = ticket
  const show = (at: Price | null): string => prices.price(at, tick)
  const verb = draft.side === 'BUY' ? 'Buy' : 'Sell'
  const parts = aim === null ? [] : partsOf(aim)
  const whole =
    aim === null ? `${verb} ${outcome.name} @ ${show(checked.price)}` : orderWords(aim, parts, show, 'ticket')
  return (
    <TicketFrame
      selection={selection}
      ticket={ticket}
      whole={whole}
      cashText={cashText(parts)}
      press={press}
      below={
        <>
          <Remainder
            preview={preview}
            minimum={market.minOrderSize}
            onSellAll={(all) => press.change({ sizeText: writtenAmount(all), sizeUnit: 'shares' })}
          />
          <TicketWarnings selection={selection} ticket={ticket} />
        </>
      }
    >
      <PriceField id={`${ids}-price`} label="Price" ticket={ticket} onChange={press.change} />
      <PriceChips ticket={ticket} onChange={press.change} />
      <SizeField id={`${ids}-size`} ticket={ticket} onChange={press.change} />
      <TypeFields selection={selection} ticket={ticket} onChange={press.change} />
      {press.mode !== 'ARMED' && aim !== null && aim.other !== null && <p className="strong">{whole}</p>}
      <Receipt
        preview={preview}
        tick={tick}
        outcomeName={outcome.name}
        otherName={aim?.other?.outcomeName ?? ''}
        limits={limits}
      />
    </TicketFrame>
  )
}
