// Rules shown here: API-9, VEN-15.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { micros } from '#core/money.ts'
import { temporaryDirectory } from '#store/testing/temporary.ts'
import { DEFAULT_CEILINGS } from '#core/risk-limits.ts'
import { readConfiguration, type Configuration, type PaperChoice } from './config.ts'
import { secretsIn, takeEnvironment } from './environment.ts'
import { readSecret } from './secret-file.ts'
import { secretOfFile, SETTINGS } from './setting-table.ts'
import type { SettingProblem } from './setting-problem.ts'

const KEY = `${'0'.repeat(63)}7`
const KEY_ADDRESS = `0x${'A7'.repeat(20)}`
const WALLET = `0x${'b1'.repeat(20)}`
const HASH = `$argon2id$v=19$m=65536,t=3,p=1$${'c'.repeat(22)}$${'d'.repeat(43)}`
const SECRET = '00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210'

function profileText(host: string, scheme: 's' | ''): string {
  const http = `http${scheme}://clob.${host}`
  const urls = { clob: http, catalog: http, data: http, combos: http, geoblock: `${http}/geo` }
  const socket = `ws${scheme}://ws.${host}/`
  const contract = `0x${'1'.repeat(40)}`
  return JSON.stringify({
    name: 'test',
    chain_id: 137,
    contracts: { ctf_exchange_v2: contract, neg_risk_exchange_v2: contract, exchange_v3: contract },
    urls: { ...urls, ws_market: socket, ws_user: socket, ws_sports: socket },
  })
}

const FILES: Record<string, string> = {
  'public.json': profileText('venue.example', 's'),
  'local.json': profileText('x', '')
    .replaceAll('clob.x', '127.0.0.1:9001')
    .replaceAll('ws.x', '127.0.0.1:9002'),
  'bare.json': profileText('venue.example', 's').replace(/"(data|ws_user)":"[^"]+",/g, ''),
  'broken.json': '{',
  'empty.json': '{}',
}

const PUBLIC = { VENUE_PROFILE: 'public.json', UI_PASSWORD_HASH: HASH, SESSION_SECRET: SECRET }
const BARE = { ...PUBLIC, VENUE_PROFILE: 'bare.json' }
const LOCAL = { ...PUBLIC, VENUE_PROFILE: 'local.json' }
const FAKE = { SESAME_FAKE_VENUE: '1' }

function read(
  variables: Record<string, string>,
  paper: PaperChoice | null = null,
): ReturnType<typeof readConfiguration> {
  return readConfiguration(
    new Map(Object.entries(variables)),
    {
      readFile: (path) => {
        const text = FILES[path]
        if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
        return text
      },
      keyAddress: (key) => (key.at(-1) === 7 ? KEY_ADDRESS : null),
      interactive: false,
    },
    paper,
  )
}

function accepted(variables: Record<string, string>): Configuration {
  const result = read(variables)
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.error))
  return result.value
}

function refused(variables: Record<string, string>): readonly SettingProblem[] {
  const result = read(variables)
  assert.ok(!result.ok, 'the start is refused')
  return result.error
}

