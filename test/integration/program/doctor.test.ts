// Rules shown here: API-10.
/** `sesame doctor`: green on a good installation, and for each of many ways to get it wrong a line that names the cure. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { createAuditLog } from '#store/audit-log.ts'
import { openDatabase } from '#store/database.ts'
import { editDatabase } from '#store/testing/temporary.ts'
import { parseProfile } from '#venue/profile.ts'
import { createVenue } from '#venue/venue.ts'
import { runDoctor } from '../../../src/app/commands/command-doctor.ts'
import { systemClock } from '../../../src/app/process/system-clock.ts'
import { systemRandom } from '../../../src/app/process/system-random.ts'
import type { Terminal } from '../../../src/app/process/terminal-io.ts'
import { startTerminal, startTestSimulator, temporaryDirectory, terminalEnvironment } from '../../harness.ts'
import type { TestSimulator } from '../../harness.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const UNREACHED = 'http://127.0.0.1:2'

type DoctorFixture = {
  readonly cwd: string
  readonly data: string
  readonly simulator: TestSimulator
  readonly env: Record<string, string>
  /** Writes the profile with these addresses in place of its own, or whatever text is given. */
  readonly profile: (change: Readonly<Record<string, string>> | string) => void
}

/** One way to get it wrong, and the line that should say so. */
type Mistake = {
  readonly name: string
  readonly make: (fixture: DoctorFixture) => unknown
  readonly expected: RegExp
  /** A failure unless it is only a warning. */
  readonly warns?: true
}

const secretOf = (fixture: DoctorFixture): string => fixture.env['VENUE_SESSION_KEY'] ?? ''

const fault = (name: string, rest: object = {}) => ({
  name: `fault ${name}`,
  make: (fixture: DoctorFixture) => fixture.simulator.control('/faults', { name, ...rest }),
})

const setting = (name: string, value: string, expected: RegExp): Mistake => ({
  name: `${name} ${value === '' ? 'left out' : 'wrong'}`,
  make: (fixture) => {
    if (value === '') delete fixture.env[name]
    else fixture.env[name] = value
  },
  expected,
})

const address = (key: string, expected: RegExp, url = UNREACHED): Mistake => ({
  name: `${key} cannot be reached`,
  make: (fixture) => fixture.profile({ [key]: url }),
  expected,
})

