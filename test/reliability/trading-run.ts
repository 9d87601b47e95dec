/** One run of the trading module as the program builds it: real adapter, real database, real sockets, in this process. */
import { Buffer } from 'node:buffer'
import { DEFAULT_CEILINGS } from '#core/risk-limits.ts'
import { createBus, type Bus } from '#engine/bus.ts'
import { createTradingBase } from '#engine/assembly/trading-base.ts'
import { createTradingModule, type TradingModule } from '#engine/assembly/trading-module.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log, LogFields } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { VenueTrading } from '#ports/venue-trading.ts'
import type { SimulatorRandom } from '#simulator/types.ts'
import { recordRows } from '#app/assembly/recording.ts'
import { createAuditLog } from '#store/audit-log.ts'
import { createAttachedExitStore } from '#store/attached-exits.ts'
import { createCancelQueueStore } from '#store/cancel-queue.ts'
import { openDatabase } from '#store/database.ts'
import { createSettingsStore } from '#store/settings.ts'
import type { RecordingDisk } from '#store/recording/segment-file.ts'
import { parseProfile } from '#venue/profile.ts'
import { createVenue } from '#venue/venue.ts'
import type { MarketStandIn } from './market-stand-in.ts'
import type { QuietVenue } from './quiet-venue.ts'
import { createScheduleRecorder } from './schedule-recording.ts'

export type TradingRun = {
  readonly side: TradingModule
  readonly audit: AuditLog
  readonly bus: Bus
  /** Goes SAFE, waits for answers, closes; calls back right before it closes. */
  readonly stop: (onClose: () => void) => Promise<void>
  /** From one moment to the next nothing of it runs any more, as after a kill. */
  readonly kill: () => Promise<void>
}

/**
 * Builds and starts one run on the data directory of the previous runs.
 *
 * @param watch  sees every order-creating and cancelling call before it is sent, with the gate's answer
 */
export async function startTradingRun(parts: {
  readonly venue: QuietVenue
  readonly market: MarketStandIn
  readonly directory: string
  readonly clock: Clock & { readonly end: () => void }
  readonly random: SimulatorRandom
  readonly watch: (trading: VenueTrading, audit: AuditLog) => VenueTrading
  /** Hears each line of its log. */
  readonly onLog: (line: string) => void
  /** The disk that the run is recorded on; not recorded when left out. */
  readonly recordedOn?: RecordingDisk
  /** The dead-man heartbeat; off when left out. */
  readonly hasHeartbeat?: true
  readonly prepare: (run: Pick<TradingRun, 'bus'>) => void
}): Promise<TradingRun> {
  const { venue, market, clock } = parts
  const random = portRandom(parts.random, clock)
  const say =
    (level: string) =>
    (event: string, fields: LogFields = {}): void => {
      parts.onLog(`${level} ${event} ${JSON.stringify(fields)}`)
    }
  const log: Log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') }
  const opened = openDatabase({
    directory: parts.directory,
    installId: Buffer.from(random.bytes(32)).toString('hex'),
    now: clock.now(),
    // The log's room saves waiting for a disk; here a thousand runs would fill it in memory.
    diskSpace: () => ({ bavail: 0, bsize: 0 }),
  })
  if (!opened.ok) throw new Error(`the database cannot be opened: ${JSON.stringify(opened.error)}`)
  const database = opened.value
  const stored = createAuditLog({ database, now: () => clock.now(), log })
  const profile = parseProfile(venue.simulator.profile)
  if (!profile.ok) throw new Error(profile.error.join('; '))
  const { accounts } = venue.simulator
  const adapter = await createVenue({
    profile: profile.value,
    secrets: {
      walletAddress: accounts.depositWallet,
      signerAddress: null,
      sessionKey: Buffer.from(accounts.sessionKey.slice(2), 'hex'),
      credentials: null,
    },
    clock,
    random,
    log,
  })
  const bus = createBus((topic, error) => {
    throw new Error(`a listener of ${topic} failed`, { cause: error })
  })
  const recorder =
    parts.recordedOn === undefined
      ? null
      : createScheduleRecorder({ directory: parts.directory, clock, log, bus, disk: parts.recordedOn })
  const audit = recorder === null ? stored : recordRows(stored, recorder)
  parts.prepare({ bus })
  const side = createTradingModule(
    createTradingBase({
      clock,
      random,
      log,
      bus,
      audit,
      settings: createSettingsStore(database.sqlite, log),
      cancelQueue: createCancelQueueStore(database.sqlite),
      attachedExits: createAttachedExitStore(database.sqlite),
      venue: {
        trading: parts.watch(adapter.trading, audit),
        account: adapter.account,
        userFeed: adapter.userFeed,
        geoblock: adapter.geoblock,
      },
      ...(parts.hasHeartbeat === true ? { heartbeat: adapter.heartbeat } : {}),
      catalog: market.catalog,
      books: market.books,
      feeds: [],
      liveTrading: true,
      simulated: true,
      version: 'test',
      idleTimeoutMs: 3_600_000,
      safeAfter: { orders_unread: null, market_feed_down: null, order_unknown: null },
      ceilings: DEFAULT_CEILINGS,
      point: () => {},
    }),
  )
  recorder?.start({
    books: { followed: () => [], record: () => null, watch: () => {} },
    catalog: market.catalog,
    games: { game: () => null },
    exits: { list: () => [], get: () => null },
    trading: () => side.trading.state(),
    account: () => null,
    ifWins: { version: () => '', events: () => [] },
  })
  await side.start()
  let isOver = false

  async function close(): Promise<void> {
    audit.close()
    database.close()
    await adapter.close()
  }

  return {
    side,
    audit,
    bus,
    async stop(onClose) {
      if (isOver) return
      isOver = true
      await side.stop(5_000)
      onClose()
      await recorder?.stop()
      clock.end()
      await close()
    },
    async kill() {
      if (isOver) return
      isOver = true
      clock.end()
      await close()
    },
  }
}

/** Seeded randomness as the terminal asks for it. */
export function portRandom(random: SimulatorRandom, clock: Pick<Clock, 'now'>): Random {
  return {
    bytes: (length) => random.bytes(length),
    uuidV7() {
      const hex = Buffer.from(random.bytes(10)).toString('hex')
      const time = Math.floor(clock.now()).toString(16).padStart(12, '0')
      const variant = '89ab'[random.integer(0, 3)] ?? '8'
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(3, 6)}-${hex.slice(6, 18)}`
    },
  }
}
