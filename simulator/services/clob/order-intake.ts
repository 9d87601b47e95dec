// From the body of one posted order to an order for the exchange: shape, ownership, signature, amounts, in the venue's
// order and words. What a correct client never sends is noted as a violation.
import { z } from 'zod'

import type { Parts } from '../../parts.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import type { ExchangeKind } from '../../auth/order-signature.ts'
import { Refusal } from '../../http-server.ts'
import { orderFieldsOf } from '../../auth/typed-data.ts'
import { priceText } from '../../text.ts'
import type { RequestEntry } from '../../ledger/request-log.ts'
import type { NewOrder } from '../../types.ts'
import { termsOf } from './order-amounts.ts'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const word = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const digits = z
  .string()
  .regex(/^\d{1,78}$/)
  .refine((text) => BigInt(text) < 2n ** 256n)

const postedOrder = z.object({
  order: z.object({
    salt: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    maker: address,
    signer: address,
    tokenId: digits,
    makerAmount: digits,
    takerAmount: digits,
    side: z.enum(['BUY', 'SELL']),
    signatureType: z.number().int().min(0).max(3),
    timestamp: digits,
    expiration: z.string().regex(/^\d{1,12}$/),
    metadata: word,
    builder: word,
    signature: z
      .string()
      .regex(/^0x[0-9a-fA-F]*$/)
      .max(2_048),
  }),
  owner: z.string(),
  orderType: z.enum(['GTC', 'GTD', 'FOK', 'FAK']),
  postOnly: z.boolean().optional(),
  deferExec: z.boolean().optional(),
})

const KEY_ORDER = 'deferExec,postOnly,order,owner,orderType'

/** An intake over the exchange's markets and the known wallets. */
export function createIntake(deps: Pick<Parts, 'exchange' | 'wallets' | 'verifier' | 'clock' | 'log'>) {
  const { exchange, wallets, log } = deps
  const seen = new Set<string>()

  /** Reads one posted order for the key that posts it. @throws Refusal */
  function read(posted: unknown, key: ApiKey, entry: RequestEntry): NewOrder {
    const noted = (kind: string, detail: string): void => log.violation('clob', kind, detail, entry)
    const parsed = postedOrder.safeParse(posted)
    if (!parsed.success) {
      noted('bad_payload', z.prettifyError(parsed.error))
      throw refused('Invalid order payload')
    }
    const { order, owner, orderType, postOnly = false } = parsed.data
    const keys = Object.keys(posted as object).join(',')
    if (keys !== KEY_ORDER) noted('key_order', keys)
    if (owner !== key.id) throw refused('the order owner has to be the owner of the API KEY')
    const wallet = wallets.walletOf(key.address, order.signatureType)
    if (wallet === null || wallet !== order.signer.toLowerCase()) {
      throw refused('the order signer address has to be the address of the API KEY')
    }
    const market = exchange.marketOfToken(order.tokenId)
    if (market === undefined) throw refused('No orderbook exists for the requested token id', 404)
    const fields = orderFieldsOf({ ...order, side: order.side === 'BUY' ? 0 : 1 })
    const kind: ExchangeKind = market.negRisk ? 'neg_risk' : 'ordinary'
    const answer = deps.verifier.verify(fields, order.signature, kind, deps.clock.now())
    entry.order_hashes.push(answer.orderId)
    if (answer.kind === 'unsigned') {
      noted('bad_signature', `${answer.orderId}: ${answer.why}`)
      throw refused('invalid signature')
    }
    if (answer.key !== key.address) {
      noted('bad_signature', `${answer.orderId}: signed by another key than the API key's`)
      throw refused('the order signer address has to be the address of the API KEY')
    }
    if (seen.has(answer.orderId)) noted('order_hash_twice', answer.orderId)
    seen.add(answer.orderId)
    const terms = termsOf({
      side: order.side,
      type: orderType,
      makerAmount: fields.makerAmount,
      takerAmount: fields.takerAmount,
      tick: market.tick,
    })
    if (terms.kind === 'off_tick') {
      noted('off_tick', `${answer.orderId}: ${terms.price}`)
      throw refused(
        `order ${answer.orderId} is invalid. Price (${terms.price}) breaks minimum tick size rule: ${priceText(market.tick)}`,
      )
    }
    if (terms.kind === 'bad_amounts') {
      noted('decimals', answer.orderId)
      throw refused(`order ${answer.orderId} is invalid. Amounts break the rounding rules`)
    }
    if (terms.kind === 'bad_decimals') {
      noted('decimals', answer.orderId)
      const side = order.side === 'BUY' ? 'buy' : 'sell'
      throw refused(
        `invalid amounts, the market ${side} orders maker amount supports a max accuracy of 2 decimals, taker amount a max of 4 decimals`,
      )
    }
    const isDated = order.expiration !== '0'
    if (isDated !== (orderType === 'GTD')) throw refused('invalid expiration')
    const { signature: _signature, ...signed } = order
    return {
      id: answer.orderId,
      wallet,
      owner: key.id,
      token: order.tokenId,
      side: order.side,
      ...terms.terms,
      type: orderType,
      postOnly,
      expiresAt: isDated ? Number(order.expiration) * 1000 : null,
      signed: { ...signed, orderType, postOnly },
    }
  }

  return { read }
}

function refused(text: string, status = 400): Refusal {
  return new Refusal(status, text)
}
