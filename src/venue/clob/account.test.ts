/** Account reads and credentials over a real server: whole lists or a fault, and every ending of an L1 attempt. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { parseOutcomeId } from '#core/ids.ts'
import { json, raw, startScriptedServer } from '../testing/scripted-server.ts'
import type { Answer, ScriptedServer } from '../testing/scripted-server.ts'
import { createTestVenue, testOrder } from '../testing/venue.ts'
import type { Venue } from '../venue.ts'

const KEYS = {
  apiKey: '00000000-0000-4000-8000-0000000000aa',
  secret: 'c2VjcmV0LXNlY3JldA==',
  passphrase: 'ab12ab12ab12ab12',
}

let server: ScriptedServer
let venue: Venue
const opened: Venue[] = []

before(async () => {
  server = await startScriptedServer()
  venue = await createTestVenue(server.origin)
})

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

after(async () => {
  await venue.close()
  await server.close()
})

async function fresh(
  ...options: Parameters<typeof createTestVenue> extends [string, ...infer Rest] ? Rest : never
): Promise<Venue> {
  const one = await createTestVenue(server.origin, ...options)
  opened.push(one)
  return one
}

describe('credentials', () => {
  const endings: readonly (readonly [string, Answer, string])[] = [
    ['200 with keys', json(200, KEYS), 'ready'],
    ['200 with a secret that is not base64', json(200, { ...KEYS, secret: '!!!' }), 'derive_failed'],
    ['401', json(401, { error: 'Invalid L1 Request headers' }), 'auth_rejected'],
    ["the venue's 403", json(403, { error: 'Trading restricted in your region' }), 'geoblocked'],
    ['403 without a body', raw(403, ''), 'geoblocked'],
    ['403 in plain words', raw(403, 'forbidden', { 'content-type': 'text/plain' }), 'geoblocked'],
    ['403 with JSON of no known form', json(403, ['no']), 'geoblocked'],
    ['403 that is cut', raw(403, '{"error":'), 'geoblocked'],
    ['403 in HTML without a mark', raw(403, '<html><body>Forbidden</body></html>'), 'geoblocked'],
    ['404', raw(404, ''), 'derive_failed'],
    ['500', raw(500, ''), 'network'],
    ['a reset', (response) => response.socket?.resetAndDestroy(), 'network'],
  ]
  for (const [name, answer, kind] of endings) {
    test(`create answering ${name} ends as ${kind}, after one call`, async () => {
      const one = await fresh({ secrets: { credentials: null } })
      server.on('POST', '/auth/api-key', answer)
      const calls = server.calls.length
      assert.equal((await one.account.establishCredentials()).kind, kind)
      assert.equal(server.calls.length, calls + 1)
      assert.equal(one.account.hasCredentials(), kind === 'ready')
    })
  }

  test('after a 400 from create they are derived, registered as secrets, and dropped ones are gone', async () => {
    const secrets: string[] = []
    const one = await fresh({ secrets: { credentials: null }, onSecret: (secret) => secrets.push(secret) })
    server.on('POST', '/auth/api-key', json(400, { error: 'Could not create api key' }))
    server.on('GET', '/auth/derive-api-key', json(200, KEYS))
    assert.deepEqual(await one.account.establishCredentials(), { kind: 'ready' })
    assert.ok(one.trading.prepare(testOrder())?.body.includes(`"owner":"${KEYS.apiKey}"`))
    assert.deepEqual(secrets, [KEYS.apiKey, KEYS.secret, KEYS.passphrase])
    one.account.dropCredentials()
    assert.equal(one.account.hasCredentials(), false)
    server.on('GET', '/auth/derive-api-key', json(400, { error: 'Could not derive api key!' }))
    assert.equal((await one.account.establishCredentials()).kind, 'derive_failed')
  })

  describe('a page of the delivery network in place of a new key', () => {
    const page = raw(403, '<html><title>Just a moment...</title></html>', { 'content-type': 'text/html' })

    async function attempt(derived: Answer, geoblock: Answer): Promise<[string, readonly string[]]> {
      const one = await fresh({ secrets: { credentials: null } })
      server.on('POST', '/auth/api-key', page)
      server.on('GET', '/auth/derive-api-key', derived)
      server.on('GET', '/geoblock', geoblock)
      const calls = server.calls.length
      const outcome = await one.account.establishCredentials()
      const words = outcome.kind === 'network' ? ` ${outcome.detail}` : ''
      return [
        outcome.kind + words,
        server.calls.slice(calls).map(({ method, target }) => `${method} ${target}`),
      ]
    }

    test('the existing key is derived', async () => {
      assert.deepEqual(await attempt(json(200, KEYS), json(200, { blocked: false })), [
        'ready',
        ['POST /auth/api-key', 'GET /auth/derive-api-key'],
      ])
    })

    for (const [what, marked] of [
      ['the id of its log', raw(403, '<html><body>Access denied<br>Ray ID: <b>8f</b></body></html>')],
      [
        'a path of its own',
        raw(403, '<html><script src="/cdn-cgi/challenge-platform/x.js"></script></html>'),
      ],
      ['its code', raw(403, '<!doctype html><title>Error 1020</title><p>error code: 1020</p>')],
      ['its short form', raw(403, 'error code: 1010')],
      ['its JSON', json(403, { title: 'Access denied', ray_id: 'a1' })],
      ['its header', raw(403, '<html>please wait</html>', { 'cf-mitigated': 'challenge' })],
    ] as const) {
      test(`known by ${what}, in place of the derived key too, is no answer of the venue`, async () => {
        const one = await fresh({ secrets: { credentials: null } })
        server.on('POST', '/auth/api-key', marked)
        server.on('GET', '/auth/derive-api-key', marked)
        server.on('GET', '/geoblock', json(200, { blocked: false }))
        assert.equal((await one.account.establishCredentials()).kind, 'network')
      })
    }

    test('a derived key refused with a 403 of any other body is final', async () => {
      for (const body of ['', 'no', '<html></html>', '{"error":"region"}'])
        assert.deepEqual((await attempt(raw(403, body), json(200, { blocked: false })))[0], 'geoblocked')
    })

    for (const [name, derived] of [
      ['there is none', json(400, { error: 'Could not derive api key!' })],
      ['that is blocked as well', page],
    ] as const) {
      test(`${name}: it is asked for again later, and the way out is named`, async () => {
        const [ending] = await attempt(derived, json(200, { blocked: false }))
        assert.match(ending, /^network .*Create the API key once on the venue’s own site.*“Just a moment/)
      })
    }

    test('it is final only when the geographic check confirms it', async () => {
      assert.equal((await attempt(page, json(200, { blocked: true })))[0], 'geoblocked')
      assert.match((await attempt(page, page))[0], /^network/)
    })
  })

  for (const [what, keys] of [
    ['a field of the log for a key', { apiKey: '"event":"order.foreign"' }],
    ['a level of the log for a passphrase', { passphrase: '"level":"warn"' }],
    ['a word for a passphrase', { passphrase: 'accepted' }],
    ['a number for a key', { apiKey: '12345678901234567890' }],
    ['one character for a key', { apiKey: 'k' }],
    ['a short key', { apiKey: 'key-1' }],
    ['words for a passphrase', { passphrase: 'correct horse' }],
    ['a short secret', { secret: 'c2VjcmV0' }],
  ] as const)
    test(`INV-57 ${what} is taken, signs, and is not redacted from the log`, async () => {
      const secrets: string[] = []
      const one = await fresh({ secrets: { credentials: null }, onSecret: (secret) => secrets.push(secret) })
      const given = { ...KEYS, ...keys }
      server.on('POST', '/auth/api-key', json(200, given))
      assert.deepEqual(await one.account.establishCredentials(), { kind: 'ready' })
      server.on('GET', '/data/orders', json(200, { data: [], next_cursor: 'LTE=' }))
      assert.ok((await one.account.openOrders()).ok)
      const sent = Object.values(server.calls.at(-1)?.headers ?? {})
      assert.ok(sent.includes(given.apiKey) && sent.includes(given.passphrase))
      const common = Object.entries(KEYS).flatMap(([name, value]) => (name in keys ? [] : value))
      assert.deepEqual(secrets, common)
    })

  for (const [what, keys] of [
    ['a secret that is not base64', { secret: 'c2VjcmV0LXNlY3JldA=='.replace('c', '!') }],
    ['a secret of a length that base64 does not have', { secret: 'c2VjcmV0LXNlY3JldA'.slice(0, 17) }],
    ['an empty key', { apiKey: '' }],
    ['a key that no header can carry', { apiKey: 'key\r\nx: y' }],
    ['a passphrase that no header can carry', { passphrase: 'p\u00e4ss' }],
  ] as const)
    test(`INV-57 ${what} is refused, and the log does not redact it`, async () => {
      const secrets: string[] = []
      const one = await fresh({ secrets: { credentials: null }, onSecret: (secret) => secrets.push(secret) })
      server.on('POST', '/auth/api-key', json(200, { ...KEYS, ...keys }))
      assert.equal((await one.account.establishCredentials()).kind, 'derive_failed')
      assert.equal(one.account.hasCredentials(), false)
      assert.deepEqual(secrets, [])
    })

  test('INV-47 the wait of a 429 is passed on', async () => {
    const one = await fresh({ secrets: { credentials: null } })
    server.on('POST', '/auth/api-key', raw(429, '', { 'retry-after': '7' }))
    const outcome = await one.account.establishCredentials()
    assert.equal(outcome.kind === 'network' && outcome.retryAfterMs, 7000)
  })

  test('without a key nothing can be derived', async () => {
    const one = await fresh({ secrets: { credentials: null, sessionKey: null } })
    assert.equal((await one.account.establishCredentials()).kind, 'derive_failed')
  })
})

describe('balance, signer and clock', () => {
  test('the allowance is the smaller of the two exchanges that trade single markets', async () => {
    server.on(
      'GET',
      '/balance-allowance',
      json(200, {
        balance: '12500000',
        allowances: {
          [`0x${'11'.repeat(20)}`]: '900',
          [`0x${'22'.repeat(20)}`]: '800',
          [`0x${'33'.repeat(20)}`]: '0',
        },
      }),
    )
    assert.deepEqual(await venue.account.balance('COLLATERAL'), {
      ok: true,
      value: { balance: 12_500_000n, allowance: 800n },
    })
    assert.equal(server.calls.at(-1)?.target, '/balance-allowance?asset_type=COLLATERAL&signature_type=3')
    const unread = {
      balance: '5',
      allowances: { [`0x${'11'.repeat(20)}`]: '900', [`0x${'22'.repeat(20)}`]: 'many' },
    }
    server.on('GET', '/balance-allowance', json(200, unread))
    assert.deepEqual(await venue.account.balance('COLLATERAL'), {
      ok: true,
      value: { balance: 5n, allowance: null },
    })
    server.on('GET', '/balance-allowance', json(200, { balance: '5' }))
    const outcome = parseOutcomeId('pm:1000')
    assert.ok(outcome !== null)
    assert.deepEqual(await venue.account.balance(outcome), {
      ok: true,
      value: { balance: 5n, allowance: null },
    })
    assert.equal(
      server.calls.at(-1)?.target,
      '/balance-allowance?asset_type=CONDITIONAL&signature_type=3&token_id=1000',
    )
    server.on('GET', '/balance-allowance/update', raw(200, ''))
    assert.deepEqual(await venue.account.refreshBalance(outcome), { ok: true, value: null })
  })

  test('approvals that are missing are named by spender and asset, and closed-only mode is read', async () => {
    const outcome = parseOutcomeId('pm:1000')
    assert.ok(outcome !== null)
    const allowances = (first: string, second: string): object => ({
      [`0x${'11'.repeat(20)}`]: first,
      [`0x${'22'.repeat(20)}`]: second,
      [`0x${'33'.repeat(20)}`]: '0',
    })
    const answerBalance = (cash: object | null, shares: object): void => {
      server.on('GET', '/balance-allowance', (response, request) => {
        const isCash = (request.url ?? '').includes('COLLATERAL')
        const answered = isCash ? cash : shares
        json(200, { balance: '500', ...(answered === null ? {} : { allowances: answered }) })(
          response,
          request,
        )
      })
    }
    server.on('GET', '/auth/ban-status/closed-only', json(200, { closed_only: true }))
    answerBalance(allowances('900', '499'), allowances('0', '900'))
    const named = ['pUSD for the neg-risk exchange', 'shares for the exchange']
    assert.deepEqual(await venue.account.standing(outcome), {
      ok: true,
      value: { closedOnly: true, missingApprovals: named },
    })
    const alone = await venue.account.standing(null)
    assert.deepEqual(alone.ok && alone.value.missingApprovals, named.slice(0, 1))
    answerBalance({ [`0x${'11'.repeat(20)}`]: '900' }, {})
    const partly = await venue.account.standing(outcome)
    assert.deepEqual(partly.ok && partly.value.missingApprovals, [], 'one that is not listed is not known')
    answerBalance(null, {})
    server.on('GET', '/auth/ban-status/closed-only', json(404, { error: 'not found' }))
    assert.deepEqual(await venue.account.standing(null), {
      ok: true,
      value: { closedOnly: null, missingApprovals: null },
    })
  })

  test('INV-49 wallet and key are compared with the list; a refusal to show it proves nothing', async () => {
    const address = venue.account.identity.signerAddress ?? ''
    const wallet = venue.account.identity.walletAddress ?? ''
    const own = { address: address.toLowerCase(), scopes: ['CLOB', 'NEW'], valid_until: 1_800_000_000 }
    const other = `0x${'CD'.repeat(20)}`
    const listed = { kind: 'listed', signer: { scopes: ['CLOB'], validUntil: 1_800_000_000_000 } }
    const answers: readonly (readonly [body: object, listing: object])[] = [
      [{ wallet: wallet.toLowerCase(), signers: [own] }, listed],
      [{ signers: [own] }, listed],
      [
        { wallet: other, signers: [own] },
        { kind: 'other_wallet', wallet: other.toLowerCase() },
      ],
      [{ wallet, signers: [{ ...own, address: other }] }, { kind: 'not_listed' }],
      [{ wallet, signers: [] }, { kind: 'not_listed' }],
    ]
    for (const [body, listing] of answers) {
      server.on('GET', '/v1/user/session-signers', json(200, body))
      assert.deepEqual(await venue.account.keyListing(), { ok: true, value: listing })
    }
    for (const until of [1e300, -1e300, 1_800_000_000.0001]) {
      const signers = [{ address, scopes: [], valid_until: until }]
      server.on('GET', '/v1/user/session-signers', json(200, { signers }))
      const read = await venue.account.keyListing()
      assert.ok(read.ok && read.value.kind === 'listed' && read.value.signer.validUntil !== null)
      assert.match(new Date(read.value.signer.validUntil).toISOString(), /^\d{4}-/, String(until))
    }
    for (const status of [401, 403, 404]) {
      server.on('GET', '/v1/user/session-signers', json(status, { error: 'no' }))
      assert.deepEqual(await venue.account.keyListing(), { ok: true, value: { kind: 'not_told' } })
    }
    server.on('GET', '/v1/user/session-signers', raw(503, ''))
    assert.equal((await venue.account.keyListing()).ok, false)
    const asked = server.calls.length
    const keyless = await fresh({ secrets: { sessionKey: null } })
    assert.deepEqual(await keyless.account.keyListing(), { ok: true, value: { kind: 'not_told' } })
    assert.equal(server.calls.length, asked)
  })

  test('the skew of the clocks is in milliseconds', async () => {
    server.on('GET', '/time', (response, request) => {
      json(200, Math.floor(Date.now() / 1000) + 60)(response, request)
    })
    const skew = await venue.account.clockSkew()
    assert.ok(skew.ok && Math.abs(skew.value - 60_000) <= 600)
    server.on('GET', '/time', (response, request) => {
      json(200, Date.now() + 60_000)(response, request)
    })
    const inMilliseconds = await venue.account.clockSkew()
    assert.ok(inMilliseconds.ok && Math.abs(inMilliseconds.value - 60_000) <= 600)
    server.on('GET', '/time', json(200, 'noon'))
    assert.equal((await venue.account.clockSkew()).ok, false)
    server.on('GET', '/time', json(200, 1))
  })
})
