/** Topics of the WebSocket by address (`{…}` is an id), with the schemas of their snapshots (API-8). */
import { z } from 'zod'
import type { AnyCodec } from './codec/codec.ts'
import { schemaOf } from './codec/schema.ts'
import { accountSummary } from './records/account.ts'
import { alert } from './records/alerts.ts'
import { attachedExit } from './records/attached-exits.ts'
import { bookSnapshot, trade } from './records/books.ts'
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