describe('readConfiguration', () => {
  test('nothing at all is the demo: simulator, trading on, this host only', () => {
    const config = accepted({})
    assert.equal(config.mode, 'demo')
    assert.deepEqual(config.venue, { kind: 'bundled', urls: {} })
    assert.equal(config.liveTrading, true)
    assert.deepEqual(config.http, {
      host: '127.0.0.1',
      port: 8080,
      allowedHosts: ['localhost'],
      cookieSecure: false,
      trustedProxies: [],
    })
    assert.deepEqual(config.login, { passwordHash: null, sessionSecret: null })
    assert.deepEqual(config.ceilings, DEFAULT_CEILINGS)
    assert.equal(config.idleDisarmMs, 1_800_000)
    assert.equal(config.heartbeat, false)
    assert.equal(config.cancelOnShutdown, false)
    assert.deepEqual(config.log, { level: 'info', format: 'json' })
  })

  test('an address or a log level alone keeps it a demo; an empty value counts as unset', () => {
    assert.equal(accepted({ HTTP_ADDR: '[::1]:0', LOG_LEVEL: 'debug', VENUE_PROFILE: '' }).mode, 'demo')
  })

  test('LIVE_TRADING is on only for exactly true', () => {
    assert.equal(accepted({ ...PUBLIC, LIVE_TRADING: 'true' }).liveTrading, true)
    for (const text of ['TRUE', 'True', '1', 'yes', ' true', 'true ']) {
      assert.equal(accepted({ ...PUBLIC, LIVE_TRADING: text }).liveTrading, false, text)
      assert.equal(accepted({ LIVE_TRADING: text }).liveTrading, false, text)
    }
    assert.equal(accepted(PUBLIC).liveTrading, false)
    assert.equal(accepted(FAKE).liveTrading, false)
  })

  test('reads a whole account, with the address of the key', () => {
    const { account } = accepted({
      ...PUBLIC,
      VENUE_WALLET_ADDRESS: WALLET,
      VENUE_SESSION_KEY: `0x${KEY}`,
      VENUE_SIGNER_ADDRESS: KEY_ADDRESS.toLowerCase(),
      VENUE_OWNER_ADDRESS: `0x${'c'.repeat(40)}`,
      VENUE_CLOB_API_KEY: 'key-1',
      VENUE_CLOB_API_SECRET: 'c2VjcmV0_-',
      VENUE_CLOB_API_PASSPHRASE: 'phrase',
    })
    assert.equal(account?.signerAddress, KEY_ADDRESS)
    assert.equal(account?.sessionKey?.().at(-1), 7)
    assert.equal(account?.credentials?.().apiKey, 'key-1')
  })

  test('on paper there is no account, no live trading and no heartbeat, whatever is configured, and the data lies apart', () => {
    const variables = { ...LOCAL, ...account, LIVE_TRADING: 'true', HEARTBEAT: 'on', DATA_DIR: '/var/sesame' }
    const result = read(variables, { startingCash: micros(5n) })
    assert.ok(result.ok)
    const { paper, account: used, liveTrading, heartbeat, dataDirectory, secrets } = result.value
    assert.deepEqual([paper?.startingCash, used, liveTrading, heartbeat], [5n, null, false, false])
    assert.equal(dataDirectory, '/var/sesame/paper')
    assert.ok(secrets().includes(KEY), 'the key is still kept out of the log')
    for (const none of [{}, FAKE]) {
      const refusedStart = read(none, { startingCash: micros(5n) })
      assert.ok(!refusedStart.ok)
      assert.deepEqual(
        refusedStart.error.map(({ setting }) => setting),
        ['VENUE_PROFILE'],
      )
    }
  })

  test('without an account the addresses of the public services are enough', () => {
    const { mode, account, venue } = accepted(BARE)
    assert.deepEqual([mode, account], ['venue', null])
    assert.ok(venue.kind === 'profile')
    assert.deepEqual([venue.profile.urls.data, venue.profile.urls.userFeed], [null, null])
  })

  test('single addresses replace those of the profile', () => {
    const { venue } = accepted({ ...LOCAL, VENUE_CLOB_URL: 'http://127.0.0.1:9100' })
    assert.ok(venue.kind === 'profile')
    assert.equal(venue.profile.urls.clob.port, '9100')
    assert.deepEqual(accepted({ ...FAKE, VENUE_CLOB_URL: 'http://127.0.0.1:1' }).venue, {
      kind: 'bundled',
      urls: { clob: 'http://127.0.0.1:1' },
    })
  })

  test('INV-35 a configuration that is printed shows no secret', () => {
    const config = accepted({ ...LOCAL, VENUE_WALLET_ADDRESS: WALLET, VENUE_SESSION_KEY: KEY })
    const printed = JSON.stringify(config, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    )
    for (const secret of [KEY, SECRET]) assert.equal(printed.includes(secret), false)
    assert.deepEqual([...config.secrets()].toSorted(), [HASH, KEY, SECRET].toSorted())
  })

  test('names with our prefixes that are no settings are pointed out', () => {
    assert.deepEqual(accepted({ ...PUBLIC, VENUE_WALET_ADDRESS: WALLET }).unknownNames, [
      'VENUE_WALET_ADDRESS',
    ])
  })

  test('points of crash tests are taken only with a venue on this host', () => {
    const SESAME_FAULTPOINTS = 'place.signed.post:2=kill, reply.pre=reject'
    assert.deepEqual(accepted({ ...LOCAL, SESAME_FAULTPOINTS }).faultPoints, [
      { name: 'place.signed.post', passage: 2, action: 'kill' },
      { name: 'reply.pre', passage: 1, action: 'reject' },
    ])
    assert.equal(refused({ ...PUBLIC, SESAME_FAULTPOINTS })[0]?.setting, 'SESAME_FAULTPOINTS')
  })
})