const MISTAKES: readonly Mistake[] = [
  setting('VENUE_PROFILE', '', /^fail  VENUE_PROFILE: is required/m),
  setting('VENUE_PROFILE', '/nowhere/venue.json', /^fail  VENUE_PROFILE: .*cannot be read/m),
  {
    name: 'a profile that is no JSON',
    make: (fixture) => fixture.profile('{'),
    expected: /^fail  VENUE_PROFILE: .*JSON/m,
  },
  {
    name: 'a profile whose geographic check is elsewhere',
    make: (fixture) => fixture.profile({ geoblock: 'https://elsewhere.example/geoblock' }),
    expected: /^fail  VENUE_PROFILE: cannot be used: urls/m,
  },
  setting('UI_PASSWORD_HASH', '', /^fail  UI_PASSWORD_HASH: .*hash-password/m),
  setting('UI_PASSWORD_HASH', '=19=65536,t=3,p=1', /^fail  UI_PASSWORD_HASH: .*hash-password/m),
  setting('SESSION_SECRET', 'abcd', /^fail  SESSION_SECRET: must hold at least 32 bytes/m),
  setting('VENUE_WALLET_ADDRESS', '', /^fail  VENUE_WALLET_ADDRESS: is required/m),
  setting('VENUE_SESSION_KEY', 'abc', /^fail  VENUE_SESSION_KEY: must be 64 hex digits/m),
  setting('HTTP_ADDR', '0.0.0.0:8080', /^fail  COOKIE_SECURE: must be true \(behind TLS\)/m),
  setting('VENUE_RELAYER_URL', 'https://relayer.example', /^fail  VENUE_RELAYER_URL: .*remove it/m),
  setting('TELEGRAM_CHAT_ID', '12345', /^fail  TELEGRAM_BOT_TOKEN: is required/m),
  setting('RISK_CEILING_ORDER_NOTIONAL', '-1', /^fail  RISK_CEILING_ORDER_NOTIONAL: must be a positive/m),
  { ...setting('VENUE_WALET_ADDRESS', '0x1', /^warn  VENUE_WALET_ADDRESS: .*misspelt/m), warns: true },
  { ...setting('LIVE_TRADING', 'TRUE', /^warn  LIVE_TRADING: off.*only exactly `true`/m), warns: true },
  {
    name: 'a wallet without a key',
    make: (fixture) => void delete fixture.env['VENUE_SESSION_KEY'],
    expected: /^warn  account: .*set VENUE_SESSION_KEY/m,
    warns: true,
  },
  {
    name: 'a key of nobody',
    make: (fixture) => void (fixture.env['VENUE_SESSION_KEY'] = '7'.repeat(64)),
    expected:
      /^warn  credentials: [^]*^warn  session key: not checked: whether the wallet knows it.*; run doctor again/m,
    warns: true,
  },
  {
    name: 'a port that another program has',
    async make(fixture) {
      const taken = createServer().listen(0, '127.0.0.1').unref()
      await once(taken, 'listening')
      fixture.env['HTTP_ADDR'] = `127.0.0.1:${(taken.address() as AddressInfo).port}`
    },
    expected: /^fail  HTTP_ADDR: 127\.0\.0\.1:\d+ is in use by another program; .*--port$/m,
  },
  {
    name: 'a TLS proxy on this machine that is not named',
    make: (fixture) => void (fixture.env['COOKIE_SECURE'] = 'true'),
    expected: /^warn  TRUSTED_PROXIES: not set .*; set the address of the proxy/m,
    warns: true,
  },
  {
    name: '.env that others may read',
    make: (fixture) => writeFileSync(join(fixture.cwd, '.env'), '', { mode: 0o644 }),
    expected: /^fail  .*\.env: others may read it; run chmod 0600/m,
  },
  {
    name: 'a file of a secret that others may read',
    make(fixture) {
      const path = join(fixture.cwd, 'token')
      writeFileSync(path, Buffer.from('a secret of more than 32 bytes 0123456789').toString('base64'), {
        mode: 0o644,
      })
      fixture.env['SESSION_SECRET_FILE'] = path
    },
    expected: /^warn  .*token: others may read it; run chmod 0600/m,
    warns: true,
  },
  {
    name: 'a data directory that others may read',
    make: (fixture) => {
      mkdirSync(fixture.data)
      chmodSync(fixture.data, 0o755)
    },
    expected: /^fail  .*data: others may read it; run chmod 0700/m,
  },
  {
    name: 'a data directory that is a file',
    make: (fixture) => writeFileSync(fixture.data, '', { mode: 0o644 }),
    expected:
      /^fail  .*data: is no directory; name one in DATA_DIR\n[^]*^fail  audit log: .* is no directory; name a directory in DATA_DIR$/m,
  },
  {
    name: 'an audit log that somebody changed',
    make: (fixture) => {
      fillAudit(fixture.data)
      editDatabase(fixture.data, 'UPDATE audit SET at = at + 1 WHERE seq = 2')
    },
    expected: /^fail  audit log: .*keep a copy/m,
  },
  {
    name: 'a data directory of a newer version',
    make: (fixture) => {
      fillAudit(fixture.data)
      const raw = new DatabaseSync(join(fixture.data, 'sesame.db'))
      raw.exec('PRAGMA user_version = 900')
      raw.close()
    },
    expected: /^fail  audit log: .*newer version/m,
  },
  address('clob', /^fail  order-book service: .*check the network/m),
  address('catalog', /^fail  catalog service: .*check the network/m),
  address('data', /^fail  data service: ECONNREFUSED; check the network/m),
  address('combos', /^fail  combos service: ECONNREFUSED; check the network/m),
  {
    name: 'a chat service that cannot be reached',
    make: (fixture) => {
      fixture.profile({ chat: 'http://127.0.0.1:2' })
      fixture.env['TELEGRAM_BOT_TOKEN'] = `123456:${'a'.repeat(35)}`
      fixture.env['TELEGRAM_CHAT_ID'] = '42'
    },
    expected: /^fail  chat service: ECONNREFUSED; check the network/m,
  },
  address('geoblock', /^fail  geographic check: no answer/m),
  address('ws_market', /^fail  market channel: .*check the network/m, 'ws://127.0.0.1:2'),
  address('ws_user', /^fail  user channel: .*check the network/m, 'ws://127.0.0.1:2'),
  address('ws_sports', /^fail  sports channel: .*check the network/m, 'ws://127.0.0.1:2'),
  { ...fault('geo.blocked'), expected: /^fail  geographic check: the venue does not serve this host/m },
  { ...fault('clock.time_endpoint_wrong', { args: { ms: 9_000 } }), expected: /^fail  clock: .*chrony/m },
  {
    ...fault('auth.l1_401'),
    expected: /^fail  credentials: .*refuses the session key[^]*^warn  session key: not checked/m,
  },
  {
    name: 'a clock that is off is not blamed on the key',
    async make({ simulator: { control } }) {
      await control('/faults', { name: 'clock.time_endpoint_wrong', args: { ms: 9_000 } })
      await control('/faults', { name: 'auth.l1_401' })
    },
    expected: /^fail  credentials: .*; set the clock right first/m,
  },
  { ...fault('auth.scopes', { args: { list: ['COMBOSRFQ'] } }), expected: /^fail  scopes: .*need CLOB/m },
  {
    ...fault('auth.scopes', { args: { list: ['CLOB'] } }),
    expected: /^warn  scopes: .*COMBOSRFQ/m,
    warns: true,
  },
  {
    ...fault('http.status', {
      match: { path: '/auth/ban-status/closed-only' },
      args: { code: 200, body: '{"closed_only":true}' },
    }),
    expected: /^fail  closed-only mode: on: .*close positions/m,
  },
  {
    name: 'an approval that is missing',
    make: (fixture) => {
      const { contracts } = JSON.parse(readFileSync(fixture.simulator.profilePath, 'utf8')) as {
        readonly contracts: Readonly<Record<string, string>>
      }
      return fixture.simulator.control('/faults', {
        name: 'http.status',
        match: { path: '/balance-allowance*' },
        args: {
          code: 200,
          body: JSON.stringify({
            balance: '500',
            allowances: {
              [contracts['ctf_exchange_v2'] ?? '']: '900',
              [contracts['neg_risk_exchange_v2'] ?? '']: '0',
            },
          }),
        },
      })
    },
    expected: /^fail  approvals: missing: pUSD for the neg-risk exchange, shares for the neg-risk exchange/m,
  },
  { ...fault('auth.other_wallet'), expected: /^fail  wallet: wallet_mismatch: .*set VENUE_WALLET_ADDRESS/m },
  {
    ...fault('http.status', {
      match: { path: '/v1/user/session-signers' },
      args: { code: 200, body: '{"wallet":"","signers":[]}' },
    }),
    expected: /^fail  session key: the venue does not list it .*authorise it again/m,
  },
  { ...fault('auth.expires_in', { args: { ms: -86_400_000 } }), expected: /^fail  key expiry: ended/m },
  {
    ...fault('auth.expires_in', { args: { ms: 172_800_000 } }),
    expected: /^warn  key expiry: ends in [12] days; authorise a new/m,
    warns: true,
  },
  {
    ...fault('http.status', {
      match: { path: '/balance-allowance*' },
      args: { code: 200, body: '{"balance":"0","allowances":{}}' },
    }),
    expected: /^warn  balance: 0 pUSD; fund the wallet/m,
    warns: true,
  },
]

