/** The WebSocket's frames and topics (API-8). */
import { z } from 'zod'
import type { WireOf } from './codec/codec.ts'
import type { book, bookSnapshot } from './records/books.ts'

const topic = z.string().max(120)

export const clientFrame = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('sub'), topics: z.array(topic).min(1).max(200) }),
  z.strictObject({ op: z.literal('unsub'), topics: z.array(topic).min(1).max(200) }),
  z.strictObject({ op: z.literal('resync'), topics: z.array(topic).min(1).max(200) }),
  z.strictObject({ op: z.literal('ping') }),
])

export type ClientFrame = z.input<typeof clientFrame>

/** `seq` counts per topic and connection from 1 by 1. */
export type ServerFrame =
  | {
      readonly topic: string
      readonly seq: number
      readonly type: 'snapshot' | 'delta'
      readonly data: unknown
    }
  | { readonly op: 'pong' }
  | { readonly op: 'error'; readonly code: string; readonly topic?: string; readonly message: string }

/**
 * Delta of a list topic: upsert first, then remove. The snapshot is the same with every item upserted and nothing
 * removed. An order that ends is in both: its last state in `upsert`, its id in `remove`. So is a position that closes,
 * by its `outcome_id`. `account` is an AccountSummary, or null without wallet or credentials.
 */
export type ListDelta<Item> = { readonly upsert: readonly Item[]; readonly remove: readonly string[] }

/** Delta of a book: changed levels (size "0" removes) and whatever other fields changed. The snapshot is a whole Book with `book_seq`. */
export type BookDelta = {
  readonly bids?: readonly (readonly [string, string])[]
  readonly asks?: readonly (readonly [string, string])[]
  readonly book_seq: number
} & Partial<Omit<WireOf<typeof book>, 'bids' | 'asks'>>

export type BookSnapshot = WireOf<typeof bookSnapshot>
