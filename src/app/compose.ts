/**
 * Puts the program together and starts it in order: world, engine, HTTP (degraded), then the venue's answers, feeds
 * and the reading of own state. Up to HTTP a failure refuses the start; beyond it the terminal stays up and says why.
 */
import { createBus } from '#engine/bus.ts'
import type { Engine } from '#engine/engine.ts'
import { createPortfolio } from '#engine/portfolio/portfolio.ts'
import type { PortfolioActor } from '#engine/portfolio/portfolio.ts'
import { createMarketModule } from '#engine/assembly/market-module.ts'
import { createTradingModule } from '#engine/assembly/trading-module.ts'
import type { TradingModule } from '#engine/assembly/trading-module-parts.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import { markPaper } from '#paper/marked-audit.ts'
import { PAPER_WALLET } from '#paper/venue.ts'
import { startServer } from '#server/server.ts'
import { createAuditLog } from '#store/audit-log.ts'
import { createCancelQueueStore } from '#store/cancel-queue.ts'
import { createCatalogStore } from '#store/catalog-copy.ts'
import { createHeadKey } from '#store/head-key.ts'
import { createLoginFailureStore } from '#store/login-failures.ts'
import { openMemory } from '#store/schema.ts'
import { createSessionStore } from '#store/sessions.ts'
import { createSettingsStore } from '#store/settings.ts'
import { steadyLoginFailures, steadySessions } from '#store/steady-stores.ts'
import { cancelAtStop } from './process/cancel-at-stop.ts'
import type { Configuration } from './config/config.ts'
import { createExamination } from './doctor/running.ts'
import { EXIT } from './exit-codes.ts'
import { noteHeads, noteLimits } from './assembly/audit-notes.ts'
import { createNotices } from './assembly/notices.ts'
import { createPoints, processFaultActions } from './process/points.ts'
import type { Redactor } from './process/redactor.ts'
import { openVenue } from './assembly/venue-ports.ts'
import { createLogin } from './process/throw-away-login.ts'
import { openWorld } from './world.ts'
import type { StartFault } from './world.ts'

const PROBE_EVERY_MS = 5_000
/** Of the ten seconds of a stop: the Cancel All and what is under way; messages and pages take up to two more. */
const ORDERS_END_WITHIN_MS = 6_500

export type StartParts = {
  readonly configuration: Configuration
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly redactor: Redactor
  readonly version: string
  /** The built page. */
  readonly pageDirectory: string
}

export type RunningTerminal = {
  /** Of the listen address. */
  readonly url: string
  /** Where browsers open the page. */
  readonly pageUrl: string
  /** Made for this run because none is configured; null otherwise. */
  readonly throwAwayPassword: string | null
  /** Why this run has no database, and what to do; null when it has one. */
  readonly storageProblem: string | null
  /** Goes SAFE, lets requests under way finish and writes their rows, closes everything; at most 10 s. */
  stop(): Promise<{
    /** False when the Cancel All of the stop was asked for and not confirmed. */
    readonly areCancelsConfirmed: boolean
  }>
}

