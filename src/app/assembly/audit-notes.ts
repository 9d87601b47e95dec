/** When the running terminal notes a head of the audit log outside the database, in addition to the log's own notes. */
import { RISK_LIMITS_SETTING } from '#core/risk-limits.ts'
import type { Bus } from '#engine/bus.ts'
import { err } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { SettingsStore } from '#ports/stores.ts'
import type { StoredAuditLog } from '#store/audit-log.ts'

type Heads = Pick<StoredAuditLog, 'writeHead'>

const EVERY_MS = 60_000

/** At every arming and disarming, and each minute: what is noted already is not noted again. Answers what ends it. */
export function noteHeads({
  bus,
  clock,
  audit,
}: {
  readonly bus: Pick<Bus, 'subscribe'>
  readonly clock: Clock
  readonly audit: Heads
}): () => void {
  let mode = 'SAFE'
  const stopEach = clock.every(EVERY_MS, () => audit.writeHead())
  const stopListening = bus.subscribe('trading', (state) => {
    if (state.mode === mode) return
    mode = state.mode
    audit.writeHead()
  })
  return () => {
    stopEach()
    stopListening()
  }
}

/** The limits are noted too, before they are stored and after: a limit raised in the database alone is detected. */
export function noteLimits(settings: SettingsStore, audit: Heads): SettingsStore {
  return {
    ...settings,
    write(name, json) {
      if (name !== RISK_LIMITS_SETTING) return settings.write(name, json)
      if (!audit.writeHead(json)) return err('storage_refused')
      const written = settings.write(name, json)
      audit.writeHead(written.ok ? json : undefined)
      return written
    },
  }
}
