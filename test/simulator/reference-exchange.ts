// A slow exchange to hold the real one against: one flat list of orders, sorted again for every match, balances summed
// from a journal of every movement ever made. Written from the rules alone; shares no code with the engine.

export type RefOrder = {
  readonly id: string
  readonly wallet: string
  readonly outcome: 0 | 1
  readonly side: 'BUY' | 'SELL'
  /** Steps of 0.0001. */
  readonly price: bigint
  readonly size: bigint
  readonly type: 'GTC' | 'GTD' | 'FOK' | 'FAK'
  readonly postOnly: boolean
  readonly expiresAt: number | null
  readonly budget: bigint | null
  status: 'LIVE' | 'MATCHED' | 'DELAYED' | 'CANCELED' | 'INVALID'
  filled: bigint
  /** Set while it rests: how much came to rest, how much of that was taken, and its place in the queue. */
  rest: { size: bigint; taken: bigint; place: number } | null
  delayUntil: number | null
  timer: number
}

type Movement = { wallet: string; cash: bigint; outcome: 0 | 1; shares: bigint }
type Fill = { maker: RefOrder; size: bigint; price: bigint; takerCash: bigint; makerCash: bigint }
type Match = { fills: Fill[]; own: RefOrder[]; size: bigint; cash: bigint; fee: bigint; done: boolean }
export type RefAnswer = { refused: string } | { status: string; making: bigint; taking: bigint }

const ONE = 10_000n

export class ReferenceExchange {
  readonly orders: RefOrder[] = []
  readonly trades: { movements: Movement[]; fee: bigint; failed: boolean }[] = []
  private readonly journal: Movement[] = []
  private readonly delaySeconds: number
  private readonly feeRate: bigint
  private readonly minimum: bigint
  private places = 0
  private timers = 0
  now: number

  constructor(options: { delaySeconds: number; feeRate: bigint; minimum: bigint; now: number }) {
    this.delaySeconds = options.delaySeconds
    this.feeRate = options.feeRate
    this.minimum = options.minimum
    this.now = options.now
  }

  credit(wallet: string, cash: bigint, shares: readonly [bigint, bigint]): void {
    this.journal.push({ wallet, cash, outcome: 0, shares: shares[0] })
    this.journal.push({ wallet, cash: 0n, outcome: 1, shares: shares[1] })
  }

  cash(wallet: string): bigint {
    return this.journal.reduce((sum, entry) => (entry.wallet === wallet ? sum + entry.cash : sum), 0n)
  }

  shares(wallet: string, outcome: 0 | 1): bigint {
    return this.journal.reduce(
      (sum, entry) => (entry.wallet === wallet && entry.outcome === outcome ? sum + entry.shares : sum),
      0n,
    )
  }

  fees(): bigint {
    return this.trades.reduce((sum, trade) => (trade.failed ? sum : sum + trade.fee), 0n)
  }

  /** Amount that an open order may still take from its wallet. */
  private promised(order: RefOrder): bigint {
    if (order.status === 'DELAYED') {
      if (order.side === 'SELL') return order.size
      return order.budget ?? (order.size * order.price) / ONE
    }
    if (order.rest === null || order.status !== 'LIVE') return 0n
    const { size, taken } = order.rest
    if (order.side === 'SELL') return size - taken
    return (size * order.price) / ONE - (taken * order.price) / ONE
  }

  freeCash(wallet: string): bigint {
    const buys = this.orders.filter((order) => order.wallet === wallet && order.side === 'BUY')
    return buys.reduce((sum, order) => sum - this.promised(order), this.cash(wallet))
  }

  freeShares(wallet: string, outcome: 0 | 1): bigint {
    const sells = this.orders.filter(
      (order) => order.wallet === wallet && order.side === 'SELL' && order.outcome === outcome,
    )
    return sells.reduce((sum, order) => sum - this.promised(order), this.shares(wallet, outcome))
  }

  /** The price at which `order` would meet a resting one, in its own outcome's terms; null when they do not cross. */
  private meeting(order: RefOrder, resting: RefOrder): bigint | null {
    const isSameOutcome = order.outcome === resting.outcome
    if (isSameOutcome === (order.side === resting.side)) return null
    const price = isSameOutcome ? resting.price : ONE - resting.price
    const isGood = order.side === 'BUY' ? price <= order.price : price >= order.price
    return isGood ? price : null
  }

