/** Wallets of the simulated traders: funded once, recognised by address. Also makes their order ids. */
import type { Exchange } from '../exchange/exchange.ts'
import type { SimulatorRandom } from '../types.ts'
import { createIdentity } from '../world/identity.ts'

export type TraderAccounts = ReturnType<typeof createTraderAccounts>

const MAKERS = 8
const TAKERS = 16
/** A billion pUSD each, in millionths: more than any game can lose. */
const CASH = 1_000_000_000_000_000n

/** Traders whose addresses follow from the seed. */
export function createTraderAccounts(seed: string) {
  const identity = createIdentity(seed)
  const wallet = (label: string): string => `0x${identity.bytes32(label).slice(2, 42)}`
  const makers = Array.from({ length: MAKERS }, (_, index) => wallet(`maker ${index}`))
  const takers = Array.from({ length: TAKERS }, (_, index) => wallet(`taker ${index}`))
  const all = new Set([...makers, ...takers])
  const prefix = `0xc0${identity.bytes32('crowd orders').slice(2, 34)}`
  let count = 0
  return {
    maker: (random: SimulatorRandom): string => random.pick(makers),
    taker: (random: SimulatorRandom): string => random.pick(takers),
    /** A fresh order id: 0x and 64 hex digits. */
    orderId(): string {
      count += 1
      return prefix + count.toString(16).padStart(30, '0')
    },
    isSimulatedTrader: (address: string): boolean => all.has(address),
    /** API key of the simulated traders' orders. */
    owner: 'c0c0c0c0-0000-4000-8000-000000000000',
    /** Gives every trader money. */
    fund(exchange: Exchange): void {
      for (const address of all) exchange.deposit(address, CASH)
    },
  }
}
