/** The `combo.mismatch` fault: a quote in which one named field differs from the request. */
import type { Faults } from '../../faults/types.ts'
import type { VenueRequest } from '../../http-server.ts'

type Row = Record<string, unknown>

const OTHER_NUMBER = '1'

/** The quote, with the field that a rule names (`legs` when it names none) made wrong. */
export function bentQuote(faults: Faults, request: VenueRequest, row: Row): Row {
  const fault = faults.first(request.subject, 'combo.mismatch')
  if (fault === null) return row
  const field = fault.text('field', 'legs')
  const echo = { ...(row['request'] as Row) }
  const quote = { ...(row['quote'] as Row) }
  switch (field) {
    case 'legs':
      echo['leg_position_ids'] = [...(echo['leg_position_ids'] as string[]).slice(1), OTHER_NUMBER]
      break
    case 'direction':
      echo['direction'] = echo['direction'] === 'BUY' ? 'SELL' : 'BUY'
      break
    case 'size':
      echo['requested_size'] = { ...(echo['requested_size'] as Row), value_e6: OTHER_NUMBER }
      break
    case 'maker_address':
      echo['maker_address'] = `0x${'9'.repeat(40)}`
      break
    case 'condition_id':
      echo['condition_id'] = `0x03${'9'.repeat(60)}`
      break
    case 'position_id':
      echo['yes_position_id'] = OTHER_NUMBER
      break
    case 'maker_amount':
      quote['maker_amount_e6'] = `${String(quote['maker_amount_e6'])}0`
      break
    case 'total_required':
      quote['total_required_e6'] = `${String(quote['total_required_e6'])}0`
      break
    default:
      echo[field] = null
  }
  return { ...row, request: echo, quote }
}
