/** Topics of the WebSocket by address (`{…}` is an id), with the schemas of their snapshots (API-8). */
import { z } from 'zod'
import { accountSummary } from './account.ts'
import { alert } from './alerts.ts'
import { attachedExit } from './attached-exits.ts'
import { comboPosition, comboRfq } from './combos.ts'
import { game } from './games.ts'
import { book, trade } from './markets.ts'
import { notification } from './notifications.ts'
import { schemaOf } from './codec/schema.ts'
import { fill, order } from './records/orders.ts'
import { position } from './records/positions.ts'
import { replayState } from './replay.ts'
import { resolutionPnl } from './resolution-pnl.ts'
import { feedHealth, status, tradingState } from './status.ts'

function list<Item extends z.ZodType>(item: Item) {
  return z.object({ upsert: z.array(item), remove: z.array(z.string()) })
}

export const LIVE_TOPICS: Readonly<Record<string, z.ZodType>> = {
  status,
  trading: tradingState,
  feeds: z.array(feedHealth),
  account: accountSummary.nullable(),
  positions: list(schemaOf(position)),
  resolution_pnl: list(resolutionPnl),
  orders: list(schemaOf(order)),
  fills: list(schemaOf(fill)),
  combo_rfqs: list(comboRfq),
  combo_positions: list(comboPosition),
  exits: list(attachedExit),
  alerts: list(alert),
  notifications: list(notification).extend({ unread_count: z.number().int() }),
  'book:{outcome_id}': book.extend({ book_seq: z.number().int() }),
  'trades:{outcome_id}': list(trade),
  'game:{game_id}': game,
  replay: replayState,
}
