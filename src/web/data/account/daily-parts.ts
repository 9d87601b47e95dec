/** Purchases of today, order by order, from the audit rows: every signed buy that was not proven refused. */
import { amountIn, priceIn, showAmountText, showUtc } from '../../platform/format/figures.ts'
import { ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import type { AuditRow } from '../../platform/api/client.ts'
import type { Prices } from '../settings/prices.ts'

/** A purchase: what and how much of it counts. */
export type DailyPart = Readonly<Record<'id' | 'label' | 'detail', string>> & {
  readonly amount: Micros
  readonly outcome: null
}

/** The parts; `rows` are the day's of kind signed, response and reconcile, in any order. */
export function dailyParts(rows: readonly AuditRow[], prices: Prices): readonly DailyPart[] {
  const verdicts = new Map<string, AuditRow>()
  for (const row of rows) {
    if (row.kind !== 'response' && row.kind !== 'reconcile') continue
    const known = verdicts.get(row.clientOrderId)
    if (known === undefined || row.seq > known.seq) verdicts.set(row.clientOrderId, row)
  }
  return rows
    .filter((row) => row.kind === 'signed' && row.details['side'] === 'BUY')
    .filter((row) => verdicts.get(row.clientOrderId)?.details['result'] !== 'rejected')
    .toSorted((a, b) => b.seq - a.seq)
    .map((row) => partOf(row, prices))
}

function partOf(row: AuditRow, prices: Prices): DailyPart {
  const [price, size] = [textOf(row.details['price']), textOf(row.details['size'])]
  const [steps, shares] = [priceIn(price), amountIn(size)]
  return {
    id: row.clientOrderId,
    label: `${showUtc(row.at)} UTC, ${row.action.replaceAll('_', ' ')}`,
    detail: `buy ${showAmountText(size, 0)} at ${prices.text(price)}`,
    amount: steps === null || shares === null ? ZERO : notional(steps, shares),
    outcome: null,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
