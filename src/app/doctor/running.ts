/** The `doctor`'s checks from inside the running terminal: it uses the terminal's own connections and opens none. */
import { illFinding, wellFinding, type Finding } from '#core/finding.ts'
import { lockText } from '#core/loss-limit.ts'
import type { LossLimits } from '#engine/gates/loss-limit.ts'
import { examineVenue, type Passage } from '#engine/account/examination.ts'
import { err, ok } from '#lib/result.ts'
import type { AuditLog } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import type { FeedStatus } from '#ports/venue-feeds.ts'
import type { VenueProfile } from '#venue/profile.ts'
import { examineHost } from './host.ts'
import type { VenuePorts } from '../assembly/venue-ports.ts'
import { reach } from './reach.ts'

/**
 * Builds the examination that the page asks for. Calls that come while one is under way get its answer.
 *
 * @param envFile  the file with the settings
 */
export function createExamination(parts: {
  readonly venue: VenuePorts
  readonly audit: Pick<AuditLog, 'problem' | 'isVerified'>
  readonly lossLimit: Pick<LossLimits, 'read'>
  readonly isPaper: boolean
  readonly profile: VenueProfile
  readonly clock: Clock
  readonly envFile: string
  readonly dataDirectory: string
}): () => Promise<readonly Finding[]> {
  const { venue, clock } = parts
  const { data, combos } = parts.profile.urls
  let running: Promise<readonly Finding[]> | null = null

  async function examine(): Promise<readonly Finding[]> {
    const host = examineHost(parts.envFile, parts.dataDirectory)
    const found = await examineVenue({
      clock,
      account: venue.account,
      isPaper: parts.isPaper,
      catalog: venue.catalog,
      geoblock: venue.geoblock,
      passages: [
        ...(data === null ? [] : [{ name: 'data service', attempt: () => reach(data) }]),
        ...(combos === null ? [] : [{ name: 'combos service', attempt: () => reach(combos) }]),
        ownConnection('market channel', () => venue.marketFeed.status()),
        ownConnection('sports channel', () => venue.sportsFeed.status()),
      ],
      userChannel: ownConnection('user channel', () => venue.userFeed.status()),
    })
    return [...host, examineAudit(parts.audit), examineLoss(parts.lossLimit), ...found]
  }

  return () => {
    running ??= examine().finally(() => {
      running = null
    })
    return running
  }
}

/** Result of the check at the start: a second one would read the whole log again. */
function examineAudit(audit: Pick<AuditLog, 'problem' | 'isVerified'>): Finding {
  const check = 'audit log'
  const problem = audit.problem()
  if (problem !== null) return illFinding(check, 'fail', problem, 'docs/operations.md, Audit log')
  return wellFinding(check, audit.isVerified() ? 'verified at the start' : 'being verified')
}

function examineLoss(lossLimit: Pick<LossLimits, 'read'>): Finding {
  const check = 'loss limit'
  const { lock } = lossLimit.read()
  return lock === null
    ? wellFinding(check, 'open')
    : illFinding(check, 'warn', `locked: ${lockText(lock)}`, 'docs/trading.md, Limits')
}

function ownConnection(name: string, status: () => FeedStatus): Passage {
  return {
    name,
    attempt: async () => {
      const { state, detail } = status()
      return state === 'live' ? ok(null) : err(detail === null ? state : `${state}: ${detail}`)
    },
  }
}
