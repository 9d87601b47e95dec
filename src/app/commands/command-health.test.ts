import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { createHosts } from '#server/access/hosts.ts'
import type { Terminal } from '../process/terminal-io.ts'
import { runHealth } from './command-health.ts'

async function ask(variables: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const told: string[] = []
  const terminal: Terminal = {
    out: (line) => void told.push(line),
    fail: (line) => void told.push(line),
    log: () => {},
    variables,
    envFile: '/nowhere/.env',
    interactive: false,
    input: process.stdin,
    onSignal: () => {},
  }
  return [await runHealth(null, terminal), ...told]
}

test('a terminal that listens on an IPv6 address is named as it has to be', async (context) => {
  if (!Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))) {
    context.diagnostic('this machine has no IPv6')
    return
  }
  for (const [listen, settings] of [
    ['::1', {}],
    ['::', { ALLOWED_HOSTS: 'desk.example.org' }],
    ['::', { ALLOWED_HOSTS: '[::1]' }],
  ] as const) {
    const server = createServer((request, response) => {
      const { port } = server.address() as AddressInfo
      const hosts = createHosts({ host: listen, port }, Object.values(settings), false)
      response.writeHead(hosts.allowsHost(request) ? 200 : 403)
      response.end(hosts.allowsHost(request) ? '{"status":"ok"}' : '{}')
    }).listen(0, listen)
    context.after(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    assert.deepEqual(await ask({ HTTP_ADDR: `[${listen}]:${port}`, ...settings }), [0, 'ok'])
  }
})

test('a terminal that answers its TLS proxy alone is alive', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(403).end('{"code":"untrusted_peer"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { HTTP_ADDR: `127.0.0.1:${port}`, COOKIE_SECURE: 'true', ALLOWED_HOSTS: 'desk.example.org' }
  assert.deepEqual(await ask(env), [0, 'refused: 403'])
  server.close()
  await once(server, 'close')
  assert.deepEqual(await ask(env), [1, 'the terminal does not answer'])
})
