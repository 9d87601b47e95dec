/**
 * The bundled venue as a process of its own, so that it never holds up the terminal. Prints its profile and test account, and
 * ends with its standard input, which ends with the terminal, however that ends.
 */
import { startSimulator } from '#simulator/program.ts'
import type { BundledWorld } from './bundled-venue.ts'

const simulator = await startSimulator({ port: 0 })
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
