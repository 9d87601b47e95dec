/** The parts of the fake engine that keep nothing. */
import type { BookView } from '#core/book/book.ts'
import type { ClientOrderId, OutcomeId } from '#core/ids.ts'
import { DAY_MS } from '#core/day.ts'
import { COOL_DOWN_MS } from '#core/loss-limit.ts'
import type { Market, MarketEvent } from '#core/market/market.ts'
import { ZERO, type Micros } from '#core/money.ts'
import { NO_PREVIEW, previewOrder } from '#core/order/order-preview.ts'
import type { OrderIntent, OrderTerms, Side } from '#core/order/order.ts'
import { rejection, type RejectCode } from '#core/reject-codes.ts'
import { DEFAULT_CEILINGS, DEFAULT_LIMITS, type RiskLimits } from '#core/risk-limits.ts'
import type { CredentialStatus, FeedHealth } from '#core/trading-state.ts'
import type { Catalog } from '#engine/markets/catalog.ts'
import type { PlaceResult } from '#engine/orders/contract.ts'
import type { LossLimits } from '#engine/gates/loss-limit.ts'
import type { Risk } from '#engine/gates/risk.ts'
import type { PreviewedOrder } from '#engine/quotes/contract.ts'
import { price, whole } from '#engine/testing/market-fakes.ts'
import { err, ok } from '#lib/result.ts'
import type { AuditLog, AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'

export const LIVE_FEED: FeedHealth = {
  name: 'market',
  state: 'live',
  connections: 1,
  subscriptions: 2,
  lastMessageAt: 1_790_000_000_000,
  reconnects: 0,
  detail: null,
}

export const NO_CREDENTIALS: CredentialStatus = {
  state: 'none',
  reason: null,
  detail: null,
  signerAddress: null,
  walletAddress: null,
  keyListing: 'not_told',
  keyWallet: null,
  scopes: ['CLOB'],
  validUntil: null,
  nextRetryAt: null,
}

/** A catalog of these events. */
export function catalogOf(events: readonly MarketEvent[]): Catalog {
  const markets = (): { event: MarketEvent; market: Market }[] =>
    events.flatMap((event) => event.markets.map((market) => ({ event, market })))
  return {
    start: async () => {},
    stop() {},
    complete: () => Promise.resolve(),
    search({ text, offset, limit }) {
      const found = events.filter((event) => event.title.toLowerCase().includes(text.toLowerCase()))
      return {
        hits: found.slice(offset, offset + limit).map((event) => ({ event, markets: event.markets })),
        more: found.length > offset + limit,
      }
    },
    event: (id) => events.find((event) => event.id === id) ?? null,
    market: (id) => markets().find(({ market }) => market.id === id)?.market ?? null,
    findEvent: async (id) => ok(events.find((event) => event.id === id) ?? null),
    findEventBySlug: async (slug) => ok(events.find((event) => event.slug === slug) ?? null),
    findMarket: async (id) => ok(markets().find(({ market }) => market.id === id)?.market ?? null),
    learn: async () => {},
    learnClosed: async () => null,
    outcome(id) {
      for (const { event, market } of markets()) {
        const outcome = market.outcomes.find((candidate) => candidate.id === id)
        if (outcome !== undefined) return { outcome, market, event }
      }
      return null
    },
    tags: () => [{ id: '1', label: 'Sports', slug: 'sports' }],
    teams: () => [],
    leagues: () => [{ code: 'nba', name: 'NBA', ordering: 'away' }],
    freshAt: () => null,
    health: () => ({ ...LIVE_FEED, name: 'catalog' }),
  }
}

/** A readable audit log of these rows; what is appended is collected apart. */
export function auditOf(rows: () => readonly AuditRow[], appended: AuditRow[]): AuditLog {
  return {
    append(entries) {
      const added = entries.map((entry) => ({ ...entry, seq: 0, at: 0, previousHash: '', hash: '' }))
      appended.push(...added)
      return ok(added)
    },
    orderHistory: (id) => rows().filter((row) => row.clientOrderId === id),
    rows: ({ before, limit }) =>
      rows()
        .filter((row) => before === undefined || row.seq < before)
        .toSorted((a, b) => b.seq - a.seq)
        .slice(0, limit),
    since: () => [],
    unfinished: () => [],
    verify: async () => ({
      ok: true,
      rows: rows().length,
      firstBadSeq: null,
      headHash: '00',
      problem: null,
      notChecked: null,
    }),
    isVerified: () => true,
    isWritable: () => true,
    problem: () => null,
  }
}

/** A command that is refused before there is an order. */
export function refusedReplace(
  clientOrderId: ClientOrderId,
  code: RejectCode,
): PlaceResult & { readonly cancelled: boolean } {
  return {
    clientOrderId,
    result: 'rejected',
    order: null,
    reject: rejection(code),
    replayed: false,
    cancelled: false,
  }
}

/** The order of an exit or a hedge: 20 shares at one half by default. */
export function quotedOrder(
  intent: {
    readonly clientOrderId: ClientOrderId
    readonly outcomeId: OutcomeId
    readonly size: Micros | null
  },
  side: Side,
): OrderIntent {
  return {
    ...intent,
    side,
    price: price(5000),
    size: intent.size ?? whole(20),
    timeInForce: 'FAK',
    postOnly: false,
    expiresAt: null,
    evidence: null,
  }
}

/** A preview for a trader who holds 7 shares and is SAFE. */
export function previewOf(terms: OrderTerms, book: BookView | null): PreviewedOrder {
  const now = {
    position: whole(7),
    exposureOutside: ZERO,
    exposure: whole(3),
    dailyNotional: whole(12),
    openOrders: 1,
  }
  if (book === null) return { ...NO_PREVIEW, reject: rejection('unknown_outcome'), cancelsFirst: [] }
  const holding = { size: ZERO, cost: ZERO }
  const fee = { rate: 50_000n, exponent: 1 }
  const figures = previewOrder(terms, { book, fee, holding, now })
  return { ...figures, reject: rejection('safe_mode'), cancelsFirst: [] }
}

/** Limits that keep what is set; some of them are used up a little. */
export function createRiskFake(): Risk {
  let limits: RiskLimits = DEFAULT_LIMITS
  return {
    limits: () => limits,
    ceilings: () => DEFAULT_CEILINGS,
    usage: () => ({
      maxPositionNotional: ZERO,
      maxDailyNotional: whole(12),
      maxOpenOrders: 1,
      maxOrdersPerMinute: 2,
      maxComboExposure: ZERO,
      positionFromOutside: ZERO,
    }),
    set(wanted) {
      limits = wanted
      return ok(limits)
    },
  }
}

/** One that is locked once it is set to. */
export function createLossLimitFake(clock: Clock): LossLimits & { lockedAt: number | null } {
  const fake: LossLimits & { lockedAt: number | null } = {
    lockedAt: null,
    read: () => ({
      losses: { maxDailyLoss: whole(12), maxSessionLoss: null, maxLosingStreak: ZERO },
      positions: { byLastBid: 1, withoutPrice: 0, withoutCost: 0 },
      measuredFrom: clock.now(),
      lock:
        fake.lockedAt === null
          ? null
          : {
              limit: 'maxDailyLoss',
              lost: whole(12),
              most: whole(10),
              at: fake.lockedAt,
              from: fake.lockedAt + COOL_DOWN_MS,
              until: fake.lockedAt + DAY_MS,
            },
      onLock: 'refuse',
    }),
    unlock() {
      if (fake.lockedAt === null) return ok(null)
      const waitMs = fake.lockedAt + COOL_DOWN_MS - clock.now()
      if (waitMs > 0) return err({ waitMs })
      fake.lockedAt = null
      return ok(null)
    },
  }
  return fake
}