/** As a first start does it; this is the only request of the whole test that is no read. */
async function makeCredentials({ profilePath, account }: TestSimulator): Promise<void> {
  const profile = parseProfile(JSON.parse(readFileSync(profilePath, 'utf8')))
  assert.ok(profile.ok)
  const venue = await createVenue({
    profile: profile.value,
    secrets: {
      walletAddress: account.deposit_wallet,
      signerAddress: null,
      sessionKey: Buffer.from(account.session_key.replace(/^0x/, ''), 'hex'),
      credentials: null,
    },
    clock: systemClock,
    random: systemRandom,
    log,
  })
  assert.equal((await venue.account.establishCredentials()).kind, 'ready')
  await venue.close()
}

async function writes(simulator: TestSimulator): Promise<readonly string[]> {
  const { requests } = (await simulator.control('/ledger')) as {
    readonly requests: readonly { readonly method: string; readonly path: string }[]
  }
  return requests.filter(({ method }) => method !== 'GET' && method !== 'WS').map(({ path }) => path)
}

function fillAudit(directory: string): void {
  const database = openDatabase({ directory, installId: 'ab'.repeat(32), now: 1 })
  assert.ok(database.ok)
  const audit = createAuditLog({ database: database.value, now: () => 1_700_000_000_000, log })
  for (let index = 1; index <= 3; index += 1) {
    audit.append([{ clientOrderId: `id-${index}`, kind: 'intent', action: 'place', details: { index } }])
  }
  audit.close()
  database.value.close()
}