/** Starts the program as configured. A fault is one line for the operator. */
export async function startTerminal(parts: StartParts): Promise<Result<RunningTerminal, StartFault>> {
  const { configuration, clock, random, log, redactor } = parts
  const opened = await openWorld(configuration, parts)
  if (!opened.ok) return opened
  const world = opened.value
  const { database, profile, secrets } = world
  if (secrets.sessionKey !== null) redactor.add(secrets.sessionKey)
  const point = createPoints(configuration.faultPoints, processFaultActions())
  point('start.opened')

  const isPaper = configuration.paper !== null
  const secret = configuration.login.sessionSecret
  const record = createAuditLog({
    database,
    now: () => clock.now(),
    log,
    key: secret === null ? null : createHeadKey(secret()),
    problem: world.storageProblem,
  })
  const audit = isPaper ? markPaper(record) : record
  if (world.storageProblem !== null) log.error('storage.stands_in', { detail: world.storageProblem })
  const spare = openMemory({ installId: database.installId, now: clock.now() })
  const settings = noteLimits(createSettingsStore(database.sqlite, log), record)
  const catalogStore = createCatalogStore({ directory: database.directory, log })
  const venue = await openVenue({
    configuration,
    world,
    markets: {
      market: (id) => market.catalog.outcome(id)?.market ?? null,
      book: (id) => market.books.peek(id),
      hold: (id) => market.books.hold(id),
    },
    clock,
    random,
    log,
    redactor,
    points: (name) => point(`place.${name}`),
  })
  const bus = createBus(reportBug)
  const market = createMarketModule({
    venue: venue.catalog,
    marketFeed: venue.marketFeed,
    sportsFeed: venue.sportsFeed,
    store: catalogStore,
    clock,
    bus,
    log,
    watched: () => [...trading.orders.open().map((order) => order.outcomeId), ...portfolio.held()],
  })
  const trading: TradingModule = createTradingModule({
    clock,
    random,
    log,
    bus,
    audit,
    settings,
    cancelQueue: createCancelQueueStore(database.sqlite),
    venue,
    ...(configuration.heartbeat && venue.heartbeat !== null ? { heartbeat: venue.heartbeat } : {}),
    catalog: market.catalog,
    refreshEvent: (id) => market.catalog.refresh([id]),
    books: market.books,
    arePositionsReading: () => portfolio.isReading(),
    feeds: [
      () => market.books.health(),
      () => market.games.health(),
      () => market.catalog.health(),
      () => portfolio.feed(),
    ],
    chat: () => notices.notifications.chat(),
    liveTrading: configuration.liveTrading,
    simulated: profile.loopback,
    paper: isPaper,
    version: parts.version,
    idleTimeoutMs: configuration.idleDisarmMs,
    ceilings: configuration.ceilings,
    point,
  })
  const { orders, exits, preview, risk, status } = trading
  const { catalog, books, games, history } = market
  const portfolio: PortfolioActor = createPortfolio({
    clock,
    log,
    bus,
    data: venue.data,
    walletAddress: isPaper ? PAPER_WALLET : secrets.walletAddress,
    catalog,
    books,
    own: trading.own,
    limits: () => risk.limits(),
  })
  const notices = await createNotices({
    database,
    settingsOfChat: configuration.chat,
    chatUrl: profile.urls.chat,
    ...(isPaper ? { mark: 'PAPER: ' } : {}),
    clock,
    random,
    log,
    bus,
    settings,
    catalog,
    books,
    games,
    orders,
    audit,
    point,
  })
  const { alerts, notifications, reposts } = notices
  const engine: Engine = {
    bus,
    catalog,
    books,
    games,
    history,
    audit,
    orders,
    exits,
    alerts,
    notifications,
    reposts,
    portfolio,
    combos: trading.combos,
    preview,
    trading: trading.trading,
    credentials: trading.credentials,
    risk,
    status,
    examine: createExamination({
      venue,
      audit,
      isPaper,
      profile,
      clock,
      base: process.cwd(),
      dataDirectory: database.directory,
    }),
  }
  const login = await createLogin(configuration.login, random)
  if (login.throwAwayPassword !== null) redactor.add(login.throwAwayPassword)

  const server = await startServer({
    listen: configuration.http,
    auth: { ...login.auth, ...configuration.http },
    engine,
    sessionStore: steadySessions(createSessionStore(database.sqlite), createSessionStore(spare), log),
    loginFailures: steadyLoginFailures(
      createLoginFailureStore(database.sqlite, database.directory),
      createLoginFailureStore(spare, null),
      log,
    ),
    settings,
    clock,
    random,
    log,
    staticDirectory: parts.pageDirectory,
  })
  if (!server.ok) {
    await venue.close()
    audit.close()
    await world.close()
    return err({ message: server.error.message, exitCode: EXIT.refused })
  }
  log.info('server.listening', { url: server.value.url, mode: configuration.mode, data: database.directory })

  const stopHeads = noteHeads({ bus, clock, audit })
  const stopProbe = clock.every(PROBE_EVERY_MS, () => audit.probe())
  notices.start()
  runInBackground('market', market.start())
  runInBackground('trading', trading.start())
  portfolio.start()

  return ok({
    url: server.value.url,
    pageUrl: server.value.pageUrl,
    throwAwayPassword: login.throwAwayPassword,
    storageProblem: world.storageProblem,
    async stop() {
      point('stop.begin')
      trading.trading.disarm('stop')
      const deadline = clock.monotonic() + ORDERS_END_WITHIN_MS
      const areCancelsConfirmed =
        !configuration.cancelOnShutdown || (await cancelAtStop({ orders, notifications, audit, clock, log }))
      portfolio.stop()
      await trading.stop(deadline - clock.monotonic())
      notices.stopWatching()
      market.stop()
      await Promise.all([notices.stop(), server.value.close()])
      stopProbe()
      await venue.close()
      await catalogStore.settled()
      stopHeads()
      audit.writeHead()
      audit.close()
      await world.close()
      point('stop.end')
      return { areCancelsConfirmed }
    },
  })
}

/** What should never fail ends the program if it does: outside of any promise, where the last guard sees it. */
function reportBug(topic: string, error: unknown): void {
  queueMicrotask(() => {
    throw new Error(`a listener of ${topic} failed`, { cause: error })
  })
}

function runInBackground(name: string, work: Promise<void>): void {
  work.catch((error: unknown) => reportBug(name, error))
}
