// Funds of quotes: the wallet's means, the reserve of an accepted request, and the settlement of a match.
import type { Parts } from '../../parts.ts'
import type { DataBook } from '../data/book.ts'
import type { Holdings } from './holdings.ts'
import type { Rfq } from './requests.ts'
import type { QuoteRequest } from './wire.ts'

type Funds = Pick<Parts, 'exchange' | 'clock'> & {
  readonly holdings: Holdings
  readonly book: DataBook
}

/** Amount that the wallet may still spend on buying, or sell of the combo. */
export function free(
  { exchange, holdings }: Funds,
  direction: QuoteRequest['direction'],
  wallet: string,
  conditionId: string,
): bigint {
  if (direction === 'BUY') {
    const late = exchange.unsettled(wallet).reduce((sum, { cash }) => (cash > 0n ? sum + cash : sum), 0n)
    return exchange.cash(wallet) - exchange.heldCash(wallet) - late
  }
  const holding = holdings.of(wallet, conditionId)
  return holding === undefined ? 0n : holding.size - holding.held
}

/** True if the wallet can pay for the quote. */
export function canPay(funds: Funds, { request, wallet, ids, quote }: Rfq): boolean {
  return quote.totalRequired <= free(funds, request.direction, wallet, ids.conditionId)
}

/** Keeps what an accepted request costs from being spent twice; `-1n` gives it back. */
export function hold(
  { exchange, holdings }: Funds,
  { request, wallet, ids, quote }: Rfq,
  times: 1n | -1n,
): void {
  const amount = quote.totalRequired * times
  if (request.direction === 'BUY') exchange.reserve(wallet, amount)
  else {
    const holding = holdings.of(wallet, ids.conditionId)
    if (holding !== undefined) holding.held += amount
  }
}

/** Cash and shares change hands, with the makers outside of the exchange on the other side. */
export function settle({ clock, exchange, holdings, book }: Funds, rfq: Rfq): void {
  const { wallet, ids, legs, quote } = rfq
  const buys = rfq.request.direction === 'BUY'
  const cash = buys ? quote.totalRequired : quote.netReceive
  exchange.deposit(wallet, buys ? -cash : cash)
  if (buys) holdings.buy(wallet, ids, legs, quote.takerAmount, quote.makerAmount, quote.fee)
  else {
    const holding = holdings.of(wallet, ids.conditionId)
    if (holding !== undefined) holdings.sell(holding, quote.makerAmount)
  }
  book.add({
    kind: 'combo',
    at: clock.now(),
    wallet,
    hash: rfq.hash,
    conditionId: ids.conditionId,
    positionId: ids.yes,
    title: legs.map(({ market }) => market.definition.question).join(' AND '),
    side: rfq.request.direction,
    size: buys ? quote.takerAmount : quote.makerAmount,
    cash,
    fee: quote.fee,
    price: Number(quote.price),
  })
}
