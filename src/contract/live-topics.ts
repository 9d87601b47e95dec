/** Topics of the WebSocket: the schemas of their snapshots and deltas (API-8). */
import { z } from 'zod'
import { accountSummary } from './account.ts'
import { alert } from './alerts.ts'
import { attachedExit } from './attached-exits.ts'
import { comboPosition, comboRfq } from './combos.ts'
import { game } from './games.ts'
import { book, trade } from './markets.ts'
import { notification } from './notifications.ts'
import { fill, order } from './orders.ts'
import { position } from './positions.ts'
import { replayState } from './replay.ts'
import { resolutionPnl } from './resolution-pnl.ts'
import { feedHealth, status, tradingState } from './status.ts'

type LiveTopic = {
  /** Address as a client writes it; `{…}` is an id. */
  readonly address: string
  readonly summary: string
  readonly snapshot: z.ZodType
  readonly delta: z.ZodType
}

function whole(address: string, summary: string, value: z.ZodType): LiveTopic {
  return { address, summary: `${summary}. A delta is the whole value again.`, snapshot: value, delta: value }
}

function list(address: string, summary: string, item: z.ZodType): LiveTopic {
  const change = listDelta(item)
  return {
    address,
    summary: `${summary}. The snapshot has every item in \`upsert\`.`,
    snapshot: change,
    delta: change,
  }
}

function listDelta(item: z.ZodType) {
  return z.object({ upsert: z.array(item), remove: z.array(z.string()) })
}

const numbered = book.extend({ book_seq: z.number().int() })
const notificationsDelta = listDelta(notification).extend({ unread_count: z.number().int() })

export const LIVE_TOPICS: readonly LiveTopic[] = [
  whole('status', 'Status of everything', status),
  whole('trading', 'Trading mode', tradingState),
  whole('feeds', 'Health of the feeds', z.array(feedHealth)),
  whole('account', 'Cash, value and profit; null without wallet or credentials', accountSummary.nullable()),
  list('positions', 'Open positions; one that closes is in both, in `remove` by its `outcome_id`', position),
  list(
    'resolution_pnl',
    'What each outcome would pay, of every event with a position or an order',
    resolutionPnl,
  ),
  list('orders', 'Open orders; one that ends is in both: its last state, and its id in `remove`', order),
  list('fills', 'The newest 200 fills', fill),
  list('combo_rfqs', 'Requests for quotes', comboRfq),
  list('combo_positions', 'Combos held', comboPosition),
  list('exits', 'Attached exits', attachedExit),
  list('alerts', 'Alerts', alert),
  {
    address: 'notifications',
    summary: 'The newest 200, and how many of all are unread',
    snapshot: notificationsDelta,
    delta: notificationsDelta,
  },
  {
    address: 'book:{outcome_id}',
    summary:
      'One book. A delta has the changed levels (size "0" removes one) and whatever other fields changed',
    snapshot: numbered,
    delta: numbered.partial().required({ book_seq: true }),
  },
  list('trades:{outcome_id}', 'The last 50 trades', trade),
  whole('game:{game_id}', 'One game', game),
  whole('replay', 'Position of a replay, on its own socket `/ws?replay=ID`', replayState),
]
