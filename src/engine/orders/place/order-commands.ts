/**
 * The commands that become orders, each once per client order id: at a price of the trader, or by a quote of the backend. An order is
 * made and judged in one turn, so that nothing moves in between. Where own sales are in its way, its intent is on disk, they are
 * cancelled, the venue proves what they have filled, and only then is sent what the shares that are free by then allow (INV-81).
 */
import type { ClientOrderId, OrderId, OutcomeId } from '#core/ids.ts'
import { type Micros, roundSizeDown, ZERO } from '#core/money.ts'
import { sizedOrder } from '#core/order/order-amounts.ts'
import type { Order, OrderIntent } from '#core/order/order.ts'
import { type FreedQuote, quoteFreeing, restingSales } from '#core/order/way-out.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { AuditDetails, AuditEntry } from '#ports/audit-log.ts'
import type { Orders, PlaceResult, UnpricedCommand } from '../contract.ts'
import { intentDetails, placeBody } from '../record/order-history.ts'
import { placeBothSides } from './both-sides.ts'
import { refusalOf } from './order-check.ts'
import {
  askedEntry,
  intentRow,
  notRecorded,
  placeOrder,
  placeTogether,
  ready,
  refuse,
} from './order-placement.ts'
import type { Command, Entry, PlaceRoom } from './order-placement.ts'
import { proveEnd, proveOver } from './order-proof.ts'
import { replace, replaceBody, replaceDetails } from './order-replace.ts'

type QuotedCommand = {
  readonly clientOrderId: ClientOrderId
  readonly action: 'exit' | 'hedge'
  /** Canonical text of what was asked for, to distinguish a repeat from a conflict. */
  readonly body: string
  /** The request, as the intent row keeps it. */
  readonly asked: AuditDetails
  /** The outcome whose own sales are cancelled as far as they are in the way. */
  readonly leaves: OutcomeId
  /** Reads what the quote needs; sends no order. */
  readonly prepare: () => Promise<void>
  /** The order in its current state, with so many of the shares in own sales freed. */
  readonly quote: (freed: Micros) => Result<OrderIntent, Rejection>
  /** Command that the order is a part of; without it the order is a command of its own, received now. */
  readonly group?: QuotedGroup | undefined
}

/** Several quoted commands that are one: their intents are written in one transaction before one cancel. */
export type QuotedGroup = {
  /**
   * Resolves once the cancel is answered; to false where the disk refused the rows.
   *
   * @param onRecorded  called with the rows on disk and before the cancel leaves
   */
  readonly join: (intent: AuditEntry, onRecorded: () => void) => Promise<boolean>
  /** Resolves once what comes before each of them is over: the count of cancels that they obey. */
  readonly epoch: Promise<number>
}

export type QuotedOrders = (command: QuotedCommand) => Promise<Result<PlaceResult, 'idempotency_conflict'>>

/** An order that is to be made. */
type Making = Omit<Command, 'epoch'> & {
  readonly leaves: OutcomeId
  readonly prepare: () => Promise<unknown>
  /** The order now, and own sales that have to go before it. */
  readonly quote: () => Result<FreedQuote<OrderIntent>, Rejection>
  /** The order by what is free once they are gone. */
  readonly requote: () => Result<OrderIntent, Rejection>
  /** Details of its intent row with the order's terms. */
  readonly detailsOf: (terms: OrderIntent) => Command['details']
}

const SOLD_MEANWHILE = 'The open sells filled completely before they could be cancelled.'

export function createOrderCommands(room: PlaceRoom) {
  const { replay } = room
  const { cancels } = room.book
  const commands: Pick<Orders, 'place' | 'placeMany' | 'placeBothSides' | 'replace' | 'unpriced'> = {
    place: (asked, epoch = cancels.epoch()) => place(room, asked, epoch),
    placeMany: (intents) => placeMany(room, intents),
    placeBothSides: (sale, purchase) =>
      placeBothSides(room, sale, purchase, (epoch) => place(room, sale, epoch)),
    replace: (intent) => replay.once(intent.clientOrderId, replaceBody(intent), () => replace(room, intent)),
    unpriced: (command) => unpriced(room, command),
  }
  return {
    ...commands,
    isVoid: replay.isVoid,
    findBy: replay.findBy,
    proveOver: (id: OrderId): Promise<Micros | null> => proveOver(room, id),
    /** Orders that the backend quotes. */
    quoted: ((command) => {
      const { clientOrderId, body, group } = command
      return replay.once(clientOrderId, body, async () =>
        group === undefined
          ? make(room, quotedMaking(room, command), cancels.epoch())
          : makeInGroup(room, quotedMaking(room, command), group),
      )
    }) satisfies QuotedOrders,
  }
}

