// The engine tests' audit log keeps the manners of the one on disk: both pass the same suite.
import { auditLogSuite } from '#test/suites/audit-log.ts'
import { createMemoryAudit } from './memory-audit.ts'

auditLogSuite('in memory', () => {
  let now = 1_000
  return createMemoryAudit(() => {
    now += 1
    return now
  })
})
