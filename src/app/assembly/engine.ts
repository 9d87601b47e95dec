/** Builds the engine's modules on the venue's ports, each on those before it. */
import { join } from 'node:path'
import { createMarketModule, type MarketModule } from '#engine/assembly/market-module.ts'
import type { NotificationModule } from '#engine/assembly/notification-module.ts'
import { createTradingBase, type TradingBase } from '#engine/assembly/trading-base.ts'
import { createTradingModule, type TradingModule } from '#engine/assembly/trading-module.ts'
import type { ChatStatus } from '#core/notification/notification.ts'
import type { Bus } from '#engine/bus.ts'
import type { Engine } from '#engine/engine.ts'
import { createJournal, type Journal } from '#engine/journal/journal.ts'
import type { Recorder } from '#engine/recording/recorder.ts'
import { createPortfolio, type PortfolioActor } from '#engine/portfolio/portfolio.ts'
import { PAPER_WALLET } from '#paper/venue.ts'
import { createAttachedExitStore } from '#store/attached-exits.ts'
import { createCancelQueueStore } from '#store/cancel-queue.ts'
import { RECORDING_DIRECTORY } from '#store/recording/segments.ts'
import { createJournalStore } from '#store/history/journal.ts'
import { createPortfolioStore } from '#store/history/portfolio.ts'
import { createExamination } from '../doctor/running.ts'
import type { RunParts, World } from '../world.ts'
import { makeReport, reportSegments } from './report.ts'
import { createNotificationParts } from './notifications.ts'
import type { Storage } from './storage.ts'
import { openVenue, type VenuePorts } from './venue-ports.ts'

type EngineParts = RunParts & {
  readonly world: World
  readonly storage: Storage
  readonly bus: Bus
  readonly recorder: Pick<Recorder, 'tap' | 'status'>
  /** Program whose command runs; null for the page and for the terminal's own acts. */
  readonly commandBy: () => string | null
}

export type EngineModules = {
  readonly venue: VenuePorts
  readonly market: MarketModule
  readonly trading: TradingModule
  readonly portfolio: PortfolioActor
  readonly journal: Journal
  readonly notificationModule: NotificationModule
  /** The modules as the edges see them. */
  readonly engine: Engine
}

/** Nothing is read or sent before each module is started. */
export async function assembleEngine(parts: EngineParts): Promise<EngineModules> {
  const { configuration, world, storage, bus, clock, log } = parts
  const opened = await openVenue({
    ...parts,
    tap: parts.recorder.tap,
    points: (name) => parts.point(`place.${name}`),
  })
  const { marketFeed, sportsFeed } = opened
  const store = storage.catalogStore
  const market = createMarketModule({ venue: opened.catalog, marketFeed, sportsFeed, store, clock, bus, log })
  const { catalog, books } = market
  const venue = opened.account({
    market: (id) => catalog.outcome(id)?.market ?? null,
    book: (id) => books.peek(id),
    hold: (id) => books.hold(id),
  })
  const base = createBase(parts, venue, market)
  const { orders } = base.path
  const walletAddress = configuration.paper === null ? world.secrets.walletAddress : PAPER_WALLET
  const portfolio = createPortfolio({
    clock,
    log,
    bus,
    data: venue.data,
    walletAddress,
    store: createPortfolioStore(world.database.sqlite, walletAddress ?? '', log),
    catalog,
    books,
    own: base.own,
    limits: () => base.path.risk.limits(),
  })
  market.watch(() => [...orders.open().map((order) => order.outcomeId), ...portfolio.held()])
  const journal = createJournal({
    clock,
    bus,
    store: createJournalStore(world.database.sqlite, log),
    books,
    orders,
    audit: storage.audit,
    catalog,
    portfolio,
  })
  const notificationModule = await createNotificationParts({
    clock: { ...clock, now: base.gates.clockSkew.rowTime },
    random: parts.random,
    log,
    bus,
    audit: storage.audit,
    settings: storage.settings,
    catalog,
    books,
    games: market.games,
    point: parts.point,
    database: world.database,
    settingsOfChat: configuration.chat,
    chatUrl: world.profile.urls.chat,
    ...(configuration.paper === null ? {} : { mark: 'PAPER: ' }),
    orders,
  })
  const chat = (): ChatStatus | null => notificationModule.notifications.chat()
  const trading = createTradingModule(base, {
    arePositionsReading: () => portfolio.isReading(),
    feeds: [() => portfolio.feed()],
    chat,
    results: portfolio.results,
  })
  const modules = { venue, market, trading, portfolio, journal, notificationModule }
  return { ...modules, engine: engineOf(parts, modules) }
}

function createBase(parts: EngineParts, venue: VenuePorts, market: MarketModule): TradingBase {
  const { configuration, world, storage, recorder, point } = parts
  const { catalog, books, games } = market
  return createTradingBase({
    ...parts,
    ...storage,
    cancelQueue: createCancelQueueStore(world.database.sqlite),
    attachedExits: createAttachedExitStore(world.database.sqlite, point),
    venue,
    ...(configuration.heartbeat && venue.heartbeat !== null ? { heartbeat: venue.heartbeat } : {}),
    catalog,
    refreshEvent: (id) => catalog.refresh([id]),
    books,
    feeds: [() => books.health(), () => games.health(), () => catalog.health()],
    recording: recorder.status,
    liveTrading: configuration.liveTrading,
    simulated: world.profile.loopback,
    paper: configuration.paper !== null,
    idleTimeoutMs: configuration.idleDisarmMs,
    safeAfter: configuration.safeAfter,
    ceilings: configuration.ceilings,
    onLossLock: configuration.onLossLock,
  })
}

function engineOf(
  parts: EngineParts,
  { venue, market, trading, portfolio, journal, notificationModule }: Omit<EngineModules, 'engine'>,
): Engine {
  const { configuration, world, storage, bus, clock } = parts
  const { audit } = storage
  const { directory: dataDirectory } = world.database
  return {
    ...market,
    ...trading,
    ...notificationModule,
    bus,
    audit,
    portfolio,
    journal,
    async makeReport(lastMs) {
      const asked = {
        now: clock.now(),
        lastMs,
        directory: join(dataDirectory, RECORDING_DIRECTORY),
        settings: parts.shownSettings,
        redact: (text: string) => parts.redactor.redact(text),
      }
      return makeReport(asked, await reportSegments(asked))
    },
    examine: createExamination({
      ...parts,
      ...world,
      venue,
      audit,
      lossLimit: trading.lossLimit,
      isPaper: configuration.paper !== null,
      dataDirectory,
    }),
  }
}
