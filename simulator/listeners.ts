/** The listeners of one simulated venue, one per service, opened on given ports or any free ones. */
import { createHttpService, type HttpServiceOptions } from './http-server.ts'
import { createPathLimits, PATH_LIMITS, waitsFor } from './path-limits.ts'
import { GEOBLOCK_PATH, NO_PORTS, SOCKET_PATHS, type ServicePorts } from './profile.ts'
import { catalogErrorBody } from './services/catalog/query.ts'
import { catalogRoutes } from './services/catalog/service.ts'
import { chatErrorBody, createChat, type ChatMessage } from './services/chat/service.ts'
import type { Rfq } from './services/combos/requests.ts'
import { createCombos } from './services/combos/service.ts'
import { comboErrorBody } from './services/combos/wire.ts'
import { dataRoutes } from './services/data/service.ts'
import { createSportsChannel } from './services/sports-channel/service.ts'
import type { Simulation } from './simulation.ts'
import { SERVICES } from './types.ts'
import { get, ok } from './answers.ts'

/** Something that listens and can be closed: a service or a channel. */
type Listener = {
  listen(port: number): Promise<number>
  close(): Promise<void>
  /** On channels: acts on all open sockets and returns how many there were. */
  act?(action: string, args: Readonly<Record<string, unknown>>): number
}

type ServiceTable = { readonly [name in keyof ServicePorts]: Listener }

/** Makers of combos in a venue with traders; in a quiet one nothing is declined but by a fault. */
const DECLINE_CHANCE = 0.02

const ALLOWED = { blocked: false, ip: '203.0.113.7', country: 'IE', region: 'L' }

export type Services = ReturnType<typeof createServices>

/** Builds every service and channel; nothing listens yet. */
export function createServices(simulation: Simulation) {
  const { venue, world, figures, games, rows, faults, book, exchange, clock, holdings } = simulation
  const chat = createChat(simulation)
  const combos = createCombos({
    ...simulation,
    credentials: venue.credentials,
    verifier: venue.verifier,
    random: simulation.random.fork('combos'),
    declineChance: simulation.hasSimulatedTraders ? DECLINE_CHANCE : 0,
  })
  const table: ServiceTable = {
    ...venue.services,
    catalog: createHttpService({
      ...shared(simulation, 'catalog'),
      behind: clock,
      before: waitsFor(clock, createPathLimits(clock, PATH_LIMITS.catalog)),
      routes: catalogRoutes({ world, figures, games, rows, faults }),
      errorBody: catalogErrorBody,
      gzip: true,
    }),
    data: createHttpService({
      ...shared(simulation, 'data'),
      behind: clock,
      before: waitsFor(clock, createPathLimits(clock, PATH_LIMITS.data)),
      routes: dataRoutes({ book, world, exchange, clock, faults, holdings, samples: venue.samples }),
      gzip: true,
    }),
    combos: createHttpService({
      ...shared(simulation, 'combos'),
      behind: clock,
      routes: combos.routes,
      errorBody: comboErrorBody,
    }),
    geoblock: createHttpService({
      ...shared(simulation, 'geoblock'),
      behind: clock,
      routes: [get(GEOBLOCK_PATH, () => ok(ALLOWED))],
    }),
    chat: createHttpService({ ...shared(simulation, 'chat'), routes: chat.routes, errorBody: chatErrorBody }),
    ws_sports: createSportsChannel(simulation, SOCKET_PATHS.sports),
  }
  return {
    table,
    messages: (): readonly ChatMessage[] => chat.messages(),
    rfqs: (): readonly Rfq[] => combos.requests(),
  }
}

/** Parts given to every HTTP service. */
function shared(
  { faults, barriers, log, random }: Simulation,
  service: HttpServiceOptions['service'],
): Pick<HttpServiceOptions, 'service' | 'faults' | 'barriers' | 'log' | 'random'> {
  return { service, faults, barriers, log, random: random.fork(`http ${service}`) }
}

/** Starts every listener on its port, or on a free one where that is 0. */
export async function listenAll(table: ServiceTable, ports: ServicePorts): Promise<ServicePorts> {
  const opened: { -readonly [name in keyof ServicePorts]: number } = { ...NO_PORTS }
  for (const name of SERVICES) opened[name] = await table[name].listen(ports[name])
  return opened
}

/** Closes every listener. */
export async function closeAll(table: ServiceTable): Promise<void> {
  await Promise.all(SERVICES.map((name) => table[name].close()))
}
