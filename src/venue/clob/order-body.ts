/** The exact text of an order's request body: compact, keys in the order of VEN-5. */
import type { TimeInForce } from '#core/order/order.ts'
import type { SignedFields } from '../signing/order.ts'

/**
 * Body of POST /order. Every value is digits, hex, a word of ours or an escaped key id, so no general serialiser runs.
 *
 * @param expiration  Unix seconds; 0 unless GTD
 * @param owner  the API key's id
 */
export function orderBody(
  order: SignedFields,
  signature: string,
  terms: {
    readonly owner: string
    readonly timeInForce: TimeInForce
    readonly postOnly: boolean
    readonly expiration: number
  },
): string {
  return (
    `{"deferExec":false,"postOnly":${terms.postOnly},"order":{"salt":${order.salt},"maker":"${order.maker}",` +
    `"signer":"${order.signer}","tokenId":"${order.tokenId}","makerAmount":"${order.makerAmount}",` +
    `"takerAmount":"${order.takerAmount}","side":"${order.side}","signatureType":${order.signatureType},` +
    `"timestamp":"${order.timestamp}","expiration":"${terms.expiration}","metadata":"${order.metadata}",` +
    `"builder":"${order.builder}","signature":"${signature}"},"owner":${JSON.stringify(terms.owner)},` +
    `"orderType":"${terms.timeInForce}"}`
  )
}
