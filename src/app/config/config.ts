/**
 * The whole configuration, judged before anything starts. A wrong, half-set, retired or missing setting refuses the
 * start with one line that names it; no value of a setting is ever part of a message.
 */
import { join } from 'node:path'
import type { Micros } from '#core/money.ts'
import { DEFAULT_CEILINGS, type RiskLimits } from '#core/risk-limits.ts'
import type { LossAction, SafeAfter } from '#core/trading-state.ts'
import type { RecordingSettings } from '#core/recording/recording-settings.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { readAccount, type AccountSecrets } from './config-account.ts'
import { readHttp, type HttpSettings } from './config-http.ts'
import { readLogin, type LoginSettings } from './config-login.ts'
import { isSimulatorStart, readVenue, refuseRetired, requireOwnAddresses } from './config-venue.ts'
import type { VenueChoice } from './config-venue.ts'
import type { Environment } from './environment.ts'
import type { LogFormat, LogLevel } from '../process/logger.ts'
import type { FaultPoint } from '../process/points.ts'
import { createSettingsReader, type SettingsReader } from './settings-reader.ts'
import type { SettingProblem } from './setting-problem.ts'
import { ceilingName, isSetting, secretOfFile } from './setting-table.ts'

/** Given on the command line only: a file can neither keep it by mistake nor lack it. */
export type PaperChoice = { readonly startingCash: Micros }

export type Configuration = {
  /** `demo`: nothing is configured, so the bundled simulator is used with LIVE_TRADING on. */
  readonly mode: 'demo' | 'simulator' | 'venue'
  readonly venue: VenueChoice
  /** Set: real markets, and orders on paper in this process only. Null: orders go to the venue. */
  readonly paper: PaperChoice | null
  /** Null: account reads fail with no credentials, or the simulator's test account is used. */
  readonly account: AccountSecrets | null
  readonly login: LoginSettings
  readonly http: HttpSettings
  readonly dataDirectory: string
  readonly recording: RecordingSettings
  readonly log: { readonly level: LogLevel; readonly format: LogFormat }
  readonly liveTrading: boolean
  readonly idleDisarmMs: number
  readonly safeAfter: SafeAfter
  readonly heartbeat: boolean
  readonly cancelOnShutdown: boolean
  readonly ceilings: RiskLimits
  readonly onLossLock: LossAction
  readonly chat: { readonly token: () => string; readonly chatId: string } | null
  readonly faultPoints: readonly FaultPoint[]
  /** Names with our prefixes that are no settings: most likely misspelt. */
  readonly unknownNames: readonly string[]
  /** Every secret as read, for the redactor. */
  readonly secrets: () => readonly string[]
}

/** Outside tools of reading the configuration. */
export type ConfigurationTools = {
  /** The text of a file. @throws when it cannot be read */
  readonly readFile: (path: string) => string
  /** Checksummed address of a private key; null when the bytes are no key. */
  readonly keyAddress: (key: Uint8Array) => string | null
  /** True if a person reads the log: text then, JSON lines otherwise. */
  readonly interactive: boolean
}

const OUR_PREFIXES = /^(VENUE|SESAME|RISK_CEILING|TELEGRAM|SAFE)_/
const WEAKENS_TLS =
  'NODE_TLS_REJECT_UNAUTHORIZED NODE_USE_ENV_PROXY NODE_EXTRA_CA_CERTS NODE_USE_SYSTEM_CA OPENSSL_CONF SSLKEYLOGFILE NODE_DEBUG NODE_DEBUG_NATIVE NODE_V8_COVERAGE'
/** Options of Node that change trusted certificates or name resolution, or show others what is in the process. */
const WEAK_OPTION =
  /-(?:use-(?:env|openssl|system)-|tls|openssl|inspect|experimental-config|heap(?:snap|-prof)|report-[ou])/

/** Reads and judges the whole configuration; all problems at once. */
export function readConfiguration(
  environment: Environment,
  tools: ConfigurationTools,
  paper: PaperChoice | null = null,
): Result<Configuration, readonly SettingProblem[]> {
  const reader = createSettingsReader(environment, tools.readFile)
  refuseRetired(reader)
  if (reader.problems().length > 0) return err(reader.problems())
  const mode = modeOf(reader)
  const simulated = mode !== 'venue'
  const venue = readVenue(reader, mode, tools.readFile)
  if (paper !== null && mode !== 'venue') {
    reader.fail(
      'VENUE_PROFILE',
      'is required with --paper, without SESAME_FAKE_VENUE: the demo is on paper already',
    )
  }
  const account = readAccount(reader, tools.keyAddress)
  if (account !== null && paper === null) requireOwnAddresses(reader, venue)
  const login = readLogin(reader, simulated)
  const http = readHttp(reader, simulated)
  const ceilings = readCeilings(reader)
  const level = reader.value('LOG_LEVEL')
  const configuredFormat = reader.value('LOG_FORMAT')
  const format = tools.interactive && reader.text('LOG_FORMAT') === null ? 'text' : configuredFormat
  const idleMinutes = reader.value('IDLE_DISARM_MINUTES')
  const safeAfter = readSafeAfter(reader)
  const heartbeat = reader.value('HEARTBEAT')
  const cancelOnShutdown = reader.value('CANCEL_ON_SHUTDOWN')
  const chat = readChat(reader)
  const faultPoints = readFaultPoints(reader, venue)
  refuseWeakTls(reader, venue)
  const dataDirectory = paper === null ? dataDirectoryOf(reader, mode) : paperDirectoryOf(reader)
  // Only the exact text switches trading on; a demo trades with its own simulator by default.
  const liveTrading =
    reader.text('LIVE_TRADING') === 'true' || (mode === 'demo' && reader.text('LIVE_TRADING') === null)
  const problems = reader.problems()
  if (problems.length > 0 || venue === null) return err(problems)
  return ok({
    mode,
    venue,
    paper,
    // A paper account gets nothing that it does not need.
    account: paper === null ? account : null,
    login,
    http,
    dataDirectory,
    recording: readRecording(reader),
    log: { level, format },
    liveTrading: liveTrading && paper === null,
    idleDisarmMs: idleMinutes * 60_000,
    safeAfter,
    heartbeat: heartbeat && paper === null,
    cancelOnShutdown,
    ceilings,
    onLossLock: reader.value('LOSS_LIMIT_ACTION'),
    chat,
    faultPoints,
    unknownNames: reader
      .names()
      .filter((name) => OUR_PREFIXES.test(name) && !isSetting(name) && secretOfFile(name) === null),
    secrets: () => reader.secrets(),
  })
}