  private match(order: RefOrder): Match {
    const candidates = this.orders
      .filter((resting) => resting.status === 'LIVE' && resting.rest !== null)
      .flatMap((resting) => {
        const price = this.meeting(order, resting)
        return price === null ? [] : [{ resting, price, place: resting.rest?.place ?? 0 }]
      })
      .sort((left, right) => {
        const better = Number(left.price - right.price) * (order.side === 'BUY' ? 1 : -1)
        return better === 0 ? left.place - right.place : better
      })
    const result: Match = { fills: [], own: [], size: 0n, cash: 0n, fee: 0n, done: false }
    for (const { resting, price } of candidates) {
      const wanted =
        order.budget === null ? order.size - result.size : ((order.budget - result.cash) * ONE) / price
      if (wanted <= 0n) {
        result.done = true
        break
      }
      if (resting.wallet === order.wallet) {
        result.own.push(resting)
        continue
      }
      const { size: came, taken } = resting.rest ?? { size: 0n, taken: 0n }
      const size = wanted < came - taken ? wanted : came - taken
      const makerCash = (size * resting.price) / ONE
      const takerCash = resting.outcome === order.outcome ? makerCash : size - makerCash
      result.fills.push({ maker: resting, size, price, takerCash, makerCash })
      result.size += size
      result.cash += takerCash
      if (size === wanted) {
        result.done = true
        break
      }
    }
    for (const price of new Set(result.fills.map((fill) => fill.price))) {
      result.fee += this.fee(
        result.fills.filter((fill) => fill.price === price),
        price,
      )
    }
    return result
  }

  private fee(fills: readonly Fill[], price: bigint): bigint {
    const size = fills.reduce((sum, fill) => sum + fill.size, 0n)
    const exact = size * this.feeRate * price * (ONE - price)
    const unit = 1_000_000n * 100_000_000n * 10n
    return ((exact + unit / 2n) / unit) * 10n
  }

  place(order: RefOrder): RefAnswer {
    if (this.orders.some((known) => known.id === order.id)) return { refused: 'Duplicated' }
    if (order.price % 100n !== 0n || order.price <= 0n || order.price >= ONE) return { refused: 'tick size' }
    const takes = !isPatient(order)
    if (!takes && order.size < this.minimum) return { refused: 'lower than the minimum' }
    const isCheap = order.side === 'BUY' && (order.budget ?? (order.size * order.price) / ONE) < 1_000_000n
    if (takes && isCheap) return { refused: 'marketable BUY' }
    const crossing = this.orders.some(
      (resting) =>
        resting.status === 'LIVE' && resting.rest !== null && this.meeting(order, resting) !== null,
    )
    const match = this.match(order)
    if (order.postOnly && crossing) return { refused: 'crosses book' }
    if (crossing && isCheap) return { refused: 'marketable BUY' }
    if (!this.affordable(order, match)) return { refused: 'not enough balance' }
    if (crossing && this.delaySeconds > 0) {
      this.orders.push(order)
      order.status = 'DELAYED'
      order.delayUntil = this.now + this.delaySeconds * 1000
      this.timers += 1
      order.timer = this.timers
      return { status: 'delayed', making: 0n, taking: 0n }
    }
    this.orders.push(order)
    const killed = this.killed(order, match)
    if (killed !== null) {
      order.status = 'CANCELED'
      return { refused: killed }
    }
    this.execute(order, match)
    const [making, taking] = order.side === 'BUY' ? [match.cash, match.size] : [match.size, match.cash]
    return { status: match.fills.length > 0 ? 'matched' : 'live', making, taking }
  }

  private affordable(order: RefOrder, match: Match): boolean {
    if (order.side === 'SELL') return this.freeShares(order.wallet, order.outcome) >= order.size
    const own = order.budget ?? (order.size * order.price) / ONE
    const left = isPatient(order) && order.size > match.size ? order.size - match.size : 0n
    const spent = match.cash + (left * order.price) / ONE
    return this.freeCash(order.wallet) >= (own > spent ? own : spent) + match.fee
  }

  private killed(order: RefOrder, match: Match): string | null {
    if (order.type === 'FOK' && !match.done) return 'FOK orders'
    return order.type === 'FAK' && match.fills.length === 0 ? 'FAK order' : null
  }

