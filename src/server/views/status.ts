/** Status and trading mode on the wire. */
import type { Wire } from '#contract/live.ts'
import type { Instant } from '#core/market/market.ts'
import type { FeedHealth, Status, TradingState } from '#core/trading-state.ts'
import { chatView } from './notifications.ts'
import { timeOrNull, timeText } from './values.ts'

/** @param now  the server's time, so that the page can calculate the error of its clock */
export function statusView(status: Status, now: Instant): Wire['Status'] {
  const { geoblock, credentials, heartbeat } = status
  return {
    version: status.version,
    trading_enabled: status.tradingEnabled,
    mode: status.mode,
    live_trading: status.liveTrading,
    simulated: status.simulated,
    paper: status.paper,
    read_only: status.readOnly,
    geoblock: {
      blocked: geoblock.blocked !== false,
      error: geoblock.error,
      checked_at: timeOrNull(geoblock.checkedAt),
      next_check_at: timeOrNull(geoblock.nextCheckAt),
    },
    credentials: {
      state: credentials.state,
      reason: credentials.reason,
      detail: credentials.detail,
      signer_address: credentials.signerAddress,
      wallet_address: credentials.walletAddress,
      key_listing: credentials.keyListing,
      key_wallet: credentials.keyWallet,
      scopes: [...credentials.scopes],
      valid_until: timeOrNull(credentials.validUntil),
      next_retry_at: timeOrNull(credentials.nextRetryAt),
    },
    account: {
      closed_only: status.account.closedOnly,
      missing_approvals:
        status.account.missingApprovals === null ? null : [...status.account.missingApprovals],
    },
    clock_skew_ms: status.clockSkewMs === null ? null : Math.round(status.clockSkewMs),
    feeds: status.feeds.map(feedView),
    heartbeat: {
      enabled: heartbeat.enabled,
      healthy: heartbeat.healthy,
      last_ok_at: timeOrNull(heartbeat.lastOkAt),
    },
    storage_problem: status.storageProblem,
    chat: chatView(status.chat),
    recording: {
      mode: status.recording.mode,
      is_recording: status.recording.isRecording,
      fault: status.recording.fault,
      megabytes: status.recording.megabytes,
      since: timeOrNull(status.recording.since),
    },
    started_at: timeText(status.startedAt),
    time: timeText(now),
  }
}

export function feedView(feed: FeedHealth): Wire['FeedHealth'] {
  return {
    name: feed.name,
    state: feed.state,
    connections: feed.connections,
    subscriptions: feed.subscriptions,
    last_message_at: timeOrNull(feed.lastMessageAt),
    reconnects: feed.reconnects,
    detail: feed.detail,
    not_understood: { count: feed.notUnderstood?.count ?? 0, rows: [...(feed.notUnderstood?.rows ?? [])] },
  }
}

export function tradingView(state: TradingState): Wire['TradingState'] {
  return {
    mode: state.mode,
    can_trade: state.canTrade,
    reasons: [...state.reasons],
    armed_at: timeOrNull(state.armedAt),
    idle_disarm_at: timeOrNull(state.idleDisarmAt),
    idle_timeout_ms: state.idleTimeoutMs,
    safe_after_ms: state.safeAfter,
    combos_can_trade: state.combosCanTrade,
    combos_reasons: [...state.combosReasons],
    venue: {
      mode: state.venue.mode,
      until: timeOrNull(state.venue.until),
      retry_after_ms: state.venue.retryAfterMs === null ? null : Math.ceil(state.venue.retryAfterMs),
      limit_warning:
        state.venue.limitWarning === null
          ? null
          : {
              remaining: state.venue.limitWarning.remaining,
              until: timeText(state.venue.limitWarning.until),
            },
    },
  }
}
