/**
 * Holds the own reckoning against the venue's list and the token's balance, and lets it learn what it lacks: positions
 * from before the known fills, payouts. When it learns and when not: core/portfolio-agreement.ts.
 */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { micros, ZERO } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { adoptedFigures, isSame, judgeAgreement } from '#core/position/portfolio-agreement.ts'
import type { VenueRow } from '#core/position/portfolio-agreement.ts'
import type { PositionFigures } from '#core/position/position.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Balance, ReadFault } from '#ports/venue-account.ts'
import type { PortfolioLedger } from './portfolio-ledger.ts'
import type { PortfolioLists } from './portfolio-lists.ts'

export type PortfolioWitness = {
  /** Judges every outcome anew; balances that this needs are read meanwhile. */
  readonly consider: () => void
  /** Judges again what is listed, while own fills read since then may still tell of it. */
  readonly considerNew: () => void
  readonly stop: () => void
}

/** The venue's list follows a trade by some seconds. */
export const CALM_MS = 8_000
/** Shares come and go without a trade: an older balance is no witness, and a younger one is not asked for again. */
const BALANCE_LASTS_MS = 15_000
const BALANCES_AT_ONCE = 4
const BALANCES_A_ROUND = 40

type Read = { readonly balance: Micros; readonly beganAt: number }
type Told = { readonly row: VenueRow; readonly at: Instant }

