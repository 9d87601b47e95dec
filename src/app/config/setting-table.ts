/**
 * Every environment setting of the terminal, once: what it accepts, its default, its meaning, whether it is a secret. The
 * configuration, `.env.example`, docs/reference/settings.md and the doctor's advice derive from it.
 */
import { snake, type Snake } from '#contract/codec/codec.ts'
import { DEFAULT_CEILINGS, type RiskLimits } from '#core/risk-limits.ts'
import { LOSS_ACTIONS } from '#core/trading-state.ts'
import { formatMicros } from '#core/money.ts'
import {
  address,
  amount,
  amountOrNone,
  anyText,
  base64,
  botToken,
  chatId,
  count,
  countOrOff,
  faultPoints,
  flag,
  hostNames,
  listenAddress,
  networks,
  oneOf,
  passwordHash,
  privateKey,
  sessionSecret,
  url,
} from './setting-schemas.ts'
import type { SettingSchema } from './setting-schemas.ts'

export type Setting<Value = unknown, Fallback extends string | null = string | null> = {
  readonly section: string
  readonly schema: SettingSchema<Value>
  /** Text of an unset value; null: none. */
  readonly fallback: Fallback
  readonly help: string
  readonly isSecret: boolean
}

/** A section, which makes its settings: what each accepts, the text of an unset value (null: none), and its meaning. */
function section(title: string) {
  return <Value, Fallback extends string | null>(
    schema: SettingSchema<Value>,
    fallback: Fallback,
    help: string,
    secret?: 'secret',
  ): Setting<Value, Fallback> => ({ section: title, schema, fallback, help, isSecret: secret === 'secret' })
}

const listening = section('Where it listens and what it keeps')
const login = section('Login')
const trading = section('Trading')
const venue = section('Venue')
const urls = section("Single addresses in place of the profile's")
const account = section('Account')
const chat = section('Chat')
const ceilings = section('Ceilings of the risk limits')
const tests = section('Tests')

const RULE = 'seconds (5 to 3600), or off. Attached exits pause in SAFE.'
const safeAfter = countOrOff(5, 3_600)
const upTo10000 = count(1, 10_000)

/** RISK_CEILING_ORDER_NOTIONAL of `maxOrderNotional`. */
type CeilingName<Limit extends string> = Limit extends `max${infer Rest}`
  ? `RISK_CEILING${Uppercase<Snake<Rest>>}`
  : `RISK_CEILING_${Uppercase<Snake<Limit>>}`

export function ceilingName<Limit extends keyof RiskLimits>(limit: Limit): CeilingName<Limit> {
  return `RISK_CEILING_${snake(limit).replace(/^max_/, '').toUpperCase()}` as CeilingName<Limit>
}

const off = (most: bigint | number): string => (Number(most) === 0 ? ' 0: none, and it may be off.' : '')

const CEILINGS = Object.fromEntries(
  Object.entries(DEFAULT_CEILINGS).map(([limit, most]) => [
    ceilingName(limit as keyof RiskLimits),
    typeof most === 'bigint'
      ? ceilings(
          most === 0n ? amountOrNone : amount,
          formatMicros(most),
          `Highest ${snake(limit)}, pUSD.${off(most)}`,
        )
      : ceilings(count(most === 0 ? 0 : 1, 1_000_000), String(most), `Highest ${snake(limit)}.${off(most)}`),
  ]),
) as { readonly [Limit in keyof RiskLimits as CeilingName<Limit>]: Setting<RiskLimits[Limit], string> }

