/** The parts of every ticket around its fields: outcome, side, the button that sends, and what became of the last press. */
import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { ZERO } from '#core/money.ts'
import type { Side } from '#core/order/order.ts'
import { jointText } from '../../actions/outcome.ts'
import { partsOf } from '../../actions/sale.ts'
import type { Aim } from '../../actions/sale.ts'
import { findStep } from '../../commands/key-map.ts'
import { useAccount, usePage, useTrading } from '../../contexts/contexts.ts'
import { useMarketPnl } from '../../contexts/use-resolution.ts'
import type { Draft } from '../../data/markets/draft.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { showAmount, showSize } from '../../platform/format/figures.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { Button, tip } from '../../ui/controls.tsx'
import { useLossLocked, useReadOnly } from '../../widgets/mode-chip.tsx'
import { SubmitButton } from '../../widgets/submit-button.tsx'
import { TicketResult } from '../../widgets/ticket-result.tsx'
import { venueBlock } from '../../words/venue-text.ts'
import { marketPositionText, netText } from '../../words/resolution-text.ts'
import { BUSY, LOSS_LOCKED, whyNotNow } from '../../words/why-not.ts'
import type { SentOrders, useSubmit } from './use-submit.ts'
import type { Ticket } from './use-ticket.ts'
import styles from './ticket.module.css'

type FrameProps = {
  readonly selection: Selection
  readonly ticket: Ticket
  /** The order in words, and its cost or proceeds; empty while they are not known. */
  readonly whole: string
  readonly cashText: string
  readonly press: ReturnType<typeof useSubmit>
  /** It has no other side. */
  readonly isBuy?: boolean
  readonly children: ReactNode
  /** Under the button. */
  readonly below?: ReactNode
}

/** The form around the fields. */
export function TicketFrame(props: FrameProps) {
  const { selection, ticket, whole, cashText, press, isBuy = false } = props
  const { event, market, outcome } = selection
  const isReadOnly = useReadOnly()
  const venue = useSelected(useTrading().trading, (trading) => trading?.venue ?? null)
  const { top, draft, checked, aim, barred, cash } = ticket
  const { problem } = checked
  const { change, mode, submit, refusal, sent, pending, endWaiting } = press
  const busy = useBusy(aim)
  const isLossLocked = useLossLocked() && mode === 'ARMED' && draft.side === 'BUY'
  const no = whyNotNow({
    notTradable: market.notTradable,
    stale: top.stale,
    venueBlock: mode === 'ARMED' ? venueBlock(venue, draft.postOnly) : null,
  })

  const form = useRef<HTMLFormElement>(null)
  useTicketKeys(form, (side) => change({ side }))
  return (
    <form ref={form} className="panel-body" onSubmit={submit} noValidate>
      <div className={styles.ticketOutcome}>
        <b className="cut">{outcome.name}</b>
        <MarketPosition selection={selection} />
        <span className="cut dim" {...tip(event.title)}>
          {marketTitle(event, market)}
        </span>
      </div>
      {!isBuy && <Sides chosen={draft.side} onChoose={(side) => change({ side })} />}
      {props.children}
      {isReadOnly ? (
        <p className="soft">Read-only: no session key is configured, nothing can be placed.</p>
      ) : mode === 'ARMED' ? (
        <SubmitButton
          side={draft.side}
          text={whole}
          cash={cash === null ? '' : showAmount(cash)}
          cashText={cashText}
          pending={pending}
          locked={problem?.text ?? barred ?? busy ?? no?.why ?? null}
          onEnd={endWaiting}
        />
      ) : (
        <button type="submit" className="button submit">
          Arm to trade
        </button>
      )}
      {props.below}
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
      ) : sent.ids.length > 1 && !sent.areNamed ? (
        <JointResult ids={sent.ids} />
      ) : (
        sent.ids.map((id) => <TicketResult key={id} clientOrderId={id} isNamed={sent.areNamed} />)
      )}
    </div>
  )
}

/** Outcome of a scaled order: each state with its number of orders. */
function JointResult({ ids }: { readonly ids: readonly string[] }) {
  const { orders, endedOrders } = useAccount()
  const sent = useStore(useTrading().intents.list).filter((one) => ids.includes(one.clientOrderId))
  return <p className="soft">{jointText(sent, useStore(orders).items, useStore(endedOrders.list))}</p>
}

/** Why one of the order's prices is locked, as text; null when none is. */
function useBusy(aim: Aim | null): string | null {
  const { intents } = useTrading()
  const { orders } = useAccount()
  useStore(intents.list)
  useStore(orders)
  if (aim === null) return null
  // All of a sale may buy the other outcome: its own price is meant as well.
  const busy = [...(aim.other === null ? [] : [aim]), ...partsOf(aim)].map((one) => intents.busyAt(one, null))
  const first = busy.find((one) => one !== null)
  return first === undefined ? null : BUSY[first]
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
