/** Parts that the control API reads and bends. */
import type { Listener } from '../listeners.ts'
import type { ServicePorts } from '../profile.ts'
import type { ChatMessage } from '../services/chat/service.ts'
import type { Rfq } from '../services/combos/requests.ts'
import type { Simulation } from '../simulation.ts'
import type { SimulatorProfile } from '../types.ts'
import type { History } from './history.ts'

export type ControlSubject = {
  /** The simulation of now: a reset puts another one in its place. */
  simulation(): Simulation
  history(): History
  profile(): SimulatorProfile
  messages(): readonly ChatMessage[]
  rfqs(): readonly Rfq[]
  listener(name: keyof ServicePorts): Listener
  reset(seed: string): Promise<void>
}
