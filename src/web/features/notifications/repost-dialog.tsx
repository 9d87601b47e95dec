/** The orders that a game's start cancelled, a row each with its old price and today's book, placed again one by one. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ClientOrderId } from '#core/ids.ts'
import type { Price } from '#core/price.ts'
import { repost } from '../../actions/repost.ts'
import { usePage, usePrices, useTrading } from '../../contexts/contexts.ts'
import type { Notification, RepostQuote } from '../../platform/api/client.ts'
import { readOf } from '../../platform/api/queries.ts'
import { showSize } from '../../platform/format/figures.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { ModeChip, SimulatedChip } from '../../widgets/mode-chip.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { rejectText } from '../../words/reject-text.ts'
import { repostLine } from './repost-line.ts'
import styles from './notification.module.css'

/** The dialog over the notification that was chosen. */
export function RepostDialog() {
  const notification = useStore(usePage().notifications.reposting)
  return notification === null ? null : <Orders key={notification.id} notification={notification} />
}

function Orders({ notification: { id, title } }: { readonly notification: Notification }) {
  const { client, dialog, notifications } = usePage()
  const isArmed = useSelected(useTrading().trading, (trading) => trading?.mode === 'ARMED')
  const quotes = useQuery(readOf(client, 'quoteRepost', { params: { notificationId: id } }))
  const close = () => notifications.reposting.set(null)
  return (
    <Dialog title="Re-post cancelled orders" className={styles.repost} onClose={close}>
      <p className="row gap-8">
        <span className="soft">{title}</span>
        <span className="push" />
        <SimulatedChip />
        <ModeChip />
      </p>
      <ReadFault read={quotes} />
      {quotes.isPending && (
        <p className="empty">
          Reading today{'\u2019'}s prices{'\u2026'}
        </p>
      )}
      <div className={styles.repostRows} tabIndex={0} role="region" aria-label="Cancelled orders">
        {quotes.data?.items.map((quote) => (
          <Row key={quote.order.orderId} id={id} quote={quote} isArmed={isArmed} />
        ))}
      </div>
      <p className="dim">
        Each is a new post-only order through every check: it rests at its price or is refused, it never
        takes.
      </p>
      <div className="dialog-foot">
        <Button className="button" onClick={() => void quotes.refetch()}>
          Refresh prices
        </Button>
        <Button className="button push" onClick={close}>
          Close
        </Button>
        {!isArmed && (
          <Button className="button arm" data-first-focus="" onClick={() => dialog.set('arm')}>
            Arm to re-post{'\u2026'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Row(props: { readonly id: string; readonly quote: RepostQuote; readonly isArmed: boolean }) {
  const { id, quote, isArmed } = props
  const { client, live } = usePage()
  const { intents, mint } = useTrading()
  const prices = usePrices()
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  const [typed, setTyped] = useState<string | null>(null)
  /** Sent again only where it is proven refused: an answer that is missing is found by looking. */
  const [sent, setSent] = useState<ClientOrderId | null>(null)
  const intent = useSelected(
    intents.list,
    (list) => list.find(({ clientOrderId }) => clientOrderId === sent) ?? null,
  )
  const { side, outcomeName, marketTitle, price: was, tickSize } = quote.order
  const { text, price, isOver, effect } = repostLine(quote, typed, prices)
  const isOpen = !isOver && (sent === null || intent?.state === 'rejected')
  const show = (one: Price | null) => prices.price(one, tickSize)
  const what = `${side} ${showSize(quote.size)} ${outcomeName} \u2013 ${marketTitle}`
  const isBarred = price === null || !isArmed || !isLinkLive || !isOpen
  const result = intent === null ? effect : intent.text === '' ? 'sending\u2026' : intent.text
  const isGood = intent === null ? price !== null : intent.state === 'accepted'
  return (
    <form
      className="row wraps gap-8 pad-8 ruled"
      aria-label={what}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBarred) setSent(repost({ client, intents, mint }, id, quote, price))
      }}
    >
      <span className="grows">
        <b className={side === 'BUY' ? 'pos' : 'neg'}>{side}</b> {showSize(quote.size)} {outcomeName}{' '}
        <span className="dim">
          {marketTitle}, was {show(was)}, now{' '}
          {quote.staleReason === null ? `${show(quote.bestBid)} / ${show(quote.bestAsk)}` : 'stale'}
        </span>
      </span>
      <input
        className="field num"
        inputMode="decimal"
        aria-label={`New price: ${what}`}
        aria-invalid={!isOver && price === null}
        disabled={!isOpen}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button
        type="submit"
        className="button small primary"
        aria-label={`Re-post ${what}`}
        aria-disabled={isBarred}
      >
        Re-post
      </button>
      <span className={`whole fine ${isGood || isOver ? 'dim' : 'danger'}`} role="status">
        {intent?.code ? rejectText(intent.code, result) : result}
      </span>
    </form>
  )
}
