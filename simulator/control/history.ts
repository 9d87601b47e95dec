/** History of every order of real accounts, change by change. Tests compare the terminal with it. */
import type { Exchange } from '../exchange/exchange.ts'
import type { BookOrder, Trade } from '../types.ts'

type OrderHistory = {
  readonly order: BookOrder
  readonly changes: {
    readonly at: number
    readonly change: string
    readonly status: string
    readonly filled: bigint
  }[]
}

type Fill = {
  readonly trade: string
  readonly order: string
  readonly wallet: string
  readonly token: string
  readonly side: string
  readonly price: number
  readonly cash: bigint
  readonly size: bigint
  readonly role: 'maker' | 'taker'
  readonly status: string
  readonly at: number
}

export type History = ReturnType<typeof createHistory>

/** Follows the exchange from now on. */
export function createHistory(exchange: Exchange, isSimulatedTrader: (wallet: string) => boolean) {
  const histories = new Map<string, OrderHistory>()
  const trades = new Map<string, Trade>()
  const stop = exchange.subscribe((event) => {
    if (event.type === 'order' && !isSimulatedTrader(event.order.wallet)) {
      const { order, change, at } = event
      // An event carries a copy of its moment: the newest one is current.
      const changes = histories.get(order.id)?.changes ?? []
      histories.set(order.id, { order, changes })
      changes.push({ at, change, status: order.status, filled: order.filled })
    } else if (event.type === 'trade' || event.type === 'trade_status') {
      const { trade } = event
      const parties = [trade.takerWallet, ...trade.makers.map((maker) => maker.wallet)]
      if (parties.some((wallet) => !isSimulatedTrader(wallet))) trades.set(trade.id, trade)
    }
  })
  return {
    orders: (): readonly OrderHistory[] => [...histories.values()],
    /** One row for each own order in each trade, with the trade's status of now. */
    fills: (): readonly Fill[] =>
      [...trades.values()].flatMap((trade) =>
        fillsOf(trade).filter((fill) => !isSimulatedTrader(fill.wallet)),
      ),
    stop,
  }
}

function fillsOf(trade: Trade): Fill[] {
  const shared = { trade: trade.id, status: trade.status, at: trade.matchedAt }
  return [
    {
      ...shared,
      order: trade.takerOrderId,
      wallet: trade.takerWallet,
      token: trade.token,
      side: trade.side,
      price: trade.price,
      cash: trade.cash,
      size: trade.size,
      role: 'taker',
    },
    ...trade.makers.map((maker) => ({
      ...shared,
      order: maker.orderId,
      wallet: maker.wallet,
      token: maker.token,
      side: maker.side,
      price: maker.price,
      cash: maker.cash,
      size: maker.size,
      role: 'maker' as const,
    })),
  ]
}
