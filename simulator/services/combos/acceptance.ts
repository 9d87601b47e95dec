/** Check of a signed acceptance against its quote, field by field, and its signer. */
import type { OrderVerifier } from '../../auth/order-signature.ts'
import { orderFieldsOf } from '../../auth/typed-data.ts'
import type { Rfq } from './requests.ts'
import type { ComboError, SignedOrder } from './wire.ts'

type Checked =
  | { readonly ok: true; readonly orderId: string }
  | { readonly ok: false; readonly code: ComboError; readonly why: string }

const ZERO = `0x${'0'.repeat(64)}`
/** How far an order's time may be off, in seconds. */
const TIME_WINDOW = 300

/** Checks the order against the quote and its signature to the byte. @see venue reference, section 5.2 */
export function checkAcceptance(rfq: Rfq, order: SignedOrder, verifier: OrderVerifier, now: number): Checked {
  const refuse = (code: ComboError, why: string): Checked => ({ ok: false, code, why })
  if (order.signatureType !== 3) return refuse('UNSUPPORTED_REQUESTER_SIGNATURE_TYPE', 'signatureType')
  if (order.builder !== ZERO) return refuse('BUILDER_ATTRIBUTION_NOT_ALLOWED', 'builder')
  if (order.maker.toLowerCase() !== rfq.wallet || order.signer.toLowerCase() !== rfq.wallet) {
    return refuse('ADDRESS_MISMATCH', 'maker or signer')
  }
  const side = rfq.request.direction === 'BUY' ? 0 : 1
  const wrong =
    (order.tokenId !== rfq.ids.yes && 'tokenId') ||
    (order.makerAmount !== rfq.quote.makerAmount.toString() && 'makerAmount') ||
    (order.takerAmount !== rfq.quote.takerAmount.toString() && 'takerAmount') ||
    (order.side !== side && 'side') ||
    (order.metadata !== ZERO && 'metadata') ||
    (!isTimely(order.timestamp, now) && 'timestamp is not in seconds, or too old')
  if (wrong !== false) return refuse('INVALID_ACCEPTANCE', wrong)
  const answer = verifier.verify(orderFieldsOf(order), order.signature, 'combos', now)
  return answer.kind === 'signed'
    ? { ok: true, orderId: answer.orderId }
    : refuse('INVALID_SIGNATURE', answer.why)
}

function isTimely(timestamp: string, now: number): boolean {
  return timestamp.length <= 12 && Math.abs(Number(timestamp) - now / 1000) <= TIME_WINDOW
}
