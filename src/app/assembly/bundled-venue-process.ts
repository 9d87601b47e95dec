/**
 * The bundled venue as a process of its own, so that it never holds up the terminal. Like a real venue it outlives a
 * terminal that is killed: it ends on the terminal's request, or two minutes after the last terminal disconnected.
 *
 * Called with the world's id. Prints the port of its control socket on loopback, on which it sends the profile and by
 * which it notices that a terminal is there.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { startSimulator } from '#simulator/program.ts'
import { END_WORD, type BundledWorld } from './bundled-venue.ts'

const ALONE_MS = 120_000

const [, , worldId = ''] = process.argv
const simulator = await startSimulator({ port: 0, isTroubled: true })
const world: BundledWorld = {
  worldId,
  profile: simulator.profile,
  walletAddress: simulator.accounts.depositWallet,
  sessionKey: simulator.accounts.sessionKey,
  controlUrl: simulator.controlUrl,
}
const leashes = new Set<Socket>()
let ended = false
let alone = setTimeout(end, ALONE_MS)

const server = createServer((socket) => {
  clearTimeout(alone)
  leashes.add(socket)
  socket.setEncoding('utf8')
  socket.on('error', () => socket.destroy())
  socket.on('data', (text: string) => {
    if (text.includes(END_WORD)) end()
  })
  socket.on('close', () => {
    leashes.delete(socket)
    if (ended || leashes.size > 0) return
    clearTimeout(alone)
    alone = setTimeout(end, ALONE_MS)
  })
  socket.write(`${JSON.stringify(world)}\n`)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
// A Ctrl-C in the terminal window, or its closing, is for the terminal, which then requests the end.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('SIGTERM', end)

function end(): void {
  ended = true
  clearTimeout(alone)
  server.close()
  for (const leash of leashes) leash.destroy()
  void simulator.stop()
}
