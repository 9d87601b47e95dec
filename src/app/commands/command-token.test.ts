import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { PASSWORD, startHarness, type Harness } from '#server/testing/harness.ts'
import type { Terminal } from '../process/terminal-io.ts'
import { runToken, type TokenCommand } from './command-token.ts'

const DAY_MS = 86_400_000
const GRID: TokenCommand = { action: 'create', name: 'Grid', scope: 'cancel', lastsMs: 2 * DAY_MS }

type Ended = { readonly code: number; readonly out: readonly string[]; readonly failed: string }

async function tell(
  server: Harness,
  command: TokenCommand,
  { password = PASSWORD, env = {} }: { password?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const out: string[] = []
  let failed = ''
  const terminal: Terminal = {
    out: (line) => void out.push(line),
    fail: (line) => (failed += line),
    log: (line) => (failed += line),
    variables: { ...env },
    envFile: '/nowhere/.env',
    interactive: false,
    input: Readable.from([`${password}\n`]) as unknown as NodeJS.ReadStream,
    onSignal: () => {},
  }
  const port = Number(new URL(server.url).port)
  return { code: await runToken(command, port, terminal, server.clock), out, failed }
}

async function start(
  context: TestContext,
  options: Parameters<typeof startHarness>[0] = {},
): Promise<Harness> {
  const server = await startHarness(options)
  context.after(() => server.close())
  return server
}

test('a token is made, used, listed and revoked; the mode stays as it was, and the sessions end by themselves', async (context) => {
  const server = await start(context)
  const page = await server.login()
  await server.as(page, '/api/trading/arm', { method: 'POST', body: {} })
  const made = await tell(server, GRID)
  assert.equal(made.code, 0, made.failed)
  const [token = '', ...more] = made.out
  assert.match(token, /^sesame_[\w-]{43}$/)
  assert.deepEqual(more, [], 'nothing else is on standard output')
  assert.equal(made.failed.includes(token), false)
  assert.match(made.failed, /Grid may cancel until \d{4}-/)
  assert.equal(JSON.stringify(server.logged).includes(token), false)

  const bearing = { headers: { authorization: `Bearer ${token}` } }
  assert.equal((await server.ask('/api/status', bearing)).status, 200)
  const listed = await tell(server, { action: 'list' })
  assert.match(listed.out[1] ?? '', /^Grid  cancel  \d{4}-\d\d-\d\dT[\d:.]+Z +\d{4}-\d\d-\d\dT[\d:.]+Z +0$/)
  assert.equal(listed.out[0]?.indexOf('EXPIRES'), listed.out[1]?.search(/\d{4}-/), 'in columns')

  const revoked = await tell(server, { action: 'revoke', name: 'grid' })
  assert.deepEqual(revoked.out, ['Grid is revoked, and its connections are closed.'])
  assert.equal((await server.ask('/api/status', bearing)).status, 401)
  assert.deepEqual(server.fake.disarmed, [], 'the desk stays ARMED')
  await server.clock.advance(120_000)
  const sessions = (await server.as(page, '/api/sessions')).json()['items'] as readonly unknown[]
  assert.equal(sessions.length, 1, 'no session of the commands is left')
})

test('what the terminal refuses is one line that says why, and exit code 1', async (context) => {
  const server = await start(context)
  assert.equal((await tell(server, GRID)).code, 0)
  for (const [command, password, complaint] of [
    [GRID, PASSWORD, /^name is the name of another token$/],
    [{ ...GRID, name: 'a<b' }, PASSWORD, /^name must be letters/],
    [{ action: 'revoke', name: 'Other' }, PASSWORD, /^there is no token Other: `sesame token list`/],
    [{ action: 'list' }, '', /^no password was given: type it, or pipe it in/],
    [{ action: 'list' }, 'another password', /^The password is wrong\.$/],
  ] as readonly (readonly [TokenCommand, string, RegExp])[]) {
    const ended = await tell(server, command, { password })
    assert.deepEqual([ended.code, ended.out], [1, []])
    assert.match(ended.failed, complaint)
  }
})

test('it is reached past its TLS proxy, under the name that it answers to', async (context) => {
  const server = await start(context, { cookieSecure: true, allowedHosts: ['desk.example.org'] })
  const env = { COOKIE_SECURE: 'true', ALLOWED_HOSTS: 'desk.example.org', HTTP_ADDR: '0.0.0.0:8080' }
  const ended = await tell(server, GRID, { env: { ...env, TRUSTED_PROXIES: '10.0.0.1' } })
  assert.equal(ended.code, 0, ended.failed)
})

test('without a running terminal it says so before it reads a password', async () => {
  const server = await startHarness()
  await server.close()
  const ended = await tell(server, { action: 'list' })
  assert.deepEqual([ended.code, ended.out], [1, []])
  assert.match(ended.failed, /^the terminal does not answer: start it first/)
})
