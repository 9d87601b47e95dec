import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { VERSION } from '#lib/user-agent.ts'
import { reach } from './reach.ts'

test('a service is asked under the program’s own name, and any answer proves that there is a way to it', async (context) => {
  const agents: (string | undefined)[] = []
  const server = createServer((request, response) => {
    agents.push(request.headers['user-agent'])
    response.writeHead(403).end('no')
  }).listen(0, '127.0.0.1')
  context.after(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  assert.deepEqual(await reach(new URL(`http://127.0.0.1:${port}/`)), { ok: true, value: null })
  assert.deepEqual(agents, [`sesame/${VERSION}`])
})
