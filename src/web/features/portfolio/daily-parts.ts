/** Purchases of today, order by order, from the audit rows: every signed buy that was not proven refused. */
import { showUtc } from '../../platform/format/times.ts'
import { micros, parseMicros } from '#core/money.ts'
import { notional } from '#core/order/order-amounts.ts'
import { parsePrice } from '#core/price.ts'
import type { AuditRow } from '../../platform/api/wire.ts'
import { showAmountText } from '../../platform/format/numbers.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { Part } from './breakdown.ts'

/** The parts; `rows` are the day's of kind signed, response and reconcile, in any order. */
export function dailyParts(rows: readonly AuditRow[], prices: Prices): readonly Part[] {
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

function partOf(row: AuditRow, prices: Prices): Part {
  const [price, size] = [textOf(row.details['price']), textOf(row.details['size'])]
  const parsedPrice = parsePrice(price)
  const parsedSize = parseMicros(size)
  return {
    id: row.clientOrderId,
    label: `${showUtc(row.at)} UTC, ${row.action.replaceAll('_', ' ')}`,
    detail: `buy ${showAmountText(size, 0)} at ${prices.text(price)}`,
    amount: parsedPrice === null || !parsedSize.ok ? micros(0n) : notional(parsedPrice, parsedSize.value),
    outcome: null,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
