/**
 * Holds the own reckoning against the venue's list and the token's balance, and lets it learn what it lacks: positions
 * from before the known fills, payouts. When it learns and when not: core/portfolio-agreement.ts.
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market.ts'
import { addMicros, micros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { judgeAgreement } from '#core/portfolio-agreement.ts'
import type { VenueRow } from '#core/portfolio-agreement.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Balance, ReadFault } from '#ports/venue-account.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'
import type { PortfolioLists } from './portfolio-lists.ts'

export type PortfolioWitness = {
  /** Judges every outcome anew; balances that this needs are read meanwhile. */
  readonly consider: () => void
  readonly stop: () => void
}

/** The venue's list follows a trade by some seconds. */
export const CALM_MS = 8_000
const BALANCE_LASTS_MS = 15_000
const BALANCES_AT_ONCE = 4
const BALANCES_A_ROUND = 40

type Read = { readonly balance: Micros; readonly beganAt: number }

/**
 * Builds the judge.
 *
 * @param hasOrders  own fills can be read: without them the list is the only witness
 * @param readBalance  a signed read
 * @param payoutOf  what one share pays; null while the market is not resolved
 * @param onChange  told of each outcome whose reckoning moved
 * @param onPaid  shares were paid out: there is more cash than any trade tells
 */
export function createPortfolioWitness(parts: {
  readonly clock: Clock
  readonly log: Log
  readonly ledger: PortfolioLedger
  readonly lists: PortfolioLists
  readonly hasOrders: () => boolean
  readonly readBalance: (outcomeId: OutcomeId) => Promise<Result<Balance, ReadFault>>
  readonly payoutOf: (outcomeId: OutcomeId) => Micros | null
  readonly onChange: (outcomeId: OutcomeId) => void
  readonly onPaid: () => void
}): PortfolioWitness {
  const { clock, ledger, lists } = parts
  const balances = new Map<OutcomeId, Read>()
  const repeats = new Map<
    OutcomeId,
    { readonly size: bigint; readonly round: number; readonly count: number }
  >()
  let waiting: OutcomeId[] = []
  let reading = 0
  let isStopped = false

  function rowOf(outcomeId: OutcomeId): { readonly row: VenueRow; readonly at: Instant } | null {
    const listed = lists.listed(outcomeId)
    if (listed !== null) return { row: listed.row, at: listed.asOf }
    const since = ledger.changedAt(outcomeId) + CALM_MS
    return lists.isWholeSince(since) ? { row: 'absent', at: clock.now() } : null
  }

  /** How many reads in a row have said this size. */
  function repeatsOf(outcomeId: OutcomeId, row: VenueRow): number {
    const size = row === 'absent' ? 0n : row.size
    const known = repeats.get(outcomeId)
    const round = lists.round()
    if (known?.size === size && known.round === round) return known.count
    const count = known?.size === size ? known.count + 1 : 1
    repeats.set(outcomeId, { size, round, count })
    return count
  }

  function isCalm(outcomeId: OutcomeId, balance: Read | null): boolean {
    if (ledger.isSettling(outcomeId)) return false
    const since = ledger.changedAt(outcomeId) + CALM_MS
    return lists.isWholeSince(since) && (balance === null || balance.beganAt > since)
  }

  function judge(outcomeId: OutcomeId): void {
    const told = rowOf(outcomeId)
    const isNew = ledger.isNew(outcomeId)
    if (isNew) {
      if (told !== null && told.row !== 'absent') adopt(outcomeId, told.row, told.at)
      return
    }
    const own = ledger.figures(outcomeId)
    const payout = parts.payoutOf(outcomeId)
    const balance = balances.get(outcomeId) ?? null
    const said = judgeAgreement({
      own,
      calm: isCalm(outcomeId, balance),
      row: told?.row ?? null,
      balance: balance?.balance ?? null,
      listOnly: !parts.hasOrders(),
      repeats: told === null ? 0 : repeatsOf(outcomeId, told.row),
      resolved: payout !== null,
    })
    if (said.type === 'adopt') adopt(outcomeId, said.row, told?.at ?? clock.now())
    if (said.type === 'paid' && payout !== null) {
      const cash = micros((said.size * payout) / 1_000_000n)
      ledger.pay(outcomeId, { at: clock.now(), size: said.size, cash })
      parts.onChange(outcomeId)
      parts.onPaid()
    }
    const isDoubtful = said.type === 'unsure' && (told === null || rowSize(told.row) !== own.size)
    if (isDoubtful || (payout !== null && own.size > 0n)) wantBalance(outcomeId, balance)
  }

  function adopt(outcomeId: OutcomeId, row: Exclude<VenueRow, 'absent'>, at: Instant): void {
    const marketId = ledger.marketId(outcomeId) ?? lists.listed(outcomeId)?.row.marketId ?? null
    if (marketId === null) return
    const { size, cost, fees, realised } = row
    if (!ledger.isNew(outcomeId)) parts.log.info('position.adopted', { outcome_id: outcomeId })
    ledger.adopt(outcomeId, marketId, { at, size, cost: addMicros(cost, fees), fees, realised })
    parts.onChange(outcomeId)
  }

  function wantBalance(outcomeId: OutcomeId, known: Read | null): void {
    if (!parts.hasOrders() || ledger.isSettling(outcomeId)) return
    const now = clock.monotonic()
    if (ledger.changedAt(outcomeId) + CALM_MS > now) return
    if (known !== null && now - known.beganAt < BALANCE_LASTS_MS) return
    if (waiting.includes(outcomeId) || waiting.length >= BALANCES_A_ROUND) return
    waiting.push(outcomeId)
    readNext()
  }

  function readNext(): void {
    while (reading < BALANCES_AT_ONCE) {
      const outcomeId = waiting.shift()
      if (outcomeId === undefined) return
      reading += 1
      void read(outcomeId).finally(() => {
        reading -= 1
        if (!isStopped) readNext()
      })
    }
  }

  async function read(outcomeId: OutcomeId): Promise<void> {
    const beganAt = clock.monotonic()
    const answer = await parts.readBalance(outcomeId)
    if (isStopped) return
    if (!answer.ok) {
      balances.delete(outcomeId)
      return
    }
    balances.set(outcomeId, { balance: answer.value.balance, beganAt })
    judge(outcomeId)
  }

  return {
    consider() {
      for (const outcomeId of new Set([...lists.outcomes(), ...ledger.outcomes()])) judge(outcomeId)
    },
    stop() {
      isStopped = true
      waiting = []
    },
  }
}

function rowSize(row: VenueRow): bigint {
  return row === 'absent' ? 0n : row.size
}