function place(room: PlaceRoom, asked: OrderIntent, epoch: number): ReturnType<Orders['place']> {
  room.point('place.received')
  const body = placeBody(asked)
  return room.replay.once(asked.clientOrderId, body, async () => {
    const { intent, command } = askedEntry(asked, epoch, body)
    const { outcomeId } = intent
    const making: Making = {
      ...command,
      leaves: outcomeId,
      prepare: () => ready(room, intent),
      quote: () => ok({ terms: intent, cancelsFirst: room.check.inTheWay(intent) }),
      requote() {
        // Sales in its way may have sold some meanwhile: the rest is sold.
        const free = room.check.freeShares(outcomeId)
        const left = free !== null && free < intent.size ? roundSizeDown(free) : intent.size
        if (left <= 0n) return err(rejection('no_position', { message: SOLD_MEANWHILE }))
        return ok(sizedOrder({ ...intent, size: left }))
      },
      detailsOf: () => command.details,
    }
    return make(room, making, epoch)
  })
}

/** An id that is known answers its first result; one that belongs to another body refuses the whole command. */
async function placeMany(room: PlaceRoom, intents: readonly OrderIntent[]): ReturnType<Orders['placeMany']> {
  const { replay, book } = room
  if (intents.some((one) => replay.isConflict(one.clientOrderId, placeBody(one))))
    return err('idempotency_conflict')
  room.point('place.received')
  const epoch = book.cancels.epoch()
  const entries: Entry[] = []
  // Begins once every id that is new has its entry.
  const placing = Promise.resolve().then(async () => {
    if (room.gate(epoch) === null) await Promise.all(entries.map(({ intent }) => ready(room, intent)))
    return placeTogether(room, entries)
  })
  const results = await Promise.all(
    intents.map((asked) =>
      replay.once(asked.clientOrderId, placeBody(asked), async () => {
        const at = entries.push(askedEntry(asked, epoch)) - 1
        const result = (await placing)[at]
        if (result === undefined) throw new Error('an order of several without a result')
        return result
      }),
    ),
  )
  return ok(results.flatMap((one) => (one.ok ? one.value : [])))
}

function quotedMaking(room: PlaceRoom, command: QuotedCommand): Making {
  const { clientOrderId, action, body, asked, leaves, prepare, quote } = command
  return {
    clientOrderId,
    action,
    details: { body, ...asked },
    leaves,
    prepare,
    quote: () => quoteFreeing(restingSales(room.book.open(), leaves), quote),
    requote: () => quote(ZERO),
    detailsOf: (terms) => ({ ...asked, ...intentDetails(terms, body) }),
  }
}

async function make(room: PlaceRoom, making: Making, epoch: number): Promise<PlaceResult> {
  const { leaves, action } = making
  const command: Command = { ...making, epoch }
  // An order that is refused anyway does not wait for a gate to open; while it reads, another way out may take the shares.
  const held = (): Rejection | null =>
    room.gate(epoch) ?? (action === 'place' ? null : wayOutRefusal(room, leaves))
  const closed = held()
  if (closed !== null) return refuse(room, command, closed)
  await making.prepare()
  const overtaken = held()
  if (overtaken !== null) return refuse(room, command, overtaken)
  const quoted = making.quote()
  if (!quoted.ok) return refuse(room, command, quoted.error)
  const { terms, cancelsFirst: sales } = quoted.value
  const made = { ...command, details: making.detailsOf(terms) }
  if (sales.length === 0) return placeOrder(room, made, terms)
  // A refusal must not cost the trader the orders in its way.
  const refusal =
    wayOutRefusal(room, leaves) ??
    refusalOf(room.check.check(terms, { old: sales, isHedge: action === 'hedge' }))
  if (refusal !== null) return refuse(room, command, refusal)
  return goThroughSales(room, making, made, sales)
}

