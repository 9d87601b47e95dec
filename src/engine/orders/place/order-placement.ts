/**
 * Takes orders from their checks to their ends: rows on disk before the one request, the request once, and reading, never
 * sending, when no answer comes. The sequence is the placement machine's; this file performs its effects.
 */
import type { ClientOrderId, OrderId, OutcomeId } from '#core/ids.ts'
import { SENT, type PlacementEvent } from '#core/machines/placement.ts'
import { limitAmounts, sizedOrder } from '#core/order/order-amounts.ts'
import { withNearestSizes } from '#core/order/order-minimum.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { rejection, type RejectCode, type Rejection } from '#core/reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { AuditAction, AuditDetails, AuditEntry } from '#ports/audit-log.ts'
import type { PlaceOutcome, PreparedOrder } from '#ports/venue-trading.ts'
import type { CancelCause, PlaceResult } from '../contract.ts'
import type { Room } from '../outside.ts'
import {
  decisionDetails,
  intentDetails,
  placeBody,
  responseDetails,
  signedDetails,
} from '../record/order-history.ts'
import { rowsOf } from '../record/submissions.ts'
import { refusalOf, type CheckedTerms, type OrderCheck, type OrderGate } from './order-check.ts'
import type { OrderReplay } from './order-replay.ts'

/** A command that becomes an order; its rows are made of it and of what is placed. */
export type Command = {
  readonly clientOrderId: ClientOrderId
  readonly action: AuditAction
  /** The cancels before it was received. */
  readonly epoch: number
  /** Details of its intent row, with the canonical text of the request; null once that row is on disk. */
  readonly details: AuditDetails | null
  /** More details of its decision row where it is refused. */
  readonly more?: AuditDetails
}

/** An order to be placed. */
export type Entry = {
  readonly command: Command
  readonly intent: OrderIntent
  /** The order that it replaces, already gone. */
  readonly replaces: OrderId | null
}

/** Parts that placements need. */
export type PlaceRoom = Room & {
  readonly check: OrderCheck
  readonly gate: OrderGate
  readonly replay: OrderReplay
  /** Orders that are being replaced, and outcomes that are being left through own sales: one command at a time. */
  readonly busy: Set<OrderId | OutcomeId>
  /** Cancels one order by id; true if the venue names it as cancelled. */
  readonly cancelOne: (id: OrderId, cause: CancelCause) => Promise<boolean>
  /** True if the cancel of an order waits until the venue takes it. */
  readonly isKept: (id: OrderId) => boolean
}

const NOT_RECORDED = rejection('audit_unavailable')
const SALES_IN_THE_WAY = rejection('insufficient_balance', {
  message: 'These shares are in open sells, which a batch does not cancel: place this order alone.',
})

/** An order at a price of the trader, with its command; `body` is the canonical text of what was asked for. */
export function askedEntry(asked: OrderIntent, epoch: number, body = placeBody(asked)): Entry {
  const intent = sizedOrder(asked)
  const { clientOrderId } = intent
  const details = intentDetails(intent, body, asked.size)
  return { intent, command: { clientOrderId, action: 'place', epoch, details }, replaces: null }
}

/** The answer to a command of which nothing was sent. */
function refused(clientOrderId: ClientOrderId, reject: Rejection): PlaceResult {
  return { clientOrderId, result: 'rejected', order: null, reject, replayed: false }
}

export function intentRow({ clientOrderId, action, details }: Command): AuditEntry {
  return rowsOf(clientOrderId, action)('intent', details ?? {})
}

/** The answer to a command whose intent row the disk refused: nothing of it has happened. */
export function notRecorded({ clientOrderId }: Pick<Command, 'clientOrderId'>): PlaceResult {
  return refused(clientOrderId, NOT_RECORDED)
}

/**
 * Refuses a command before there is an order: its rows are written, and its id is used up like that of any other (INV-08). What
 * cannot be written is refused for that.
 */
export function refuse(room: Room, command: Command, reason: Rejection): PlaceResult {
  const isWritten = writeRefusals(room, command, refusalRows(command, reason))
  return isWritten ? refused(command.clientOrderId, reason) : notRecorded(command)
}

/** Intent, unless it is on disk, and decision of a command that is refused. */
function refusalRows(command: Command, refusal: Rejection): readonly AuditEntry[] {
  const { clientOrderId, action, details, more } = command
  const decision = rowsOf(clientOrderId, action)('decision', { ...decisionDetails(refusal), ...more })
  return details === null ? [decision] : [intentRow(command), decision]
}

/** False where the disk refused. A decision on an intent that is on disk follows as soon as the disk takes it. */
function writeRefusals({ submissions }: Room, { details }: Command, rows: readonly AuditEntry[]): boolean {
  if (details !== null) return submissions.before(rows).ok
  submissions.after(rows)
  return true
}

