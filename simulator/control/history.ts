/** History of every order of real accounts, change by change. Tests compare the terminal with it. */
import type { Exchange } from '../exchange/exchange.ts'
import type { BookOrder, MakerFill, Trade } from '../types.ts'

type Change = Pick<BookOrder, 'status' | 'filled'> & { readonly at: number; readonly change: string }

export type History = ReturnType<typeof createHistory>

/** Follows the exchange from now on. */
export function createHistory(exchange: Exchange, isSimulatedTrader: (wallet: string) => boolean) {
  const histories = new Map<string, { readonly order: BookOrder; readonly changes: Change[] }>()
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
    orders: () => [...histories.values()],
    /** One row for each own order in each trade, with the trade's status of now. */
    fills: () =>
      [...trades.values()].flatMap((trade) =>
        fillsOf(trade).filter((fill) => !isSimulatedTrader(fill.wallet)),
      ),
    stop,
  }
}

function fillsOf(trade: Trade) {
  const shared = { trade: trade.id, status: trade.status, at: trade.matchedAt }
  const row = (order: string, role: 'maker' | 'taker', part: Omit<MakerFill, 'orderId' | 'owner'>) => {
    const { wallet, token, side, price, cash, size } = part
    return { ...shared, order, wallet, token, side, price, cash, size, role }
  }
  return [
    row(trade.takerOrderId, 'taker', { ...trade, wallet: trade.takerWallet }),
    ...trade.makers.map((maker) => row(maker.orderId, 'maker', maker)),
  ]
}
