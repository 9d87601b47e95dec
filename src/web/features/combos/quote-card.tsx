/** The newest request: its quote with the time that is left, and the outcome of the acceptance. Accepting is possible once. */
import { useEffect, useRef, useState } from 'react'
import type { Result } from '#lib/result.ts'
import { placeText, showAmount } from '../../platform/format/figures.ts'
import { usePage, usePrices, useTrading } from '../../contexts/contexts.ts'
import type { ComboQuote, ComboRfq } from '../../platform/api/client.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { CopyText } from '../../widgets/copy-text.tsx'
import { acceptBlock, showSeconds, stateText, stateWord } from '../../words/combo-text.ts'
import { edgeText, showComboPrice } from './reference.ts'
import { useLegProducts } from './use-leg-products.ts'
import styles from './combo.module.css'
import { Button, Fact } from '../../ui/controls.tsx'

const TICK_MS = 100
const SHOWN_MS = 10_000
/** The moments at which the deadline is announced. */
const TOLD_MS = [10_000, 5_000] as const

/** The card of one request. */
export function QuoteCard({ rfq }: { readonly rfq: ComboRfq }) {
  const { quote } = rfq
  const text = stateText(rfq)
  return (
    <section className={`panel ${styles.comboQuote}`} aria-label="Quote" data-state={rfq.state}>
      <header className="panel-head">
        <h2>{rfq.side === 'BUY' ? 'Buy' : 'Sell'} quote</h2>
        <span className={`chip ${chipOf(rfq.state)}`}>{stateWord(rfq)}</span>
      </header>
      <ul className={styles.comboHeld}>
        {rfq.legs.map((leg) => (
          <li key={leg.outcomeId}>
            <b>{leg.outcomeName}</b> {placeText(leg)}
          </li>
        ))}
      </ul>
      {quote !== null && <Figures rfq={rfq} quote={quote} />}
      {quote !== null && rfq.state === 'live' && <Decision key={quote.quoteId} quote={quote} />}
      {text !== '' && <p role="status">{text}</p>}
      {rfq.txHash !== null && (
        <p>
          Transaction <CopyText text={rfq.txHash} name="transaction hash" />
        </p>
      )}
    </section>
  )
}

function Figures({ rfq, quote }: { readonly rfq: ComboRfq; readonly quote: ComboQuote }) {
  const isBuy = quote.side === 'BUY'
  const prices = usePrices()
  return (
    <dl className={`grid gap-4 usual ${styles.comboFacts}`}>
      <Fact name="Price" className="num strong">
        {prices.value(quote.price)}
      </Fact>
      <div className="total">
        <dt>{isBuy ? 'Total, with the fee' : 'Proceeds, after the fee'}</dt>
        <dd className="num strong">{showAmount(quote.total)} pUSD</dd>
      </div>
      <Fact name="Fee" className="num">
        {quote.fee === null ? 'not reported' : `${showAmount(quote.fee)} pUSD`}
      </Fact>
      <Fact name={isBuy ? 'Pays if all legs win' : 'Payout forgone if all legs win'} className="num">
        {showAmount(quote.shares)} pUSD
      </Fact>
      {rfq.state === 'live' && <Edges quote={quote} legs={rfq.legs.map(({ outcomeId: id }) => id)} />}
    </dl>
  )
}

/** How far the price is from what the legs cost and bring now, one by one. */
function Edges({ quote, legs }: { readonly quote: ComboQuote; readonly legs: readonly string[] }) {
  const products = useLegProducts(legs)
  const prices = usePrices()
  return (
    <>
      <div>
        <dt>vs. legs at ask {showComboPrice(products.asks, prices)}</dt>
        <dd className="num">{edgeText(quote.price, products.asks) ?? 'no current prices'}</dd>
      </div>
      <div>
        <dt>vs. legs at bid {showComboPrice(products.bids, prices)}</dt>
        <dd className="num">{edgeText(quote.price, products.bids) ?? 'no current prices'}</dd>
      </div>
    </>
  )
}

/** Countdown and the two buttons. */
function Decision({ quote }: { readonly quote: ComboQuote }) {
  const { combos, trading: tradingStore } = useTrading()
  const left = useRemaining(quote)
  const trading = useStore(tradingStore)
  const isCurrent = useSelected(combos.rfqs, ({ current }) => current)
  const [problem, setProblem] = useState<string | null>(null)
  const say = (answer: Result<null, string>): void => setProblem(answer.ok ? null : answer.error)
  const blockAt = (remainingMs: number, now: typeof trading, isFresh: boolean) =>
    acceptBlock({ remainingMs, isAccepted: combos.isAccepted(quote), isCurrent: isFresh, trading: now })
  const block = blockAt(left, trading, isCurrent)
  return (
    <div className={`row wraps gap-8 ${styles.comboDecision}`}>
      <p className={styles.comboLeft} data-late={left < 5_000 ? '' : undefined}>
        <b className="num">{showSeconds(left)}</b> left
        <progress aria-hidden="true" max={SHOWN_MS} value={Math.max(0, Math.min(SHOWN_MS, left))} />
      </p>
      <Button
        className="button primary"
        disabled={block !== null}
        onClick={() => {
          // The press is judged at its own moment, not at that of the last drawing.
          const now = blockAt(combos.remainingMs(quote), tradingStore.get(), combos.rfqs.get().current)
          if (now !== null) return
          void combos.accept(quote).then(say)
        }}
      >
        Accept: {quote.side === 'BUY' ? 'pay' : 'receive'} {showAmount(quote.total)} pUSD
      </Button>
      <Button className="button" onClick={() => void combos.dismiss(quote).then(say)}>
        Decline
      </Button>
      <WhyNot problem={problem} block={block} />
    </div>
  )
}

/** Why the last press came to nothing, or why the next one would. */
export function WhyNot({
  problem,
  block,
}: {
  readonly problem: string | null
  readonly block: string | null
}) {
  if ((problem ?? block) === null) return null
  return (
    <p className={problem === null ? 'dim' : 'danger'} role={problem === null ? undefined : 'alert'}>
      {problem ?? block}
    </p>
  )
}

/** Milliseconds left, drawn ten times a second; ten and five seconds and the end are announced. */
function useRemaining(quote: ComboQuote): number {
  const { combos } = useTrading()
  const { announcer } = usePage()
  const [left, setLeft] = useState(() => combos.remainingMs(quote))
  const last = useRef(left)
  useEffect(() => {
    const timer = window.setInterval(() => {
      const now = combos.remainingMs(quote)
      for (const moment of TOLD_MS) {
        if (last.current > moment && now <= moment) announcer.say(`Quote: ${moment / 1_000} seconds left`)
      }
      if (last.current > 0 && now <= 0) combos.sayExpired(quote)
      last.current = now
      setLeft(now)
    }, TICK_MS)
    return () => window.clearInterval(timer)
  }, [combos, announcer, quote])
  return left
}

function chipOf(state: ComboRfq['state']): string {
  if (state === 'filled') return 'ok'
  if (state === 'unknown') return 'danger'
  return state === 'not_filled' || state === 'no_quote' ? 'warn' : ''
}