/** Where the data of the configured mode is kept, whatever else may be wrong with the configuration. */
export function chosenDataDirectory(environment: Environment): string {
  const reader = createSettingsReader(environment)
  return dataDirectoryOf(reader, modeOf(reader))
}

/** The bundled world has a directory of its own, so that it never mixes with a real account's record. */
function dataDirectoryOf(reader: SettingsReader, mode: Configuration['mode']): string {
  const base = reader.value('DATA_DIR')
  return mode === 'venue' || reader.text('VENUE_PROFILE') !== null ? base : join(base, 'demo')
}

/** Beside the real account's record, never in it; the database itself is marked as well. */
function paperDirectoryOf(reader: SettingsReader): string {
  return join(reader.value('DATA_DIR'), 'paper')
}

function modeOf(reader: SettingsReader): Configuration['mode'] {
  if (isSimulatorStart(reader)) return 'simulator'
  const configured = reader
    .names()
    .some(
      (name) =>
        /^(VENUE_|TELEGRAM_|UI_PASSWORD_HASH(_FILE)?$|SESSION_SECRET(_FILE)?$)/.test(name) &&
        reader.text(name),
    )
  return configured ? 'venue' : 'demo'
}

function readSafeAfter(reader: SettingsReader): SafeAfter {
  const milliseconds = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1_000)
  return {
    orders_unread: milliseconds(reader.value('SAFE_ORDERS_UNREAD_SECONDS')),
    market_feed_down: milliseconds(reader.value('SAFE_MARKET_FEED_DOWN_SECONDS')),
    order_unknown: milliseconds(reader.value('SAFE_ORDER_UNKNOWN_SECONDS')),
  }
}

function readRecording(reader: SettingsReader): Configuration['recording'] {
  return {
    mode: reader.value('RECORDING'),
    gigabytes: reader.value('RECORDING_GIGABYTES'),
    days: reader.value('RECORDING_DAYS'),
  }
}

function readChat(reader: SettingsReader): Configuration['chat'] {
  const token = reader.value('TELEGRAM_BOT_TOKEN')
  const chatId = reader.value('TELEGRAM_CHAT_ID')
  if (reader.text('TELEGRAM_BOT_TOKEN') !== null && reader.text('TELEGRAM_CHAT_ID') === null) {
    reader.fail('TELEGRAM_CHAT_ID', 'is required with TELEGRAM_BOT_TOKEN')
  }
  if (reader.text('TELEGRAM_BOT_TOKEN') === null && reader.text('TELEGRAM_CHAT_ID') !== null) {
    reader.fail('TELEGRAM_BOT_TOKEN', 'is required with TELEGRAM_CHAT_ID')
  }
  return token === null || chatId === null ? null : { token: () => token, chatId }
}

function readFaultPoints(reader: SettingsReader, venue: VenueChoice | null): readonly FaultPoint[] {
  const points = reader.value('SESAME_FAULTPOINTS') ?? []
  if (reader.text('SESAME_FAULTPOINTS') !== null && venue?.kind === 'profile' && !venue.profile.loopback) {
    reader.fail('SESAME_FAULTPOINTS', 'is for tests only: every venue address must be on this host')
  }
  return points
}

/** A proxy or a switched-off certificate check would also step round the geographic check; what tells secrets is refused with them. */
function refuseWeakTls(reader: SettingsReader, venue: VenueChoice | null): void {
  if (venue?.kind !== 'profile' || venue.profile.loopback) return
  for (const name of WEAKENS_TLS.split(' ')) {
    if (reader.text(name) !== null) reader.fail(name, 'must not be set with a public venue')
  }
  // Node takes an underscore for a hyphen.
  if (WEAK_OPTION.test((reader.text('NODE_OPTIONS') ?? '').replaceAll('_', '-'))) {
    reader.fail(
      'NODE_OPTIONS',
      'must not change TLS or proxies, open the inspector or write the memory to disk, with a public venue',
    )
  }
}

/** Reads every RISK_CEILING_*; the defaults where unset. */
function readCeilings(reader: SettingsReader): RiskLimits {
  const limits = Object.keys(DEFAULT_CEILINGS) as (keyof RiskLimits)[]
  const ceilings = Object.fromEntries(
    limits.map((limit) => [limit, reader.value(ceilingName(limit))]),
  ) as RiskLimits
  if (ceilings.maxComboExposure < ceilings.maxComboNotional) {
    reader.fail('RISK_CEILING_COMBO_EXPOSURE', 'must be at least RISK_CEILING_COMBO_NOTIONAL')
  }
  return ceilings
}
