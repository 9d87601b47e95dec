/** Commands of the trader about attached exits: each is on disk before it is answered, and before an order of it leaves. */
import { bestBid } from '#core/book/book.ts'
import { parseExitId, type ClientOrderId, type ExitId, type OutcomeId } from '#core/ids.ts'
import { stepAttachedExit } from '#core/machines/attached-exit.ts'
import { addMicros, subtractMicros, ZERO, type Micros } from '#core/money.ts'
import { awaitsEntry, isInForce, newExit, restOf, type ExitLegs } from '#core/order/attached-exit.ts'
import { isFewer, legsText } from '#core/order/exit-legs.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { rejection } from '#core/reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { PlaceResult } from '../orders/contract.ts'
import { addExit, fresh, momentOf, unfollow, write, type ExitEntry, type ExitsState } from './exit-actor.ts'
import { FAULT_TEXT, MAX_EXITS, type ExitFault } from './exit-faults.ts'
import { faultOf, lookAt, statusOf, tickOf, type ExitStatus } from './exit-looks.ts'
import { exitDetails } from './exit-orders.ts'

/** A row of its own about an exit, with the program that asked for it, once what it tells of has been sent (INV-59). */
export function note(
  state: ExitsState,
  entry: ExitEntry,
  event: 'created' | 'changed' | 'removed' | 'moved' | 'ended',
): void {
  const by = state.commandBy?.() ?? null
  // The row of the command that made it has the command's name, so that a repeat is known for ever.
  const name = event === 'created' ? entry.machine.state().askedAs : null
  const [clientOrderId, about] = [name ?? state.random.uuidV7(), exitDetails(entry, event)]
  const details = by === null ? about : { ...about, by }
  state.clock.after(0, () => {
    state.audit.append([{ clientOrderId, kind: 'intent', action: 'attached_exit', details }])
  })
}

function isFull(state: ExitsState): boolean {
  return [...state.entries.values()].filter(({ machine }) => isInForce(machine.state())).length >= MAX_EXITS
}

/** On disk, then followed; null when the disk refused. */
function create(
  state: ExitsState,
  outcomeId: OutcomeId,
  source: Parameters<typeof newExit>[2],
  legs: ExitLegs,
): ExitEntry | null {
  const tick = tickOf(state, outcomeId)
  const exit = newExit(fresh(state, parseExitId), outcomeId, source, legs, tick, state.clock.now())
  const entry = addExit(state, exit, false)
  if (!write(state, entry, exit)) {
    unfollow(state, entry)
    state.entries.delete(exit.id)
    return null
  }
  note(state, entry, 'created')
  state.bus.publish('attached_exit', { exitId: exit.id })
  return entry
}

/** An order whose exits are on disk. */
type Attached = {
  readonly intent: OrderIntent
  /** Takes the answer to the order; null where its command is in conflict with another. */
  readonly placed: (result: PlaceResult | null) => void
}

/** An order with the exits that it is to have. */
export type Attaching = { readonly intent: OrderIntent; readonly legs: ExitLegs | null }

/** A stop at the bid or above would sell at once what the order buys. */
function stopMet(
  { quoteBooks }: ExitsState,
  { outcomeId, price }: OrderIntent,
  { stop }: ExitLegs,
): ExitFault | null {
  const source = quoteBooks.source(outcomeId)
  const bid = (source.ok ? bestBid(source.value.book) : null) ?? price
  return stop !== null && (stop.price > price || stop.price >= bid) ? 'stop_met' : null
}

