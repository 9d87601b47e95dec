// Rules shown here: API-2, SEC-3.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryDirectory } from '#store/testing/temporary.ts'
import type { ManualClock } from '#engine/testing/market-fakes.ts'
import { cookieSuffix } from '../access/cookies.ts'
import { createLoginLink, type LoginLink } from '../access/login-link.ts'
import { examples } from '../openapi/examples.ts'
import { PASSWORD, SESSION_COOKIE, startHarness } from '../testing/harness.ts'
import type { Answered, Harness, Login } from '../testing/harness.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const attempt = (server: Harness, password: string, headers = {}): Promise<Answered> =>
  server.ask('/api/login', { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: { password } })

const deviceOf = (answer: Answered): string =>
  answer.headers['set-cookie']?.find((cookie) => cookie.startsWith('sesame_device_'))?.split(';')[0] ?? ''

describe('login', () => {
  test('gives a token, an end, and a cookie that scripts cannot read', async () => {
    const server = await startHarness()
    const answer = await attempt(server, PASSWORD)
    assert.equal(answer.status, 200)
    assert.match(
      String(answer.headers['set-cookie']),
      /^sesame_session_[0-9a-f]{8}=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\//,
    )
    const end = Date.parse(String(answer.json()['expires_at']))
    assert.equal(end - server.clock.now(), 12 * 3_600_000)
    await server.close()
  })

  test('cookies of two Sesames on one host do not meet: a terminal, a demo or replay beside it, another terminal', async () => {
    const link = (clock: ManualClock): LoginLink =>
      createLoginLink(clock, { bytes: (length) => Buffer.alloc(length, 1), uuidV7: () => '' })
    const servers = [
      await startHarness(),
      await startHarness({ loginLink: link }),
      await startHarness({ loginLink: link }),
    ]
    const names = await Promise.all(
      servers.map(async (server) => {
        const answer = await attempt(server, PASSWORD)
        return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split('=')[0])
      }),
    )
    assert.equal(new Set(names.flat()).size, 6)
    assert.notEqual(cookieSuffix(Buffer.alloc(32, 1), null), cookieSuffix(Buffer.alloc(32, 2), null))
    for (const server of servers) await server.close()
  })

  test('behind TLS gives a __Host- cookie and promises TLS for the future', async () => {
    const server = await startHarness({ cookieSecure: true })
    const answer = await attempt(server, PASSWORD)
    const cookies = answer.headers['set-cookie'] ?? []
    assert.deepEqual(
      cookies.map((cookie) => /^([^=]+)_[0-9a-f]{8}=[^;]+(?:; [^;]+)*?; Secure(?:;|$)/.exec(cookie)?.[1]),
      ['__Host-sesame_session', '__Host-sesame_device'],
    )
    assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000')
    await server.close()
  })

  test('behind TLS a page asked for over plain HTTP past the proxy is one line with the https address, never a blank page', async (context) => {
    const staticDirectory = temporaryDirectory(context)
    writeFileSync(join(staticDirectory, 'index.html'), '<script src="/assets/page.js" crossorigin></script>')
    const server = await startHarness({
      cookieSecure: true,
      allowedHosts: ['desk.example.org', 'localhost'],
      staticDirectory,
    })
    const port = server.host.split(':')[1]
    for (const host of [server.host, `localhost:${port}`, `desk.example.org:${port}`]) {
      const page = await server.ask('/', { headers: { host } })
      assert.equal(page.status, 403)
      assert.match(page.text, /open https:\/\/desk\.example\.org\./)
      assert.doesNotMatch(page.text, /script/)
    }
    const proxied = await server.ask('/', { headers: { host: 'desk.example.org' } })
    assert.equal(proxied.status, 200)
    assert.match(proxied.text, /page\.js/)
    await server.close()
  })

  test('a page that is opened under a name that is not allowed says where it is, and the log names that name', async (context) => {
    const server = await startHarness({ allowedHosts: ['desk.example.org'] })
    context.after(() => server.close())
    const page = await server.ask('/portfolio', { headers: { host: 'evil.example' } })
    assert.equal(page.status, 403)
    assert.ok(page.text.includes(`open ${server.url},`))
    assert.match(page.text, /ALLOWED_HOSTS/)
    assert.doesNotMatch(page.text, /evil/)
    const called = await server.ask('/api/status', { headers: { host: 'evil.example' } })
    assert.equal(called.json()['code'], 'bad_host')
    const [refused] = server.logged.filter(({ event }) => event === 'http.refused')
    assert.deepEqual([refused?.fields?.['code'], refused?.fields?.['host']], ['bad_host', 'evil.example'])
  })

  test("with the token of a demo's link opens one session, within five minutes, and is in no log", async (context) => {
    let token = ''
    const loginLink = (clock: ManualClock): LoginLink => {
      const link = createLoginLink(clock, { bytes: (length) => Buffer.alloc(length, 5), uuidV7: () => '' })
      token = link.token
      return link
    }
    const open = (server: Harness, given: string): Promise<Answered> =>
      server.ask('/api/login', { method: 'POST', headers: JSON_TYPE, body: { token: given } })
    const server = await startHarness({ loginLink })
    context.after(() => server.close())
    assert.match(token, /^[\w-]{43}$/)
    assert.equal((await open(server, token.slice(1))).status, 422)
    const wrong = await open(server, 'x'.repeat(43))
    assert.equal(`${wrong.status} ${String(wrong.json()['code'])}`, '403 bad_login_link')
    await server.clock.advance(5 * 60_000 - 1_000)
    const opened = await open(server, token)
    assert.equal(opened.status, 200)
    assert.match(String(opened.headers['set-cookie']), /^sesame_session_\d+=/)
    assert.equal((await open(server, token)).json()['code'], 'bad_login_link')
    assert.equal(JSON.stringify(server.logged).includes(token), false)
    const refused = server.logged.filter(({ event }) => event === 'http.refused')
    assert.equal(refused.filter(({ fields }) => fields?.['code'] === 'bad_login_link').length, 2)

    const late = await startHarness({ loginLink })
    context.after(() => late.close())
    await late.clock.advance(5 * 60_000 + 1)
    assert.equal((await open(late, token)).status, 403)
    const none = await startHarness()
    context.after(() => none.close())
    assert.equal((await open(none, token)).json()['code'], 'bad_login_link')
  })

  test('with a wrong password is refused, and with none malformed', async () => {
    const server = await startHarness()
    const wrong = await attempt(server, `${PASSWORD} `)
    assert.equal(`${wrong.status} ${String(wrong.json()['code'])}`, '403 bad_password')
    assert.equal(wrong.headers['set-cookie'], undefined)
    assert.equal((await attempt(server, '')).status, 422)
    await server.close()
  })

  test('INV-41 is limited after 5 failures a minute, also with the right password, and disturbs no session', async () => {
    const server = await startHarness()
    const page = await server.login()
    for (let count = 0; count < 5; count += 1) assert.equal((await attempt(server, 'wrong')).status, 403)
    const limited = await attempt(server, PASSWORD)
    assert.equal(`${limited.status} ${String(limited.json()['code'])}`, '429 login_rate_limited')
    assert.ok(Number(limited.headers['retry-after']) <= 60)
    assert.ok(server.logged.some(({ event }) => event === 'login.limited'))
    const cancel = await server.as(page, '/api/orders/cancel-all', { method: 'POST', body: {} })
    assert.equal(cancel.status, 200)
    await server.clock.advance(60_000)
    assert.equal((await attempt(server, PASSWORD)).status, 200)
    await server.close()
  })

  test('INV-56 a device that has logged in is let in while guessing from its address is refused, and keeps its cookie', async () => {
    const server = await startHarness()
    const first = await attempt(server, PASSWORD)
    const device = deviceOf(first)
    assert.match(
      String(first.headers['set-cookie']?.[1]),
      /^sesame_device_[0-9a-f]{8}=[\w.-]+; HttpOnly; SameSite=Strict; Path=\/; Max-Age=7776000$/,
    )
    for (let count = 0; count < 5; count += 1) assert.equal((await attempt(server, 'wrong')).status, 403)
    assert.equal((await attempt(server, PASSWORD)).status, 429)
    const again = await attempt(server, PASSWORD, { cookie: device })
    assert.equal(again.status, 200)
    assert.equal(deviceOf(again).split('.')[0], device.split('.')[0])
    await server.close()
  })

  test('INV-41 a known device has a budget of its own, and one that is made up or changed is not known', async () => {
    const server = await startHarness()
    const device = deviceOf(await attempt(server, PASSWORD))
    for (let count = 0; count < 5; count += 1)
      assert.equal((await attempt(server, 'wrong', { cookie: device })).status, 403)
    assert.equal((await attempt(server, PASSWORD, { cookie: device })).status, 429)
    assert.equal((await attempt(server, PASSWORD)).status, 200)
    for (let count = 0; count < 5; count += 1) assert.equal((await attempt(server, 'wrong')).status, 403)
    const other = device.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'))
    for (const cookie of [
      other,
      `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`,
      `${device.split('=')[0]}=x`,
    ])
      assert.equal((await attempt(server, PASSWORD, { cookie })).status, 429)
    await server.close()
  })

  test('INV-56 behind a proxy of TRUSTED_PROXIES each client is counted by its own address, the last that no proxy has', async () => {
    const server = await startHarness({ trustedProxies: ['127.0.0.1', '192.0.2.250'] })
    const from = (address: string): Record<string, string> => ({
      'x-forwarded-for': address,
      forwarded: 'for=198.51.100.1',
      'x-real-ip': '198.51.100.1',
    })
    for (let count = 0; count < 5; count += 1) {
      const wrong = await attempt(server, 'wrong', from(`10.0.0.${count}, 203.0.113.9, 192.0.2.250`))
      assert.equal(wrong.status, 403)
    }
    assert.equal((await attempt(server, PASSWORD, from('203.0.113.9'))).status, 429)
    assert.equal((await attempt(server, PASSWORD, from('203.0.113.10'))).status, 200)
    assert.ok(
      server.logged.some(
        ({ event, fields }) => event === 'login.refused' && fields?.['address'] === '203.0.113.9',
      ),
    )
    await server.close()
  })

  test('INV-41 of IPv6 half an address counts, which is what one party has', async () => {
    const server = await startHarness({ trustedProxies: ['127.0.0.1'] })
    for (let count = 0; count < 5; count += 1) {
      const headers = { 'x-forwarded-for': `2001:db8:0:7::${count}` }
      assert.equal((await attempt(server, 'wrong', headers)).status, 403)
    }
    assert.equal((await attempt(server, PASSWORD, { 'x-forwarded-for': '2001:db8:0:7:1::1' })).status, 429)
    assert.equal((await attempt(server, PASSWORD, { 'x-forwarded-for': '2001:db8:0:8::1' })).status, 200)
    await server.close()
  })

  test('INV-41 counts failures by the address of the connection: what a header claims opens no new count', async () => {
    const server = await startHarness()
    const claim = (count: number): Record<string, string> => ({
      'x-forwarded-for': `192.0.2.${count}`,
      'x-real-ip': `192.0.2.${count}`,
      forwarded: `for=192.0.2.${count}`,
    })
    for (let count = 0; count < 5; count += 1)
      assert.equal((await attempt(server, 'wrong', claim(count))).status, 403)
    assert.equal((await attempt(server, PASSWORD, claim(9))).status, 429)
    assert.ok(
      server.logged.every(
        ({ fields }) => fields?.['address'] === undefined || fields['address'] === '127.0.0.1',
      ),
    )
    await server.close()
  })

  test('INV-41 hashes no more than five passwords of a burst', async () => {
    const server = await startHarness()
    const answers = await Promise.all(Array.from({ length: 9 }, () => attempt(server, 'wrong')))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429, 429, 429, 429])
    await server.close()
  })

  test('INV-42 gives a new token whatever cookie came, and ends the session of that cookie', async () => {
    const server = await startHarness()
    const first = await server.login()
    const tab = await server.connect(first)
    const answer = await attempt(server, PASSWORD, { cookie: first.cookie })
    assert.notEqual(String(answer.headers['set-cookie']).split(';')[0], first.cookie)
    assert.equal(await tab.closed, 4401)
    assert.equal((await server.as(first, '/api/session')).status, 403)
    assert.equal(server.sessions.rows.size, 1)
    await server.close()
  })

  test('INV-42 takes no token that the client made up', async () => {
    const server = await startHarness()
    const chosen = `${SESSION_COOKIE}=${'Q'.repeat(43)}`
    const answer = await attempt(server, PASSWORD, { cookie: chosen })
    assert.ok(!String(answer.headers['set-cookie']).startsWith(chosen))
    assert.equal((await server.ask('/api/session', { headers: { cookie: chosen } })).status, 403)
    await server.close()
  })
})

