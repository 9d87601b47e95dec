// The house account: the counterparty of shares that are issued and of trades that a test requests. And what else happens to
// accounts behind their backs, all of it by the rules, so that the ledger stays whole.
import { PLAIN, type NewOrder, type SimulatorRandom } from '../types.ts'
import { outcomeIndex } from './book.ts'
import type { ExchangeParts } from './parts.ts'
import { fill as fillInMarket } from './placing.ts'

/** Holds the other side of granted shares, so that sets stay whole, and trades what a test wants traded. */
export const HOUSE = 'house'

/** Gives shares to a wallet, and as many of the other outcome to the house. */
export function grantShares(parts: ExchangeParts, wallet: string, token: string, size: bigint): void {
  const market = parts.byToken.get(token)?.market
  if (market === undefined || market.winner !== null) throw new Error(`no open market has token ${token}`)
  parts.issued += size
  parts.accounts.addShares(wallet, token, size)
  parts.accounts.addShares(HOUSE, market.tokens[outcomeIndex(market, token) === 0 ? 1 : 0], size)
}

/** Gives cash to a wallet. */
export function deposit(parts: ExchangeParts, wallet: string, cash: bigint): void {
  parts.issued += cash
  parts.accounts.addCash(wallet, cash)
}

/** A fresh id that no key has signed. */
export function orderId(random: SimulatorRandom): string {
  return `0x${Buffer.from(random.bytes(32)).toString('hex')}`
}

/** The house is given what it needs, then takes the other side of resting orders of one outcome and side. */
export function fill(
  parts: ExchangeParts,
  asked: readonly { readonly id: string; readonly size?: bigint | undefined }[],
): boolean {
  const wanted = asked.flatMap(({ id, size }) => {
    const order = parts.store.get(id)
    return order?.status === 'LIVE' ? [{ id, size: size ?? order.size - order.filled }] : []
  })
  const order = parts.store.get(wanted[0]?.id ?? '')
  const state = parts.byToken.get(order?.token ?? '')
  if (order === undefined || state === undefined) return false
  const size = wanted.reduce((sum, one) => sum + one.size, 0n)
  if (order.side === 'BUY') grantShares(parts, HOUSE, order.token, size)
  else deposit(parts, HOUSE, size)
  const counterparty: NewOrder = {
    ...order,
    ...PLAIN,
    id: orderId(parts.random),
    wallet: HOUSE,
    owner: HOUSE,
    side: order.side === 'BUY' ? 'SELL' : 'BUY',
    type: 'FAK',
  }
  return parts.publisher.during(() => fillInMarket(parts, state, wanted, counterparty))
}
