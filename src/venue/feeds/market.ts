/** The market channel: as many connections of at most 500 assets as needed, one feed for the engine. */
import { nativeId, type OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import { NO_TAP, type FeedTap } from '#ports/recording.ts'
import type { FeedState, MarketFeed, MarketFeedEvent } from '#ports/venue-feeds.ts'
import { createNewWords } from '../new-words.ts'
import { openMarketConnection, type Asset, type MarketConnection } from './market-connection.ts'
import type { FrameVerdict } from './market-frames.ts'

const MAX_ASSETS = 500
const CHASE_MS = 1_000

/** Nothing is opened before `start`. */
export function createMarketFeed(parts: {
  readonly url: URL
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly tap?: FeedTap
}): MarketFeed {
  const { clock, random, log, url, tap = NO_TAP } = parts
  const connections: MarketConnection[] = []
  const tellKind = createNewWords(log, 'feed.unknown_market_kind')
  let wanted = new Map<string, OutcomeId>()
  let listener: ((event: MarketFeedEvent) => void) | null = null
  let stopChasing = (): void => {}
  let lastMessageAt: Instant | null = null
  let unreadable = 0
  let closedReconnects = 0
  let opened = 0

  function onVerdict(verdict: FrameVerdict): void {
    lastMessageAt = clock.now()
    if (verdict.kind === 'unreadable') {
      unreadable += 1
      log.debug('feed.unreadable', { channel: 'market' })
    }
    if (verdict.kind === 'ignored' && verdict.unknownKind !== null) tellKind(verdict.unknownKind)
  }

  function open(assets: readonly Asset[]): void {
    const emit = (event: MarketFeedEvent): void => listener?.(event)
    opened += 1
    connections.push(
      openMarketConnection({ url, clock, random, assets, number: opened, emit, onVerdict, tap }),
    )
  }

  function close(connection: MarketConnection): void {
    connections.splice(connections.indexOf(connection), 1)
    closedReconnects += connection.reconnects()
    connection.stop()
  }

  function holder(token: string): MarketConnection | undefined {
    return connections.find((connection) => connection.assets.has(token))
  }

  function drop(): void {
    for (const connection of connections.toReversed()) {
      const gone = [...connection.assets.keys()].filter((token) => !wanted.has(token))
      if (gone.length > 0) connection.remove(gone)
      if (connection.assets.size === 0 && connections.length > 1) close(connection)
    }
  }

  function add(): void {
    const held = new Set(connections.flatMap((connection) => [...connection.assets.keys()]))
    const missing = [...wanted]
      .filter(([token]) => !held.has(token))
      .map(([token, outcomeId]): Asset => ({
        token,
        outcomeId,
        askedAt: null,
        tries: 0,
        moved: false,
      }))
    for (const connection of connections) {
      const room = MAX_ASSETS - connection.assets.size
      if (room > 0 && missing.length > 0) connection.add(missing.splice(0, room))
    }
    while (missing.length > 0) open(missing.splice(0, MAX_ASSETS))
  }

  /** Assets whose book never came move together to a connection of their own. */
  function chase(): void {
    const unassigned: Asset[] = []
    for (const connection of connections.toReversed()) {
      const hopeless = connection.chase()
      if (hopeless.length === 0) continue
      connection.remove(hopeless.map((asset) => asset.token))
      unassigned.push(...hopeless)
      if (connection.assets.size === 0) close(connection)
    }
    for (const asset of unassigned) {
      asset.moved = true
      asset.tries = 0
    }
    while (unassigned.length > 0) open(unassigned.splice(0, MAX_ASSETS))
    if (connections.length === 0) open([])
  }

  /** Assets whose book has been asked for more than once without coming. */
  function overdue(): readonly Asset[] {
    return connections.flatMap((one) => [...one.assets.values()].filter((asset) => asset.tries > 0))
  }

  /** Why the first connection that is not open is not, a refused one before one that merely opens; null when all are. */
  function closedReason(): string | null {
    const reasons = connections.filter((one) => !one.isOpen()).map((one) => one.detail() ?? 'connecting')
    return reasons.find((reason) => reason !== 'connecting') ?? reasons[0] ?? null
  }

  function state(): FeedState {
    if (listener === null) return 'off'
    const reason = closedReason()
    if (reason === null) {
      const count = connections.reduce((sum, connection) => sum + connection.assets.size, 0)
      return count > 0 && overdue().length === count ? 'stale' : 'live'
    }
    return reason === 'connecting' ? 'connecting' : 'down'
  }

  function detail(): string | null {
    const reason = closedReason()
    if (reason !== null) return reason
    const count = overdue().length
    return count === 0 ? null : `no book for ${count} ${count === 1 ? 'outcome' : 'outcomes'}`
  }

  return {
    follow(outcomeIds) {
      wanted = new Map(outcomeIds.map((id) => [nativeId(id), id]))
      if (listener === null) return
      drop()
      add()
    },
    resync(outcomeId) {
      const token = nativeId(outcomeId)
      holder(token)?.resync([token])
    },
    connectionOf(outcomeId) {
      const connection = holder(nativeId(outcomeId))
      return connection?.isOpen() === true ? connection.number : null
    },
    replaceConnection(number) {
      connections.find((connection) => connection.number === number)?.replace()
    },
    start(onEvent) {
      if (listener !== null) return
      listener = onEvent
      open([])
      add()
      stopChasing = clock.every(CHASE_MS, chase)
    },
    status: () => ({
      state: state(),
      connections: connections.filter((connection) => connection.isOpen()).length,
      subscriptions: connections.reduce((sum, connection) => sum + connection.assets.size, 0),
      lastMessageAt,
      reconnects: connections.reduce((sum, connection) => sum + connection.reconnects(), closedReconnects),
      unreadable,
      detail: detail(),
    }),
    stop() {
      stopChasing()
      listener = null
      for (const connection of connections.splice(0)) connection.stop()
    },
  }
}
