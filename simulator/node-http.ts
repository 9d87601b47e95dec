import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `node:http`; imported as a module it would also build the runtime's own fetch: 70 ms of every start, for nothing. */
export const { createServer } = process.getBuiltinModule('node:http')

/** Starts on loopback and returns the port; 0 picks a free one. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      const address = server.address() as AddressInfo
      resolve(address.port)
    })
  })
}

/** Ends the server with all its connections. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
