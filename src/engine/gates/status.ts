/** Status and health, folded from the states of everything else; nothing is stored here. */
import type { Status } from '#core/trading-state.ts'
import type { Bus } from '../bus.ts'

/** Builds the fold. */
export function createStatus(parts: {
  readonly bus: Bus
  readonly read: () => Omit<Status, 'tradingEnabled'>
  /** A feed that should be live is not. */
  readonly isFeedWanting: () => boolean
}) {
  let lastPublished = ''

  function read(): Status {
    const now = parts.read()
    return { ...now, tradingEnabled: (now.liveTrading || now.paper) && now.geoblock.blocked === false }
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
      const feeds = now.feeds.map((feed) => ({ ...feed, lastMessageAt: null }))
      const current = JSON.stringify({ ...now, feeds })
      if (current === lastPublished) return
      lastPublished = current
      parts.bus.publish('status', now)
    },
  }
}