/** Puts the exits of an order that is about to be placed on disk, or says why it is not placed: null where its id has other exits. */
function attach(state: ExitsState, { intent: asked, legs }: Attaching): Result<Attached, PlaceResult | null> {
  if (legs === null) return ok({ intent: asked, placed() {} })
  const intent = { ...asked, exits: legsText(legs) }
  const { clientOrderId, outcomeId } = intent
  const known = [...state.entries.values()].find(
    ({ machine }) => machine.state().entries[0]?.clientOrderId === clientOrderId,
  )
  if (known !== undefined) {
    const isSame = legsText(known.machine.state().asked) === legsText(legs)
    return isSame ? ok({ intent, placed() {} }) : err(null)
  }
  // Used before: the first result again, or a conflict, and no exit for either.
  if (state.audit.orderHistory(clientOrderId).length > 0) return ok({ intent, placed() {} })
  const isLate = legs.entry !== null && 'entry_attached'
  const fault =
    isLate ||
    (intent.side === 'SELL'
      ? 'sale_attached'
      : (faultOf(state, outcomeId, legs) ?? stopMet(state, intent, legs)))
  if (fault !== null || isFull(state)) return err(refused(intent, fault ?? 'too_many'))
  const entry = create(state, outcomeId, { entry: clientOrderId }, legs)
  if (entry === null) return err(refused(intent, 'storage_refused'))
  state.point('exit.attached')
  return ok({
    intent,
    placed(result) {
      // The id is another command's: so is its order.
      if (result === null) remove(state, entry.machine.state().id)
      // One that was refused and is at the venue all the same is what the venue shows.
      if (result?.result !== 'rejected' || (result.order !== null && result.order.status !== 'rejected'))
        return
      const at = momentOf(state)
      entry.machine.send({ type: 'entry', clientOrderId, orderId: null, filled: ZERO, isOver: true, at })
    },
  })
}

export async function place(
  state: ExitsState,
  intent: OrderIntent,
  legs: ExitLegs,
): Promise<Result<PlaceResult, 'idempotency_conflict'>> {
  const attached = attach(state, { intent, legs })
  if (!attached.ok) return attached.error === null ? err('idempotency_conflict') : ok(attached.error)
  const placed = await state.orders.place(attached.value.intent)
  attached.value.placed(placed.ok ? placed.value : null)
  return placed
}

export async function placeMany(
  state: ExitsState,
  asked: readonly Attaching[],
): Promise<Result<readonly PlaceResult[], 'idempotency_conflict'>> {
  const attached = asked.map((one) => attach(state, one))
  const going = attached.flatMap((one) => (one.ok ? one.value : []))
  const placed = attached.some((one) => !one.ok && one.error === null)
    ? err('idempotency_conflict' as const)
    : await state.orders.placeMany(going.map(({ intent }) => intent))
  for (const [at, one] of going.entries()) one.placed(placed.ok ? (placed.value[at] ?? null) : null)
  if (!placed.ok) return placed
  const answers = placed.value.values()
  return ok(attached.flatMap((one) => (one.ok ? answers.next().value : one.error) ?? []))
}

function refused({ clientOrderId }: OrderIntent, fault: ExitFault): PlaceResult {
  const code =
    fault === 'storage_refused' ? 'audit_unavailable' : fault === 'off_tick' ? fault : 'invalid_exit'
  const reject = rejection(code, { message: FAULT_TEXT[fault] })
  return { clientOrderId, result: 'rejected', order: null, reject, replayed: false }
}

export async function put(
  state: ExitsState,
  outcomeId: OutcomeId,
  size: Micros,
  legs: ExitLegs,
  askedAs: ClientOrderId | null,
): Promise<Result<ExitStatus, ExitFault>> {
  const known = [...state.entries.values()].find(
    ({ machine }) => askedAs !== null && machine.state().askedAs === askedAs,
  )
  if (known !== undefined) {
    const { asked, given, outcomeId: of } = known.machine.state()
    return of === outcomeId && given === size && legsText(asked) === legsText(legs)
      ? ok(statusOf(state, known))
      : err('conflict')
  }
  if (askedAs !== null && state.audit.orderHistory(askedAs).length > 0) return err('conflict')
  const fault = faultOf(state, outcomeId, legs)
  if (fault !== null) return err(fault)
  const source = legs.entry === null ? { size, askedAs } : { askedAs }
  const missing =
    legs.entry === null ? await notFree(state, outcomeId, size) : entryRefusal(state, outcomeId, legs.entry)
  if (missing !== null) return err(missing)
  if (isFull(state)) return err('too_many')
  const entry = create(state, outcomeId, source, legs)
  if (entry === null) return err('storage_refused')
  lookAt(state, entry)
  return ok(statusOf(state, entry))
}