/**
 * Builds the judge.
 *
 * @param knewOwnFills  own fills were all read once in this life: before that the list is the only witness
 * @param areFillsReadSince  a complete read of own fills that began after this monotonic time has ended
 * @param readFills  begins one, so that a new row waits no longer than it takes
 * @param hasOrders  own fills and balances can be read now
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
  readonly knewOwnFills: () => boolean
  readonly areFillsReadSince: (monotonic: number) => boolean
  readonly readFills: () => void
  readonly hasOrders: () => boolean
  readonly readBalance: (outcomeId: OutcomeId) => Promise<Result<Balance, ReadFault>>
  readonly payoutOf: (outcomeId: OutcomeId) => Micros | null
  readonly onChange: (outcomeId: OutcomeId) => void
  readonly onPaid: () => void
}): PortfolioWitness {
  const { clock, ledger, lists } = parts
  const balances = new Map<OutcomeId, Read>()
  /** Monotonic; when the balance was asked for last. */
  const askedAt = new Map<OutcomeId, number>()
  /** When list or balance last showed shares. */
  const seenAt = new Map<OutcomeId, Instant>()
  /** Monotonic; when a row of an outcome that nothing was heard of was first seen; null before own fills were known. */
  const listedAt = new Map<OutcomeId, number | null>()
  let hasNewRow = false
  /** Gone by list and balance, while no row told yet what came of them. */
  const unexplained = new Set<OutcomeId>()
  const repeats = new Map<
    OutcomeId,
    { readonly size: bigint; readonly round: number; readonly count: number }
  >()
  let waiting: OutcomeId[] = []
  let reading = 0
  let isStopped = false

  function rowOf(outcomeId: OutcomeId): Told | null {
    const listed = lists.listed(outcomeId)
    if (listed !== null) return { row: listed.row, at: listed.asOf }
    const since = ledger.changedAt(outcomeId) + CALM_MS
    return lists.isWholeSince(since, outcomeId) ? { row: 'absent', at: clock.now() } : null
  }

  /** How many reads in a row have said this size. */
  function repeatsOf(outcomeId: OutcomeId, row: VenueRow): number {
    const size = rowSize(row)
    const known = repeats.get(outcomeId)
    const round = lists.round()
    if (known?.size === size && known.round === round) return known.count
    const count = known?.size === size ? known.count + 1 : 1
    repeats.set(outcomeId, { size, round, count })
    return count
  }

  function isCalm(outcomeId: OutcomeId): boolean {
    return (
      !ledger.isSettling(outcomeId) && lists.isWholeSince(ledger.changedAt(outcomeId) + CALM_MS, outcomeId)
    )
  }

  function balanceNow(outcomeId: OutcomeId): Micros | null {
    const read = balances.get(outcomeId)
    if (read === undefined || clock.monotonic() - read.beganAt >= BALANCE_LASTS_MS) return null
    return read.beganAt > ledger.changedAt(outcomeId) + CALM_MS ? read.balance : null
  }

  /** Of a row alone: that own fills it rests on are still to come must be out of the question, or they would count twice. */
  function learn(outcomeId: OutcomeId, { row, at }: Told): void {
    const since = listedAt.get(outcomeId) ?? null
    if (row !== 'absent' && (since === null || parts.areFillsReadSince(since))) adopt(outcomeId, row, at)
  }

  function judge(outcomeId: OutcomeId): void {
    const told = rowOf(outcomeId)
    const isNew = ledger.isNew(outcomeId)
    if (told !== null && rowSize(told.row) > 0n) seenAt.set(outcomeId, told.at)
    if (isNew && told !== null && told.row !== 'absent' && !listedAt.has(outcomeId)) {
      const knew = parts.knewOwnFills()
      listedAt.set(outcomeId, knew ? clock.monotonic() : null)
      hasNewRow ||= knew
    }
    // Credentials are away: what the list shows may rest on own trades that will be told when they are back.
    if (parts.knewOwnFills() && !parts.hasOrders()) return
    if (isNew) {
      if (told !== null) learn(outcomeId, told)
      return
    }
    const own = ledger.figures(outcomeId)
    const payout = parts.payoutOf(outcomeId)
    const calm = isCalm(outcomeId)
    const said = judgeAgreement({
      own,
      calm,
      row: told?.row ?? null,
      balance: balanceNow(outcomeId),
      listOnly: !parts.knewOwnFills(),
      repeats: told === null ? 0 : repeatsOf(outcomeId, told.row),
      resolved: payout !== null,
    })
    if (said.type === 'adopt') adopt(outcomeId, said.row, told?.at ?? clock.now())
    if (said.type === 'agrees' && told !== null) follow(outcomeId, own, told)
    if (said.type === 'paid' && payout !== null) {
      const cash = micros((said.size * payout) / 1_000_000n)
      ledger.pay(outcomeId, { at: paidAt(outcomeId, own, told), size: said.size, cash })
      parts.onChange(outcomeId)
      parts.onPaid()
    }
    const isDoubtful = told !== null && !isSame(rowSize(told.row), own.size)
    if (calm && (isDoubtful || (payout !== null && own.size > 0n))) wantBalance(outcomeId)
  }

  /**
   * Where own fills were never read, trades that leave the size as it was are known from the row alone; and so is once
   * what was realised with shares that went without a trade.
   */
  function follow(outcomeId: OutcomeId, own: PositionFigures, { row, at }: Told): void {
    if (ledger.basis(outcomeId) === 'fills' || row === 'absent') return
    const isExplained = unexplained.has(outcomeId) && own.size === 0n && row.size === 0n
    if (parts.knewOwnFills() && !isExplained) return
    const { cost, realised } = adoptedFigures(own, row, at)
    if (own.cost !== cost || own.realised !== realised) adopt(outcomeId, row, at)
  }

  /** By the row that knows of it; else now when the shares were seen in this life, and with the last trade when not. */
  function paidAt(outcomeId: OutcomeId, own: PositionFigures, told: Told | null): Instant {
    const now = clock.now()
    const seen = seenAt.get(outcomeId) ?? null
    const row = told === null || told.row === 'absent' || told.row.size >= own.size ? null : told.row
    const dated = row?.lastAt ?? 0
    const at = dated > (seen ?? 0) ? dated : seen === null ? own.lastAt : now
    return Math.max(own.lastAt ?? 0, Math.min(at ?? now, now))
  }

  function adopt(outcomeId: OutcomeId, row: VenueRow, at: Instant): void {
    const marketId = ledger.marketId(outcomeId) ?? lists.listed(outcomeId)?.row.marketId ?? null
    if (marketId === null) return
    if (!ledger.isNew(outcomeId)) parts.log.info('position.adopted', { outcome_id: outcomeId })
    if (row === 'absent') unexplained.add(outcomeId)
    else unexplained.delete(outcomeId)
    const until = row === 'absent' ? null : row.lastAt
    ledger.adopt(outcomeId, marketId, adoptedFigures(ledger.figures(outcomeId), row, at), until)
    parts.onChange(outcomeId)
  }

  function wantBalance(outcomeId: OutcomeId): void {
    if (!parts.hasOrders() || clock.monotonic() - lastAsked(outcomeId) < BALANCE_LASTS_MS) return
    if (waiting.includes(outcomeId) || waiting.length >= BALANCES_A_ROUND) return
    waiting.push(outcomeId)
    readNext()
  }

  function lastAsked(outcomeId: OutcomeId): number {
    return askedAt.get(outcomeId) ?? -Infinity
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
    askedAt.set(outcomeId, beganAt)
    const answer = await parts.readBalance(outcomeId)
    if (isStopped) return
    if (!answer.ok) {
      balances.delete(outcomeId)
      return
    }
    const { balance } = answer.value
    balances.set(outcomeId, { balance, beganAt })
    if (balance > 0n) seenAt.set(outcomeId, clock.now())
    judge(outcomeId)
  }

  return {
    consider() {
      // Only so many balances are read at a time: those that were not asked for longest come first.
      const all = [...new Set([...lists.outcomes(), ...ledger.outcomes()])]
      for (const outcomeId of all.toSorted((a, b) => compare(lastAsked(a), lastAsked(b)))) judge(outcomeId)
      if (hasNewRow) parts.readFills()
      hasNewRow = false
    },
    considerNew() {
      for (const [outcomeId, at] of listedAt) if (at !== null && ledger.isNew(outcomeId)) judge(outcomeId)
    },
    stop() {
      isStopped = true
      waiting = []
    },
  }
}

function rowSize(row: VenueRow): Micros {
  return row === 'absent' ? ZERO : row.size
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
