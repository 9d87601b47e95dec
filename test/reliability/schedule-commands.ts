/** Random commands of a trader, and what becomes of their answers: seeded, so that a failing schedule replays. */
import { setTimeout as pause } from 'node:timers/promises'
import { parseClientOrderId, type ClientOrderId, type OrderId, type OutcomeId } from '#core/ids.ts'
import { micros, type Micros } from '#core/money.ts'
import { fittingSize, sizeStep, type SizeRule } from '#core/order/order-amounts.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { priceFromSteps, type Price } from '#core/price.ts'
import type { CancelResult, Orders, PlaceResult, ReplaceIntent } from '#engine/orders/contract.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { SimulatorRandom } from '#simulator/types.ts'
import type { MarketStandIn } from './market-stand-in.ts'

/** Receives each violation. */
export type Complain = (words: string) => void

type Answered = Result<PlaceResult, 'idempotency_conflict'>

export type CancelAllAsked = { readonly at: number; answered: boolean }

export type Trader = {
  /** Does something; resolves at once, its answers come later. */
  readonly act: (orders: Orders) => Promise<string>
  /** Nothing that this run reports from now on counts: it was killed. */
  readonly bury: (orders: Orders) => void
  /** Every answer that is still expected has come or will never come. */
  readonly settled: () => Promise<void>
  readonly cancelAlls: readonly CancelAllAsked[]
  /** Sizes that replaces asked for, by client order id. */
  readonly replaced: ReadonlyMap<ClientOrderId, bigint>
  /** Repeats every command that was ever answered and compares. */
  readonly repeatAll: (orders: Orders) => Promise<void>
}

type Creating =
  | { readonly kind: 'place'; readonly intent: OrderIntent }
  | { readonly kind: 'replace'; readonly intent: ReplaceIntent }

