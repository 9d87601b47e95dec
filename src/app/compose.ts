/**
 * Puts the program together and starts it in order: world, engine, HTTP (degraded), then the venue's answers, feeds
 * and the reading of own state. Up to HTTP a failure refuses the start; beyond it the terminal stays up and says why.
 */
import { join } from 'node:path'
import { formatMicros } from '#core/money.ts'
import { createBus, type Bus } from '#engine/bus.ts'
import { createReplays } from '#engine/replay/replays.ts'
import { readRecordedFrame } from '#venue/feeds/recorded-frames.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { StoredAuditLog } from '#store/audit-log.ts'
import { openRecording } from '#store/recording/reader.ts'
import { RECORDING_DIRECTORY } from '#store/recording/segments.ts'
import type { Clock } from '#ports/clock.ts'
import { VERSION } from '#lib/user-agent.ts'
import { createCommandCaller } from '#server/access/command-caller.ts'
import { startServer } from '#server/server.ts'
import { noteHeads } from './assembly/audit-notes.ts'
import { assembleEngine, type EngineModules } from './assembly/engine.ts'
import { openRecorder, recordRows } from './assembly/recording.ts'
import { openStorage } from './assembly/storage.ts'
import { EXIT } from './exit-codes.ts'
import { cancelAtStop } from './process/cancel-at-stop.ts'
import { createPoints } from './process/points.ts'
import { logRun } from './process/run-log.ts'
import { createLogin } from './process/throw-away-login.ts'
import { openWorld, type RunParts, type StartFault } from './world.ts'

const PROBE_EVERY_MS = 5_000
const FAILURE_TOLD_EVERY_MS = 60_000
/** Share of a stop's ten seconds: the Cancel All and open requests; messages and pages take up to two more. */
const ORDERS_END_WITHIN_MS = 6_500

type StartParts = Omit<RunParts, 'point'> & {
  /** The built page. */
  readonly pageDirectory: string
}

export type RunningTerminal = {
  /** URL of the listen address. */
  readonly url: string
  /** Where browsers open the page. */
  readonly pageUrl: string
  /** Made for this run because none is configured; null otherwise. */
  readonly throwAwayPassword: string | null
  /** Where a browser is logged in once, within five minutes, while there is a throw-away password; null otherwise. */
  readonly loginUrl: string | null
  /** Why this run has no database, and what to do; null when it has one. */
  readonly storageProblem: string | null
  /** Takes a failure of work that nobody waited for: SAFE, and a notification, once a minute at most (INV-89). */
  readonly takeFailure: () => void
  /** Goes SAFE, lets requests under way finish and writes their rows, closes everything; at most 10 s. */
  stop(): Promise<{
    /** False when the Cancel All of the stop was asked for and not confirmed. */
    readonly areCancelsConfirmed: boolean
  }>
}

