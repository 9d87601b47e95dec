/** The order ticket: the same click path as the ladders, with everything spelled out before it is sent. */
import { showAmount, showSize, writtenAmount } from '../../platform/format/figures.ts'
import { useId, useRef, useEffect } from 'react'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { ZERO } from '#core/money.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { venueBlock } from '../../words/venue-text.ts'
import { useReadOnly } from '../../widgets/mode-chip.tsx'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { staleText } from '../../words/why-not.ts'
import { cashText, orderWords } from '../../actions/sale.ts'
import { stepPrice } from '../../data/markets/price-steps.ts'
import { PanelTools } from '../../widgets/panel-context.tsx'
import type { Draft } from '../../data/markets/draft.ts'
import { marketPositionText, netText } from '../../words/resolution-text.ts'
import { useMarketPnl } from '../../contexts/use-resolution.ts'
import { PriceChips } from './price-chips.tsx'
import { PriceField } from './price-field.tsx'
import { Receipt, Remainder } from '../../widgets/receipt.tsx'
import { SizeField } from './size-field.tsx'
import { SubmitButton } from '../../widgets/submit-button.tsx'
import { TypeFields } from './type-fields.tsx'
import { ExitsToggle, TicketExits } from './ticket-exits.tsx'
import { TicketResult } from '../../widgets/ticket-result.tsx'
import { TicketWarnings } from './ticket-warnings.tsx'
import { useSubmit } from './use-submit.ts'
import type { SentOrders } from './use-submit.ts'
import { useTicket } from './use-ticket.ts'
import type { Ticket } from './use-ticket.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './ticket.module.css'
import type { Aim } from '../../actions/clicks.ts'
import type { RefObject } from 'react'
import { findCommand } from '../../commands/key-map.ts'

/** The ticket of the selected outcome. */
export function TicketPanel() {
  const selection = useStore(useWorkspace().selection)
  const draft = useStore(useTrading().draft)
  const mode = useSelected(useTrading().trading, (trading) => trading?.mode ?? 'SAFE')
  return (
    <section className={`panel ${styles.ticket}`} aria-label="Order ticket" data-mode={mode}>
      <header className="panel-head">
        <h2>Ticket</h2>
        <span className="push" />
        <PanelTools />
      </header>
      {selection === null || draft === null ? (
        <p className="empty">Choose an outcome, or click a price on a ladder.</p>
      ) : (
        <TicketForm key={selection.outcome.id} selection={selection} draft={draft} />
      )}
    </section>
  )
}

function TicketForm({ selection, draft: kept }: { readonly selection: Selection; readonly draft: Draft }) {
  const { draft: draftStore } = useTrading()
  const { event, market, outcome } = selection
  const ids = useId()
  const mode = useSelected(useTrading().trading, (trading) => trading?.mode ?? 'SAFE')
  const isReadOnly = useReadOnly()
  const venue = useSelected(useTrading().trading, (trading) => trading?.venue ?? null)
  const ticket = useTicket(selection, kept)
  const { book, points, top, tick, prices, draft, checked, limits, preview, aim, barred, cash, most, join } =
    ticket
  const { price, size, problem } = checked
  const { submit, forget, refusal, sent, pending, endWaiting } = useSubmit(outcome, ticket, mode)
  const busy = useBusy(aim)

  const change = (part: Partial<Draft>) => {
    forget()
    draftStore.set({ ...draft, ...part })
  }
  const form = useRef<HTMLFormElement>(null)
  useTicketKeys(form, (side) => change({ side }))
  const setPrice = (next: Price | null) => {
    if (next === null) return
    change({ priceText: prices.price(next, tick), priceFormat: prices.format, follows: null })
  }

  const show = (at: Price | null): string => prices.price(at, tick)
  const verb = draft.side === 'BUY' ? 'Buy' : 'Sell'
  const whole = aim === null ? `${verb} ${outcome.name} @ ${show(price)}` : orderWords(aim, show, 'ticket')
  return (
    <form ref={form} className="panel-body" onSubmit={submit} noValidate>
      <div className={styles.ticketOutcome}>
        <b className="cut">{outcome.name}</b>
        <MarketPosition selection={selection} />
        <span className="cut dim" {...tip(event.title)}>
          {marketTitle(event, market)}
        </span>
      </div>
      <Sides chosen={draft.side} onChoose={(side) => change({ side })} />
      <div className={styles.ticketLine}>
        <label htmlFor={`${ids}-price`}>Price</label>
        <PriceField
          id={`${ids}-price`}
          text={draft.priceText}
          price={price}
          tick={tick}
          format={prices.format}
          invalid={problem?.field === 'price' && draft.priceText !== ''}
          onText={(text) => change({ priceText: text, priceFormat: prices.format, follows: null })}
          onStep={(ticks) => setPrice(price === null ? join : stepPrice(price, ticks, tick))}
        />
      </div>
      <PriceChips
        side={draft.side}
        points={points}
        tick={tick}
        follows={draft.follows}
        onPrice={setPrice}
        onFollow={(follows) => change({ follows })}
      />
      <SizeField
        id={`${ids}-size`}
        draft={draft}
        isWrong={problem?.field === 'size' && draft.sizeText !== ''}
        size={size}
        cash={cash}
        most={most}
        onChange={change}
      />
      <TypeFields draft={draft} ends={checked.ends} isEndWrong={problem?.field === 'ends'} onChange={change}>
        {draft.side === 'BUY' && <ExitsToggle />}
      </TypeFields>
      {draft.side === 'BUY' && <TicketExits price={price} tick={tick} />}
      {mode !== 'ARMED' && aim !== null && aim.other !== null && <p className="strong">{whole}</p>}
      <Receipt
        preview={preview}
        tick={tick}
        outcomeName={outcome.name}
        otherName={aim?.other?.outcomeName ?? ''}
        limits={limits}
      />
      {isReadOnly ? (
        <p className="soft">Read-only: no session key is configured, nothing can be placed.</p>
      ) : mode === 'ARMED' ? (
        <SubmitButton
          side={draft.side}
          text={whole}
          cash={cash === null ? '' : showAmount(cash)}
          cashText={aim === null ? '' : cashText(aim)}
          pending={pending}
          locked={
            problem?.text ??
            barred ??
            busy ??
            venueBlock(venue, draft.postOnly) ??
            (top.stale === null ? null : staleText(top.stale))
          }
          onEnd={endWaiting}
        />
      ) : (
        <button type="submit" className="button submit">
          Arm to trade
        </button>
      )}
      <Remainder
        preview={preview}
        minimum={market.minOrderSize}
        onSellAll={(all) => change({ sizeText: writtenAmount(all), sizeUnit: 'shares' })}
      />
      {price !== null && size !== null && checked.typedSize !== null && (
        <TicketWarnings
          market={market}
          outcomeId={outcome.id}
          side={draft.side}
          price={price}
          size={size}
          typedSize={checked.typedSize}
          timeInForce={draft.timeInForce}
          postOnly={draft.postOnly}
          tick={tick}
          top={top}
          book={book}
        />
      )}
      <TicketText
        market={market}
        ticket={ticket}
        refusal={refusal}
        busy={busy}
        sent={sent}
        onPrice={setPrice}
      />
    </form>
  )
}

