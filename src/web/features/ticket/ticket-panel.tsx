/** The order ticket: the same click path as the ladders, with everything spelled out before it is sent. */
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import type { Side } from '#core/order/order.ts'
import { parseTickSize } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { formatMicros } from '#core/money.ts'
import { limitAmounts } from '#core/order/order-amounts.ts'
import { useRead } from '../../platform/api/use-read.ts'
import { showAmount, showSize } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useTerminal } from '../../model/terminal-context.ts'
import { venueBlock } from '../../model/workspace/venue-words.ts'
import { ModeChip, SimulatedChip, useReadOnly } from '../../widgets/mode-chip.tsx'
import { marketTitle } from '../../model/markets/selection.ts'
import type { Selection } from '../../model/markets/selection.ts'
import { staleText } from '../../widgets/freshness.tsx'
import { stepPrice } from '../../model/order-entry/price-steps.ts'
import { PanelTools } from '../../widgets/panel-context.tsx'
import { needsConfirm, pressConfirm } from '../../model/order-entry/confirm.ts'
import type { Pending } from '../../model/order-entry/confirm.ts'
import type { Draft } from '../../model/order-entry/draft.ts'
import { endOf } from '../../model/order-entry/draft.ts'
import { mostToBuy, mostToSell } from './most-size.ts'
import { PriceChips } from './price-chips.tsx'
import { PriceField } from './price-field.tsx'
import { Receipt, Remainder } from '../../widgets/receipt.tsx'
import { SizeField } from './size-field.tsx'
import { SubmitButton } from '../../widgets/submit-button.tsx'
import { checkDraft, draftIn } from '../../model/order-entry/ticket-draft.ts'
import { TypeFields } from './type-fields.tsx'
import { useBusy } from './use-busy.ts'
import { TicketResult } from '../../widgets/ticket-result.tsx'
import { usePreview } from '../../model/order-entry/use-preview.ts'
import { useTicketKeys } from './use-ticket-keys.ts'
import { TicketWarnings } from './ticket-warnings.tsx'
import '../../ui/ticket.css'

const NO_SCROLL_MS = Number.POSITIVE_INFINITY

