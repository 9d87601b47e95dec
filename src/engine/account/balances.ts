/**
 * Funds of the account, read from the venue and kept on the safe side while trades settle (`in-transit.ts`): read
 * soon after trades, again while a balance does not show a settled trade, and every 30 s the cash.
 */
import { BoundedMap } from '#lib/bounded-map.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { subtractMicros, ZERO, type Micros } from '#core/money.ts'
import type { OrderIntent } from '#core/order/order.ts'
import { createBalanceState, doubt, lookAtChain, MAX_HELD, readChanged, readOnce } from './balance-reads.ts'
import type { BalanceParts, BalanceState } from './balance-reads.ts'
import type { Bus } from '../bus.ts'
import type { Catalog } from '../markets/catalog.ts'
import { createInTransit } from './in-transit.ts'

export type Balances = ReturnType<typeof createBalances>

/** A read that failed is not repeated at every look. */
const GLANCE_AGAIN_MS = 5_000
const READ_EVERY_MS = 30_000
const READ_AFTER_FILL_MS = 1_000
const LOOK_AGAIN_MS = 4_000
const JUST_READ_MS = 1_000

type BalancesParts = BalanceParts & {
  readonly bus: Bus
  readonly catalog: Pick<Catalog, 'outcome'>
  /** Shares by own trades and the venue's list. */
  readonly owned: (outcomeId: OutcomeId) => Micros
  /** The most that may be owned, where the list does not say whether it has own trades. */
  readonly ownedAtMost: (outcomeId: OutcomeId) => Micros
}

