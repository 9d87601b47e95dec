/** The `combo.mismatch` fault: a quote in which one named field differs from the request. */
import type { Faults } from '../../faults/types.ts'
import type { VenueRequest } from '../../http-server.ts'

type Row = Record<string, unknown>

const OTHER_NUMBER = '1'

/** New value of each field of the request's echo. */
const ECHO: Readonly<Record<string, readonly [name: string, wrong: (value: unknown) => unknown]>> = {
  legs: ['leg_position_ids', (legs) => [...(legs as string[]).slice(1), OTHER_NUMBER]],
  direction: ['direction', (direction) => (direction === 'BUY' ? 'SELL' : 'BUY')],
  size: ['requested_size', (size) => ({ ...(size as Row), value_e6: OTHER_NUMBER })],
  maker_address: ['maker_address', () => `0x${'9'.repeat(40)}`],
  condition_id: ['condition_id', () => `0x03${'9'.repeat(60)}`],
  position_id: ['yes_position_id', () => OTHER_NUMBER],
}
const AMOUNTS: Readonly<Record<string, string>> = {
  maker_amount: 'maker_amount_e6',
  total_required: 'total_required_e6',
}

/** The quote, with the field that a rule names (`legs` when it names none) made wrong. */
export function bentQuote(faults: Faults, request: VenueRequest, row: Row): Row {
  const fault = faults.first(request.subject, 'combo.mismatch')
  if (fault === null) return row
  const field = fault.text('field', 'legs')
  const [echo, quote] = [row['request'] as Row, row['quote'] as Row]
  const amount = AMOUNTS[field]
  if (amount !== undefined) return { ...row, quote: { ...quote, [amount]: `${String(quote[amount])}0` } }
  const [name, wrong] = ECHO[field] ?? [field, () => null]
  return { ...row, request: { ...echo, [name]: wrong(echo[name]) } }
}
