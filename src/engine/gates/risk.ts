/** The limits in force: the trader's own, kept on disk, never above the ceilings. */
import { micros } from '#core/money.ts'
import {
  DEFAULT_LIMITS,
  isLooser,
  RISK_LIMITS_SETTING,
  type RiskLimits,
  type RiskUsage,
} from '#core/risk-limits.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { SettingsStore, StorageRefused } from '#ports/stores.ts'

const KEYS = Object.keys(DEFAULT_LIMITS) as (keyof RiskLimits)[]

export type Risk = ReturnType<typeof createRisk>

type RiskRefusal =
  | { readonly code: 'above_ceiling'; readonly names: readonly (keyof RiskLimits)[] }
  | { readonly code: StorageRefused }

/**
 * Reads the stored limits once; a stored value above its ceiling counts as the ceiling, and an unreadable one as its
 * default.
 *
 * @param usage  how much of each limit is used now
 */
export function createRisk(parts: {
  readonly settings: SettingsStore
  readonly ceilings: RiskLimits
  readonly usage: () => RiskUsage
  readonly log: Log
}) {
  const { settings, ceilings, log } = parts
  let limits = capped(stored(), ceilings)

  function stored(): RiskLimits {
    const text = settings.read(RISK_LIMITS_SETTING)
    if (text === null) return DEFAULT_LIMITS
    try {
      return decode(JSON.parse(text))
    } catch {
      log.error('risk.limits_unreadable', {})
      return DEFAULT_LIMITS
    }
  }

  return {
    limits: () => limits,
    ceilings: () => ceilings,
    usage: parts.usage,
    /** Refused whole, and what was in force stays so: above a ceiling, or when the disk does not take it. */
    set(asked: RiskLimits): Result<RiskLimits, RiskRefusal> {
      const above = KEYS.filter((key) => isLooser(key, asked[key], ceilings[key]))
      if (above.length > 0) return err({ code: 'above_ceiling', names: above })
      const written = settings.write(
        RISK_LIMITS_SETTING,
        JSON.stringify(asked, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
      )
      if (!written.ok) return err({ code: written.error })
      limits = asked
      return ok(limits)
    },
  }
}

function capped(limits: RiskLimits, ceilings: RiskLimits): RiskLimits {
  return merge((key) => (isLooser(key, limits[key], ceilings[key]) ? ceilings[key] : limits[key]))
}

/** Notionals are stored as text of micros, counts as numbers. */
function decode(value: unknown): RiskLimits {
  const row = new Map(Object.entries(value ?? {}))
  return merge((key) => {
    const kept: unknown = row.get(key)
    const fallback = DEFAULT_LIMITS[key]
    if (typeof fallback === 'bigint') {
      return typeof kept === 'string' && /^\d{1,30}$/.test(kept) ? micros(BigInt(kept)) : fallback
    }
    return typeof kept === 'number' && Number.isSafeInteger(kept) && kept >= 0 ? kept : fallback
  })
}

function merge(choose: (key: keyof RiskLimits) => RiskLimits[keyof RiskLimits]): RiskLimits {
  return Object.fromEntries(KEYS.map((key) => [key, choose(key)])) as unknown as RiskLimits
}
