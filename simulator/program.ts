/**
 * The venue simulator as a program: the control API on one port, each service on a port of its own, everything on loopback.
 * Importable by the terminal for its demo mode.
 */
import { createHostClock } from './clock.ts'
import { generalCalls } from './control/calls.ts'
import { createHistory } from './control/history.ts'
import { marketCalls } from './control/market-calls.ts'
import { venueCalls } from './control/venue-calls.ts'
import { createBarriers } from './faults/barriers.ts'
import { createFaults } from './faults/faults.ts'
import { createHttpService, type HttpService, type Route } from './http-server.ts'
import { createRequestLog } from './ledger/request-log.ts'
import { closeAll, createServices, listenAll } from './listeners.ts'
import {
  loopbackProfile,
  MADE_UP_NAMES,
  NO_PORTS,
  type ServicePorts,
  type SimulatorProfile,
} from './profile.ts'
import { createRandom } from './random.ts'
import type { RunningSimulator, SimulatorOptions } from './running.ts'
import { createSimulation } from './simulation.ts'
import { SERVICES } from './types.ts'

const TRADER_RATE = 40

/** Starts a venue; rejects when a port is taken. */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const names = options.profile ?? MADE_UP_NAMES
  const { seed = 'demo', events = 0, traderRate = TRADER_RATE, firstEvents, settles } = options
  const clock = createHostClock({ host: options.host, speed: options.speed })
  const simulation = createSimulation({ seed, clock, names, events, traderRate, firstEvents, settles })
  const history = createHistory(simulation.exchange, (wallet) =>
    simulation.traderAccounts.isSimulatedTrader(wallet),
  )
  const services = createServices(simulation)
  let ports: ServicePorts = portsAfter(options.port)
  const profile = (): SimulatorProfile => loopbackProfile(names, ports)
  const control = controlService([
    ...generalCalls({ simulation, history, services, profile }),
    ...marketCalls(simulation),
    ...venueCalls(simulation, services),
  ])

  async function stop(): Promise<void> {
    await control.close()
    simulation.barriers.releaseAll()
    await closeAll(services.table)
    history.stop()
    simulation.stop()
  }

  try {
    const controlPort = await control.listen(options.port)
    ports = await listenAll(services.table, ports)
    const controlUrl = `http://127.0.0.1:${controlPort}`
    return { profile: profile(), accounts: simulation.accounts, controlUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function portsAfter(port: number): ServicePorts {
  const after = SERVICES.map((name, index) => [name, port + 1 + index])
  return port > 0 ? (Object.fromEntries(after) as ServicePorts) : NO_PORTS
}

/** The control API has no faults, barriers or log of its own: it must answer whatever is done to the venue. */
function controlService(routes: readonly Route[]): HttpService {
  const clock = createHostClock()
  const random = createRandom('control')
  return createHttpService({
    service: 'catalog',
    routes,
    faults: createFaults({ clock, random }),
    barriers: createBarriers(),
    log: createRequestLog({ clock, limit: 100 }),
    random,
    bodyCap: 16 * 1024 * 1024,
  })
}
