/** Ports that most parts of the engine are built on, and its bus. */
import type { AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { SettingsStore } from '#ports/stores.ts'
import type { Bus } from './bus.ts'

export type Tools = {
  readonly clock: Clock
  readonly log: Log
  readonly bus: Bus
  readonly settings: SettingsStore
  readonly random: Random
  readonly audit: AuditLog
}
