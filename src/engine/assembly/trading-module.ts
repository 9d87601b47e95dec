/** Builds the trading module of the engine and starts it in order: gates first, own state next; nothing arms automatically. */
import type { OrderId } from '#core/ids.ts'
import { NOT_RECORDING } from '#core/trading-state.ts'
import { createFeedHealth } from '../gates/feed-health.ts'
import { createStatus } from '../gates/status.ts'
import { feedHealth } from '../markets/feed-status.ts'
import type { TradingBase } from './trading-base.ts'
import type { TradingReaders } from './trading-module-parts.ts'
import { createTradingQuotes } from './trading-quotes.ts'

export type TradingModule = ReturnType<typeof createTradingModule>

/** Builds the module. */
export function createTradingModule(base: TradingBase, readers: TradingReaders = {}) {
  const { options, standing } = base
  const { clock, bus, audit, venue } = options
  const { orders, combos, trading, balances, risk, lossLimit } = base.path
  const { geoblock, clockSkew, venueMode, credentials, heartbeat } = base.gates
  const quotes = createTradingQuotes(base, readers)
  const feeds = createFeedHealth({
    clock,
    bus,
    sources: [
      ...options.feeds,
      ...(readers.feeds ?? []),
      () => feedHealth('user', venue.userFeed.status()),
      orders.health,
    ],
  })
  const startedAt = clock.now()
  const status = createStatus({
    bus,
    isFeedWanting: feeds.isWanting,
    read: () => ({
      version: options.version,
      startedAt,
      liveTrading: options.liveTrading,
      simulated: options.simulated,
      paper: options.paper ?? false,
      readOnly: !venue.account.identity.hasKey,
      mode: trading.state().mode,
      geoblock: geoblock.state(),
      credentials: credentials.status(),
      account: standing.read(),
      clockSkewMs: clockSkew.skewMs(),
      feeds: feeds.read(),
      heartbeat: heartbeat.status(),
      storageProblem: audit.problem(),
      chat: readers.chat?.() ?? null,
      recording: options.recording?.() ?? NOT_RECORDING,
    }),
  })
  const userChannel = { isStarted: false }
  bus.subscribe('conditions', trading.reconsider)
  bus.subscribe('conditions', status.reconsider)
  bus.subscribe('heartbeat_missed', orders.doubt)
  bus.subscribe('clock_jumped', () => {
    orders.doubt()
    combos?.clockJumped()
    trading.disarm('clock')
    if (userChannel.isStarted) venue.userFeed.reconnect()
  })
  // New credentials: the user channel needs them, and what it missed must be read.
  bus.subscribe('credentials_ready', () => {
    if (userChannel.isStarted) venue.userFeed.reconnect()
    else {
      userChannel.isStarted = true
      venue.userFeed.start(orders.onFeed)
    }
    orders.start()
    standing.start()
    void balances.readCash()
  })
  // The mode is part of the status, and what closes a gate may be published nowhere else.
  bus.subscribe('trading', status.reconsider)
  bus.subscribe('chat', status.reconsider)
  bus.subscribe('recording_stopped', status.reconsider)
  let isStopped = false
  return {
    orders,
    combos,
    trading,
    credentials,
    risk,
    lossLimit,
    status,
    ...quotes,
    /** Resolves when the gates have been asked once; own orders are read from then on. */
    async start(): Promise<void> {
      orders.restore()
      quotes.attachedExits.start()
      combos?.restore()
      combos?.start()
      balances.start()
      trading.start()
      lossLimit.start(
        readers.results ?? (() => null),
        createLossLockAction(base, () => quotes.attachedExits.endEntries()),
      )
      void audit.verify().then(() => bus.publish('conditions', null))
      await Promise.all([geoblock.start(), clockSkew.start(), credentials.start()])
      // Stopped before the venue's first answers: what begins now would never end.
      if (isStopped) return
      feeds.start()
      heartbeat.start()
      bus.publish('conditions', null)
    },
    /** SAFE; then lets what is under way end and writes its rows, for so long at most. */
    async stop(withinMs: number): Promise<void> {
      isStopped = true
      trading.disarm('stop')
      await Promise.all([orders.stop(withinMs), combos?.stop(withinMs)])
      quotes.attachedExits.stop()
      const watchers = [geoblock, clockSkew, credentials, standing, balances, venueMode, lossLimit, feeds]
      for (const part of [trading, heartbeat, ...watchers]) part.stop()
    },
  }
}

/**
 * Done while locked besides refusing: each purchase that adds risk is cancelled once, stop entries end, and ARMED ends. Nothing is
 * sold.
 */
function createLossLockAction(
  { options, path: { orders, trading } }: TradingBase,
  endEntries: () => void,
): () => void {
  const { onLossLock = 'refuse', bus } = options
  const [cancels, disarms] = [onLossLock.startsWith('cancel'), onLossLock.endsWith('safe')]
  const asked = new Set<OrderId>()
  if (disarms) {
    bus.subscribe('loss_limit', ({ what }) => {
      if (what === 'locked') trading.disarm('loss_limit')
    })
  }
  return () => {
    if (cancels) endEntries()
    const ids = cancels ? orders.judge.addingRisk().filter((id) => !asked.has(id)) : []
    for (const id of ids) asked.add(id)
    if (ids.length > 0) void orders.cancel(ids)
  }
}
