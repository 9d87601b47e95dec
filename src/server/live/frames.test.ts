import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { changeOf, framesOf } from './frames.ts'

test('frames of every length of header arrive as written, with their numbers', async (context) => {
  const texts = [0, 1, 60, 80, 125, 126, 127, 65_000, 65_535, 65_536, 200_000].map((size) => 'é'.repeat(size))
  const changes = texts.map((text, at) => ({
    change: changeOf('book:pm:2', 'delta', JSON.stringify(text)),
    seq: 10 ** at,
  }))
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  context.after(() => server.close())
  server.on('connection', (_socket, request) => request.socket.write(framesOf(changes)))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  const received: unknown[] = []
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject)
    client.on('message', (data: Buffer) => {
      received.push(JSON.parse(data.toString()))
      if (received.length === texts.length) resolve()
    })
  })
  client.terminate()
  assert.deepEqual(
    received,
    texts.map((data, at) => ({ topic: 'book:pm:2', type: 'delta', data, seq: 10 ** at })),
  )
})
