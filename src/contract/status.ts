/** Status and trading mode (API-3). */
import { z } from 'zod'
import { ARM_REASONS } from '#core/trading-state.ts'
import { rejectCode } from './errors.ts'
import { chatStatus } from './notifications.ts'
import { time } from './values.ts'

const armReason = z.enum(ARM_REASONS).meta({ id: 'ArmReason' })

const credentialStatus = z
  .strictObject({
    state: z.enum(['none', 'pending', 'ready', 'failed']),
    reason: z.enum(['auth_rejected', 'geoblocked', 'derive_failed', 'network']).nullable(),
    detail: z.string().nullable().meta({
      description: 'Why they do not work and what to do; null where the reason is enough',
    }),
    signer_address: z.string().nullable(),
    wallet_address: z.string().nullable(),
    key_listing: z.enum(['unread', 'listed', 'other_wallet', 'not_listed', 'not_told']).meta({
      description:
        "Wallet and key in the venue's list of session signers; `not_told` when the venue does not show it",
    }),
    key_wallet: z.string().nullable().meta({
      description: 'The wallet that the venue names for the key, when it is not the configured one',
    }),
    scopes: z.array(z.enum(['CLOB', 'COMBOSRFQ', 'ALL'])),
    valid_until: time.nullable(),
    next_retry_at: time.nullable(),
  })
  .meta({ id: 'CredentialStatus' })

export const feedHealth = z
  .strictObject({
    name: z.enum(['market', 'user', 'sports', 'catalog', 'data', 'orders']),
    state: z.enum(['connecting', 'live', 'stale', 'down', 'off']),
    connections: z.number().int(),
    subscriptions: z.number().int(),
    last_message_at: time.nullable(),
    reconnects: z.number().int(),
    detail: z.string().nullable(),
    not_understood: z
      .strictObject({
        count: z.number().int(),
        rows: z.array(
          z.strictObject({
            list: z.enum(['trades', 'open orders', 'positions', 'activity', 'events']),
            id: z.string().nullable().meta({ description: "The venue's own name of the row" }),
            reason: z.string(),
          }),
        ),
      })
      .meta({ description: "Rows of the feed's lists that are not understood, the first 20 of them named" }),
  })
  .meta({ id: 'FeedHealth' })

export const status = z
  .strictObject({
    version: z.string(),
    trading_enabled: z.boolean(),
    mode: z.enum(['SAFE', 'ARMED']),
    live_trading: z.boolean(),
    simulated: z.boolean(),
    paper: z
      .boolean()
      .meta({ description: 'Orders are matched on paper in the terminal; none is ever sent to the venue' }),
    read_only: z.boolean().meta({ description: 'No session key is configured: markets only' }),
    geoblock: z.strictObject({
      blocked: z.boolean().meta({
        description:
          'Also true while no check has succeeded: `error` has the reason then, and is null otherwise',
      }),
      error: z.string().nullable(),
      checked_at: time.nullable(),
      next_check_at: time.nullable(),
    }),
    credentials: credentialStatus,
    account: z
      .strictObject({
        closed_only: z.boolean().nullable(),
        missing_approvals: z.array(z.string()).nullable(),
      })
      .meta({
        description:
          'Closed-only mode and missing approvals at the venue; null where the venue does not report it',
      }),
    clock_skew_ms: z.number().int().nullable(),
    feeds: z.array(feedHealth),
    heartbeat: z.strictObject({ enabled: z.boolean(), healthy: z.boolean(), last_ok_at: time.nullable() }),
    /** Problem of the data on disk and its remedy; null when there is none. */
    storage_problem: z.string().nullable(),
    chat: chatStatus.nullable().meta({ description: 'Null when chat is not set up' }),
    recording: z
      .strictObject({
        mode: z.enum(['on', 'armed', 'off']),
        is_recording: z.boolean(),
        fault: z.enum(['full', 'slow', 'failed']).nullable(),
        megabytes: z.number().int(),
        since: time.nullable(),
      })
      .meta({
        description: 'The recording for replay, its oldest instant, and the reason of an automatic stop',
      }),
    started_at: time,
    time,
  })
  .meta({ id: 'Status' })

export const tradingState = z
  .strictObject({
    mode: z.enum(['SAFE', 'ARMED']),
    can_trade: z.boolean(),
    reasons: z.array(armReason),
    armed_at: time.nullable(),
    idle_disarm_at: time.nullable(),
    idle_timeout_ms: z.number().int(),
    safe_after_ms: z
      .strictObject({
        orders_unread: z.number().int().nullable(),
        market_feed_down: z.number().int().nullable(),
        order_unknown: z.number().int().nullable(),
      })
      .meta({ description: 'After how long each ends ARMED; null: never, by its setting' }),
    combos_can_trade: z.boolean(),
    combos_reasons: z.array(rejectCode),
    venue: z.strictObject({
      mode: z.enum(['normal', 'restarting', 'post_only', 'cancel_only', 'disabled']),
      until: time.nullable().meta({ description: 'When the mode, or a hold of its limits, ends' }),
      retry_after_ms: z.number().int().nullable(),
      limit_warning: z.strictObject({ remaining: z.number().int().nullable(), until: time }).nullable().meta({
        description:
          'The venue accepted a request above its rate limit: what remains, and when the limit is full again',
      }),
    }),
  })
  .meta({ id: 'TradingState' })

/** Result of one check of the doctor, and the remedy (API-10). */
const finding = z
  .strictObject({
    check: z.string(),
    state: z.enum(['ok', 'warn', 'fail']),
    found: z.string(),
    cure: z.string().nullable(),
  })
  .meta({ id: 'Finding' })

export const examination = z
  .strictObject({ findings: z.array(finding), at: time })
  .meta({ id: 'Examination' })