/** Reads what an order needs, and waits a moment for the first book of its outcome. */
export async function ready({ funds, bookWait }: Room, intent: OrderIntent): Promise<void> {
  await Promise.all([funds.ensure(intent), bookWait(intent.outcomeId, 'first')])
}

/** One placement; the gate is asked again right before the first byte. */
export async function placeOrder(
  room: PlaceRoom,
  command: Command,
  intent: OrderIntent,
  replaces: OrderId | null = null,
): Promise<PlaceResult> {
  const [result] = await placeTogether(room, [{ command, intent, replaces }])
  return result ?? notRecorded(command)
}

/**
 * The orders of one command: judged alone and as a sum, on disk in one transaction, sent in one request. From there on each has a
 * machine, a ledger entry and an ending of its own (INV-91 to INV-94). The results are in their order.
 */
export async function placeTogether(
  room: PlaceRoom,
  entries: readonly Entry[],
): Promise<readonly PlaceResult[]> {
  const [first] = entries
  if (first === undefined) return []
  room.point('place.validated')
  const alone = entries.map((entry) => refusalAlone(room, entry, entries.length > 1))
  const placements = judgeAndSign(
    room,
    entries.filter((_, at) => alone[at] === null),
  )
  const refusals = entries.flatMap(({ command }, at) => {
    const reason = alone[at] ?? (placements.ok ? null : placements.error)
    return reason === null ? [] : { command, reason }
  })
  const rows = refusals.flatMap(({ command, reason }) => refusalRows(command, reason))
  const going = placements.ok ? placements.value : []
  if (going.length === 0) room.point('place.intent.pre')
  const isWritten = going.length === 0 ? writeRefusals(room, first.command, rows) : send(room, going, rows)
  if (going.length === 0)
    for (const name of ['intent.post', 'decision.post', 'reply.pre']) room.point(`place.${name}`)
  const results = await Promise.all(going.map(({ result }) => result))
  for (const { command, reason } of refusals)
    results.push(isWritten ? refused(command.clientOrderId, reason) : notRecorded(command))
  return entries.flatMap(
    ({ command }) => results.find((one) => one.clientOrderId === command.clientOrderId) ?? [],
  )
}

/** The sum of one order is judged as one alone. */
function refusalAlone(room: PlaceRoom, entry: Entry, isOneOfMany: boolean): Rejection | null {
  const { command, intent, replaces } = entry
  const ids = replaces === null ? [] : [replaces]
  const closed = room.gate(command.epoch, { outcomeId: intent.outcomeId, ids })
  if (closed !== null || !isOneOfMany) return closed
  return room.check.inTheWay(intent).length > 0 ? SALES_IN_THE_WAY : refusalOf(room.check.check(intent))
}

/** Placements of all, or why there is none. */
function judgeAndSign(room: PlaceRoom, entries: readonly Entry[]): Result<readonly Placement[], Rejection> {
  const isHedge = entries.some(({ command }) => command.action === 'hedge')
  const judged = room.check.judgeTogether(
    entries.map(({ intent }) => intent),
    isHedge,
  )
  room.point('place.risk.post')
  if (!judged.ok) return judged
  const placements: Placement[] = []
  for (const [at, entry] of entries.entries()) {
    const terms = judged.value[at]
    const order = terms === undefined ? null : sign(room, entry.intent, terms)
    if (terms === undefined || order === null) return err(rejection('no_credentials'))
    placements.push(createPlacement(room, entry, terms, order))
  }
  return ok(placements)
}

/** The amounts must be those of the intent; null without credentials. */
function sign(
  { trading, point }: PlaceRoom,
  intent: OrderIntent,
  { tickSize, negRisk }: CheckedTerms,
): PreparedOrder | null {
  const order = trading.prepare({ ...intent, tickSize, negRisk })
  point('place.sign.post')
  const asked = limitAmounts(intent.side, intent.price, intent.size, tickSize)
  if (
    order !== null &&
    (order.makerAmount !== asked.makerAmount || order.takerAmount !== asked.takerAmount)
  ) {
    throw new Error('the signed amounts are not those of the intent')
  }
  return order
}

type Placement = ReturnType<typeof createPlacement>