/** The ticket of the selected outcome. */
export function TicketPanel() {
  const terminal = useTerminal()
  const selection = useStore(terminal.selection)
  const draft = useStore(terminal.draft)
  const mode = useSelected(terminal.trading, (trading) => trading?.mode ?? 'SAFE')
  return (
    <section className="panel ticket" aria-label="Order ticket" data-mode={mode}>
      <header className="panel-head">
        <h2>Ticket</h2>
        <span className="push" />
        <SimulatedChip />
        <ModeChip />
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
  const terminal = useTerminal()
  const { event, market, outcome } = selection
  const ids = useId()
  const book = terminal.books.book(outcome.id)
  useEffect(() => terminal.books.follow(outcome.id), [terminal, outcome.id])
  const top = useSyncExternalStore(book.subscribeTop, book.top)
  const mode = useSelected(terminal.trading, (trading) => trading?.mode ?? 'SAFE')
  const isReadOnly = useReadOnly()
  const venue = useSelected(terminal.trading, (trading) => trading?.venue ?? null)
  const prices = usePrices()
  const [refusal, setRefusal] = useState('')
  const [sentId, setSentId] = useState<string | null>(null)
  const now = useNow(10_000)
  const tick = top.tick ?? parseTickSize(market.tick_size) ?? 100
  // What was written stays what is kept until it is changed: no way through the formats loses anything of it.
  const draft = draftIn(kept, prices, tick)
  const checked = checkDraft(draft, tick, market.min_order_size, now)
  const { price, size, problem } = checked
  const quickNotional = useStore(terminal.quickNotional)
  const risk = useRead('risk', (signal) => terminal.client.call('readRiskSettings', {}, { signal }), true)
  const limits = risk.data?.limits ?? null
  const preview = usePreview(
    price === null || size === null || size === 0n || problem?.field === 'ends'
      ? null
      : {
          outcomeId: outcome.id,
          side: draft.side,
          price,
          size,
          timeInForce: draft.timeInForce,
          postOnly: draft.postOnly,
          ends: checked.ends,
        },
    book,
  )
  const [waiting, setWaiting] = useState<Pending | null>(null)
  const endWaiting = useCallback(() => setWaiting(null), [])
  const orderKey = JSON.stringify({ ...draft, outcome: outcome.id, filledIn: 0 })
  const pending = waiting?.key === orderKey ? waiting : null
  const amounts = price === null || size === null ? null : limitAmounts(draft.side, price, size, tick)
  const cash = amounts === null ? null : draft.side === 'BUY' ? amounts.makerAmount : amounts.takerAmount
  const held = useSelected(
    terminal.positions,
    ({ items }) => items.find((one) => one.outcome_id === outcome.id) ?? null,
  )
  const available = useSelected(terminal.account, ({ summary }) => summary?.available ?? null)
  const most =
    draft.side === 'BUY' ? mostToBuy(price, available, limits?.max_order_notional ?? null) : mostToSell(held)
  const busy = useBusy(outcome.id, draft.side, price)

  const change = (part: Partial<Draft>) => {
    setRefusal('')
    setWaiting(null)
    terminal.draft.set({ ...draft, ...part })
  }
  const form = useRef<HTMLFormElement>(null)
  useTicketKeys(form, (side) => change({ side }))
  const setPrice = (next: Price | null) => {
    if (next !== null) change({ priceText: prices.price(next, tick), priceFormat: prices.format })
  }
  const join = draft.side === 'BUY' ? top.bestBid : top.bestAsk

  // The first look at the book puts the joining price in, so that the ticket never opens empty.
  const isUntouched = draft.priceText === '' && draft.filledIn === 0
  useEffect(() => {
    const old = terminal.draft.get()
    if (!isUntouched || join === null || old === null) return
    const priceText = prices.price(join, tick)
    terminal.draft.set({ ...old, priceText, priceFormat: prices.format, filledIn: 1 })
  }, [isUntouched, join, tick, prices, terminal])

  function submit(submitted: FormEvent): void {
    submitted.preventDefault()
    if (mode !== 'ARMED') {
      if (!isReadOnly) terminal.dialog.set('arm')
      return
    }
    if (price === null || size === null || problem !== null) {
      setRefusal(problem?.text ?? '')
      return
    }
    if (cash !== null && needsConfirm(cash, quickNotional, limits?.max_order_notional ?? null)) {
      const pressed = pressConfirm(pending, orderKey, terminal.now())
      setWaiting(pressed.pending)
      if (!pressed.send) return
    }
    const aim = { outcomeId: outcome.id, outcomeName: outcome.name, side: draft.side, price, size }
    const press = terminal.clicks.press(aim)
    const ends = checked.ends === null ? null : endOf(checked.ends, terminal.now())
    const result = terminal.clicks.release(
      press,
      aim,
      {
        timeInForce: draft.timeInForce,
        postOnly: draft.postOnly,
        expiresAt: ends === null ? null : new Date(ends).toISOString(),
      },
      tick,
      NO_SCROLL_MS,
    )
    if (result.kind === 'refused') setRefusal(`Refused: ${result.text}. Nothing was sent.`)
    else {
      setRefusal('')
      setSentId(result.intent.clientOrderId)
    }
  }

  const verb = draft.side === 'BUY' ? 'Buy' : 'Sell'
  const whole = `${verb} ${size === null ? '' : showSize(size)} ${outcome.name} @ ${prices.price(price, tick)}`
  return (
    <form ref={form} className="panel-body" onSubmit={submit} noValidate>
      <div className="ticket-outcome">
        <b className="cut">{outcome.name}</b>
        <span className="cut dim" title={event.title}>
          {marketTitle(event, market)}
        </span>
      </div>
      <div className="sides" role="group" aria-label="Side">
        {(['BUY', 'SELL'] as const).map((side: Side) => (
          <button
            key={side}
            type="button"
            className={`side ${side.toLowerCase()}`}
            aria-pressed={draft.side === side}
            onClick={() => change({ side })}
          >
            {side === 'BUY' ? '+ Buy' : '\u2212 Sell'}
          </button>
        ))}
      </div>
      <div className="ticket-line">
        <label htmlFor={`${ids}-price`}>Price</label>
        <PriceField
          id={`${ids}-price`}
          text={draft.priceText}
          price={price}
          tick={tick}
          format={prices.format}
          invalid={problem?.field === 'price' && draft.priceText !== ''}
          onText={(text) => change({ priceText: text, priceFormat: prices.format })}
          onStep={(ticks) => setPrice(price === null ? join : stepPrice(price, ticks, tick))}
        />
      </div>
      <PriceChips side={draft.side} top={top} tick={tick} onPrice={setPrice} />
      <SizeField
        id={`${ids}-size`}
        draft={draft}
        isWrong={problem?.field === 'size' && draft.sizeText !== ''}
        size={size}
        cash={cash}
        most={most}
        onChange={change}
      />
      <TypeFields
        draft={draft}
        ends={checked.ends}
        isEndWrong={problem?.field === 'ends'}
        onChange={change}
      />
      <Receipt preview={preview} tick={tick} outcomeName={outcome.name} limits={limits} />
      {isReadOnly ? (
        <p className="soft">Read-only: no session key is configured, nothing can be placed.</p>
      ) : mode === 'ARMED' ? (
        <SubmitButton
          side={draft.side}
          text={whole}
          cash={cash === null ? '' : showAmount(cash)}
          pending={pending}
          locked={
            problem?.text ??
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
        minimum={market.min_order_size}
        onSellAll={(all) => change({ sizeText: formatMicros(all), sizeUnit: 'shares' })}
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
      <div className="ticket-words">
        {refusal !== '' ? (
          <p className="danger">{refusal}</p>
        ) : problem !== null && draft.priceText !== '' ? (
          <p className="danger">
            {problem.text}{' '}
            {problem.instead?.map((one) => (
              <button key={one} type="button" className="button small" onClick={() => setPrice(one)}>
                {prices.price(one, tick)}
              </button>
            ))}
          </p>
        ) : busy !== null && sentId === null ? (
          <p className="soft">{busy}</p>
        ) : market.not_tradable !== null ? (
          <p className="soft">Not tradable here. {market.not_tradable}</p>
        ) : top.stale !== null ? (
          <p className="soft">Prices cannot be traded: {staleText(top.stale)}.</p>
        ) : (
          <TicketResult clientOrderId={sentId} />
        )}
      </div>
    </form>
  )
}
