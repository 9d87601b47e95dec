/**
 * The loss limit: how much of each limit is lost, when it locks and when it opens again (INV-95, INV-96). A lock
 * refuses what adds
 * risk and nothing else. Pure; a state is a value that can be kept.
 */
import { DAY_MS } from './day.ts'
import type { Instant } from './market/market.ts'
import { addMicros, formatMicros, micros, subtractMicros, ZERO, type Micros } from './money.ts'
import { rejection, type Rejection } from './reject-codes.ts'
import { LOSS_LIMITS, type LossLimit, type RiskLimits } from './risk-limits.ts'

/** Results of the account, by the ledger and the bids. */
export type Results = {
  readonly realised: Micros
  /** Since 00:00 UTC. */
  readonly realisedToday: Micros
  /** Proceeds of all that is held at the bids, less its cost; null while a position has no price. */
  readonly unrealised: Micros | null
  readonly positions: {
    /** Valued by a bid that is not live, or by part of a book. */
    readonly byLastBid: number
    readonly withoutPrice: number
    /** In no figure: their cost is not known. */
    readonly withoutCost: number
  }
  /** Round trips that ended since 00:00 UTC, oldest first. */
  readonly ended: readonly { readonly at: Instant; readonly profit: Micros }[]
}

/** So much is lost against each limit; null while it is not known, or there is no session. */
export type Losses = Readonly<Record<LossLimit, Micros | null>>

export type LossLock = {
  readonly limit: LossLimit
  /** The loss, and the limit then. */
  readonly lost: Micros
  readonly most: Micros
  readonly at: Instant
}

export type LossState = {
  /** Its beginning, 00:00 UTC. */
  readonly day: Instant
  /** Unrealised when the day began, or when it was first measured. */
  readonly base: { readonly at: Instant; readonly unrealised: Micros } | null
  /** Loss of the day forgiven by an unlock; null: all of it, once known. */
  readonly forgiven: Micros | null
  /** `total`: realised and unrealised at its beginning; null until known. */
  readonly session: { readonly at: Instant; readonly total: Micros | null } | null
  /** Round trips that ended before are in no streak. */
  readonly streakFrom: Instant
  /** Limits of which 80 % have been reported. */
  readonly warned: readonly LossLimit[]
  readonly lock: LossLock | null
}

export type LossFact =
  | { readonly what: 'near'; readonly limit: LossLimit; readonly lost: Micros; readonly most: Micros }
  | ({ readonly what: 'locked' } & LossLock)
  | { readonly what: 'unlocked'; readonly by: 'day' | 'password'; readonly limit: LossLimit }

export type LossMoment = {
  /** 00:00 UTC of the day. */
  readonly day: Instant
  readonly now: Instant
  /** Null while they are not read. */
  readonly results: Results | null
  /** Unrealised a moment ago: the day began between then and now. */
  readonly before: Micros | null
  readonly armedAt: Instant | null
  readonly limits: RiskLimits
}

/** A lock is opened by the password after this time at the earliest. */
export const COOL_DOWN_MS = 600_000

/** Nothing measured yet. */
export const NO_LOSSES: LossState = {
  day: 0,
  base: null,
  forgiven: ZERO,
  session: null,
  streakFrom: 0,
  warned: [],
  lock: null,
}

/** A streak is kept in millionths, as every other limit. */
function mostOf(limits: RiskLimits, limit: LossLimit): Micros {
  const most = limits[limit]
  return typeof most === 'bigint' ? most : micros(BigInt(most) * 1_000_000n)
}

/** The state after a look, and the facts to report. */
export function stepLosses(
  before: LossState,
  moment: LossMoment,
): { readonly state: LossState; readonly facts: readonly LossFact[] } {
  const facts: LossFact[] = []
  let state = measured(begun(before, moment, facts), moment)
  if (state.lock === null) {
    const losses = lossesOf(state, moment.results)
    for (const limit of LOSS_LIMITS) {
      const [lost, most] = [losses[limit], mostOf(moment.limits, limit)]
      // The loss of a session counts while it lasts.
      const isOver = limit === 'maxSessionLoss' && state.session?.at !== moment.armedAt
      if (lost === null || most === 0n || isOver) continue
      if (lost >= most) {
        state = { ...state, lock: { limit, lost, most, at: moment.now } }
        facts.push({ what: 'locked', limit, lost, most, at: moment.now })
        break
      }
      if (lost * 5n < most * 4n || state.warned.includes(limit)) continue
      state = { ...state, warned: [...state.warned, limit] }
      facts.push({ what: 'near', limit, lost, most })
    }
  }
  return { state, facts }
}

