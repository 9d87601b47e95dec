/** An exit or a hedge before it is sent: the very order as the backend quotes it, what it brings, what stays. */
import { useCallback, useEffect, useId, useState, useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import { parseTickSize } from '#core/price.ts'
import type { Position } from '../../platform/api/wire.ts'
import { readAmount, showAmount, showSize } from '../../platform/format/numbers.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { useRead } from '../../platform/api/use-read.ts'
import { useSelected, useStore } from '../../platform/state/use-store.ts'
import { useMarketData } from '../../model/contexts/market-data.ts'
import { useAccount } from '../../model/contexts/account.ts'
import { useTrading } from '../../model/contexts/trading.ts'
import { usePage } from '../../model/contexts/page.ts'
import { useReadOnly } from '../../widgets/mode-chip.tsx'
import { needsConfirm, pressConfirm } from '../../model/order-entry/confirm.ts'
import type { Pending } from '../../model/order-entry/confirm.ts'
import { Receipt } from '../../widgets/receipt.tsx'
import { SubmitButton } from '../../widgets/submit-button.tsx'
import { usePreview } from '../../model/order-entry/use-preview.ts'
import { exitQuote } from '../../model/positions/exits.ts'
import type { ExitMode, ExitTerms } from '../../model/positions/exits.ts'
import { ExitResult } from './exit-result.tsx'
import { QuoteFacts } from './quote-facts.tsx'
import { staleText } from '../../model/positions/portfolio-text.ts'

/** The form; once something is sent it shows only its outcome. */
export function ExitForm({ position, mode }: { readonly position: Position; readonly mode: ExitMode }) {
  const [sent, setSent] = useState<{ readonly id: string; readonly terms: ExitTerms } | null>(null)
  if (sent !== null) {
    return <ExitResult clientOrderId={sent.id} terms={sent.terms} onAgain={() => setSent(null)} />
  }
  return <QuoteForm position={position} mode={mode} onSent={(id, terms) => setSent({ id, terms })} />
}

function QuoteForm(props: {
  readonly position: Position
  readonly mode: ExitMode
  readonly onSent: (clientOrderId: string, terms: ExitTerms) => void
}) {
  const prices = usePrices()
  const { position, mode, onSent } = props
  const { books } = useMarketData()
  const { positions } = useAccount()
  const { intents, exits } = useTrading()
  const { client, dialog, now } = usePage()
  const ids = useId()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState('')
  const [waiting, setWaiting] = useState<Pending | null>(null)
  const endWaiting = useCallback(() => setWaiting(null), [])
  const asked = typed.trim() === '' ? null : readAmount(typed, 6)
  const isTypedWrong = typed.trim() !== '' && asked === null
  const quote = exitQuote(position, mode, asked, prices)
  const terms = isTypedWrong ? null : quote.terms
  const bookId =
    mode === 'hedge' ? (position.opposite_outcome_id ?? position.outcome_id) : position.outcome_id
  const book = books.book(bookId)
  useEffect(() => books.follow(bookId), [books, bookId])
  const top = useSyncExternalStore(book.subscribeTop, book.top)
  const tick = top.tick ?? parseTickSize(position.tick_size ?? '') ?? 100
  const armed = useSelected(useTrading().trading, (trading) => trading?.mode === 'ARMED')
  const isReadOnly = useReadOnly()
  const isCurrent = useSelected(positions, (list) => list.current)
  const quickNotional = useStore(useTrading().quickNotional)
  useStore(intents.list)
  const risk = useRead('risk', (signal) => client.call('readRiskSettings', {}, { signal }), { keep: true })
  const limits = risk.data?.limits ?? null
  const preview = usePreview(terms === null ? null : { ...terms, ends: null, purchase: null }, book)
  const stale = isCurrent ? staleText(position) : 'the link to the terminal is lost'
  const locked = terms === null ? (isTypedWrong ? 'The size is a number above 0.' : quote.why) : lockOf(terms)
  const orderKey = terms === null ? '' : JSON.stringify([mode, typed, position.outcome_id])

  function lockOf(order: ExitTerms): string | null {
    return stale !== null && mode !== 'hedge' ? `Not sent: ${stale}.` : exits.locked(order)
  }

  function submit(submitted: FormEvent): void {
    submitted.preventDefault()
    if (!armed) {
      if (!isReadOnly) dialog.set('arm')
      return
    }
    if (terms === null || locked !== null) return
    if (needsConfirm(terms.cash, quickNotional, limits?.max_order_notional ?? null)) {
      const pressed = pressConfirm(waiting, orderKey, now())
      setWaiting(pressed.pending)
      if (!pressed.send) return
    }
    const result = exits.send(terms)
    if (result.kind === 'refused') setRefusal(`Refused: ${result.text}. Nothing was sent.`)
    else onSent(result.intent.clientOrderId, terms)
  }

  return (
    <form className="exit-form" onSubmit={submit} noValidate>
      <p className="soft">{EXPLAINED[mode]}</p>
      {mode !== 'hedge' && (
        <div className="exit-size">
          <label htmlFor={`${ids}-size`}>Shares to sell</label>
          <input
            id={`${ids}-size`}
            className="field num"
            inputMode="decimal"
            autoComplete="off"
            placeholder="all"
            value={typed}
            aria-invalid={isTypedWrong}
            onChange={(event) => {
              setTyped(event.target.value)
              setWaiting(null)
              setRefusal('')
            }}
          />
          <span className="dim">empty: all that is held and free</span>
        </div>
      )}
      {terms === null ? (
        <p className="receipt-warning" role="status">
          {isTypedWrong ? 'The size is a number above 0.' : quote.why}
        </p>
      ) : (
        <>
          <p className="exit-order">
            <span className="dim">Would send</span>{' '}
            <b className={terms.side === 'BUY' ? 'pos' : 'neg'}>
              {terms.side === 'BUY' ? '+ BUY' : '\u2212 SELL'} {showSize(terms.size)}
            </b>{' '}
            <b>
              {terms.outcomeName} @ {prices.price(terms.price, tick)}
            </b>{' '}
            <span className="soft">{KINDS[mode]}</span>
          </p>
          <QuoteFacts position={position} terms={terms} book={book} tick={tick} />
          {stale !== null && <p className="receipt-warning">Figures are not current: {stale}.</p>}
          <Receipt preview={preview} tick={tick} outcomeName={terms.outcomeName} limits={limits} />
        </>
      )}
      {isReadOnly ? (
        <p className="soft">Read-only: no session key is configured, nothing can be sent.</p>
      ) : armed ? (
        <SubmitButton
          side={mode === 'hedge' ? 'BUY' : 'SELL'}
          text={terms === null ? 'Nothing to send' : submitText(terms, prices.price(terms.price, tick))}
          cash={terms === null ? '' : showAmount(terms.cash)}
          cashText={terms === null ? '' : `${mode === 'hedge' ? 'cost' : 'brings'} ${showAmount(terms.cash)}`}
          pending={waiting?.key === orderKey ? waiting : null}
          locked={locked}
          onEnd={endWaiting}
        />
      ) : (
        <button type="submit" className="button submit">
          Arm to trade
        </button>
      )}
      <p className={refusal === '' ? 'soft' : 'danger'} role="status">
        {refusal !== '' ? refusal : terms !== null && armed && locked !== null ? `Locked: ${locked}` : ''}
      </p>
    </form>
  )
}

function submitText(terms: ExitTerms, price: string): string {
  const verb = terms.side === 'BUY' ? 'Buy' : 'Sell'
  return `${verb} ${showSize(terms.size)} ${terms.outcomeName} @ ${price}`
}

const EXPLAINED: Record<ExitMode, string> = {
  walk: 'Sells through the bids, down to the limit price; what does not fill at once is cancelled. Re-priced when sent; never sells more than you hold.',
  join: 'Rests at the best ask, post-only: it pays no taker fee and fills when somebody buys.',
  hedge:
    "Buys the market's other outcome: one of the two pays 1, so the result of the hedged part is locked in.",
}

const KINDS: Record<ExitMode, string> = {
  walk: 'or better, fill and kill',
  join: 'good till cancelled, post-only',
  hedge: 'or better, fill and kill',
}