/** @param now  the venue's time, which is the terminal's */
export function createTrader(parts: {
  readonly random: SimulatorRandom
  readonly newId: () => string
  readonly now: () => number
  readonly market: MarketStandIn
  readonly complain: Complain
}): Trader {
  const { random, market, complain } = parts
  const created: Creating[] = []
  const first = new Map<ClientOrderId, PlaceResult>()
  const orderIds = new Set<OrderId>()
  const cancelAlls: CancelAllAsked[] = []
  const replaced = new Map<ClientOrderId, bigint>()
  const expected = new Map<Promise<void>, Orders>()
  const dead = new WeakSet<Orders>()

  function later(orders: Orders, work: Promise<void>): void {
    // A run that was killed answers nothing, or fails because its database is closed.
    const kept = work
      .catch(() => {})
      .finally(() => {
        expected.delete(kept)
      })
    expected.set(kept, orders)
  }

  function id(): ClientOrderId {
    const made = parseClientOrderId(parts.newId())
    if (made === null) throw new Error('not a UUIDv7')
    return made
  }

  const intent = (): OrderIntent => anyIntent(parts, id())

  function send(orders: Orders, command: Creating): Promise<Answered> {
    return command.kind === 'place' ? orders.place(command.intent) : orders.replace(command.intent)
  }

  function create(orders: Orders, command: Creating): void {
    created.push(command)
    later(
      orders,
      send(orders, command).then((answer) => {
        if (!dead.has(orders)) judge(command, answer)
      }),
    )
  }

  /** INV-08: the first answer stays the answer. */
  function judge(command: Creating, answer: Answered): void {
    const { clientOrderId } = command.intent
    if (!answer.ok) {
      complain(`INV-08 ${clientOrderId} met a conflict with itself`)
      return
    }
    const { value } = answer
    const orderId = value.order?.id ?? null
    if (orderId !== null) orderIds.add(orderId)
    const known = first.get(clientOrderId)
    if (known === undefined) first.set(clientOrderId, value)
    else if (known.result !== value.result || known.reject?.code !== value.reject?.code) {
      complain(
        `INV-08 ${clientOrderId} was ${known.result} ${known.reject?.code ?? ''} and is ${value.result} ${value.reject?.code ?? ''}`,
      )
    }
  }

  function place(orders: Orders): string {
    const command: Creating = { kind: 'place', intent: intent() }
    create(orders, command)
    // Two tabs and a double click: the same command at the same moment.
    if (random.next() < 0.15) for (let tab = 0; tab < 3; tab += 1) create(orders, command)
    const { side, price, size, timeInForce } = command.intent
    return `place ${side} ${size} at ${price} ${timeInForce}`
  }

  /** Several in one command, also from two tabs; each of them is repeated alone later on. */
  function placeMany(orders: Orders): string {
    const intents = Array.from({ length: random.integer(2, 5) }, intent)
    const commands = intents.map((one): Creating => ({ kind: 'place', intent: one }))
    created.push(...commands)
    for (let tab = random.next() < 0.15 ? 1 : 0; tab >= 0; tab -= 1) {
      later(
        orders,
        orders.placeMany(intents).then((answer) => {
          if (dead.has(orders)) return
          for (const [at, command] of commands.entries()) {
            const result = answer.ok ? answer.value[at] : undefined
            judge(command, result === undefined ? err('idempotency_conflict') : ok(result))
          }
        }),
      )
    }
    return `place ${intents.map(({ side, price, timeInForce }) => `${side} at ${price} ${timeInForce}`).join(', ')}`
  }

  function again(orders: Orders): string {
    if (created.length === 0) return 'nothing to repeat'
    const command = random.pick(created)
    if (random.next() < 0.7) {
      create(orders, command)
      return `repeat ${command.intent.clientOrderId}`
    }
    const changed: Creating =
      command.kind === 'place'
        ? { kind: 'place', intent: { ...command.intent, size: micros(command.intent.size + 10_000n) } }
        : { kind: 'replace', intent: { ...command.intent, size: micros(command.intent.size + 10_000n) } }
    later(
      orders,
      send(orders, changed).then((answer) => {
        const { clientOrderId } = changed.intent
        if (dead.has(orders)) return
        // Only a command that left no trace before a kill may be taken for a new one.
        if (answer.ok && first.has(clientOrderId)) complain(`INV-08 ${clientOrderId} took another body`)
        else if (answer.ok) created.splice(created.indexOf(command), 1, changed)
      }),
    )
    return `conflict ${command.intent.clientOrderId}`
  }

  function someOrder(orders: Orders): OrderId | null {
    const open = orders.open().flatMap((order) => order.id ?? [])
    const ids = random.next() < 0.8 ? open : [...orderIds]
    return ids.length === 0 ? null : random.pick(ids)
  }

  function cancel(orders: Orders): string {
    const ids = [someOrder(orders), someOrder(orders)].flatMap((one) => one ?? [])
    if (ids.length === 0) return 'nothing to cancel'
    const asked = [...new Set(ids)]
    later(
      orders,
      orders.cancel(asked).then((result) => {
        complete(result, asked)
      }),
    )
    return `cancel ${asked.length}`
  }

  /** INV-20: each id that was asked for is in exactly one list. */
  function complete(result: CancelResult, asked: readonly OrderId[]): void {
    const reported = [
      ...result.cancelled,
      ...result.queued.map((one) => one.id),
      ...result.failed.map((one) => one.id),
    ]
    for (const one of asked) {
      const times = reported.filter((other) => other === one).length
      if (times !== 1) complain(`INV-20 ${one} is in ${times} lists of a cancel answer`)
    }
  }

  function cancelMarket(orders: Orders): string {
    const outcomeId: OutcomeId = random.pick(market.outcomeIds)
    later(
      orders,
      orders.cancelMarket({ outcomeId }).then(() => {}),
    )
    return 'cancel market'
  }

  function cancelAll(orders: Orders): string {
    const asked: CancelAllAsked = { at: parts.now(), answered: false }
    cancelAlls.push(asked)
    later(
      orders,
      orders.cancelAll().then(({ failed }) => {
        asked.answered = !dead.has(orders) && failed.every((one) => one.id !== null)
      }),
    )
    return 'cancel all'
  }

  function replace(orders: Orders): string {
    const orderId = someOrder(orders)
    const old = orderId === null ? null : orders.order(orderId)
    if (orderId === null || old === null) return 'nothing to replace'
    const steps = old.price + (old.side === 'BUY' ? -1 : 1) * random.integer(1, 5) * 10
    const price = priceOf(steps)
    const command: Creating = {
      kind: 'replace',
      intent: {
        clientOrderId: id(),
        orderId,
        price,
        size: chosenSize({ timeInForce: old.timeInForce, price }, random.integer(5, 20)),
        postOnly: false,
      },
    }
    replaced.set(command.intent.clientOrderId, command.intent.size)
    create(orders, command)
    return `replace ${orderId}`
  }

  return {
    cancelAlls,
    replaced,
    async act(orders) {
      const dice = random.next()
      if (dice < 0.38) return place(orders)
      if (dice < 0.5) return placeMany(orders)
      if (dice < 0.6) return again(orders)
      if (dice < 0.75) return cancel(orders)
      if (dice < 0.8) return cancelMarket(orders)
      if (dice < 0.87) return cancelAll(orders)
      return replace(orders)
    },
    bury(orders) {
      dead.add(orders)
      // Its timers never fire: what it was about to say is never said.
      for (const [work, of] of expected) if (of === orders) expected.delete(work)
    },
    async settled() {
      while (expected.size > 0) await pause(10)
    },
    async repeatAll(orders) {
      for (const command of created) judge(command, await send(orders, command))
    },
  }
}

/** Across the book or inside it, of any kind. */
function anyIntent(
  { random, market, now }: Parameters<typeof createTrader>[0],
  clientOrderId: ClientOrderId,
): OrderIntent {
  const outcomeId = random.pick(market.outcomeIds)
  const book = market.books.view(outcomeId)
  const bid = book?.bids[0]?.[0] ?? 3_500
  const ask = book?.asks[0]?.[0] ?? 4_500
  const side = random.next() < 0.8 ? 'BUY' : 'SELL'
  const crosses = random.next() < 0.4
  const inside = random.integer(1, 9) * 50
  const steps = side === 'BUY' ? (crosses ? ask : bid + inside) : crosses ? bid : ask - inside
  const timeInForce = random.pick(['GTC', 'GTC', 'GTC', 'GTD', 'FOK', 'FAK'] as const)
  const price = priceOf(steps)
  return {
    clientOrderId,
    outcomeId,
    side,
    price,
    size: chosenSize({ timeInForce, price }, random.integer(5, 20)),
    timeInForce,
    postOnly: !crosses && timeInForce === 'GTC' && random.next() < 0.3,
    expiresAt: timeInForce === 'GTD' ? Math.floor(now()) + random.integer(200_000, 600_000) : null,
    evidence: null,
  }
}

function priceOf(steps: number): Price {
  const price = priceFromSteps(Math.min(Math.max(steps, 10), 9_990))
  if (price === null) throw new Error(`no price: ${steps}`)
  return price
}

/** The largest size up to so many shares that the venue takes, or the smallest of all. */
function chosenSize(rule: SizeRule, shares: number): Micros {
  const size = fittingSize(rule, micros(BigInt(shares) * 1_000_000n))
  return size > 0n ? size : sizeStep(rule)
}
