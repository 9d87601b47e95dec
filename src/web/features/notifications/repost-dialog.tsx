/**
 * Placing again the orders that a game's start cancelled: a checklist with the old price, today's book and the new price, one
 * button for all that are chosen. What would be sent is on the screen before it is sent.
 */
import { useMemo, useState } from 'react'
import type { FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import type { Notification, RepostQuote } from '../../platform/api/client.ts'
import { usePage, usePrices, useTrading } from '../../contexts/contexts.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { CloseFoot, Dialog } from '../../widgets/dialog.tsx'
import { ModeChip, SimulatedChip } from '../../widgets/mode-chip.tsx'
import { ReadFault } from '../../widgets/read-fault.tsx'
import { canRepost, createKeys, linesOf, readLine, repostBodyOf } from '../../actions/drafts/repost-draft.ts'
import { repost } from '../../actions/repost.ts'
import type { RepostLine, Reposts } from '../../actions/drafts/repost-draft.ts'
import { repostColumns } from './repost-columns.tsx'
import type { RepostRow } from './repost-columns.tsx'
import styles from './notification.module.css'
import { Button } from '../../ui/controls.tsx'

/** The dialog over the notification that was chosen. */
export function RepostDialog() {
  const notification = useStore(usePage().notifications.reposting)
  return notification === null ? null : <Checklist key={notification.id} notification={notification} />
}

function Checklist({ notification }: { readonly notification: Notification }) {
  const { client, notifications } = usePage()
  const quotes = useQuery(readOf(client, 'quoteRepost', { params: { notificationId: notification.id } }))
  const close = () => notifications.reposting.set(null)
  return (
    <Dialog title="Re-post cancelled orders" className={styles.repost} onClose={close}>
      <p className="row gap-8">
        <span className="soft">{notification.title}</span>
        <span className="push" />
        <SimulatedChip />
        <ModeChip />
      </p>
      <ReadFault read={quotes} />
      {quotes.data === undefined ? (
        quotes.error === null && (
          <p className="empty">
            Reading today{'\u2019'}s prices{'\u2026'}
          </p>
        )
      ) : (
        <RepostForm id={notification.id} quotes={quotes.data.items} onReload={() => void quotes.refetch()} />
      )}
      {quotes.data === undefined && <CloseFoot onClose={close} />}
    </Dialog>
  )
}

function RepostForm(props: {
  readonly id: string
  readonly quotes: readonly RepostQuote[]
  readonly onReload: () => void
}) {
  const { id, quotes } = props
  const { client, notifications, live, dialog } = usePage()
  const { intents, mint } = useTrading()
  const isArmed = useSelected(useTrading().trading, (trading) => trading?.mode === 'ARMED')
  const prices = usePrices()
  const { format } = prices
  const isLinkLive = useSelected(live.link, (link) => link.state === 'live')
  const [keyOf] = useState(() => createKeys(mint))
  const [edits, setEdits] = useState<ReadonlyMap<string, Partial<RepostLine>>>(new Map())
  /** Once sent an order is never sent from here again: an answer that is missing is found by looking, not by sending. */
  const [sent, setSent] = useState<ReadonlyMap<string, string>>(new Map())
  const list = useStore(intents.list)
  const intentOf = (orderId: string) =>
    list.find(({ clientOrderId }) => clientOrderId === sent.get(orderId)) ?? null
  const isSending = [...sent.keys()].some((orderId) => intentOf(orderId)?.state === 'sending')

  // A row that the user has not changed follows the prices when they are read again.
  const lines = linesOf(quotes, prices).map((line) => ({ ...line, ...edits.get(line.quote.order.orderId) }))
  const isOpen = ({ quote }: RepostLine): boolean => !sent.has(quote.order.orderId)
  const chosen = lines.filter((line) => line.isChosen && canRepost(line.quote) && isOpen(line))
  const change = (orderId: string, part: Partial<RepostLine>) =>
    setEdits((old) => new Map(old).set(orderId, { ...old.get(orderId), ...part }))

  function bodyOf(some: readonly RepostLine[]): Reposts | null {
    const isWrong = some.some((line) => readLine(line, format).fault !== null)
    return isWrong || isSending || !isArmed || !isLinkLive ? null : repostBodyOf(some, keyOf, format)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const body = bodyOf(chosen)
    if (body === null) return
    repost({ client, intents }, id, body, lines)
    setSent(
      (old) =>
        new Map([...old, ...body.orders.map(({ orderId, clientOrderId: id }) => [orderId, id] as const)]),
    )
  }

  const rows = lines.map((line): RepostRow => {
    const orderId = line.quote.order.orderId
    return {
      line,
      isOpen: isOpen(line),
      result: intentOf(orderId),
      onChange: (part) => change(orderId, part),
    }
  })
  const columns = useMemo(() => repostColumns(prices), [prices])

  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.repostRows} tabIndex={0} role="region" aria-label="Cancelled orders">
        <DataTable
          name="repost"
          columns={columns}
          rows={rows}
          keyOf={({ line }) => line.quote.order.orderId}
        />
      </div>
      <p className="dim">
        Each is a new post-only order through every check: it rests at its price or is refused, it never
        takes.
      </p>
      <div className="dialog-foot">
        <Button className="button" onClick={props.onReload}>
          Refresh prices
        </Button>
        <Button className="button push" onClick={() => notifications.reposting.set(null)}>
          Close
        </Button>
        {isArmed || isSending ? (
          <button
            type="submit"
            className="button primary"
            data-first-focus=""
            aria-disabled={bodyOf(chosen) === null}
          >
            {isSending
              ? 'Sending\u2026'
              : chosen.length === 0 && sent.size > 0
                ? 'Sent'
                : `Re-post ${chosen.length} order${chosen.length === 1 ? '' : 's'}`}
          </button>
        ) : (
          <Button className="button arm" data-first-focus="" onClick={() => dialog.set('arm')}>
            Arm to re-post{'\u2026'}
          </Button>
        )}
      </div>
    </form>
  )
}
