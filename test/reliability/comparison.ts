/** Compares what the terminal knows with what is true at the venue, and its audit rows with both (INV-09, INV-31). */
import type { AuditRow } from '#ports/audit-log.ts'
import { openAtVenue, placings, type Truth, type VenueOrderTruth } from './truth.ts'

/** The terminal's own view, in the venue's units: micro-shares, steps, ids without a prefix. */
export type Known = {
  readonly open: readonly {
    readonly id: string
    readonly clientOrderId: string | null
    readonly status: string
    readonly filled: bigint
    readonly foreign: boolean
  }[]
  readonly fills: readonly {
    /** Trade and order. */
    readonly key: string
    readonly token: string
    readonly side: string
    readonly price: number
    readonly size: bigint
    readonly status: string
  }[]
}

const STATUS_AT_VENUE: Readonly<Record<string, readonly string[]>> = {
  LIVE: ['live', 'partially_filled'],
  UNMATCHED: ['live', 'partially_filled'],
  DELAYED: ['delayed'],
}

/** INV-09: every difference in words; an empty list when orders, fills and what follows from them agree. */
export function differences(known: Known, truth: Truth, start: Start): readonly string[] {
  return [
    ...orderDifferences(known, truth),
    ...fillDifferences(known, truth),
    ...holdingDifferences(known, truth, start),
  ]
}

/** The account before any trade. */
export type Start = { readonly cash: bigint; readonly shares: Readonly<Record<string, bigint>> }

/** The account as it is now. */
export function startOf({ balances }: Truth): Start {
  const shares: Record<string, bigint> = {}
  for (const [token, held] of Object.entries(balances[0]?.shares ?? {})) shares[token] = BigInt(held)
  return { cash: BigInt(balances[0]?.cash ?? '0'), shares }
}

function orderDifferences({ open }: Known, truth: Truth): string[] {
  const wrong: string[] = []
  const atVenue = new Map(openAtVenue(truth).map((row) => [row.order.id, row.order]))
  for (const order of open) {
    const there = atVenue.get(order.id)
    atVenue.delete(order.id)
    if (there === undefined) wrong.push(`${order.id} is ${order.status} here and not open at the venue`)
    else if (!(STATUS_AT_VENUE[there.status] ?? []).includes(order.status)) {
      wrong.push(`${order.id} is ${order.status} here and ${there.status} at the venue`)
    } else if (order.filled !== filledAt(there, truth)) {
      wrong.push(`${order.id} has filled ${order.filled} here and ${filledAt(there, truth)} at the venue`)
    }
  }
  for (const id of atVenue.keys()) wrong.push(`${id} is open at the venue and not known as open here`)
  return wrong
}

/**
 * Filled size without failed trades: the venue goes on counting a failed trade as matched, the trader holds nothing
 * of it.
 */
function filledAt(order: VenueOrderTruth['order'], { fills }: Truth): bigint {
  const failed = fills.filter((fill) => fill.order === order.id && fill.status === 'FAILED')
  return failed.reduce((sum, fill) => sum - BigInt(fill.size), BigInt(order.filled))
}

function fillDifferences(known: Known, truth: Truth): string[] {
  const wrong: string[] = []
  const here = new Map<string, Known['fills'][number]>()
  for (const fill of known.fills) {
    if (here.has(fill.key)) wrong.push(`INV-10 the fill ${fill.key} counts twice`)
    here.set(fill.key, fill)
  }
  for (const fill of truth.fills) {
    const key = `${fill.trade} ${fill.order}`
    const found = here.get(key)
    here.delete(key)
    if (found === undefined) wrong.push(`the fill ${key} is not known here`)
    else if (found.size !== BigInt(fill.size) || found.price !== fill.price || found.side !== fill.side) {
      wrong.push(`the fill ${key} is another here`)
    } else if (found.status !== fill.status.toLowerCase()) {
      wrong.push(`the fill ${key} is ${found.status} here and ${fill.status} at the venue`)
    }
  }
  for (const key of here.keys()) wrong.push(`the fill ${key} is known here only`)
  return wrong
}

/** Shares follow from the fills that stand; cash does too, but for the fees that the venue took from it. */
function holdingDifferences(known: Known, truth: Truth, start: Start): string[] {
  const wrong: string[] = []
  const shares = new Map(Object.entries(start.shares))
  let cash = start.cash
  let turnover = 0n
  for (const fill of known.fills.filter(({ status }) => status !== 'failed')) {
    const sign = fill.side === 'BUY' ? 1n : -1n
    const notional = (BigInt(fill.price) * fill.size) / 10_000n
    shares.set(fill.token, (shares.get(fill.token) ?? 0n) + sign * fill.size)
    cash -= sign * notional
    turnover += notional
  }
  const there = startOf(truth)
  for (const token of new Set([...shares.keys(), ...Object.keys(there.shares)])) {
    const [ours, theirs] = [shares.get(token) ?? 0n, there.shares[token] ?? 0n]
    if (ours !== theirs) wrong.push(`shares of ${token.slice(0, 8)}: ${ours} here, ${theirs} at the venue`)
  }
  // A fee is at most a tenth of what was turned over; a micro may be rounded away in each fill.
  const fees = cash - there.cash
  const slack = BigInt(known.fills.length)
  if (fees < -slack || fees > turnover / 10n + slack) {
    wrong.push(`cash: ${cash} here before fees, ${there.cash} at the venue`)
  }
  return wrong
}