/** A new day opens every lock. */
function begun(state: LossState, { day, now, before }: LossMoment, facts: LossFact[]): LossState {
  if (day <= state.day) return state
  if (state.lock !== null) facts.push({ what: 'unlocked', by: 'day', limit: state.lock.limit })
  const base = before === null || state.day === 0 ? null : { at: now, unrealised: before }
  // The loss of a session counts no more, as after the password: it would lock again at once.
  const session = state.lock === null ? state.session : state.session && { ...state.session, total: null }
  return { ...NO_LOSSES, day, base, streakFrom: day, session }
}

/** Gives the figures to all that was waiting for them. */
function measured(state: LossState, { now, results, armedAt }: LossMoment): LossState {
  let next = state
  if (armedAt !== null && next.session?.at !== armedAt) {
    const warned = next.warned.filter((limit) => limit !== 'maxSessionLoss')
    next = { ...next, session: { at: armedAt, total: null }, warned }
  }
  const unrealised = results?.unrealised ?? null
  if (results === null || unrealised === null) return next
  if (next.base === null) next = { ...next, base: { at: now, unrealised } }
  if (next.session?.total === null)
    next = { ...next, session: { ...next.session, total: addMicros(results.realised, unrealised) } }
  if (next.forgiven !== null) return next
  const lost = dayLoss({ ...next, forgiven: ZERO }, results)
  return { ...next, forgiven: lost !== null && lost < 0n ? ZERO : lost }
}

function dayLoss({ base, forgiven }: LossState, { realisedToday, unrealised }: Results): Micros | null {
  if (base === null || unrealised === null || forgiven === null) return null
  return micros(base.unrealised - unrealised - realisedToday - forgiven)
}

/** The losses: below zero is a profit. */
export function lossesOf(state: LossState, results: Results | null): Losses {
  if (results === null) return { maxDailyLoss: null, maxSessionLoss: null, maxLosingStreak: null }
  const { realised, unrealised, ended } = results
  const total = state.session?.total ?? null
  const counted = ended.filter(({ at }) => at >= state.streakFrom)
  const streak = counted.length - 1 - counted.findLastIndex(({ profit }) => profit >= 0n)
  return {
    maxDailyLoss: dayLoss(state, results),
    maxSessionLoss:
      total === null || unrealised === null ? null : subtractMicros(total, addMicros(realised, unrealised)),
    maxLosingStreak: micros(BigInt(streak) * 1_000_000n),
  }
}

/** Opens the lock: losses up to now no longer count, gains do. */
export function unlocked(state: LossState, now: Instant, losses: Losses): LossState {
  const isInProfit = losses.maxSessionLoss !== null && losses.maxSessionLoss <= 0n
  const session = state.session === null || isInProfit ? state.session : { ...state.session, total: null }
  return { ...state, lock: null, forgiven: null, session, streakFrom: now, warned: [] }
}

/** When a lock opens, and from when the password opens it. */
export function lockTimes({
  day,
  lock,
}: LossState): { readonly until: Instant; readonly from: Instant } | null {
  return lock === null ? null : { until: day + DAY_MS, from: lock.at + COOL_DOWN_MS }
}

const WORDS: Readonly<Record<LossLimit, (lost: string, most: string) => string>> = {
  maxDailyLoss: (lost, most) => `the day's loss of ${lost} pUSD has reached your limit of ${most}`,
  maxSessionLoss: (lost, most) => `the loss of ${lost} pUSD since ARMED has reached your limit of ${most}`,
  maxLosingStreak: (lost, most) => `${lost} losing round trips in a row, your limit is ${most}`,
}

/** Why it is locked, in words. */
export function lockText({ limit, lost, most }: Pick<LossLock, 'limit' | 'lost' | 'most'>): string {
  return WORDS[limit](formatMicros(lost), formatMicros(most))
}

const UNKNOWN =
  'The loss cannot be measured now, so new risk is refused: positions are still being read, or one has no price. Closing, hedging and cancels work.'

/** Why new risk is refused; null when allowed. An unknown loss is never treated as none. */
export function lossRefusal(
  state: LossState,
  results: Results | null,
  { limits, armedAt }: Pick<LossMoment, 'limits' | 'armedAt'>,
): Rejection | null {
  const { lock } = state
  if (lock !== null) {
    const message = `Locked until 00:00 UTC: ${lockText(lock)}. Closing, hedging and cancels work.`
    return rejection('loss_limit', {
      message,
      limit: formatMicros(lock.most),
      value: formatMicros(lock.lost),
    })
  }
  const losses = lossesOf(state, results)
  const isUnknown = LOSS_LIMITS.some(
    (limit) =>
      mostOf(limits, limit) > 0n &&
      losses[limit] === null &&
      (limit !== 'maxSessionLoss' || armedAt !== null),
  )
  return isUnknown ? rejection('loss_limit', { message: UNKNOWN }) : null
}
