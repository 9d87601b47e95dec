/** The receipt: the backend's figures for the order as it is in the ticket. While newer ones are awaited they dim and stay. */
import type { Micros } from '#core/money.ts'
import type { TickSize } from '#core/price.ts'
import type { RiskSettings } from '../platform/api/client.ts'
import { NONE } from '../platform/format/figures.ts'
import { usePrices } from '../contexts/contexts.ts'
import type { Preview } from '../actions/drafts/previews.ts'
import type { PreviewState } from '../contexts/use-preview.ts'
import { afterLines, dryRunText, fillLines, moneyLines, netLines, unsellable } from './receipt-lines.ts'
import type { Line } from './receipt-lines.ts'
import { Button, tip } from '../ui/controls.tsx'
import styles from './receipt.module.css'

type ReceiptProps = {
  readonly preview: PreviewState
  readonly tick: TickSize
  readonly outcomeName: string
  /** Name of the other outcome, where some or all of a sale buys it. */
  readonly otherName?: string
  readonly limits: RiskSettings['limits'] | null
}

/** Figures, what they leave behind, and the dry run; of a sale beyond what is held, those of both its orders. */
export function Receipt({ preview, tick, outcomeName, otherName = '', limits }: ReceiptProps) {
  const { last, purchase, isCurrent } = preview
  const prices = usePrices()
  const bought = purchase ?? (otherName !== '' && last?.terms.side === 'BUY' ? last : null)
  const lines: readonly Line[] =
    last === null
      ? [{ label: 'Cost', value: NONE, note: '', tone: 'total' }]
      : [
          ...(purchase === null
            ? [
                ...moneyLines(last, bought === null ? outcomeName : otherName, prices),
                ...fillLines(last, tick, prices),
              ]
            : // The result of both under either outcome is in the lines that follow.
              [
                ...[last, purchase].flatMap((one) => moneyLines(one, otherName, prices).slice(0, 2)),
                ...netLines(purchase.answer.ifWins),
              ]),
          ...afterLines((bought ?? last).answer.after, limits),
        ]
  return (
    <div
      className={styles.receiptBox}
      data-waiting={isCurrent ? undefined : ''}
      data-book={last?.answer.bookSequence ?? undefined}
    >
      <ReceiptLines lines={lines} />
      {purchase === null ? (
        <DryRun name="Dry run" last={last} fault={preview.fault} />
      ) : (
        <>
          <DryRun name="Dry run, sale" last={last} fault={preview.fault} />
          <DryRun name="Dry run, purchase" last={purchase} fault={preview.fault} />
        </>
      )}
    </div>
  )
}

/** The lines, one figure each. */
export function ReceiptLines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <dl className={styles.receipt}>
      {lines.map((line, at) => (
        // A sale and a purchase both have a fee: the place tells them apart.
        <div key={`${at} ${line.label}`} className={line.tone === 'total' ? 'total' : undefined}>
          <dt data-tip="">{line.label}</dt>
          <dd className={line.tone === 'pos' || line.tone === 'neg' ? line.tone : undefined}>
            {line.value} {line.note !== '' && <span className="dim">{line.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Answer of placing the order. */
function DryRun(props: { readonly name: string; readonly last: Preview | null; readonly fault: string }) {
  const { last, fault } = props
  const prices = usePrices()
  const dryRun = last === null ? null : dryRunText(last.answer.reject, prices)
  return (
    <p
      className={styles.dryRun}
      data-refused={dryRun !== null && dryRun.code !== null ? '' : undefined}
      {...tip(
        [
          dryRun?.text,
          dryRun?.detail,
          typeof last?.answer.bookSequence === 'number' ? `Figures of book #${last.answer.bookSequence}` : '',
        ]
          .filter((part) => part)
          .join('. '),
      )}
    >
      <span>
        <b>{props.name}:</b>{' '}
        {fault !== '' ? (
          <span className="danger">no newer figures. {fault}</span>
        ) : dryRun === null ? (
          <span className="dim">{NONE}</span>
        ) : (
          <>
            {dryRun.text}
            {dryRun.detail !== '' && <span> - {dryRun.detail}</span>}{' '}
            {dryRun.code !== null && <code>{dryRun.code}</code>}
          </>
        )}
      </span>
    </p>
  )
}

/** Rest of the order that is too small to be sold, with the remedy. */
export function Remainder({
  preview,
  minimum,
  onSellAll,
}: {
  readonly preview: PreviewState
  readonly minimum: Micros | null
  readonly onSellAll: (size: Micros) => void
}) {
  const remainder = preview.last === null ? null : unsellable(preview.last, minimum)
  if (remainder === null) return null
  const { all } = remainder
  return (
    <p className="receipt-warning">
      {remainder.text} {all !== null && <Button onClick={() => onSellAll(all)}>Sell all</Button>}
    </p>
  )
}
