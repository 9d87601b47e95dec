/** The stores of a run over its database: the audit log and what is kept beside it. */
import type { LoginFailureStore, SessionStore, SettingsStore } from '#ports/stores.ts'
import { createAuditLog, type StoredAuditLog } from '#store/audit-log.ts'
import { createCatalogStore } from '#store/catalog-copy.ts'
import { createHeadKey } from '#store/head-key.ts'
import { createLoginFailureStore } from '#store/login-failures.ts'
import { createSessionStore } from '#store/sessions.ts'
import { createSettingsStore } from '#store/settings.ts'
import type { RunParts, World } from '../world.ts'
import { noteLimits } from './audit-notes.ts'
import type { AuditLog } from '#ports/audit-log.ts'

export type Storage = {
  readonly audit: StoredAuditLog
  readonly settings: SettingsStore
  readonly catalogStore: ReturnType<typeof createCatalogStore>
  readonly sessionStore: SessionStore
  readonly loginFailures: LoginFailureStore
}

/** Opens the stores. */
export function openStorage(
  world: Pick<World, 'database' | 'storageProblem'>,
  { configuration, clock, log, point }: Pick<RunParts, 'configuration' | 'clock' | 'log' | 'point'>,
): Storage {
  const { database, storageProblem } = world
  const secret = configuration.login.sessionSecret
  const record = createAuditLog({
    database,
    now: () => clock.now(),
    log,
    key: secret === null ? null : createHeadKey(secret()),
    problem: storageProblem,
    point,
  })
  if (storageProblem !== null) log.error('storage.stands_in', { detail: storageProblem })
  return {
    audit: configuration.paper === null ? record : markPaper(record),
    settings: noteLimits(createSettingsStore(database.sqlite, log, point), record),
    catalogStore: createCatalogStore({ directory: database.directory, log }),
    sessionStore: createSessionStore(database.sqlite, log, point),
    loginFailures: createLoginFailureStore(database.sqlite, log),
  }
}

/** The same log; what is appended carries `paper: true` in its details and so in its hash. */
function markPaper<Log extends AuditLog>(audit: Log): Log {
  return {
    ...audit,
    append: (entries) =>
      audit.append(entries.map((entry) => ({ ...entry, details: { ...entry.details, paper: true } }))),
  }
}
