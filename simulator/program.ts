/**
 * The venue simulator as a program: the control API on one port, each service on a port of its own, everything on loopback.
 * Importable by the terminal for its demo mode, and the body of `sesame simulator`.
 */
import { createHostClock } from './clock.ts'
import { simulatorCommand, type CommandIo } from './command.ts'
import { generalCalls } from './control/calls.ts'
import type { ControlSubject } from './control/subject.ts'
import { createHistory } from './control/history.ts'
import { marketCalls } from './control/market-calls.ts'
import { keepTroubled } from './control/troubles.ts'
import { venueCalls } from './control/venue-calls.ts'
import { createBarriers } from './faults/barriers.ts'
import { createFaults } from './faults/faults.ts'
import { createHttpService, type HttpService } from './http-server.ts'
import { createRequestLog } from './ledger/request-log.ts'
import { closeAll, createServices, listenAll } from './listeners.ts'
import { loopbackProfile, MADE_UP_NAMES, NO_PORTS, type ServicePorts } from './profile.ts'
import { createRandom } from './random.ts'
import type { RunningSimulator, SimulatorOptions } from './running.ts'
import { createSimulation } from './simulation.ts'
import { SERVICES } from './types.ts'

type Running = ReturnType<typeof grow>

const TRADER_RATE = 40

/** Starts a venue; rejects when a port is taken. */
export async function startSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const names = options.profile ?? MADE_UP_NAMES
  let running = grow(options, options.seed ?? 'demo')
  let ports: ServicePorts = portsAfter(options.port)
  let control: HttpService | null = null

  const subject: ControlSubject = {
    simulation: () => running.simulation,
    history: () => running.history,
    messages: () => running.services.messages(),
    rfqs: () => running.services.rfqs(),
    listener: (name) => running.services.table[name],
    profile: () => loopbackProfile(names, ports),
    async reset(seed) {
      await wither(running)
      running = grow(options, seed)
      ports = await listenAll(running.services.table, ports)
    },
  }

  try {
    control = controlService(subject)
    const controlPort = await control.listen(options.port)
    ports = await listenAll(running.services.table, ports)
    return {
      profile: loopbackProfile(names, ports),
      accounts: running.simulation.accounts,
      controlUrl: `http://127.0.0.1:${controlPort}`,
      async stop() {
        await control?.close()
        await wither(running)
      },
    }
  } catch (error) {
    await control?.close()
    await wither(running)
    throw error
  }
}

/** The body of `sesame simulator`: starts a venue and keeps it until `io.ended`. Answers the exit code. */
export function runSimulatorCommand(
  given: Parameters<typeof simulatorCommand>[0],
  io: CommandIo,
): Promise<number> {
  return simulatorCommand(given, io, startSimulator)
}

function grow(options: SimulatorOptions, seed: string) {
  const simulation = createSimulation({
    seed,
    clock: createHostClock({ host: options.host, speed: options.speed }),
    names: options.profile ?? MADE_UP_NAMES,
    events: options.events ?? 0,
    traderRate: options.traderRate ?? TRADER_RATE,
    firstEvents: options.firstEvents,
    settles: options.settles,
  })
  const history = createHistory(simulation.exchange, (wallet) =>
    simulation.traderAccounts.isSimulatedTrader(wallet),
  )
  const endTroubles = options.isTroubled === true ? keepTroubled(simulation) : () => undefined
  return { simulation, history, services: createServices(simulation), endTroubles }
}

async function wither({ simulation, history, services, endTroubles }: Running): Promise<void> {
  endTroubles()
  simulation.barriers.releaseAll()
  await closeAll(services.table)
  history.stop()
  simulation.stop()
}

function portsAfter(port: number): ServicePorts {
  const after = SERVICES.map((name, index) => [name, port + 1 + index])
  return port > 0 ? (Object.fromEntries(after) as ServicePorts) : NO_PORTS
}

/** The control API has no faults, barriers or log of its own: it must answer whatever is done to the venue. */
function controlService(subject: ControlSubject): HttpService {
  const clock = createHostClock()
  const random = createRandom('control')
  return createHttpService({
    service: 'catalog',
    routes: [...generalCalls(subject), ...marketCalls(subject), ...venueCalls(subject)],
    faults: createFaults({ clock, random }),
    barriers: createBarriers(),
    log: createRequestLog({ clock, limit: 100 }),
    random,
    bodyCap: 16 * 1024 * 1024,
  })
}