test('sesame doctor', { timeout: 240_000 }, async (whole) => {
  const simulator = await startTestSimulator(whole)

  function fixture(context: TestContext): DoctorFixture {
    const cwd = temporaryDirectory(context)
    const data = join(cwd, 'data')
    const env = terminalEnvironment(simulator, data)
    return {
      cwd,
      data,
      simulator,
      env,
      profile(change) {
        const json = JSON.parse(readFileSync(simulator.profilePath, 'utf8')) as { readonly urls: object }
        const path = join(cwd, 'profile.json')
        const text =
          typeof change === 'string' ? change : JSON.stringify({ ...json, urls: { ...json.urls, ...change } })
        writeFileSync(path, text)
        env['VENUE_PROFILE'] = path
      },
    }
  }

  async function examine(
    { cwd, env }: DoctorFixture,
    options: { readonly json?: boolean; readonly data?: string } = {},
  ): Promise<{ readonly code: number; readonly text: string }> {
    const lines: string[] = []
    const terminal: Terminal = {
      out: (line) => void lines.push(line),
      fail: (line) => void lines.push(line),
      log: () => {},
      variables: { ...env },
      envFile: join(cwd, '.env'),
      interactive: false,
      input: process.stdin,
      onSignal: () => {},
    }
    const code = await runDoctor({ data: undefined, json: false, ...options }, terminal)
    return { code, text: lines.join('\n') }
  }

  await whole.test('a key that was never used is reported, and nothing is made for it', async (context) => {
    const { code, text } = await examine(fixture(context))
    assert.equal(code, 0, text)
    assert.match(text, /^warn  credentials: .*the first start makes them/m)
    assert.match(text, /^warn  session key: not checked: .* scopes and its end, balance, approvals/m)
    assert.doesNotMatch(
      text,
      /^ok    (?:credentials|session key|wallet|scopes|key expiry|balance|approvals)/m,
    )
  })
  await makeCredentials(simulator)

  await whole.test('a good installation is green, line by line and as JSON', async (context) => {
    const good = fixture(context)
    const { code, text } = await examine(good)
    assert.equal(code, 0, text)
    assert.deepEqual(
      text.split('\n').filter((line) => !line.startsWith('ok') && !line.includes('answers in')),
      [],
    )
    for (const check of ['clock', 'geographic check', 'user channel', 'credentials', 'scopes', 'approvals']) {
      assert.match(text, new RegExp(`^ok    ${check}: `, 'm'))
    }
    const json = JSON.parse((await examine(good, { json: true })).text) as {
      readonly ok: boolean
      readonly findings: readonly { readonly state: string }[]
    }
    assert.equal(json.ok, true)
    assert.equal(json.findings.length, text.split('\n').length)
    assert.deepEqual(await writes(simulator), ['/auth/api-key'])
  })

  await whole.test(
    'in an empty directory it says that there is nothing, and where it would look',
    async (context) => {
      const empty = { ...fixture(context), env: {} }
      const { code, text } = await examine(empty)
      assert.equal(code, 0, text)
      assert.match(text, /^warn  configuration: nothing is configured: start runs the demo; .* --settings$/m)
      assert.match(text, /^ok    LIVE_TRADING: on: orders go to the simulated venue/m)
    },
  )

  await whole.test('a named data directory is looked at also where .env cannot be read', async (context) => {
    const shut = fixture(context)
    mkdirSync(join(shut.cwd, '.env'))
    const named = await examine(shut, { data: shut.data })
    assert.equal(named.code, 1, named.text)
    assert.match(named.text, /^fail  \.env: cannot be read/m)
    assert.match(named.text, /^ok    audit log: none yet/m)
    assert.doesNotMatch((await examine(shut)).text, /audit log/)
  })

  for (const mistake of MISTAKES) {
    await whole.test(`finds: ${mistake.name}`, async (context) => {
      const wrong = fixture(context)
      const secret = secretOf(wrong)
      await mistake.make(wrong)
      try {
        const { code, text } = await examine(wrong)
        assert.match(text, mistake.expected)
        for (const line of text.split('\n').filter((one) => /^(?:fail|warn) /.test(one)))
          assert.match(line, /: .{4,}; .{10,}$/, 'a cause and a way out')
        assert.doesNotMatch(text, /stopped by a bug/)
        assert.equal(text.includes(secret.replace(/^0x/, '')), false)
        if (mistake.warns !== true) assert.equal(code, 1, text)
      } finally {
        await fetch(`${simulator.account.control_url}/_sim/faults`, { method: 'DELETE' })
      }
    })
  }

  await whole.test('the running terminal makes the same checks for its page', async (context) => {
    const terminal = await startTerminal(context, { simulator })
    const { findings } = await terminal.client().ok('examine')
    assert.deepEqual(
      findings.filter(({ state, found }) => state !== 'ok' && !found.includes('answers in')),
      [],
    )
    assert.ok(findings.some(({ check }) => check === 'user channel'))
    await simulator.control('/faults', { name: 'geo.blocked' })
    const blocked = await terminal.client().ok('examine')
    const geographic = blocked.findings.find(({ check }) => check === 'geographic check')
    assert.equal(geographic?.state, 'fail')
  })
})