describe('logout', () => {
  for (const [what, use] of [
    ['has done nothing', async () => {}],
    ['has only read', (server, login) => server.as(login, '/api/tokens')],
    ['has armed', (server, login) => server.as(login, '/api/trading/arm', { method: 'POST', body: {} })],
    [
      'had its page open',
      async (server, login) => {
        const tab = await server.connect(login)
        tab.socket.close()
        await tab.closed
      },
    ],
  ] as readonly (readonly [string, (server: Harness, login: Login) => Promise<unknown>])[]) {
    test(`INV-42 of a session that ${what} disarms`, async (context) => {
      const server = await startHarness()
      context.after(() => server.close())
      const login = await server.login()
      await use(server, login)
      assert.equal((await server.as(login, '/api/logout', { method: 'POST', body: {} })).status, 204)
      assert.deepEqual(server.fake.disarmed, ['logout'])
      assert.equal((await server.as(login, '/api/session')).status, 403)
    })
  }

  test('INV-42 ends the session, disarms, closes its tabs and clears the browser', async () => {
    const server = await startHarness()
    const page = await server.login()
    const other = await server.login()
    const tab = await server.connect(page)
    const answer = await server.as(page, '/api/logout', { method: 'POST', body: {} })
    assert.equal(answer.status, 204)
    assert.equal(answer.headers['clear-site-data'], '"cache", "storage"')
    assert.match(String(answer.headers['set-cookie']), /^sesame_session_[0-9a-f]{8}=; .*Max-Age=0/)
    assert.equal(await tab.closed, 4401)
    assert.deepEqual(server.fake.disarmed, ['logout'])
    assert.equal((await server.as(page, '/api/session')).status, 403)
    assert.equal((await server.as(other, '/api/session')).status, 200)
    await server.close()
  })
})

