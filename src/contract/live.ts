/** The WebSocket's frames and topics (API-8). */
import { z } from 'zod'
import { parseGameId, parseOutcomeId } from '#core/ids.ts'
import type { AnyCodec, WireOf } from './codec/codec.ts'
import { schemaOf } from './codec/schema.ts'
import { accountSummary } from './records/account.ts'
import { alert } from './records/alerts.ts'
import { attachedExit } from './records/attached-exits.ts'
import { bookSnapshot, trade, type book } from './records/books.ts'
import { comboPosition, comboRfq } from './records/combos.ts'
import { game } from './records/games.ts'
import { notification } from './records/notifications.ts'
import { fill, order } from './records/orders.ts'
import { position } from './records/positions.ts'
import { replayState } from './records/replay.ts'
import { resolutionPnl } from './records/resolution-pnl.ts'
import { feedHealth, status, tradingState } from './records/status.ts'

function list(item: AnyCodec) {
  return z.object({ upsert: z.array(schemaOf(item)), remove: z.array(z.string()) })
}

/** Topics by address (`{…}` is an id), with the schemas of their snapshots. */
export const LIVE_TOPICS: Readonly<Record<string, z.ZodType>> = {
  status: schemaOf(status),
  trading: schemaOf(tradingState),
  feeds: z.array(schemaOf(feedHealth)),
  account: schemaOf(accountSummary).nullable(),
  positions: list(position),
  resolution_pnl: list(resolutionPnl),
  orders: list(order),
  fills: list(fill),
  combo_rfqs: list(comboRfq),
  combo_positions: list(comboPosition),
  exits: list(attachedExit),
  alerts: list(alert),
  notifications: list(notification).extend({ unread_count: z.number().int() }),
  'book:{outcome_id}': schemaOf(bookSnapshot),
  'trades:{outcome_id}': list(trade),
  'game:{game_id}': schemaOf(game),
  replay: schemaOf(replayState),
}

/** Topics that need no id. */
const NAMED_TOPICS = Object.keys(LIVE_TOPICS).filter((address) => !address.includes(':'))

/** Topics of this version: those by name, `book` and `trades` of one outcome, and `game` by its game id. */
const topic = z.string().max(120).refine(isTopic, 'is not a topic')

function isTopic(text: string): boolean {
  const [kind, id] = text.split(/:(.*)/s)
  if (id === undefined) return NAMED_TOPICS.includes(text)
  if (kind === 'game') return parseGameId(id) !== null
  return (kind === 'book' || kind === 'trades') && parseOutcomeId(id) !== null
}

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
