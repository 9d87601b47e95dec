/**
 * A second calculation of a position, slow and written from the rules rather than from the code: it keeps what was received
 * as a list, replays all of it for every answer, and calculates in fractions.
 */
import type { Opening, PortfolioEntry } from '../position/portfolio.ts'

export type ModelFigures = {
  readonly size: bigint
  readonly cost: bigint
  readonly realised: bigint
  readonly fees: bigint
  readonly cash: bigint
  readonly settlingPnl: bigint
  readonly realisedToday: bigint
  readonly unexplainedSize: bigint
  readonly unexplainedCash: bigint
  readonly reversedSize: bigint
}

const LADDER = ['matched', 'mined', 'retrying', 'confirmed', 'failed'] as const

/** Everything that was received for each key, as one entry: the highest status, the first fee that anybody knew. */
function history(received: readonly PortfolioEntry[]): readonly PortfolioEntry[] {
  const keys = [...new Set(received.map(({ key }) => key))]
  return keys.flatMap((key) => {
    const entries = received.filter((entry) => entry.key === key)
    const [first] = entries
    if (first === undefined || first.kind === 'payout') return first ?? []
    const fills = entries.filter((entry) => entry.kind === 'fill')
    const final = fills.find(({ status }) => status === 'confirmed' || status === 'failed')
    const highest = fills.reduce((best, { status }) => Math.max(best, LADDER.indexOf(status)), 0)
    const status = final?.status ?? LADDER[highest] ?? 'matched'
    return { ...first, status, fee: fills.find(({ fee }) => fee !== null)?.fee ?? null }
  })
}

type Step = { readonly at: number; readonly delta: bigint; readonly cash: bigint; readonly final: boolean }

/** Position after everything that was received, in whatever order that was. */
export function modelFigures(
  opening: Opening | null,
  received: readonly PortfolioEntry[],
  today: number,
): ModelFigures {
  const known = history(received)
  const before = opening?.figures
  const counted = known.filter((entry) => entry.kind === 'payout' || entry.status !== 'failed')
  const late = (entry: PortfolioEntry): string => {
    const kind = entry.kind === 'payout' ? 'c' : entry.side === 'BUY' ? 'a' : 'b'
    return `${String(entry.at).padStart(20, '0')}${kind}${entry.key}`
  }
  const steps = counted
    .toSorted((a, b) => (late(a) < late(b) ? -1 : 1))
    .map((entry): Step => {
      const { at } = entry
      const size: bigint = entry.size
      const cash: bigint = entry.cash
      if (entry.kind === 'payout') return { at, delta: 0n - size, cash, final: true }
      const fee = entry.fee ?? 0n
      const final = entry.status === 'confirmed'
      return entry.side === 'BUY'
        ? { at, delta: size, cash: 0n - cash - fee, final }
        : { at, delta: 0n - size, cash: cash - fee, final }
    })
  const sums = { realised: before?.realised ?? 0n, settling: 0n, today: 0n, extraSize: 0n, extraCash: 0n }
  const last = steps.reduce(
    ({ size, cost }, step) => {
      if (step.delta >= 0n) return { size: size + step.delta, cost: cost - step.cash }
      const asked = -step.delta
      const given = asked > size ? size : asked
      // Shares times the average, which is cost over size.
      const left = given === size ? cost : floor(given * cost, size)
      const earned = given === asked ? step.cash : truncate(step.cash * given, asked)
      const profit = earned - left
      sums.realised += profit
      if (!step.final) sums.settling += profit
      if (step.at >= today) sums.today += profit
      sums.extraSize += asked - given
      sums.extraCash += step.cash - earned
      return { size: size - given, cost: cost - left }
    },
    { size: before?.size ?? 0n, cost: (before?.cost ?? 0n) as bigint } as {
      readonly size: bigint
      readonly cost: bigint
    },
  )
  const fills = known.filter((entry) => entry.kind === 'fill')
  return {
    ...last,
    realised: sums.realised,
    settlingPnl: sums.settling,
    realisedToday: sums.today,
    unexplainedSize: sums.extraSize,
    unexplainedCash: sums.extraCash,
    cash: steps.reduce((sum, { cash }) => sum + cash, 0n),
    fees: fills
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { fee }) => sum + (fee ?? 0n), before?.fees ?? 0n),
    reversedSize: fills.filter(({ status }) => status === 'failed').reduce((sum, { size }) => sum + size, 0n),
  }
}

function floor(numerator: bigint, denominator: bigint): bigint {
  const rest = ((numerator % denominator) + denominator) % denominator
  return (numerator - rest) / denominator
}

function truncate(numerator: bigint, denominator: bigint): bigint {
  return numerator < 0n ? -floor(-numerator, denominator) : floor(numerator, denominator)
}
