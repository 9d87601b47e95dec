/** An exit or a hedge before it is sent: the very order as the backend quotes it, what it brings, what stays. */
import { readAmount, showAmount, showSize, writtenAmount } from '../../platform/format/figures.ts'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import type { FormEvent } from 'react'
import { micros, roundSizeDown } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Position } from '../../platform/api/client.ts'
import {
  useAccount,
  useMarketData,
  usePage,
  usePrices,
  useTrading,
  useWorkspace,
} from '../../contexts/contexts.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useReadOnly } from '../../widgets/mode-chip.tsx'
import { SubmitButton } from '../../widgets/submit-button.tsx'
import { refusalText, refusedText } from '../../actions/outcome.ts'
import { cashText, countOfSales } from '../../words/order-effect.ts'
import { exitQuote } from '../../actions/exit-quote.ts'
import type { ExitMode, ExitTerms } from '../../actions/exit-quote.ts'
import { staleText } from '../../words/portfolio-text.ts'
import { WHY_NOT } from '../../words/why-not.ts'
import { Button, Fact } from '../../ui/controls.tsx'
import { leftText } from '../../words/position-text.ts'
import { quoteLines, unhedgedText } from './quote-lines.ts'

/** The form. A sent order closes it: the result is shown at the button that opened it, and a refusal is announced. */
export function ExitForm({ position, mode }: { readonly position: Position; readonly mode: ExitMode }) {
  const prices = usePrices()
  const { books } = useMarketData()
  const { positions } = useAccount()
  const { intents, exits } = useTrading()
  const { dialog } = usePage()
  const { openedPosition } = useWorkspace()
  const ids = useId()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState('')
  const asked = typed.trim() === '' ? null : readAmount(typed, 6)
  const isTypedWrong = typed.trim() !== '' && asked === null
  const quote = exitQuote(position, mode, asked, prices)
  const terms = isTypedWrong ? null : quote.terms
  const bookId = mode === 'hedge' ? (position.oppositeOutcomeId ?? position.outcomeId) : position.outcomeId
  const book = books.book(bookId)
  useEffect(() => books.follow(bookId), [books, bookId])
  const top = useSyncExternalStore(book.subscribeTop, book.top)
  const tick = top.tick ?? position.tickSize ?? 100
  const armed = useSelected(useTrading().trading, (trading) => trading?.mode === 'ARMED')
  const isReadOnly = useReadOnly()
  const isCurrent = useSelected(positions, (list) => list.current)
  useStore(intents.list)
  const stale = isCurrent ? staleText(position) : WHY_NOT.linkLost
  const locked = isTypedWrong ? 'The size must be a number above 0.' : exits.barred(position, mode, asked)

  function type(text: string): void {
    setTyped(text)
    setRefusal('')
  }

  function submit(submitted: FormEvent): void {
    submitted.preventDefault()
    if (!armed) {
      openedPosition.set(null)
      dialog.set('arm')
      return
    }
    if (terms === null || locked !== null) return
    // A limit price that changed right before the press may not have been read.
    const why = refusedText(exits.release(exits.press(position, mode, asked)))
    if (why === '') openedPosition.set(null)
    else setRefusal(refusalText(why))
  }

  return (
    <form className="exit-form grid gap-10" onSubmit={submit} noValidate>
      <p className="soft">{ORDERS[mode][0]}</p>
      {mode !== 'hedge' && (
        <div className="row wraps gap-8">
          <label htmlFor={`${ids}-size`}>Shares</label>
          <input
            id={`${ids}-size`}
            className="field num"
            inputMode="decimal"
            autoComplete="off"
            placeholder="all"
            value={typed}
            aria-invalid={isTypedWrong}
            onChange={(event) => {
              type(event.target.value)
            }}
          />
          {PARTS.map((part) => (
            <Button
              key={part}
              aria-label={part === 100 ? 'All of the position' : `${part} % of the position`}
              onClick={() => type(part === 100 ? '' : writtenAmount(partOf(position, part)))}
            >
              {part === 100 ? 'All' : `${part} %`}
            </Button>
          ))}
        </div>
      )}
      {terms === null ? (
        <p className="receipt-warning" role="status">
          {isTypedWrong ? 'The size must be a number above 0.' : quote.why}
        </p>
      ) : (
        <>
          <p className="exit-order ground-2 boxed pad-8">
            <span className="dim">Would send</span>{' '}
            <b className={terms.side === 'BUY' ? 'pos' : 'neg'}>
              {terms.side === 'BUY' ? '+ BUY' : '\u2212 SELL'} {showSize(terms.size)}
            </b>{' '}
            <b>
              {terms.outcomeName} @ {prices.price(terms.price, tick)}
            </b>{' '}
            <span className="soft">{ORDERS[mode][1]}</span>
          </p>
          <CancelledFirst ids={terms.cancelsFirst} />
          <QuoteFacts position={position} terms={terms} />
          {stale !== null && <p className="receipt-warning">Figures are not current: {stale}.</p>}
        </>
      )}
      {isReadOnly ? (
        <p className="soft">Read-only: no session key is configured, nothing can be sent.</p>
      ) : armed ? (
        <SubmitButton
          side={mode === 'hedge' ? 'BUY' : 'SELL'}
          text={terms === null ? 'Nothing to send' : submitText(terms, prices.price(terms.price, tick))}
          cash={terms === null ? '' : showAmount(terms.cash)}
          cashText={terms === null ? '' : cashText([terms])}
          pending={null}
          locked={locked}
        />
      ) : (
        <button type="submit" className="button submit" data-first-focus="">
          Arm to trade
        </button>
      )}
      <p className={refusal === '' ? 'soft' : 'danger'} role="status">
        {refusal !== '' ? refusal : terms !== null && armed && locked !== null ? `Locked: ${locked}` : ''}
      </p>
    </form>
  )
}

