import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowserSocket } from './browser-socket.ts'

test('a page that came over TLS speaks over TLS, and each to its own host only', () => {
  const opened: string[] = []
  const WebSocket = class extends EventTarget {
    constructor(address: string) {
      super()
      opened.push(address)
    }
  }
  for (const [protocol, host] of [
    ['https:', 'desk.example.org'],
    ['http:', '127.0.0.1:8080'],
  ]) {
    openBrowserSocket({ location: { protocol, host } as Location, WebSocket }, '/ws')
  }
  assert.deepEqual(opened, ['wss://desk.example.org/ws', 'ws://127.0.0.1:8080/ws'])
})