/** The way of one signed order, through its own machine: what is written and sent together with others is theirs to ask for. */
function createPlacement(
  state: PlaceRoom,
  { command, intent, replaces }: Entry,
  { marketId, addsRisk }: CheckedTerms,
  order: PreparedOrder,
) {
  const { clientOrderId: id, action, epoch, details } = command
  const { ledger, own, usage, tell } = state.book
  const row = rowsOf(id, action)
  const { orderId } = order
  const ids = replaces === null ? [orderId] : [orderId, replaces]
  const credentials = state.credentials.generation()
  const { promise: result, resolve } = Promise.withResolvers<PlaceResult>()
  const rows = [
    ...(details === null ? [] : [intentRow(command)]),
    row('decision', decisionDetails(null)),
    row('signed', signedDetails(intent, marketId, order, replaces)),
  ]
  const machine = own.begin(id, action, SENT)

  function answer(result: PlaceResult['result'], reject: Rejection | null): void {
    state.point('place.reply.pre')
    const placed = ledger.byClientOrderId(id)?.order ?? null
    resolve({ clientOrderId: id, result, reject, order: placed, replayed: false })
  }

  return {
    id,
    order,
    /** Rows that have to be on disk before it leaves. */
    rows,
    result,
    /** From here it counts toward the limits, unless the disk refused its rows. */
    recorded(isWritten: boolean): void {
      if (!isWritten) return resolve(notRecorded(command))
      const signed = { ...intent, orderId, marketId, replaces, at: state.clock.now() }
      usage.sent(signed)
      ledger.open(signed, state.clock.monotonic(), machine)
    },
    /** Why it may not leave after all; null when it may. */
    closed: (): Rejection | null =>
      state.gate(epoch, { outcomeId: intent.outcomeId, ids }) ??
      state.check.recheck(intent) ??
      (addsRisk ? state.lossRefusal() : null),
    /** Row first, then what everybody sees, then the caller. */
    finish(answered: PlaceOutcome, closed: Rejection | null): void {
      const outcome = explained(intent, answered)
      const isFirst = machine.state().kind === 'sent'
      if (outcome.kind === 'accepted' && outcome.orderId !== orderId) {
        state.log.warn('order.id_differs', { client_order_id: id })
        ledger.named(orderId, outcome.orderId)
      }
      if (isFirst) state.submissions.respond('place', row('response', responseDetails(outcome, closed)))
      machine.send(eventOf(outcome))
      if (outcome.kind === 'accepted') tell('venue_takes', null)
      state.onOutcome(outcome, intent, credentials)
      if (outcome.kind === 'accepted') ledger.apply(orderId, { type: 'answered', status: outcome.status })
      else if (outcome.kind === 'refused') ledger.apply(orderId, { type: 'refused' })
      else if (outcome.kind === 'not_sent' && isFirst) ledger.apply(orderId, { type: 'not_sent' })
      else if (isFirst && machine.state().kind === 'unknown') ledger.apply(orderId, { type: 'no_answer' })
      if (!isFirst) return
      state.point('place.publish.post')
      if (outcome.kind === 'accepted' || outcome.kind === 'unknown') return answer(outcome.kind, null)
      answer('rejected', outcome.kind === 'refused' ? outcome.rejection : (closed ?? rejection(outcome.code)))
    },
  }
}

/** The outcome, with the sizes that the venue takes where it refuses that of the order. */
function explained(intent: OrderIntent, outcome: PlaceOutcome): PlaceOutcome {
  if (outcome.kind !== 'refused') return outcome
  return { ...outcome, rejection: withNearestSizes(intent, outcome.rejection) }
}

function eventOf(outcome: PlaceOutcome): PlacementEvent {
  if (outcome.kind === 'refused') return { type: 'refused', refusal: outcome.rejection }
  return { type: outcome.kind === 'unknown' ? 'no_answer' : outcome.kind }
}

/**
 * Their rows on disk in one transaction, then one request. A gate that one of them finds closed right before the first byte stops all.
 *
 * @param refusals  rows of orders of the same command that are refused
 * @returns false where the disk refused, and nothing has left
 */
function send(
  { submissions, trading, point }: PlaceRoom,
  placements: readonly Placement[],
  refusals: readonly AuditEntry[],
): boolean {
  const isWritten = submissions.record('place', [...refusals, ...placements.flatMap(({ rows }) => rows)])
  for (const placement of placements) placement.recorded(isWritten)
  if (!isWritten) return false
  const orders = placements.map(({ order }) => order)
  let stopped: Rejection | null = null

  function gate(): RejectCode | null {
    stopped = placements.reduce<Rejection | null>((closed, one) => closed ?? one.closed(), null)
    point('place.gates2.post')
    return stopped?.code ?? null
  }

  submissions.send<readonly PlaceOutcome[]>('place', {
    clientOrderId: placements.map(({ id }) => id).join(' '),
    // Where the venue takes them one by one, each is a request of its own.
    call: () =>
      orders.length > 1 && trading.submitMany !== undefined
        ? trading.submitMany(orders, gate)
        : Promise.all(orders.map((order) => trading.submit(order, gate))),
    unproven: (reason) => orders.map(() => ({ kind: 'unknown', reason })),
    onEnded(outcomes) {
      for (const [at, placement] of placements.entries())
        placement.finish(outcomes[at] ?? { kind: 'unknown', reason: 'not in the answer' }, stopped)
    },
  })
  return true
}
