// Acts of the control API and of faults on an account's orders behind its back: orders that it did not send, fills,
// expiries, cancels at game start. All of it goes through the exchange, so the ledger stays whole.
import type { Parts } from './parts.ts'
import { PLAIN, type NewOrder, type PlaceAnswer } from './types.ts'

type ForeignOrder = Pick<NewOrder, 'owner' | 'wallet' | 'token' | 'side' | 'price' | 'size'>

export type VenueControls = ReturnType<typeof createVenueControls>

/** Controls over an exchange. */
export function createVenueControls(deps: Pick<Parts, 'exchange' | 'random' | 'wallets' | 'credentials'>) {
  const { exchange } = deps
  return {
    /** Places an order of an account without a request from it. */
    foreignPlace(order: ForeignOrder): { readonly id: string; readonly answer: PlaceAnswer } {
      const id = `0x${Buffer.from(deps.random.bytes(32)).toString('hex')}`
      return { id, answer: exchange.place({ ...order, ...PLAIN, id }) }
    },
    /** Cancels an open order as its own key would, or for a reason of the venue. */
    foreignCancel(orderId: string, reason?: string): boolean {
      const owner = exchange.order(orderId)?.owner ?? ''
      return exchange.cancel([orderId], { owner }, reason).canceled.length > 0
    },
    /** Fills a resting order by so many micro-shares, or all that is left. */
    fill(orderId: string, size?: bigint): boolean {
      const order = exchange.order(orderId)
      return order !== undefined && exchange.fill(orderId, size ?? order.size - order.filled)
    },
  }
}
