/** The order ticket: the same click path as the ladders, with everything spelled out before it is sent. */
import { showAmount, showSize, writtenAmount } from '../../platform/format/figures.ts'
import { useEffect, useId, useRef } from 'react'
import type { RefObject } from 'react'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { ZERO } from '#core/money.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { venueBlock } from '../../words/venue-text.ts'
import { useLossLocked, useReadOnly } from '../../widgets/mode-chip.tsx'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { BUSY, LOSS_LOCKED, whyNotNow } from '../../words/why-not.ts'
import { cashText, orderWords } from '../../actions/sale.ts'
import type { Aim } from '../../actions/sale.ts'
import { PanelTools } from '../../widgets/panel-context.tsx'
import type { Draft } from '../../data/markets/draft.ts'
import { marketPositionText, netText } from '../../words/resolution-text.ts'
import { useMarketPnl } from '../../contexts/use-resolution.ts'
import { PriceChips, PriceField, SizeField, TypeFields } from './fields.tsx'
import { Receipt, Remainder } from '../../widgets/receipt.tsx'
import { SubmitButton } from '../../widgets/submit-button.tsx'
import { TicketResult } from '../../widgets/ticket-result.tsx'
import { TicketWarnings } from './ticket-warnings.tsx'
import { useSubmit } from './use-submit.ts'
import type { SentOrders } from './use-submit.ts'
import { useTicket } from './use-ticket.ts'
import type { Ticket } from './use-ticket.ts'
import { tip, Button } from '../../ui/controls.tsx'
import styles from './ticket.module.css'
import { findStep } from '../../commands/key-map.ts'

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
  const { top, tick, prices, draft, checked, limits, preview, aim, barred, cash } = ticket
  const { price, problem } = checked
  const { submit, forget, refusal, sent, pending, endWaiting } = useSubmit(outcome, ticket, mode)
  const busy = useBusy(aim)
  const isLossLocked = useLossLocked() && mode === 'ARMED' && draft.side === 'BUY'
  const no = whyNotNow({
    notTradable: market.notTradable,
    stale: top.stale,
    venueBlock: mode === 'ARMED' ? venueBlock(venue, draft.postOnly) : null,
  })

  const change = (part: Partial<Draft>) => {
    forget()
    draftStore.set({ ...draft, ...part })
  }

  const form = useRef<HTMLFormElement>(null)
  useTicketKeys(form, (side) => change({ side }))
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
      <PriceField id={`${ids}-price`} ticket={ticket} onChange={change} />
      <PriceChips ticket={ticket} onChange={change} />
      <SizeField id={`${ids}-size`} ticket={ticket} onChange={change} />
      <TypeFields ticket={ticket} onChange={change} />
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
          locked={problem?.text ?? barred ?? busy ?? no?.why ?? null}
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
      <TicketWarnings selection={selection} ticket={ticket} />
      <TicketText
        ticket={ticket}
        refusal={refusal}
        busy={busy}
        no={no ?? (isLossLocked ? LOSS_LOCKED : null)}
        sent={sent}
        onChange={change}
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
  readonly ticket: Ticket
  readonly refusal: string
  readonly busy: string | null
  readonly no: ReturnType<typeof whyNotNow>
  readonly sent: SentOrders
  readonly onChange: (part: Partial<Draft>) => void
}) {
  const { ticket, refusal, busy, no, sent, onChange } = props
  const { tick, prices, draft, checked } = ticket
  const { problem } = checked
  return (
    <div className={styles.ticketWords}>
      {refusal !== '' ? (
        <p className="danger">{refusal}</p>
      ) : problem !== null && draft.priceText !== '' ? (
        <p className="danger">
          {problem.text}{' '}
          {problem.instead?.map((one) => (
            <Button key={one} onClick={() => ticket.putPrice(one, onChange)}>
              {prices.price(one, tick)}
            </Button>
          ))}
        </p>
      ) : ticket.barred !== null ? (
        <p className="danger">Refused: {ticket.barred}.</p>
      ) : busy !== null && sent.ids.length === 0 ? (
        <p className="soft">Locked: {busy}.</p>
      ) : no !== null ? (
        <p className="soft">
          {`${no.why.charAt(0).toUpperCase()}${no.why.slice(1)}`}. {no.meanwhile}
        </p>
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
  const { other } = aim
  const busy =
    intents.busyAt(aim, null) ?? (other === null ? null : intents.busyAt({ ...other, side: 'BUY' }, null))
  return busy === null ? null : BUSY[busy]
}

/** Listens within the element. */
function useTicketKeys(ref: RefObject<HTMLElement | null>, onSide: (side: Side) => void): void {
  const { keys } = usePage()
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
      const step = findStep(keys.get(), 'ticket', event)
      if (step === null || event.target instanceof HTMLSelectElement) return
      event.preventDefault()
      onSide(step[1])
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  })
}
