/** User frames: own orders and trades. Owner fields name the taker's key even in a maker's frame, so none is read. */
import type { UserFeedEvent } from '#ports/venue-feeds.ts'
import { readTrade } from '../clob/trades.ts'
import { readOrder } from '../clob/translate.ts'

type UserFrame = {
  readonly events: readonly UserFeedEvent[]
  /** Rows of a known kind that could not be read. */
  readonly unreadable: number
  /** A kind never seen before; null when there is none. */
  readonly unknownKind: string | null
  /** Unknown status words of orders; such orders are still published. */
  readonly unknownStates: readonly string[]
}

export const UNREADABLE_FRAME: UserFrame = { events: [], unreadable: 1, unknownKind: null, unknownStates: [] }

const CHANGES = { PLACEMENT: 'placement', UPDATE: 'update', CANCELLATION: 'cancellation' } as const

type RowOutcome = UserFeedEvent | 'unreadable' | { readonly unknownKind: string }

function readRow(row: unknown): RowOutcome {
  if (typeof row !== 'object' || row === null) return 'unreadable'
  const { event_type: eventType, type } = row as Record<string, unknown>
  const change = Object.entries(CHANGES).find(([word]) => word === type)?.[1]
  if (change !== undefined && (eventType === undefined || eventType === 'order')) {
    const order = readOrder(row)
    return order.ok
      ? { type: 'order', change, order: order.value }
      : { type: 'unread_order', row: order.error }
  }
  if (eventType === 'trade' || (eventType === undefined && type === 'TRADE')) {
    const trade = readTrade(row)
    return trade.ok ? { type: 'trade', trade: trade.value } : 'unreadable'
  }
  if (eventType === 'order') return 'unreadable'
  const kind = typeof eventType === 'string' ? eventType : type
  return typeof kind === 'string' ? { unknownKind: kind } : 'unreadable'
}

function isUnrecognised(event: UserFeedEvent): boolean {
  return event.type === 'order' && event.order.state === 'unrecognised'
}

/** Reads one text frame. Whatever is not understood is counted: it may have been an own order. */
export function readUserFrame(text: string): UserFrame {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return UNREADABLE_FRAME
  }
  const events: UserFeedEvent[] = []
  let unreadable = 0
  let unknownKind: string | null = null
  const unknownStates: string[] = []
  for (const row of Array.isArray(frame) ? (frame as readonly unknown[]) : [frame]) {
    const outcome = readRow(row)
    if (outcome === 'unreadable') unreadable += 1
    else if ('unknownKind' in outcome) unknownKind = outcome.unknownKind
    else {
      events.push(outcome)
      if (outcome.type === 'unread_order') unreadable += 1
      if (isUnrecognised(outcome)) unknownStates.push(String((row as Record<string, unknown>)['status']))
    }
  }
  return { events, unreadable, unknownKind, unknownStates }
}