export const SETTINGS = {
  HTTP_ADDR: listening(
    listenAddress,
    '127.0.0.1:8080',
    'Address and port to listen on; port 0 takes any free one.',
  ),
  ALLOWED_HOSTS: listening(
    hostNames,
    'localhost',
    'Names besides the listen address under which browsers may reach the terminal.',
  ),
  COOKIE_SECURE: listening(
    flag('true', 'false'),
    'false',
    'true behind TLS; required when HTTP_ADDR is reachable from other hosts.',
  ),
  TRUSTED_PROXIES: listening(
    networks,
    null,
    'Addresses or networks of TLS proxies in front: their X-Forwarded-For is trusted; required unless HTTP_ADDR is on this host only.',
  ),
  DATA_DIR: listening(
    anyText,
    './data',
    'Where the database, the audit heads and the catalog copy are kept (mode 0700).',
  ),
  LOG_LEVEL: listening(oneOf('debug', 'info', 'warn', 'error'), 'info', 'debug, info, warn or error.'),
  LOG_FORMAT: listening(
    oneOf('json', 'text'),
    'json',
    'json or text; text is the default on a terminal screen.',
  ),
  RECORDING: listening(
    oneOf('on', 'armed', 'off'),
    'on',
    'What is recorded for replay: on, off, or armed: only while ARMED.',
  ),
  RECORDING_GIGABYTES: listening(
    upTo10000,
    '2',
    'Disk space for recordings; the oldest are deleted first (1 to 10000).',
  ),
  RECORDING_DAYS: listening(upTo10000, '30', 'How long recordings are kept (1 to 10000).'),
  UI_PASSWORD_HASH: login(
    passwordHash,
    null,
    'argon2id PHC string of the password: `sesame hash-password` makes one.',
    'secret',
  ),
  SESSION_SECRET: login(
    sessionSecret,
    null,
    'At least 32 random bytes in hex or base64: `openssl rand -base64 32`.',
    'secret',
  ),
  LIVE_TRADING: trading(anyText, 'false', 'Only exactly true turns trading on.'),
  IDLE_DISARM_MINUTES: trading(
    count(1, 1_440),
    '30',
    'Minutes without a command after which the terminal goes SAFE (1 to 1440).',
  ),
  SAFE_ORDERS_UNREAD_SECONDS: trading(
    safeAfter,
    '60',
    `Goes SAFE when own orders are unread, or their feed is not live, for this long: ${RULE}`,
  ),
  SAFE_MARKET_FEED_DOWN_SECONDS: trading(
    safeAfter,
    '30',
    `Goes SAFE when the market price feed is not live for this long: ${RULE}`,
  ),
  SAFE_ORDER_UNKNOWN_SECONDS: trading(
    safeAfter,
    '150',
    `Goes SAFE when an order is unknown for this long; a lost one is proven absent after 120: ${RULE}`,
  ),
  LOSS_LIMIT_ACTION: trading(
    oneOf(...LOSS_ACTIONS),
    'refuse',
    'Action at a loss limit besides refusing new risk: refuse (none), cancel (orders that add risk), safe, or cancel_and_safe. Attached exits pause in SAFE.',
  ),
  HEARTBEAT: trading(
    flag('on', 'off'),
    'off',
    'on: the venue cancels every open order 10 s after the terminal is gone.',
  ),
  CANCEL_ON_SHUTDOWN: trading(flag('true', 'false'), 'false', 'true: a clean stop cancels all orders.'),
  VENUE_PROFILE: venue(
    anyText,
    null,
    'Path of the venue profile (JSON); required unless SESAME_FAKE_VENUE=1.',
  ),
  SESAME_FAKE_VENUE: venue(
    flag('1', '0'),
    '0',
    '1: use the bundled venue simulator; no real venue is ever contacted.',
  ),
  VENUE_CLOB_URL: urls(url('http'), null, 'Order-book service.'),
  VENUE_CATALOG_URL: urls(url('http'), null, 'Catalog service.'),
  VENUE_DATA_API_URL: urls(url('http'), null, 'Data service.'),
  VENUE_COMBOS_URL: urls(url('http'), null, 'Combos requester service.'),
  VENUE_WS_MARKET_URL: urls(url('ws'), null, 'Market channel.'),
  VENUE_WS_USER_URL: urls(url('ws'), null, 'User channel.'),
  VENUE_WS_SPORTS_URL: urls(url('ws'), null, 'Sports channel.'),
  VENUE_WALLET_ADDRESS: account(
    address,
    null,
    'Deposit wallet, 0x and 40 hex digits; required with a key or credentials.',
  ),
  VENUE_SESSION_KEY: account(
    privateKey,
    null,
    "The session key, 64 hex digits. Never the wallet owner's key.",
    'secret',
  ),
  VENUE_SIGNER_ADDRESS: account(
    address,
    null,
    'Address the API key belongs to; required with credentials and no key.',
  ),
  VENUE_OWNER_ADDRESS: account(
    address,
    null,
    "The wallet owner's address: Sesame refuses to start with the owner's key.",
  ),
  VENUE_CLOB_API_KEY: account(
    anyText,
    null,
    'API credentials; derived from the key at start if not given.',
    'secret',
  ),
  VENUE_CLOB_API_SECRET: account(base64, null, 'API credentials: base64, standard or URL-safe.', 'secret'),
  VENUE_CLOB_API_PASSPHRASE: account(anyText, null, 'API credentials.', 'secret'),
  TELEGRAM_BOT_TOKEN: chat(botToken, null, 'Chat delivery: the bot token. Both or neither.', 'secret'),
  TELEGRAM_CHAT_ID: chat(chatId, null, 'Chat delivery: the numeric chat id. Both or neither.'),
  ...CEILINGS,
  SESAME_FAULTPOINTS: tests(faultPoints, null, 'Crash points for tests; only with a venue on this host.'),
}

export type SettingName = keyof typeof SETTINGS

/** Value of a setting; null only for one that has no default. */
export type SettingValue<Name extends SettingName> =
  (typeof SETTINGS)[Name] extends Setting<infer Value, infer Fallback>
    ? Value | (Fallback extends string ? never : null)
    : never

/** The secret that a variable names a file of, as containers and systemd give them: `NAME_FILE`; null for any other name. */
export function secretOfFile(variable: string): SettingName | null {
  const name = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : ''
  return isSetting(name) && SETTINGS[name].isSecret ? name : null
}

/** True if the name is one of the settings. */
export function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}