/** The own sales that go before it is sent, by size and price. */
function CancelledFirst({ ids }: { readonly ids: readonly string[] }) {
  const prices = usePrices()
  const { items } = useStore(useAccount().orders)
  if (ids.length === 0) return null
  const named = items
    .filter(({ id }) => id !== null && ids.includes(id))
    .map((order) => `SELL ${showSize(order.remainingSize)} @ ${prices.price(order.price, order.tickSize)}`)
  return (
    <p className="soft">
      Cancels first: {named.length === ids.length ? named.join(', ') : countOfSales(ids)}. Nothing is sent
      before the venue proves them gone.
    </p>
  )
}

function submitText(terms: ExitTerms, price: string): string {
  const verb = terms.side === 'BUY' ? 'Buy' : 'Sell'
  return `${verb} ${showSize(terms.size)} ${terms.outcomeName} @ ${price}`
}

/** In percent. */
const PARTS = [25, 50, 75, 100] as const

/** Part of the whole position while its free size is not known: the backend reads the balance first. */
function partOf({ size, sellable }: Position, percent: number): Micros {
  return roundSizeDown(micros(((sellable ?? size) * BigInt(percent)) / 100n))
}

/** Effect and terms of each order. */
const ORDERS: Record<ExitMode, readonly [effect: string, terms: string]> = {
  walk: ['Sells at the bids down to the limit price; the rest is cancelled.', 'or better, FAK'],
  join: ['Rests at the best ask, post-only: no taker fee, fills when somebody buys.', 'GTC, post-only'],
  hedge: [
    "Buys the market's other outcome: one of the two pays 1, so the hedged part is locked in.",
    'or better, FAK',
  ],
}

function QuoteFacts({ position, terms }: { readonly position: Position; readonly terms: ExitTerms }) {
  const prices = usePrices()
  const left =
    terms.side === 'SELL'
      ? leftText(position, terms, terms.mode === 'walk' && terms.asked === null)
      : unhedgedText(position)
  return (
    <>
      <dl className="facts usual">
        {quoteLines(position, terms, prices).map(([name, value, note]) => (
          <Fact key={name} name={name}>
            <b>{value}</b> {note !== '' && <span className="dim">{note}</span>}
          </Fact>
        ))}
      </dl>
      {left !== null && <p className="receipt-warning">{left}</p>}
    </>
  )
}
