/** Status and health, folded from the states of everything else; nothing is stored here. */
import type { Instant } from '#core/market/market.ts'
import type { ChatStatus } from '#core/notification/notification.ts'
import type {
  CredentialStatus,
  FeedHealth,
  GeoblockState,
  RecordingStatus,
  Status,
  TradingMode,
} from '#core/trading-state.ts'
import type { Bus } from '../bus.ts'

export type StatusActor = ReturnType<typeof createStatus>

/** Builds the fold. */
export function createStatus(parts: {
  readonly bus: Bus
  readonly version: string
  readonly startedAt: Instant
  readonly liveTrading: boolean
  readonly simulated: boolean
  readonly paper: boolean
  readonly readOnly: boolean
  readonly mode: () => TradingMode
  readonly geoblock: () => GeoblockState
  readonly credentials: () => CredentialStatus
  readonly account: () => Status['account']
  readonly clockSkewMs: () => number | null
  readonly feeds: () => readonly FeedHealth[]
  /** A feed that should be live is not. */
  readonly isFeedWanting: () => boolean
  readonly heartbeat: () => Status['heartbeat']
  /** Why the audit log is not writable; null while it is. */
  readonly storageProblem: () => string | null
  /** Null when chat is not set up. */
  readonly chat: () => ChatStatus | null
  readonly recording: () => RecordingStatus
}) {
  let lastPublished = ''

  function read(): Status {
    const geoblock = parts.geoblock()
    return {
      version: parts.version,
      tradingEnabled: (parts.liveTrading || parts.paper) && geoblock.blocked === false,
      mode: parts.mode(),
      liveTrading: parts.liveTrading,
      simulated: parts.simulated,
      paper: parts.paper,
      readOnly: parts.readOnly,
      geoblock,
      credentials: parts.credentials(),
      account: parts.account(),
      clockSkewMs: parts.clockSkewMs(),
      feeds: parts.feeds(),
      heartbeat: parts.heartbeat(),
      storageProblem: parts.storageProblem(),
      chat: parts.chat(),
      recording: parts.recording(),
      startedAt: parts.startedAt,
    }
  }

  return {
    read,
    /** `degraded` by the list of API-3. */
    health(): 'ok' | 'degraded' {
      const { geoblock, credentials, storageProblem } = read()
      const isDegraded =
        parts.isFeedWanting() ||
        geoblock.blocked === null ||
        geoblock.error !== null ||
        credentials.state === 'failed' ||
        storageProblem !== null
      return isDegraded ? 'degraded' : 'ok'
    },
    /** Publishes on the bus when the status has changed. */
    reconsider: (): void => {
      const now = read()
      const current = JSON.stringify({
        ...now,
        feeds: now.feeds.map((feed) => ({ ...feed, lastMessageAt: null })),
      })
      if (current === lastPublished) return
      lastPublished = current
      parts.bus.publish('status', now)
    },
  }
}