/** Starts the program as configured. A fault is one line for the operator. */
export async function startTerminal(parts: StartParts): Promise<Result<RunningTerminal, StartFault>> {
  const { configuration, clock, random, log, redactor } = parts
  const point = createPoints(configuration.faultPoints)
  const run = { ...parts, point }
  const opened = await openWorld(run)
  if (!opened.ok) return opened
  const world = opened.value
  if (world.secrets.sessionKey !== null) redactor.add(world.secrets.sessionKey)
  point('start.opened')

  const { wasLeft, migratedFrom } = world.database
  if (wasLeft) log.warn('program.was_not_stopped', { data: world.database.directory })
  if (migratedFrom !== null) log.info('storage.migrated', { from: migratedFrom })
  const stored = openStorage(world, run)
  const caller = createCommandCaller()
  const facts = createBus(reportBug)
  // An order that a fact sets off, such as an attached exit's, is not the program's whose command brought the fact.
  const bus: Bus = { ...facts, publish: (topic, fact) => caller.aside(() => facts.publish(topic, fact)) }
  bus.subscribe('order', ({ id, clientOrderId, status, filledSize }) =>
    parts.log.debug('order', {
      id,
      client_order_id: clientOrderId,
      status,
      filled: formatMicros(filledSize),
    }),
  )
  const dataDirectory = world.database.directory
  const recorder = openRecorder(run, dataDirectory, bus)
  const storage = { ...stored, audit: recordRows(stored.audit, recorder) }
  const commandBy = (): string | null => caller.name()
  const modules = await assembleEngine({ ...run, world, storage, bus, recorder, commandBy })
  const login = await createLogin(configuration.login, random, clock)
  for (const secret of [login.throwAwayPassword, login.link?.token ?? null])
    if (secret !== null) redactor.add(secret)
  const replays = createReplays({
    source: openRecording(join(world.database.directory, RECORDING_DIRECTORY)),
    readFrame: readRecordedFrame,
    clock,
    mint: () => random.uuidV7(),
  })
  const server = await startServer({
    listen: configuration.http,
    auth: { ...login.auth, ...configuration.http, loginLink: login.link },
    engine: modules.engine,
    replays,
    caller,
    sessionStore: storage.sessionStore,
    loginFailures: storage.loginFailures,
    settings: storage.settings,
    clock,
    random,
    log,
    staticDirectory: parts.pageDirectory,
  })
  if (!server.ok) {
    replays.stop()
    await modules.venue.close()
    await recorder.stop()
    storage.audit.close()
    await world.close()
    return err({ message: server.error.message, exitCode: EXIT.refused })
  }
  const { url, pageUrl } = server.value
  log.info('server.listening', {
    version: VERSION,
    url,
    mode: configuration.mode,
    data: world.database.directory,
  })

  const { portfolio } = modules.engine
  recorder.start({
    ...modules.market,
    exits: modules.engine.attachedExits,
    trading: () => modules.trading.trading.state(),
    account: () => portfolio.holdings(),
    ifWins: {
      version: () => portfolio.resolutionVersion(),
      events: () => portfolio.resolutionEvents().flatMap((id) => portfolio.resolutionPnl(id) ?? []),
    },
  })
  const stopNotes = startModules(modules, storage.audit, clock)
  const stopLog = logRun({ clock, log, feeds: () => modules.engine.status.read().feeds })
  return ok({
    url,
    pageUrl,
    throwAwayPassword: login.throwAwayPassword,
    loginUrl: login.link === null ? null : `${pageUrl}/#login=${login.link.token}`,
    storageProblem: world.storageProblem,
    takeFailure: createFailureTaker({ clock, bus, trading: modules.trading.trading }),
    async stop() {
      point('stop.begin')
      stopLog()
      const areCancelsConfirmed = await stopModules(parts, modules, storage.audit, () => server.value.close())
      stopNotes.probe()
      replays.stop()
      await modules.venue.close()
      await storage.catalogStore.settled()
      stopNotes.heads()
      storage.audit.writeHead()
      storage.audit.close()
      // Last of all that writes: a disk that it waits for keeps nothing of the above.
      await recorder.stop()
      await world.close()
      point('stop.end')
      return { areCancelsConfirmed }
    },
  })
}

function createFailureTaker({
  clock,
  bus,
  trading,
}: Pick<StartParts, 'clock'> & {
  readonly bus: Bus
  readonly trading: EngineModules['trading']['trading']
}): () => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return () => {
    trading.disarm('failure')
    if (clock.monotonic() - toldAt < FAILURE_TOLD_EVERY_MS) return
    toldAt = clock.monotonic()
    bus.publish('background_failed', { at: clock.now() })
  }
}

/** Starts what watches, reads and sends; answers how the notes in the audit log are ended. */
function startModules(
  { market, trading, portfolio, journal, notificationModule, engine }: EngineModules,
  audit: StoredAuditLog,
  clock: Clock,
): { readonly heads: () => void; readonly probe: () => void } {
  const heads = noteHeads({ bus: engine.bus, clock, audit })
  const probe = clock.every(PROBE_EVERY_MS, () => audit.probe())
  notificationModule.start()
  runInBackground('market', market.start())
  runInBackground('trading', trading.start())
  portfolio.start()
  journal.start()
  return { heads, probe }
}

/** SAFE first, then the Cancel All of a stop, orders, messages and pages. Answers whether the cancels are confirmed. */
async function stopModules(
  { configuration, clock, log }: StartParts,
  { market, trading, portfolio, journal, notificationModule }: EngineModules,
  audit: StoredAuditLog,
  closeServer: () => Promise<void>,
): Promise<boolean> {
  const { orders } = trading
  trading.trading.disarm('stop')
  const deadline = clock.monotonic() + ORDERS_END_WITHIN_MS
  const areCancelsConfirmed =
    !configuration.cancelOnShutdown ||
    (await cancelAtStop({ orders, notifications: notificationModule.notifications, audit, clock, log }))
  portfolio.stop()
  await trading.stop(deadline - clock.monotonic())
  journal.stop()
  notificationModule.stopWatching()
  market.stop()
  await Promise.all([notificationModule.stop(), closeServer()])
  return areCancelsConfirmed
}

/** A failure of something that never fails ends the program: outside of any promise, where the last guard sees it. */
function reportBug(topic: string, error: unknown): void {
  queueMicrotask(() => {
    throw new Error(`a listener of ${topic} failed`, { cause: error })
  })
}

function runInBackground(name: string, work: Promise<void>): void {
  work.catch((error: unknown) => reportBug(name, error))
}
