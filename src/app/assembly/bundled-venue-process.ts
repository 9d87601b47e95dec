/**
 * The bundled venue as a process of its own, so that it never holds up the terminal. Prints its profile and test account, and
 * ends with its standard input, which ends with the terminal, however that ends.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { startSimulator } from '#simulator/program.ts'
import type { BundledWorld } from './bundled-venue.ts'

const simulator = await startSimulator({ port: 0 })
// On a loopback interface that is down it listens all the same, and nothing reaches it.
const { port, hostname } = new URL(simulator.controlUrl)
const probe = connect(Number(port), hostname)
await once(probe, 'connect')
probe.destroy()
const world: BundledWorld = {
  profile: simulator.profile,
  walletAddress: simulator.accounts.depositWallet,
  sessionKey: simulator.accounts.sessionKey,
  controlUrl: simulator.controlUrl,
}
process.stdout.write(`${JSON.stringify(world)}\n`)
// A Ctrl-C in the terminal window, or its closing, is for the terminal.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdin.resume().once('close', () => void simulator.stop())