/** A leg of many: orders that offer its shares are cancelled with those of the others, and its intent is on disk before that. */
async function makeInGroup(room: PlaceRoom, making: Making, group: QuotedGroup): Promise<PlaceResult> {
  const { leaves: outcomeId } = making
  const epoch = room.book.cancels.epoch()
  const sales = room.gate(epoch) === null ? restingSales(room.book.open(), outcomeId) : []
  if (sales.length === 0 || wayOutRefusal(room, outcomeId) !== null)
    return make(room, making, await group.epoch)
  const command = { ...making, details: { ...making.details, outcome_id: outcomeId }, epoch }
  return goThroughSales(room, making, command, sales, group)
}

/** Refuses a command whose price is not one: the gates are reported first, as for every order. */
function unpriced(room: PlaceRoom, { action, intent }: UnpricedCommand): ReturnType<Orders['unpriced']> {
  const { clientOrderId, price } = intent
  const [body, asked] =
    action === 'place'
      ? [placeBody(intent), intentDetails(intent, '')]
      : [replaceBody(intent), replaceDetails(intent)]
  return room.replay.once(clientOrderId, body, async () => {
    const message = `The price ${price} must lie between 0 and 1, with at most 4 decimals.`
    const epoch = room.book.cancels.epoch()
    const refusal = room.gate(epoch) ?? rejection('invalid_price', { message, value: price })
    return refuse(room, { clientOrderId, action, epoch, details: { ...asked, body } }, refusal)
  })
}

/** Why another way out of these shares has to wait, or null: one at a time goes through the sales of an outcome. */
function wayOutRefusal({ busy }: PlaceRoom, outcomeId: OutcomeId): Rejection | null {
  return busy.has(outcomeId) ? rejection('way_out_under_way') : null
}

/** @param group  without it the sales are cancelled by id */
async function goThroughSales(
  room: PlaceRoom,
  making: Making,
  asked: Command,
  sales: readonly Order[],
  group?: QuotedGroup,
): Promise<PlaceResult> {
  const { leaves: outcomeId } = making
  const { bus, book, clock } = room
  const { clientOrderId, action } = asked
  const orderIds = sales.flatMap(({ id }) => id ?? [])
  const recorded = { ...asked, details: { ...asked.details, cancels_first: orderIds } }

  function onRecorded(): void {
    room.point('way_out.recorded')
    // Before the first cancel is answered, so that what an exit had resting is not taken for cancelled by somebody else.
    bus.publish('way_out', { outcomeId, orderIds, step: 'begins' })
  }

  function cancelSales(): readonly Promise<boolean>[] {
    onRecorded()
    const calls = orderIds.map((id) => room.cancelOne(id, 'way_out'))
    for (const id of orderIds) book.ledger.mark(id, { cancelling: true })
    return calls
  }

  /** With the sales in its way proven gone and the intent on disk. */
  async function send(command: Command): Promise<PlaceResult> {
    await making.prepare()
    const quoted = making.requote()
    if (quoted.ok) return placeOrder(room, command, quoted.value)
    return refuse(room, command, room.gate(command.epoch) ?? quoted.error)
  }

  room.busy.add(outcomeId)
  let isHedged = false
  try {
    const intent = intentRow(recorded)
    const isWritten =
      group === undefined ? room.submissions.before([intent]).ok : await group.join(intent, onRecorded)
    if (!isWritten) return notRecorded(asked)
    const calls = group === undefined ? cancelSales() : []
    const command = { ...asked, details: null }
    room.point('way_out.cancel_sent')
    const ends = await Promise.all(
      orderIds.map(async (id, at) => {
        const end = await proveEnd(room, id, calls[at])
        book.ledger.mark(id, { cancelling: false })
        return end.filled
      }),
    )
    room.point('way_out.cancel_proved')
    const result = ends.includes(null)
      ? refuse(room, command, NOT_PROVEN)
      : await send(group === undefined ? command : { ...command, epoch: await group.epoch })
    isHedged = action === 'hedge' && result.result !== 'rejected'
    if (result.result === 'rejected') {
      const orders = orderIds.flatMap((id) => book.ledger.entry(id)?.order ?? [])
      bus.publish('way_out_unsold', { clientOrderId, outcomeId, orders, why: result.reject, at: clock.now() })
    }
    return { ...result, cancelledFirst: orderIds }
  } finally {
    room.busy.delete(outcomeId)
    bus.publish('way_out', { outcomeId, orderIds: [], step: isHedged ? 'hedged' : 'over' })
  }
}

const NOT_PROVEN = rejection('not_cancellable', {
  message:
    'The venue did not confirm in time that the open sells are cancelled, so nothing was sent. Their cancels are out: see Open orders.',
})
