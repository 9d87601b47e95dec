/** Status, trading mode and checks of the doctor (API-3, API-10). */
import { ARM_REASONS, type FeedHealth } from '#core/trading-state.ts'
import { NO_UNREAD_ROWS } from '#core/unread-rows.ts'
import {
  as,
  type Codec,
  list,
  nullable,
  part,
  partOrNull,
  parts,
  record,
  says,
  type WireOf,
} from '../codec/codec.ts'
import { flag, instant, integer, oneOf, optionalInstant, rounded, roundedUp, text } from '../codec/fields.ts'
import { rejectCode } from './errors.ts'
import { chatStatus } from './notifications.ts'

const mode = says(oneOf(['SAFE', 'ARMED']), 'ARMED: orders can be placed')

const credentialStatus = record('CredentialStatus', {
  state: says(oneOf(['none', 'pending', 'ready', 'failed']), 'Whether the venue takes them'),
  reason: says(nullable(oneOf(['auth_rejected', 'geoblocked', 'derive_failed', 'network'])), 'Why not'),
  detail: says(nullable(text), 'What is wrong and what to do; null where the reason is enough'),
  signerAddress: says(nullable(text), 'Address of the session key'),
  walletAddress: says(nullable(text), 'Address of the wallet'),
  keyListing: says(
    oneOf(['unread', 'listed', 'other_wallet', 'not_listed', 'not_told']),
    "In the venue's list of session signers",
  ),
  keyWallet: says(nullable(text), 'The wallet that the venue names for the key, when it is another'),
  scopes: says(list(oneOf(['CLOB', 'COMBOSRFQ', 'ALL'])), 'What the key may sign'),
  validUntil: says(optionalInstant, 'When the key ends'),
  nextRetryAt: says(optionalInstant, 'When the venue is asked again'),
})

const feed = record('FeedHealth', {
  name: says(oneOf(['market', 'user', 'sports', 'catalog', 'data', 'orders']), 'Feed or list of the venue'),
  state: says(oneOf(['connecting', 'live', 'stale', 'down', 'off']), 'live: its data can be relied on'),
  connections: says(integer, 'Sockets that are open'),
  subscriptions: says(integer, 'Outcomes or games that are followed'),
  lastMessageAt: says(optionalInstant, 'When it last sent or was read'),
  reconnects: says(integer, 'Since the start'),
  detail: says(nullable(text), 'What is wrong, in words'),
  notUnderstood: part("Rows of the feed's lists that are not understood, the first 20 of them named", {
    count: says(integer, 'All of them'),
    rows: parts('The first 20', {
      list: says(oneOf(['trades', 'open orders', 'positions', 'activity', 'events']), 'Its list'),
      id: says(nullable(text), "The venue's own name of the row"),
      reason: says(text, 'What is not understood'),
    }),
  }),
})

export const feedHealth: Codec<FeedHealth, WireOf<typeof feed>> = {
  ...feed,
  encode: (health) => feed.encode({ notUnderstood: NO_UNREAD_ROWS, ...health }),
}

/** Unknown counts as blocked. */
const blocked: Codec<boolean | null, boolean> = { ...flag, encode: (known) => known !== false }

export const status = record('Status', {
  version: says(text, 'Of the terminal'),
  tradingEnabled: says(flag, 'Live trading is on and the place is not blocked'),
  mode,
  liveTrading: says(flag, 'The setting LIVE_TRADING'),
  simulated: says(flag, 'The venue is the bundled simulator'),
  paper: says(flag, 'Orders are matched on paper in the terminal; none is ever sent to the venue'),
  readOnly: says(flag, 'No session key is configured: markets only'),
  geoblock: part('Whether the venue serves this place', {
    blocked: says(blocked, 'Also true while no check has succeeded, for the reason in `error`'),
    error: says(nullable(text), 'Why the check failed'),
    checkedAt: says(optionalInstant, 'Last check that succeeded'),
    nextCheckAt: says(optionalInstant, 'When it is checked again'),
  }),
  credentials: says(credentialStatus, 'Session key and credentials at the venue'),
  account: part(
    'Closed-only mode and missing approvals at the venue; null where the venue does not report it',
    {
      closedOnly: says(nullable(flag), 'The venue takes only what closes a position'),
      missingApprovals: says(nullable(list(text)), 'Approvals that the wallet lacks, by name'),
    },
  ),
  clockSkewMs: says(nullable(rounded), "This host's clock less the venue's; null until measured"),
  feeds: says(list(feedHealth), 'Health of each feed'),
  heartbeat: part('Dead-man heartbeat', {
    enabled: says(flag, 'On: the venue cancels all orders when it stops'),
    healthy: says(flag, 'The last beat was accepted'),
    lastOkAt: says(optionalInstant, 'When the last beat was accepted'),
  }),
  storageProblem: says(nullable(text), 'Problem of the data on disk and its remedy; null when there is none'),
  chat: says(nullable(chatStatus), 'Null when chat is not set up'),
  recording: part('The recording for replay, its oldest instant, and the reason of an automatic stop', {
    mode: says(oneOf(['on', 'armed', 'off']), '`armed`: only while ARMED'),
    isRecording: says(flag, 'It records now'),
    fault: says(nullable(oneOf(['full', 'slow', 'failed'])), 'Why it stopped'),
    megabytes: says(integer, 'Size on disk'),
    since: says(optionalInstant, 'Its oldest instant'),
  }),
  startedAt: says(instant, 'When the terminal started'),
  time: says(instant, "The server's time"),
})

const afterMs = nullable(integer)

export const tradingState = record('TradingState', {
  mode,
  canTrade: says(flag, 'Can be armed'),
  reasons: says(list(oneOf(ARM_REASONS, 'ArmReason')), 'Reasons against it'),
  armedAt: says(optionalInstant, 'Since when it is ARMED'),
  idleDisarmAt: says(optionalInstant, 'When it goes SAFE without activity'),
  idleTimeoutMs: says(integer, 'Time without an action after which it goes SAFE'),
  safeAfter: as(
    'safe_after_ms',
    part('After how long each ends ARMED; null: never, by its setting', {
      orders_unread: says(afterMs, 'Own orders have not been read'),
      market_feed_down: says(afterMs, 'The market feed is down'),
      order_unknown: says(afterMs, 'An order is unknown'),
    }),
  ),
  combosCanTrade: says(flag, 'Combos can be accepted'),
  combosReasons: says(list(rejectCode), 'Reasons against combos'),
  venue: part('Mode of the venue', {
    mode: says(oneOf(['normal', 'restarting', 'post_only', 'cancel_only', 'disabled']), 'What it accepts'),
    until: says(optionalInstant, 'When the mode, or a hold of its limits, ends'),
    retryAfterMs: says(nullable(roundedUp), 'Requested wait'),
    limitWarning: partOrNull(
      'The venue accepted a request above its rate limit: what remains, and when the limit is full again',
      {
        remaining: says(nullable(integer), 'Requests left; negative when over'),
        until: says(instant, 'When the limit is full again'),
      },
    ),
  }),
})

export const examination = record('Examination', {
  findings: says(
    list(
      record('Finding', {
        check: says(text, 'Subject of the check'),
        state: says(oneOf(['ok', 'warn', 'fail']), 'fail: the terminal cannot start or may not trade so'),
        found: says(text, 'Result in words'),
        cure: says(nullable(text), 'Remedy; null when all is well'),
      }),
    ),
    'One for each check',
  ),
  at: says(instant, 'When they were made'),
})