type Listed = {
  readonly id: string
  readonly current: boolean
  readonly created_at: string
  readonly last_used_at: string
  readonly tabs: number
}

describe('sessions', () => {
  const listed = async (server: Harness, login: Login): Promise<readonly Listed[]> =>
    (await server.as(login, '/api/sessions')).json()['items'] as Listed[]
  const ending = (server: Harness, login: Login, id: string): Promise<Answered> =>
    server.as(login, `/api/sessions/${id}`, { method: 'DELETE', body: { password: PASSWORD } })

  test('INV-42 are listed, newest first, with what is open of each and which of them asks', async () => {
    const server = await startHarness()
    const phone = await server.login()
    await server.clock.advance(60_000)
    const page = await server.login()
    await server.connect(phone)
    const [first, second, ...more] = await listed(server, page)
    assert.deepEqual(more, [])
    assert.deepEqual([first?.current, first?.tabs, second?.current, second?.tabs], [true, 0, false, 1])
    assert.ok(String(first?.created_at) > String(second?.created_at))
    const text = JSON.stringify(await listed(server, page))
    for (const secret of [...server.sessions.rows.keys(), phone.cookie.split('=')[1] ?? '']) {
      assert.ok(!text.includes(secret))
    }
    await server.close()
  })

  test('INV-42 are read page by page', async () => {
    const server = await startHarness()
    const logins = [await server.login(), await server.login(), await server.login()]
    const page = logins[0] ?? { cookie: '', csrf: '' }
    const all = await listed(server, page)
    const ids: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const answer = (await server.as(page, `/api/sessions?limit=1${query}`)).json()
      ids.push(...(answer['items'] as Listed[]).map(({ id }) => id))
      cursor = answer['next_cursor'] as string | null
    }
    assert.deepEqual(
      ids,
      all.map(({ id }) => id),
    )
    const bad = await server.as(page, `/api/sessions?cursor=${Buffer.from('x').toString('base64url')}`)
    assert.equal(`${bad.status} ${String(bad.json()['code'])}`, '400 invalid_cursor')
    await server.close()
  })

  test('INV-42 one that is ended from another closes its tabs with 4401, and disarms', async () => {
    const server = await startHarness()
    const page = await server.login()
    const phone = await server.login()
    const tab = await server.connect(phone)
    const other = (await listed(server, page)).find(({ current }) => !current)
    const answer = await ending(server, page, other?.id ?? '')
    assert.equal(answer.status, 204)
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.equal(await tab.closed, 4401)
    assert.deepEqual(server.fake.disarmed, ['logout'])
    assert.ok(server.logged.some(({ event }) => event === 'session.ended'))
    assert.equal((await server.as(phone, '/api/session')).status, 403)
    assert.equal((await server.as(page, '/api/session')).status, 200)
    const again = await ending(server, page, other?.id ?? '')
    assert.equal(`${again.status} ${String(again.json()['code'])}`, '404 not_found')
    assert.deepEqual(server.fake.disarmed, ['logout'])
    await server.close()
  })

  test('INV-42 others end only with the password, and a wrong one counts as a failed login', async () => {
    const server = await startHarness()
    const page = await server.login()
    const other = await server.login()
    const found = (await listed(server, page)).find(({ current }) => !current)
    const end = async (path: string, body: object): Promise<string> => {
      const answer = await server.as(page, path, { method: 'DELETE', body })
      return `${answer.status} ${String(answer.json()['code'])}`
    }
    const one = `/api/sessions/${found?.id ?? ''}`
    assert.equal(await end(one, {}), '403 password_required')
    assert.equal(await end('/api/sessions', {}), '422 invalid_request')
    for (const path of [one, '/api/sessions', one, '/api/sessions', one])
      assert.equal(await end(path, { password: 'wrong' }), '403 bad_password')
    assert.equal(await end('/api/sessions', { password: PASSWORD }), '429 login_rate_limited')
    assert.equal((await attempt(server, PASSWORD)).status, 429)
    assert.equal((await server.as(other, '/api/session')).status, 200)
    assert.deepEqual(server.fake.disarmed, [])
    await server.close()
  })

  test('INV-42 the own one that is ended is a logout', async () => {
    const server = await startHarness()
    const page = await server.login()
    const [own] = await listed(server, page)
    const answer = await ending(server, page, own?.id ?? '')
    assert.match(String(answer.headers['set-cookie']), /^sesame_session_[0-9a-f]{8}=; .*Max-Age=0/)
    assert.equal((await server.as(page, '/api/session')).status, 403)
    await server.close()
  })

  test('INV-42 all others end together; with none there is nothing to disarm for', async () => {
    const server = await startHarness()
    const page = await server.login()
    const endOthers = async (): Promise<unknown> =>
      (await server.as(page, '/api/sessions', { method: 'DELETE', body: { password: PASSWORD } })).json()[
        'ended'
      ]
    assert.equal(await endOthers(), 0)
    assert.deepEqual(server.fake.disarmed, [])
    const others = [await server.login(), await server.login()]
    assert.equal(await endOthers(), 2)
    assert.deepEqual(server.fake.disarmed, ['logout'])
    for (const other of others) assert.equal((await server.as(other, '/api/session')).status, 403)
    assert.equal((await listed(server, page)).length, 1)
    await server.close()
  })
})

describe('rates', () => {
  test('INV-16 20 mutations a second; cancels, safe and orders are not counted', async (context) => {
    const server = await startHarness()
    context.after(() => server.close())
    const page = await server.login()
    const burst = (path: string, body: unknown): Promise<readonly Answered[]> =>
      Promise.all(Array.from({ length: 60 }, () => server.as(page, path, { method: 'POST', body })))
    const marks = await burst('/api/notifications/read', { all: true })
    const limited = marks.filter(({ status }) => status === 429)
    assert.ok(limited.length > 0 && marks.length - limited.length >= 20)
    assert.ok(Number(limited[0]?.headers['retry-after']) >= 1)
    for (const [path, body] of [
      ['/api/orders/cancel', { order_ids: [`pm:0x${'1'.repeat(64)}`] }],
      ['/api/orders/cancel-market', { outcome_id: 'pm:1' }],
      ['/api/orders/cancel-all', {}],
      [examples.flattenPositions.path, examples.flattenPositions.body],
      ['/api/trading/safe', {}],
    ] as const) {
      const answers = await burst(path, body)
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200], path)
    }
  })
})