/**
 * INV-01, 02, 05, 31: the rows of the audit log against the requests that reached the venue.
 *
 * @param rows  oldest first
 * @param settled  false while an answer or a read may still be missing
 */
export function brokenRules(rows: readonly AuditRow[], truth: Truth, settled: boolean): readonly string[] {
  const wrong: string[] = []
  const rowsByOrder = new Map<string, Map<string, AuditRow>>()
  for (const row of rows) {
    const ofOrder = rowsByOrder.get(row.clientOrderId) ?? new Map<string, AuditRow>()
    if (ofOrder.has(row.kind)) wrong.push(`INV-01 two ${row.kind} rows of ${row.clientOrderId}`)
    rowsByOrder.set(row.clientOrderId, ofOrder.set(row.kind, row))
  }
  const idOfHash = new Map<string, string>()
  for (const [id, ofOrder] of rowsByOrder) {
    const hash = textOf(ofOrder.get('signed'), 'order_id').replace(/^pm:/, '')
    if (hash === '') continue
    if (idOfHash.has(hash)) wrong.push(`INV-01 the hash ${hash} was signed twice`)
    idOfHash.set(hash, id)
    for (const kind of ['intent', 'decision']) {
      if (!ofOrder.has(kind)) wrong.push(`INV-02 ${id} is signed without a row ${kind}`)
    }
    const isEnded = ofOrder.has('reconcile') || textOf(ofOrder.get('response'), 'result') !== 'unknown'
    if (settled && !(ofOrder.has('response') || ofOrder.has('reconcile'))) {
      wrong.push(`INV-31 ${id} has neither response nor reconcile row`)
    }
    if (settled && !isEnded) wrong.push(`INV-31 ${id} is unknown and has no reconcile row`)
  }
  wrong.push(...brokenRequests(truth, idOfHash), ...brokenAnswers(rowsByOrder, truth))
  return wrong
}

function brokenRequests(truth: Truth, idOfHash: ReadonlyMap<string, string>): string[] {
  const wrong: string[] = []
  const hashes = new Set<string>()
  const bodies = new Set<string>()
  for (const request of placings(truth)) {
    if (request.body_hash !== '' && bodies.has(request.body_hash)) {
      wrong.push(`INV-01 request ${request.n} repeats the bytes of an earlier one`)
    }
    bodies.add(request.body_hash)
    for (const hash of request.order_hashes) {
      if (hashes.has(hash)) wrong.push(`INV-01 the order ${hash} was sent twice`)
      hashes.add(hash)
      if (!idOfHash.has(hash)) wrong.push(`INV-31 request ${request.n} sent ${hash} without a signed row`)
    }
  }
  if (placings(truth).length > idOfHash.size) wrong.push('INV-01 more requests left than orders were signed')
  return wrong
}

const ABSENT_AFTER_MS = 120_000

/** INV-05, 07: orders reported as placed, refused or absent are so at the venue, and absence was proven only after the wait. */
function brokenAnswers(
  rowsByOrder: ReadonlyMap<string, ReadonlyMap<string, AuditRow>>,
  truth: Truth,
): string[] {
  const wrong: string[] = []
  const placed = new Map<string, VenueOrderTruth>(truth.orders.map((row) => [row.order.id, row]))
  for (const [id, ofOrder] of rowsByOrder) {
    const signed = textOf(ofOrder.get('signed'), 'order_id').replace(/^pm:/, '')
    if (signed === '') continue
    const verdict = textOf(ofOrder.get('response'), 'result')
    const venueId = textOf(ofOrder.get('response'), 'order_id').replace(/^pm:/, '')
    const there = placed.get(signed) ?? placed.get(venueId)
    if (verdict === 'accepted' && there === undefined) {
      wrong.push(`INV-05 ${id} was reported as accepted and is not there`)
    }
    // A killed FOK is reported as cancelled and was never anything else.
    const lived = there?.changes.some(({ status }) => status !== 'CANCELED') === true
    if (verdict === 'rejected' && lived) wrong.push(`INV-05 ${id} was reported as refused and is there`)
    const gone = ofOrder.get('reconcile')
    const waited = (gone?.at ?? 0) - (ofOrder.get('signed')?.at ?? 0)
    if (textOf(gone, 'code') !== 'venue_not_found') continue
    if (waited < ABSENT_AFTER_MS) wrong.push(`INV-07 ${id} was given up after ${waited} ms`)
    if (lived) wrong.push(`INV-07 ${id} was given up and is there`)
  }
  return wrong
}

function textOf(row: AuditRow | undefined, name: string): string {
  const value = row?.details[name]
  return typeof value === 'string' ? value : ''
}
