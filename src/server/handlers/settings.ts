/** Risk limits (API-6): lowering is free, raising asks for the password each time. */
import { snake } from '#contract/codec/codec.ts'
import type { Input } from '#contract/routes.ts'
import { DEFAULT_LIMITS, isLooser, type RiskLimits } from '#core/risk-limits.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { STORAGE_REFUSED, type Problem } from '../http/replies.ts'
import { invalidRequest } from '../http/validation.ts'
import type { Call } from './call.ts'
import type { Handlers, Services } from './handler.ts'

export function settingsHandlers(services: {
  readonly engine: Pick<Services['engine'], 'risk' | 'lossLimit'>
  readonly checkPassword: Services['checkPassword']
  readonly log: Services['log']
}) {
  const { risk, lossLimit } = services.engine

  async function passwordProblem(call: Call, password: string | undefined): Promise<Problem | null> {
    if (password === undefined) {
      return { code: 'password_required', detail: 'Raising a limit needs the password.' }
    }
    const checked = await services.checkPassword(call, password)
    return checked.ok ? null : checked.error
  }

  const settings = () => ({
    limits: risk.limits(),
    ceilings: risk.ceilings(),
    defaults: DEFAULT_LIMITS,
    usage: risk.usage(),
  })

  const aboveCeiling = (names: readonly (keyof RiskLimits)[]): Result<never, Problem> =>
    err({
      code: 'above_ceiling',
      detail: 'A limit cannot exceed its ceiling.',
      errors: names.map((name) => ({
        path: `limits.${snake(name)}`,
        message: 'is above its ceiling',
      })),
    })

  /** The current limits with a change applied. */
  function wantedLimits(change: Partial<RiskLimits>): Result<RiskLimits, Problem> {
    const wanted = { ...risk.limits(), ...change }
    const tooHigh = exceeding(wanted, risk.ceilings())
    if (tooHigh.length > 0) return aboveCeiling(tooHigh)
    return wanted.maxComboExposure < wanted.maxComboNotional
      ? err(
          invalidRequest([
            { path: 'limits.max_combo_exposure', message: 'must be at least max_combo_notional' },
          ]),
        )
      : ok(wanted)
  }

  function unchangedSince(before: RiskLimits, change: Partial<RiskLimits>): Partial<RiskLimits> {
    const names = Object.keys(change) as (keyof RiskLimits)[]
    const now = risk.limits()
    return Object.fromEntries(
      names.filter((name) => now[name] === before[name]).map((name) => [name, change[name]]),
    )
  }

  return {
    readRiskSettings: () => ok(settings()),

    async writeRiskSettings({ body }, call) {
      const change = limitsOf(body.limits)
      const before = risk.limits()
      const asked = wantedLimits(change)
      if (!asked.ok) return asked
      if (exceeding(asked.value, before).length > 0) {
        const problem = await passwordProblem(call, body.password)
        if (problem !== null) return err(problem)
      }
      // Checking the password takes a while: what was set meanwhile was asked for later, and stays.
      const wanted = wantedLimits(unchangedSince(before, change))
      if (!wanted.ok) return wanted
      const held = risk.limits()
      const written = risk.set(wanted.value)
      if (written.ok) {
        services.log.info('risk.limits_changed', {
          address: call.address,
          raised: exceeding(wanted.value, held).map((name) => snake(name)),
          lowered: exceeding(held, wanted.value).map((name) => snake(name)),
        })
        return ok(settings())
      }
      return written.error.code === 'above_ceiling' ? aboveCeiling(written.error.names) : err(STORAGE_REFUSED)
    },

    readLossLimit: () => ok(lossLimit.read()),

    async unlockLossLimit({ body }, call) {
      const checked = await services.checkPassword(call, body.password)
      if (!checked.ok) return checked
      const opened = lossLimit.unlock()
      if (opened.ok) return ok(lossLimit.read())
      if (opened.error === 'storage_refused') return err(STORAGE_REFUSED)
      const detail = 'A lock opens after ten minutes at the earliest, or at 00:00 UTC.'
      return err({ code: 'rate_limited', detail, retryAfterMs: opened.error.waitMs })
    },
  } satisfies Partial<Handlers>
}

const NAMES = Object.keys(DEFAULT_LIMITS) as (keyof RiskLimits)[]

/** The limits of a body that are given. */
function limitsOf(given: Input<'writeRiskSettings'>['body']['limits']): Partial<RiskLimits> {
  const entries = NAMES.map((name) => [name, (given as Readonly<Record<string, unknown>>)[snake(name)]])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<RiskLimits>
}

/** Names of the limits that are above those of `bound`. */
function exceeding(limits: RiskLimits, bound: RiskLimits): readonly (keyof RiskLimits)[] {
  return NAMES.filter((name) => isLooser(name, limits[name], bound[name]))
}