/** Position in the market: net, and in the tooltip both outcomes and the pairs. */
function MarketPosition({ selection: { event, market } }: { readonly selection: Selection }) {
  const held = useMarketPnl(event.id, market.id)
  const names = [market.outcomes[0]?.name ?? '', market.outcomes[1]?.name ?? ''] as const
  if (held === null) return null
  return (
    <span className="cut soft" {...tip(marketPositionText(held, names))}>
      Net {netText(held, names)}
      {held.paired !== ZERO && `, ${showSize(held.paired)} paired`}
    </span>
  )
}

function Sides(props: { readonly chosen: Side; readonly onChoose: (side: Side) => void }) {
  const { chosen, onChoose } = props
  return (
    <div className="sides" role="group" aria-label="Side">
      {(['BUY', 'SELL'] as const).map((side: Side) => (
        <Button
          key={side}
          className={`side ${side.toLowerCase()}`}
          aria-pressed={chosen === side}
          onClick={() => onChoose(side)}
        >
          {side === 'BUY' ? '+ Buy' : '\u2212 Sell'}
        </Button>
      ))}
    </div>
  )
}

/** Why the order was refused or cannot be sent, or the outcome of the last one. */
function TicketText(props: {
  readonly market: Selection['market']
  readonly ticket: Ticket
  readonly refusal: string
  readonly busy: string | null
  readonly sent: SentOrders
  readonly onPrice: (price: Price) => void
}) {
  const { market, ticket, refusal, busy, sent, onPrice } = props
  const { top, tick, prices, draft, checked } = ticket
  const { problem } = checked
  return (
    <div className={styles.ticketWords}>
      {refusal !== '' ? (
        <p className="danger">{refusal}</p>
      ) : problem !== null && draft.priceText !== '' ? (
        <p className="danger">
          {problem.text}{' '}
          {problem.instead?.map((one) => (
            <Button key={one} onClick={() => onPrice(one)}>
              {prices.price(one, tick)}
            </Button>
          ))}
        </p>
      ) : ticket.barred !== null ? (
        <p className="danger">Refused: {ticket.barred}.</p>
      ) : busy !== null && sent.ids.length === 0 ? (
        <p className="soft">{busy}</p>
      ) : market.notTradable !== null ? (
        <p className="soft">Not tradable here. {market.notTradable}</p>
      ) : top.stale !== null ? (
        <p className="soft">No trading: {staleText(top.stale)}.</p>
      ) : (
        sent.ids.map((id) => <TicketResult key={id} clientOrderId={id} isNamed={sent.areNamed} />)
      )}
    </div>
  )
}

/** Why one of the order's prices is locked, as text; null when none is. */
function useBusy(aim: Aim | null): string | null {
  const { intents } = useTrading()
  const { orders } = useAccount()
  useStore(intents.list)
  useStore(orders)
  if (aim === null) return null
  const { outcomeId, side, price, other } = aim
  const busy =
    intents.busyAt(outcomeId, side, price, null) ??
    (other === null ? null : intents.busyAt(other.outcomeId, 'BUY', other.price, null))
  if (busy === null) return null
  return busy === 'unknown'
    ? 'Locked: an order at this price is unknown. It is being looked up and never sent again.'
    : 'Locked: an order at this price is being sent.'
}

/** Listens within the element. */
function useTicketKeys(ref: RefObject<HTMLElement | null>, onSide: (side: Side) => void): void {
  const { keys } = usePage()
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
      const command = findCommand(keys.get(), 'ticket', event)
      if (command === null || event.target instanceof HTMLSelectElement) return
      event.preventDefault()
      onSide(command === 'ticket_buy' ? 'BUY' : 'SELL')
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  })
}
