/** The profile that the simulator speaks as: made-up names and addresses by default, or those of a given venue profile. */
import { z } from 'zod'

import NAMES from './made-up-venue.json' with { type: 'json' }
import { SERVICES, type ServiceName } from './types.ts'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** Names of a profile file; addresses on the network in it are ignored. Absent names are the made-up ones. */
export const venueNames = z.object({
  name: z.string().default(NAMES.name),
  chain_id: z.number().int().positive().default(NAMES.chain_id),
  header_prefix: z.string().min(1).default(NAMES.header_prefix),
  response_header_prefix: z.string().min(1).default(NAMES.response_header_prefix),
  auth_domain: z.string().min(1).default(NAMES.auth_domain),
  exchange_domain: z.string().min(1).default(NAMES.exchange_domain),
  contracts: z.object({ ctf_exchange_v2: address, neg_risk_exchange_v2: address, exchange_v3: address }),
})

/** Names and contracts of a venue; everything of a profile but its addresses on the network. */
export type VenueNames = z.infer<typeof venueNames>

export const MADE_UP_NAMES: VenueNames = NAMES

/** The venue profile as the terminal reads it; without the chat service's address, where there is none. */
export type SimulatorProfile = VenueNames & {
  readonly urls: Readonly<Record<Exclude<ServiceName, 'chat'>, string>> & { readonly chat?: string }
}

/** Ports of the listeners; 0: any free one. */
export type ServicePorts = Readonly<Record<ServiceName, number>>

export const NO_PORTS = Object.fromEntries(SERVICES.map((name) => [name, 0])) as ServicePorts

export const SOCKET_PATHS = { market: '/ws/market', user: '/ws/user', sports: '/ws' } as const
export const GEOBLOCK_PATH = '/api/geoblock'

/** The profile that points at loopback listeners. */
export function loopbackProfile(names: VenueNames, ports: ServicePorts): SimulatorProfile {
  const http = (port: number): string => `http://127.0.0.1:${port}`
  const socket = (port: number, path: string): string => `ws://127.0.0.1:${port}${path}`
  return {
    ...names,
    urls: {
      clob: http(ports.clob),
      catalog: http(ports.catalog),
      data: http(ports.data),
      combos: http(ports.combos),
      geoblock: `${http(ports.geoblock)}${GEOBLOCK_PATH}`,
      ws_market: socket(ports.ws_market, SOCKET_PATHS.market),
      ws_user: socket(ports.ws_user, SOCKET_PATHS.user),
      ws_sports: socket(ports.ws_sports, SOCKET_PATHS.sports),
      chat: http(ports.chat),
    },
  }
}
