/** The geographic check: one GET that answers whether the caller's place is blocked. The `geo.` faults bend it. */
import { get, ok } from '../../answers.ts'
import type { Faults } from '../../faults/types.ts'
import type { Route, VenueAnswer } from '../../http-server.ts'

const ALLOWED = { blocked: false, ip: '203.0.113.7', country: 'IE', region: 'L' }
const BLOCKED = { blocked: true, ip: '203.0.113.8', country: 'XX', region: '' }

/** The route of the check at `path`. */
export function geoblockRoutes(path: string, faults: Faults): readonly Route[] {
  return [get(path, (request) => answer(faults, request.subject))]
}

function answer(faults: Faults, subject: Parameters<Faults['first']>[0]): VenueAnswer {
  const fault = faults.first(subject, 'geo.')
  switch (fault?.name) {
    case 'geo.blocked':
    case 'geo.flip':
      return ok(BLOCKED)
    case 'geo.error':
      return { status: fault.number('code', 500), json: { error: 'Internal server error' } }
    case 'geo.malformed':
      return { status: 200, text: fault.text('body', '{"blocked":"no"') }
    case 'geo.hang':
      return { ...ok(ALLOWED), instead: 'hang' }
    default:
      return ok(ALLOWED)
  }
}
