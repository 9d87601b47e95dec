/** A real WebSocket server on loopback that records what it receives and sends what a test requests. */
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

export type SocketServer = {
  readonly origin: string
  /** Open sockets, oldest first. */
  readonly sockets: readonly WebSocket[]
  /** How many ever connected. */
  connections(): number
  /** User agent of each upgrade, in order. */
  readonly userAgents: (string | undefined)[]
  /** Text frames received but PING, in order, over all sockets. */
  readonly frames: string[]
  close(): Promise<void>
}

/**
 * Listens on a free port.
 *
 * @param onFrame  called for each text frame but PING
 */
export async function startSocketServer(
  onFrame: (socket: WebSocket, text: string) => void = () => {},
  options: { readonly pong?: () => boolean; readonly accept?: () => boolean } = {},
): Promise<SocketServer> {
  const sockets: WebSocket[] = []
  const frames: string[] = []
  const userAgents: (string | undefined)[] = []
  let connections = 0
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    perMessageDeflate: false,
    verifyClient: () => options.accept?.() ?? true,
  })
  server.on('connection', (socket, request) => {
    userAgents.push(request.headers['user-agent'])
    connections += 1
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.splice(sockets.indexOf(socket), 1)
    })
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      if (text === 'PING') {
        if (options.pong?.() ?? true) socket.send('PONG')
        return
      }
      frames.push(text)
      onFrame(socket, text)
    })
  })
  await new Promise<void>((resolve) => {
    server.on('listening', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    sockets,
    frames,
    userAgents,
    connections: () => connections,
    close() {
      for (const socket of sockets) socket.terminate()
      return new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
      })
    },
  }
}
