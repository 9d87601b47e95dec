/**
 * Several orders in one command: judged alone and as a sum, on disk in one transaction, sent in one request. From there on each is
 * an order like any other, with a machine, a ledger entry and an ending of its own (INV-91 to INV-94).
 */
import type { ClientOrderId } from '#core/ids.ts'
import { sizedOrder } from '#core/order/order-amounts.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { rejection, type Rejection } from '#core/reject-codes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Orders, PlaceResult } from '../contract.ts'
import { intentDetails, placeBody } from '../record/order-history.ts'
import { refusalOf, type CheckedTerms } from './order-check.ts'
import { createPlacement, ready, refusalRows, refused, sendTogether, sign } from './order-placement.ts'
import type { Command, Placement, PlaceRoom } from './order-placement.ts'

type Entry = { readonly intent: OrderIntent; readonly command: Command }
type Refused = Entry & { readonly reason: Rejection }

const SALES_IN_THE_WAY = rejection('insufficient_balance', {
  message: 'Own sales offer these shares, and no order of several cancels them first: place it alone.',
})

/** An id that is known answers its first result; one that belongs to another body refuses the whole command. */
export async function placeMany(
  room: PlaceRoom,
  intents: readonly OrderIntent[],
): ReturnType<Orders['placeMany']> {
  const { replay, book } = room
  if (intents.some((one) => replay.isConflict(one.clientOrderId, placeBody(one))))
    return err('idempotency_conflict')
  room.point('place.received')
  const epoch = book.cancels.epoch()
  const entries: Entry[] = []
  // Begins once every id that is new has its entry.
  const placing = Promise.resolve().then(async () => placeEntries(room, entries, epoch))
  const results = await Promise.all(
    intents.map((asked) => {
      const body = placeBody(asked)
      return replay.once(asked.clientOrderId, body, async () => {
        const intent = sizedOrder(asked)
        const { clientOrderId } = intent
        const details = intentDetails(intent, body, asked.size)
        entries.push({ intent, command: { clientOrderId, action: 'place', epoch, details } })
        const result = (await placing).get(clientOrderId)
        if (result === undefined) throw new Error('an order of several without a result')
        return result
      })
    }),
  )
  return ok(results.flatMap((one) => (one.ok ? one.value : [])))
}

async function placeEntries(
  room: PlaceRoom,
  entries: readonly Entry[],
  epoch: number,
): Promise<ReadonlyMap<ClientOrderId, PlaceResult>> {
  const { check, submissions } = room
  if (room.gate(epoch) === null) await Promise.all(entries.map(({ intent }) => ready(room, intent)))
  room.point('place.validated')
  const alone = entries.map((entry) => ({ ...entry, reason: refusalAlone(room, entry, epoch) }))
  const wanted = alone.filter(({ reason }) => reason === null)
  const judged = check.judgeTogether(wanted.map(({ intent }) => intent))
  room.point('place.risk.post')
  const sum = judged.map(refusalOf).find((reason) => reason !== null) ?? null
  const terms = judged.flatMap((one) => (one.ok ? one.value : []))
  const signed = sum === null ? signAll(room, wanted, terms) : err(sum)
  const placements = signed.ok ? signed.value : []
  const refusals: readonly Refused[] = alone.flatMap((one) => {
    const reason = one.reason ?? (signed.ok ? null : signed.error)
    return reason === null ? [] : { ...one, reason }
  })
  const rows = refusals.flatMap(({ command, reason }) => refusalRows(command, reason))
  const isWritten =
    placements.length === 0
      ? rows.length === 0 || submissions.before(rows).ok
      : sendTogether(room, placements, rows)
  const results = [
    ...refusals.map(({ intent, reason }) =>
      refused(intent.clientOrderId, isWritten ? reason : rejection('audit_unavailable')),
    ),
    ...(await Promise.all(placements.map(({ result }) => result))),
  ]
  return new Map(results.map((result) => [result.clientOrderId, result]))
}

function refusalAlone(room: PlaceRoom, { intent }: Entry, epoch: number): Rejection | null {
  const closed = room.gate(epoch, { outcomeId: intent.outcomeId, ids: [] })
  if (closed !== null) return closed
  return room.check.inTheWay(intent).length > 0 ? SALES_IN_THE_WAY : refusalOf(room.check.check(intent))
}

/** Placements of all, or why there is none. */
function signAll(
  room: PlaceRoom,
  entries: readonly Entry[],
  terms: readonly CheckedTerms[],
): Result<readonly Placement[], Rejection> {
  const placements: Placement[] = []
  for (const [at, { intent, command }] of entries.entries()) {
    const checked = terms[at]
    if (checked === undefined) throw new Error('an order passed without its terms')
    const signed = sign(room, intent, checked)
    if (!signed.ok) return signed
    placements.push(createPlacement(room, command, intent, signed.value))
  }
  return ok(placements)
}