const account = { VENUE_WALLET_ADDRESS: WALLET, VENUE_SESSION_KEY: KEY }
const bot = `123456:${'A'.repeat(35)}`
type BadSetting = readonly [setting: string, variables: Record<string, string>]

const BAD: readonly BadSetting[] = [
  ['VENUE_GEOBLOCK_URL', { ...PUBLIC, VENUE_GEOBLOCK_URL: 'https://elsewhere.example' }],
  ['VENUE_PRIVATE_KEY', { ...PUBLIC, VENUE_PRIVATE_KEY: KEY }],
  ['VENUE_PRIVATE_KEY', { VENUE_PRIVATE_KEY: '' }],
  ['VENUE_RELAYER_URL', { ...FAKE, VENUE_RELAYER_URL: 'https://relayer.example' }],
  ['VENUE_RELAYER_API_KEY', { VENUE_RELAYER_API_KEY: 'some-value' }],
  ['VENUE_BRIDGE_URL', { ...PUBLIC, VENUE_BRIDGE_URL: 'https://bridge.example' }],
  ...[
    'PRIVATE_KEY',
    'VENUE_PRIVATE_KEY_FILE',
    'VENUE_PRIVATEKEY',
    'VENUE_OWNER_PRIVATE_KEY',
    'WALLET_PRIVATE_KEY_HEX',
    'venue_private_key',
    'VENUE_OWNER_KEY',
    'RELAYER_URL',
    'VENUE_BUILDER_RELAYER_KEY',
    'MY_RELAYER',
    'BRIDGE_URL',
    'VENUE_BRIDGE',
    'VENUE_BRIDGE_API_URL',
    'GEOBLOCK_URL',
    'VENUE_GEOBLOCK_OVERRIDE',
    'VENUE_GEO_BLOCK_URL',
  ].flatMap((name): readonly BadSetting[] => [
    [name, { ...PUBLIC, [name]: 'a' }],
    [name, { ...FAKE, [name]: '' }],
  ]),
  ['VENUE_PROFILE', { UI_PASSWORD_HASH: HASH, SESSION_SECRET: SECRET }],
  ['VENUE_PROFILE', { ...PUBLIC, VENUE_PROFILE: 'missing.json' }],
  ['VENUE_PROFILE', { ...PUBLIC, VENUE_PROFILE: 'broken.json' }],
  ['VENUE_PROFILE', { ...PUBLIC, VENUE_PROFILE: 'empty.json' }],
  ['VENUE_PROFILE', { ...PUBLIC, ...FAKE }],
  ['VENUE_PROFILE', { ...PUBLIC, VENUE_CLOB_URL: 'https://clob.elsewhere.example' }],
  ['VENUE_PROFILE', { ...PUBLIC, VENUE_CLOB_URL: 'http://127.0.0.1:4000' }],
  ['SESAME_FAKE_VENUE', { SESAME_FAKE_VENUE: 'yes-please' }],
  ['VENUE_CLOB_URL', { ...FAKE, VENUE_CLOB_URL: 'https://clob.venue.example' }],
  ['VENUE_CLOB_URL', { ...PUBLIC, VENUE_CLOB_URL: 'not a url' }],
  ['VENUE_CLOB_URL', { ...PUBLIC, VENUE_CLOB_URL: 'http://clob.venue.example' }],
  ['VENUE_CATALOG_URL', { ...PUBLIC, VENUE_CATALOG_URL: 'https://name:word@clob.venue.example' }],
  ['VENUE_DATA_API_URL', { ...PUBLIC, VENUE_DATA_API_URL: 'file:///etc/passwd' }],
  ['VENUE_WS_USER_URL', { ...PUBLIC, VENUE_WS_USER_URL: 'https://ws.venue.example' }],
  ['VENUE_WS_MARKET_URL', { ...PUBLIC, VENUE_WS_MARKET_URL: 'ws://ws.venue.example/' }],
  ['VENUE_WS_SPORTS_URL', { ...PUBLIC, VENUE_WS_SPORTS_URL: 'wss://ws.venue.example/#part' }],
  ['VENUE_DATA_API_URL', { ...BARE, ...account, VENUE_WS_USER_URL: 'wss://ws.venue.example' }],
  ['VENUE_WS_USER_URL', { ...BARE, ...account, VENUE_DATA_API_URL: 'https://clob.venue.example' }],
  ['VENUE_WALLET_ADDRESS', { ...PUBLIC, ...account, VENUE_WALLET_ADDRESS: '0x1234' }],
  ['VENUE_WALLET_ADDRESS', { ...PUBLIC, VENUE_SESSION_KEY: KEY }],
  ['VENUE_SESSION_KEY', { ...PUBLIC, ...account, VENUE_SESSION_KEY: KEY.slice(1) }],
  ['VENUE_SESSION_KEY', { ...PUBLIC, ...account, VENUE_SESSION_KEY: 'f'.repeat(64) }],
  ['VENUE_SIGNER_ADDRESS', { ...PUBLIC, ...account, VENUE_SIGNER_ADDRESS: WALLET }],
  ['VENUE_OWNER_ADDRESS', { ...PUBLIC, ...account, VENUE_OWNER_ADDRESS: KEY_ADDRESS.toLowerCase() }],
  ['VENUE_OWNER_ADDRESS', { ...PUBLIC, VENUE_OWNER_ADDRESS: 'somebody' }],
  [
    'VENUE_SIGNER_ADDRESS',
    {
      ...PUBLIC,
      VENUE_WALLET_ADDRESS: WALLET,
      VENUE_CLOB_API_KEY: 'api-key-1',
      VENUE_CLOB_API_SECRET: 'c2VjcmV0',
      VENUE_CLOB_API_PASSPHRASE: 'phrase',
    },
  ],
  [
    'VENUE_CLOB_API_SECRET',
    { ...PUBLIC, ...account, VENUE_CLOB_API_KEY: 'k', VENUE_CLOB_API_PASSPHRASE: 'p' },
  ],
  [
    'VENUE_CLOB_API_SECRET',
    {
      ...PUBLIC,
      ...account,
      VENUE_CLOB_API_KEY: 'api-key-1',
      VENUE_CLOB_API_SECRET: 'not base64!',
      VENUE_CLOB_API_PASSPHRASE: 'phrase',
    },
  ],
  ['TELEGRAM_CHAT_ID', { ...PUBLIC, TELEGRAM_BOT_TOKEN: bot }],
  ['TELEGRAM_BOT_TOKEN', { ...PUBLIC, TELEGRAM_CHAT_ID: '-100123' }],
  ['TELEGRAM_BOT_TOKEN', { ...PUBLIC, TELEGRAM_BOT_TOKEN: 'abc:defgh', TELEGRAM_CHAT_ID: '5' }],
  ['TELEGRAM_CHAT_ID', { ...PUBLIC, TELEGRAM_BOT_TOKEN: bot, TELEGRAM_CHAT_ID: '@channel' }],
  ['UI_PASSWORD_HASH', { VENUE_PROFILE: 'public.json', SESSION_SECRET: SECRET }],
  ['UI_PASSWORD_HASH', { ...PUBLIC, UI_PASSWORD_HASH: 'my plain password' }],
  ['UI_PASSWORD_HASH', { ...PUBLIC, UI_PASSWORD_HASH: HASH.replace('m=65536', 'm=1024') }],
  ['UI_PASSWORD_HASH', { ...PUBLIC, UI_PASSWORD_HASH: HASH.replace('t=3', 't=99') }],
  ['UI_PASSWORD_HASH', { ...PUBLIC, UI_PASSWORD_HASH: HASH.replace('argon2id', 'argon2i') }],
  ['SESSION_SECRET', { VENUE_PROFILE: 'public.json', UI_PASSWORD_HASH: HASH }],
  ['SESSION_SECRET', { ...PUBLIC, SESSION_SECRET: 'c2hvcnQ' }],
  ['SESSION_SECRET', { ...PUBLIC, SESSION_SECRET: 'ab'.repeat(32) }],
  ['SESSION_SECRET', { ...PUBLIC, SESSION_SECRET: 'no secret, just words and words' }],
  ['HTTP_ADDR', { HTTP_ADDR: 'localhost' }],
  ['HTTP_ADDR', { HTTP_ADDR: '127.0.0.1:99999' }],
  ['HTTP_ADDR', { HTTP_ADDR: ':7777' }],
  ['COOKIE_SECURE', { ...PUBLIC, HTTP_ADDR: '192.0.2.1:8080' }],
  ['COOKIE_SECURE', { COOKIE_SECURE: 'maybe' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'proxy.example.org' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '192.0.2.1,' }],
  ['TRUSTED_PROXIES', { ...PUBLIC, HTTP_ADDR: '192.0.2.1:8080', COOKIE_SECURE: 'true' }],
  [
    'ALLOWED_HOSTS',
    { ...PUBLIC, HTTP_ADDR: '0.0.0.0:8080', COOKIE_SECURE: 'true', TRUSTED_PROXIES: '192.0.2.1' },
  ],
  ['ALLOWED_HOSTS', { ALLOWED_HOSTS: 'https://desk.example' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['LOG_FORMAT', { LOG_FORMAT: 'xml' }],
  ['IDLE_DISARM_MINUTES', { IDLE_DISARM_MINUTES: '0' }],
  ['IDLE_DISARM_MINUTES', { IDLE_DISARM_MINUTES: '1.5' }],
  ['HEARTBEAT', { HEARTBEAT: 'true-ish' }],
  ['CANCEL_ON_SHUTDOWN', { CANCEL_ON_SHUTDOWN: 'sometimes' }],
  ['RISK_CEILING_ORDER_NOTIONAL', { RISK_CEILING_ORDER_NOTIONAL: '1e4' }],
  ['RISK_CEILING_DAILY_NOTIONAL', { RISK_CEILING_DAILY_NOTIONAL: '-5000' }],
  ['RISK_CEILING_OPEN_ORDERS', { RISK_CEILING_OPEN_ORDERS: '10.5' }],
  ['RISK_CEILING_COMBO_LEGS', { RISK_CEILING_COMBO_LEGS: '0' }],
  ['RISK_CEILING_COMBO_EXPOSURE', { RISK_CEILING_COMBO_EXPOSURE: '24999' }],
  ['SESAME_FAULTPOINTS', { ...LOCAL, SESAME_FAULTPOINTS: 'intent.post=explode' }],
  ['NODE_TLS_REJECT_UNAUTHORIZED', { ...PUBLIC, NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ['NODE_USE_ENV_PROXY', { ...PUBLIC, NODE_USE_ENV_PROXY: '1' }],
  ['NODE_EXTRA_CA_CERTS', { ...PUBLIC, NODE_EXTRA_CA_CERTS: '/tmp/ca.pem' }],
  ['NODE_USE_SYSTEM_CA', { ...PUBLIC, NODE_USE_SYSTEM_CA: '1' }],
  ['OPENSSL_CONF', { ...PUBLIC, OPENSSL_CONF: '/tmp/openssl.cnf' }],
  ['SSLKEYLOGFILE', { ...PUBLIC, SSLKEYLOGFILE: '/tmp/keys' }],
  ['NODE_DEBUG', { ...PUBLIC, NODE_DEBUG: 'undici' }],
  ['NODE_DEBUG_NATIVE', { ...PUBLIC, NODE_DEBUG_NATIVE: 'tls' }],
  ['NODE_V8_COVERAGE', { ...PUBLIC, NODE_V8_COVERAGE: '/tmp/coverage' }],
]

describe('INV-43 bad settings refuse the start', () => {
  for (const [setting, variables] of BAD) {
    test(`${setting}: ${Object.keys(variables).join(' ')}`, () => {
      const problems = refused(variables)
      assert.deepEqual([...new Set(problems.map((problem) => problem.setting))], [setting])
      for (const { message } of problems) {
        assert.match(message, /^[^\n]{5,150}$/)
        const value = variables[setting] ?? ''
        if (value.length > 3) assert.equal(message.includes(value), false, message)
      }
    })
  }

  for (const option of [
    '--use-env-proxy',
    '--use_env_proxy',
    '--use-openssl-ca',
    '--use_openssl_ca',
    '--use-system-ca',
    '--use_system_ca',
    '--tls-min-v1.0',
    '--tls_min_v1.0',
    '--tls-cipher-list=NULL',
    '--tls_keylog=/tmp/keys',
    '--openssl-config=/tmp/openssl.cnf',
    '--openssl_shared_config',
    '--inspect',
    '--inspect_brk=0.0.0.0:9229',
    '--experimental_config_file=/tmp/node.json',
    '--heapsnapshot-signal=SIGUSR2',
    '--heap-prof',
    '--report-on-signal',
    '--report_uncaught_exception',
  ])
    test(`NODE_OPTIONS: ${option} with a public venue`, () => {
      const problems = refused({ ...PUBLIC, NODE_OPTIONS: `--max-old-space-size=512 ${option}` })
      assert.deepEqual(
        problems.map(({ setting }) => setting),
        ['NODE_OPTIONS'],
      )
    })

  test('all problems are reported at once', () => {
    const problems = refused({ ...PUBLIC, LOG_LEVEL: 'x', HEARTBEAT: 'x' })
    assert.deepEqual(
      problems.map((problem) => problem.setting),
      ['LOG_LEVEL', 'HEARTBEAT'],
    )
  })
})

describe('INV-35 a secret from a file', () => {
  const FROM = (content: string) => {
    FILES['/run/secrets/it'] = content
    return { VENUE_PROFILE: 'public.json', SESSION_SECRET: SECRET, UI_PASSWORD_HASH_FILE: '/run/secrets/it' }
  }

  test('is what the variable would have been, without its last line end', () => {
    for (const end of ['', '\n', '\r\n']) {
      const { login, mode, secrets, unknownNames } = accepted(FROM(HASH + end))
      assert.deepEqual([login.passwordHash, mode, unknownNames], [HASH, 'venue', []])
      assert.ok(secrets().includes(HASH))
    }
    const names = Object.keys(SETTINGS).filter((name) => secretOfFile(`${name}_FILE`) !== null)
    assert.deepEqual(
      names,
      Object.entries(SETTINGS).flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
    )
    assert.equal(secretOfFile('DATA_DIR_FILE'), null)
  })

  for (const [name, variables] of [
    ['that is not there', { ...FROM(''), UI_PASSWORD_HASH_FILE: HASH }],
    ['that is empty', FROM('\n')],
    ['that is no secret', FROM('x'.repeat(5_000))],
    ['beside the variable', { ...PUBLIC, UI_PASSWORD_HASH_FILE: 'public.json' }],
  ] as const) {
    test(`${name} refuses the start by the variable's name, and shows neither path nor content`, () => {
      FILES['/run/secrets/it'] = name === 'that is no secret' ? 'x'.repeat(5_000) : '\n'
      const problems = refused({ ...variables })
      const own = problems.filter(({ setting }) => setting === 'UI_PASSWORD_HASH_FILE')
      assert.equal(own.length, 1)
      assert.doesNotMatch(JSON.stringify(problems), /argon2id\$|xxx|public\.json|run\/secrets/)
    })
  }
})

describe('INV-35 INV-43 a file that a setting names', () => {
  for (const [name, path] of [
    ['a device without an end', '/dev/zero'],
    ['a pipe that nobody writes', 'pipe'],
    ['a directory', '/'],
    ['a file of more than 256 KiB', 'large'],
  ] as const) {
    test(`is refused at once where it is ${name}`, (context) => {
      const directory = temporaryDirectory(context)
      const named = path.startsWith('/') ? path : join(directory, path)
      if (path === 'pipe') assert.equal(spawnSync('mkfifo', [named]).status, 0)
      if (path === 'large') writeFileSync(named, 'x'.repeat(300 * 1024))
      assert.equal(readSecret(named).ok, false)
    })
  }

  test('gives its secret to the redactor, as a variable does', (context) => {
    const path = join(temporaryDirectory(context), 'it')
    writeFileSync(path, `${SECRET}\n`)
    assert.deepEqual(
      secretsIn({ SESSION_SECRET_FILE: path, UI_PASSWORD_HASH: HASH, LOG_LEVEL: 'warn' }).toSorted(),
      [HASH, SECRET],
    )
    assert.deepEqual(secretsIn({ SESSION_SECRET_FILE: KEY }), [KEY], 'a secret in the place of its path')
  })
})

describe('the environment', () => {
  test('secrets are removed from the process environment when they are read', () => {
    const variables: Record<string, string | undefined> = { SESSION_SECRET: SECRET, LOG_LEVEL: 'warn' }
    const environment = takeEnvironment(variables, join(import.meta.dirname, 'testing', '.env'))
    assert.ok(environment.ok)
    assert.equal(environment.value.get('SESSION_SECRET'), SECRET)
    assert.deepEqual(variables, { LOG_LEVEL: 'warn' })
  })

  test('the systemd unit sets nothing that the other commands, which read .env alone, would not know', () => {
    const unit = readFileSync(join(import.meta.dirname, '../../../deploy/sesame.service'), 'utf8')
    const set = unit.split('\n').filter((line) => /^(Environment|PassEnvironment)/.test(line))
    assert.deepEqual(
      Object.keys(SETTINGS).filter((name) => set.some((line) => line.includes(name))),
      [],
    )
  })

  test('.env.example holds the default of each setting, and the defaults are what nothing at all means', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')
    const shown = [...text.matchAll(/^# ?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    assert.deepEqual(
      shown,
      Object.entries(SETTINGS).map(([name, { fallback }]) => [name, fallback ?? '']),
    )
    const same = new Set(['LIVE_TRADING', 'LOG_FORMAT'])
    const set = Object.fromEntries(shown.filter(([name = '', value]) => value !== '' && !same.has(name)))
    const { unknownNames: _, secrets: __, ...bare } = accepted(FAKE)
    const { unknownNames: ___, secrets: ____, ...spelled } = accepted({ ...set, ...FAKE })
    assert.deepEqual(spelled, bare)
  })

  test('INV-43 no message of a setting holds any part of its value', () => {
    const odd = fc.string({
      minLength: 6,
      unit: fc.constantFrom('\u0101', '\u0107', '\u0137', ':', '/', '0'),
    })
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(SETTINGS)), odd, (name, value) => {
        const result = read({ ...PUBLIC, [name]: value })
        for (const { message } of result.ok ? [] : result.error) {
          assert.match(message, /^[\x20-\x7e]{5,150}$/)
        }
      }),
    )
  })
})