/** Why such a stop entry may not wait, or null: refused once it is set off it would buy nothing. */
function entryRefusal(
  state: ExitsState,
  outcomeId: OutcomeId,
  { price, size, slippageTicks }: NonNullable<ExitLegs['entry']>,
): ExitFault | null {
  if (state.trading().reasons.includes('loss_limit')) return 'loss_limit'
  const source = state.quoteBooks.source(outcomeId)
  if (size <= 0n || (source.ok && size < source.value.book.minOrderSize)) return 'entry_small'
  const cost = (size * BigInt(price + slippageTicks * tickOf(state, outcomeId))) / 10_000n
  return cost > state.limits().maxOrderNotional ? 'entry_large' : null
}

/** Why so many shares of an outcome cannot be covered, or null. */
async function notFree(state: ExitsState, outcomeId: OutcomeId, size: Micros): Promise<ExitFault | null> {
  await state.holdings.ensure({ side: 'SELL', outcomeId })
  const held = state.holdings.held(outcomeId)
  if (held === null) return 'not_known'
  const exits = [...(state.ofOutcome.get(outcomeId) ?? [])].map(({ machine }) => machine.state())
  const free = exits.reduce<Micros>((rest, exit) => subtractMicros(rest, restOf(exit)), held)
  if (size <= 0n || size > addMicros(free, state.holdings.settling(outcomeId))) return 'not_free'
  return size > free ? 'not_settled' : null
}

function inForce(state: ExitsState, id: ExitId): Result<ExitEntry, ExitFault> {
  const entry = state.entries.get(id)
  if (entry === undefined) return err('not_found')
  return isInForce(entry.machine.state()) ? ok(entry) : err('over')
}

export function change(state: ExitsState, id: ExitId, legs: ExitLegs): Result<ExitStatus, ExitFault> {
  const found = inForce(state, id)
  if (!found.ok) return found
  const entry = found.value
  const { outcomeId, legs: before } = entry.machine.state()
  const isNewEntry = legs.entry !== null && !awaitsEntry(entry.machine.state())
  const changed = legs.entry !== null && legs.entry.size !== before.entry?.size ? legs.entry : null
  const refusal = isNewEntry ? 'entry_bought' : changed && entryRefusal(state, outcomeId, changed)
  const fault = isFewer(legs, before) ? null : (refusal ?? faultOf(state, outcomeId, legs))
  if (fault !== null) return err(fault)
  const event = { type: 'change', legs, tick: tickOf(state, outcomeId) } as const
  if (!write(state, entry, stepAttachedExit(entry.machine.state(), event).state))
    return err('storage_refused')
  entry.machine.send(event)
  note(state, entry, 'changed')
  lookAt(state, entry)
  return ok(statusOf(state, entry))
}

/** Nothing local stops it: what rests is cancelled whatever the disk says. */
export function remove(state: ExitsState, id: ExitId): Result<ExitStatus, ExitFault> {
  const found = inForce(state, id)
  if (!found.ok) return found
  const entry = found.value
  entry.machine.send({ type: 'remove' })
  lookAt(state, entry)
  const isStored = write(state, entry, entry.machine.state())
  note(state, entry, 'removed')
  const by = state.commandBy?.() ?? null
  const exit = entry.machine.state()
  if (by !== null) state.bus.publish('exit_notice', { what: 'removed', exit, by, at: state.clock.now() })
  return isStored ? ok(statusOf(state, entry)) : err('end_not_stored')
}