  private execute(order: RefOrder, match: Match): void {
    for (const own of match.own) this.end(own, 'CANCELED')
    if (match.fills.length > 0) {
      const movements = match.fills.map((fill) => movement(fill.maker, fill.size, fill.makerCash))
      const own = movement(order, match.size, match.cash)
      movements.push({ ...own, cash: own.cash - match.fee })
      this.journal.push(...movements)
      this.trades.push({ movements, fee: match.fee, failed: false })
    }
    for (const { maker, size } of match.fills) {
      maker.filled += size
      if (maker.rest !== null) maker.rest.taken += size
      if (maker.rest !== null && maker.rest.taken === maker.rest.size) {
        maker.status = 'MATCHED'
        maker.rest = null
      }
    }
    order.filled = match.size
    order.status = 'LIVE'
    const left = order.budget === null ? order.size - match.size : 0n
    if (isPatient(order) && left > 0n) {
      this.places += 1
      order.rest = { size: left, taken: 0n, place: this.places }
      this.timers += 1
      order.timer = this.timers
    } else if (left > 0n || (order.budget !== null && !match.done)) order.status = 'CANCELED'
    else order.status = 'MATCHED'
  }

  end(order: RefOrder, status: 'CANCELED' | 'INVALID'): void {
    Object.assign(order, { status, rest: null, delayUntil: null })
  }

  cancel(id: string): boolean {
    const order = this.orders.find((known) => known.id === id)
    if (order?.status !== 'LIVE') return false
    this.end(order, 'CANCELED')
    return true
  }

  clear(): void {
    for (const order of this.orders) {
      if (order.status === 'LIVE' || order.status === 'DELAYED') this.end(order, 'INVALID')
    }
  }

  advance(ms: number): void {
    const until = this.now + ms
    for (;;) {
      const due = this.orders
        .flatMap((order) => {
          const at = order.status === 'DELAYED' ? order.delayUntil : this.leavesAt(order)
          return at === null || at > until ? [] : [{ order, at }]
        })
        .sort((left, right) => left.at - right.at || left.order.timer - right.order.timer)[0]
      if (due === undefined) break
      this.now = Math.max(this.now, due.at)
      if (due.order.status === 'LIVE') this.end(due.order, 'CANCELED')
      else this.resume(due.order)
    }
    this.now = until
  }

  private leavesAt(order: RefOrder): number | null {
    return order.status === 'LIVE' && order.expiresAt !== null ? order.expiresAt - 60_000 : null
  }

  private resume(order: RefOrder): void {
    this.end(order, 'CANCELED')
    const match = this.match(order)
    if (!this.affordable(order, match)) order.status = 'INVALID'
    else if (this.killed(order, match) === null) this.execute(order, match)
  }

  /** Undoes a trade; whoever then promises more than it has loses its newest orders. */
  fail(index: number): void {
    const trade = this.trades[index]
    if (trade === undefined || trade.failed) return
    trade.failed = true
    for (const { wallet, cash, outcome, shares } of trade.movements) {
      this.journal.push({ wallet, cash: -cash, outcome, shares: -shares })
    }
    for (const { wallet, outcome } of trade.movements) {
      this.trim(wallet, 'BUY', outcome, () => this.freeCash(wallet))
      this.trim(wallet, 'SELL', outcome, () => this.freeShares(wallet, outcome))
    }
  }

  private trim(wallet: string, side: 'BUY' | 'SELL', outcome: 0 | 1, free: () => bigint): void {
    while (free() < 0n) {
      const newest = this.orders.findLast(
        (order) =>
          order.wallet === wallet &&
          order.side === side &&
          (side === 'BUY' || order.outcome === outcome) &&
          (order.status === 'LIVE' || order.status === 'DELAYED'),
      )
      if (newest === undefined) return
      this.end(newest, 'INVALID')
    }
  }

  /** One outcome's levels, best first. */
  levels(outcome: 0 | 1, side: 'bids' | 'asks'): { price: number; size: bigint }[] {
    const totals = new Map<bigint, bigint>()
    for (const order of this.orders) {
      if (order.status !== 'LIVE' || order.rest === null) continue
      const isOwn = order.outcome === outcome
      const isBid = isOwn === (order.side === 'BUY')
      if (isBid !== (side === 'bids')) continue
      const price = isOwn ? order.price : ONE - order.price
      totals.set(price, (totals.get(price) ?? 0n) + order.rest.size - order.rest.taken)
    }
    return [...totals]
      .map(([price, size]) => ({ price: Number(price), size }))
      .sort((left, right) => (side === 'bids' ? right.price - left.price : left.price - right.price))
  }
}

function movement(order: RefOrder, size: bigint, cash: bigint): Movement {
  const sign = order.side === 'BUY' ? 1n : -1n
  return { wallet: order.wallet, cash: -sign * cash, outcome: order.outcome, shares: sign * size }
}

function isPatient(order: RefOrder): boolean {
  return order.type === 'GTC' || order.type === 'GTD'
}