/** Builds the reader. */
export function createBalances(parts: BalancesParts) {
  const { clock } = parts
  const transit = createInTransit(parts)
  const state = createBalanceState(parts, transit)
  const { held, reading } = state
  const chain = createChainLooks(state)
  const isGlanceDue = createGlances(state)
  const stops: (() => void)[] = []
  return {
    /** Balance less what was spent since it was read; null when it was never read. */
    cash: (): Micros | null => transit.surely('COLLATERAL'),
    /** Cash of sales that have not settled and that `cash` does not have. */
    cashComing(): Micros {
      const [then, now] = [transit.eventually('COLLATERAL'), transit.surely('COLLATERAL')]
      return then === null || now === null ? ZERO : subtractMicros(then, now)
    },
    /** Shares that trades which have not settled within ten minutes have brought, less those that they have taken. */
    overdue: transit.overdue,
    /** Shares owned by all own trades and shown by the balance, of which a sale on its way has taken some or not. */
    doubted(outcomeId: OutcomeId): Micros {
      const [shown, sure] = [transit.shown(outcomeId), transit.surely(outcomeId)]
      const owned = parts.ownedAtMost(outcomeId)
      if (shown === null || sure === null) return ZERO
      const most = shown < owned ? shown : owned
      return most > sure ? subtractMicros(most, sure) : ZERO
    },
    allowance: (): Micros | null => held.get('COLLATERAL')?.allowance ?? null,
    shares: transit.surely,
    /** Shares as the balance shows them, with those of sales that are not on the chain yet; null when never read. */
    shown: transit.shown,
    /** When the venue looked at the chain for the shares last and they were read after it; null when that never was. */
    lookedAt: chain.lookedAt,
    /** Has the venue look at the chain and reads the shares then. */
    lookAgain: chain.refresh,
    /**
     * Reads what the check needs when it was never read, or when a sale follows fills that no read has shown yet. Where the
     * balance is not what trades and list say, the venue looks at the chain first. Shares read over 30 s ago are read
     * again behind the sale, for the next.
     */
    async ensure(intent: Pick<OrderIntent, 'side' | 'outcomeId'>): Promise<void> {
      if (intent.side === 'BUY') {
        if (!held.has('COLLATERAL')) await readOnce(state, 'COLLATERAL')
        return
      }
      const { outcomeId } = intent
      await chain.refreshOnce(outcomeId)
      const known = held.get(outcomeId)
      const isReadDue = known === undefined || known.dirty
      if (isDoubtful(state, parts, outcomeId)) await lookAtChain(state, outcomeId)
      else if (isReadDue) await readOnce(state, outcomeId)
      // Shares that came or went without a trade: too rare to keep this sale waiting, too wrong to be kept for ever.
      else if (clock.monotonic() - known.readAt >= READ_EVERY_MS) void readOnce(state, outcomeId)
    },
    /**
     * Looks at what is held of an outcome for somebody who only wants to see it: reads it when that was never done, is
     * over 30 s ago or something changed. Resolves when the read is over, however it ends; at once when none is due.
     */
    async glance(outcomeId: OutcomeId): Promise<void> {
      const running = reading.get(outcomeId)
      if (running !== undefined || !isGlanceDue(outcomeId)) return running
      return readOnce(state, outcomeId)
    },
    /** Reads the cash balance now. */
    readCash: (): Promise<void> => readOnce(state, 'COLLATERAL'),
    /** When the cash balance was last read; null before that. */
    cashReadAt: (): Instant | null => held.get('COLLATERAL')?.at ?? null,
    start() {
      const stopReading = clock.every(READ_EVERY_MS, () => {
        lookAtTime(state, parts.bus)
        void readOnce(state, 'COLLATERAL')
      })
      stops.push(followFills(state, parts.bus), stopReading)
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/**
 * Notes what fills move, reads the balances a second later, and looks at those that do not show it, until the answered
 * function is called.
 */
function followFills(state: BalanceState, bus: Bus): () => void {
  const { clock } = state.parts
  let [stopSoon, stopLook]: (null | (() => void))[] = []

  function lookLater(): void {
    stopLook ??= clock.after(LOOK_AGAIN_MS, () => {
      stopLook = null
      void look()
    })
  }

  async function look(): Promise<void> {
    lookAtTime(state, bus)
    const due = state.transit.lookDue()
    for (const asset of due) await lookAtChain(state, asset)
    // One that agrees is kept too: the read after the trade's next word may bring the old figure back.
    if (state.transit.isLooking()) lookLater()
  }

  const unsubscribe = bus.subscribe('fill', (fill) => {
    state.transit.note(fill)
    doubt(state, 'COLLATERAL')
    doubt(state, fill.outcomeId)
    lookLater()
    stopSoon ??= clock.after(READ_AFTER_FILL_MS, () => {
      stopSoon = null
      void readChanged(state)
    })
  })
  return () => {
    unsubscribe()
    stopSoon?.()
    stopLook?.()
  }
}

/** Tells of each trade that has become overdue once, and reads what such trades make doubtful. */
function lookAtTime(state: BalanceState, bus: Bus): void {
  const { transit, parts } = state
  for (const fill of transit.newlyOverdue()) bus.publish('trade_overdue', { fill, at: parts.clock.now() })
  for (const asset of transit.doubtful()) void readOnce(state, asset)
}

function createChainLooks(state: BalanceState) {
  const { clock } = state.parts
  /** The look at the chain and the read after it, once for each token that was sold. */
  const refreshing = new Map<OutcomeId, Promise<void>>()
  const looks = new Map<OutcomeId, Instant>()

  /** Has the venue look and reads the shares. */
  async function refresh(outcomeId: OutcomeId): Promise<void> {
    const began = clock.now()
    const looked = await lookAtChain(state, outcomeId)
    if (!looked) refreshing.delete(outcomeId)
    const readAt = state.held.get(outcomeId)?.at ?? Number.NEGATIVE_INFINITY
    if (looked && readAt >= began) looks.set(outcomeId, began)
  }

  return {
    refresh,
    /** The same, once for each token unless it failed. */
    refreshOnce(outcomeId: OutcomeId): Promise<void> {
      const refreshed = refreshing.get(outcomeId) ?? refresh(outcomeId)
      refreshing.set(outcomeId, refreshed)
      return refreshed
    },
    /** When the venue looked last and the shares were read after it; null when that never was. */
    lookedAt: (outcomeId: OutcomeId): Instant | null => looks.get(outcomeId) ?? null,
  }
}

/** Answers whether a look at an outcome's shares is due, and counts it as done then. */
function createGlances({ parts, held }: BalanceState): (outcomeId: OutcomeId) => boolean {
  const glancedAt = new BoundedMap<OutcomeId, number>(MAX_HELD)
  return (outcomeId) => {
    const now = parts.clock.monotonic()
    if (now - (glancedAt.get(outcomeId) ?? Number.NEGATIVE_INFINITY) < GLANCE_AGAIN_MS) return false
    const known = held.get(outcomeId)
    if (known !== undefined && !known.dirty && now - known.readAt < READ_EVERY_MS) return false
    glancedAt.set(outcomeId, now)
    return true
  }
}

function agrees(state: BalanceState, { owned }: BalancesParts, outcomeId: OutcomeId): boolean {
  const shown = state.transit.shown(outcomeId)
  return shown === null || shown === owned(outcomeId)
}

/** A sale would be refused, cut or too large for a balance that may only lag. */
function isDoubtful(state: BalanceState, parts: BalancesParts, outcomeId: OutcomeId): boolean {
  const readAt = state.held.get(outcomeId)?.readAt ?? 0
  return !agrees(state, parts, outcomeId) && parts.clock.monotonic() - readAt >= JUST_READ_MS
}
