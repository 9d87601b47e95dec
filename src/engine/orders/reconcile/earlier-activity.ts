/**
 * Activity of this key before this data directory knew of it: listed once, calmly. Only later activity is foreign,
 * with SAFE.
 */
import type { Instant } from '#core/market/market.ts'
import type { Order } from '#core/order/order.ts'
import type { Clock } from '#ports/clock.ts'
import type { SettingsStore } from '#ports/stores.ts'
import type { Bus } from '../../bus.ts'

type EarlierActivity = {
  /**
   * True if an order that was not placed here is from before; it is listed then, at most once. @param isTraded it was
   * found by a trade from before the start of this run
   */
  readonly takes: (order: Order, isTraded: boolean) => boolean
  /** True if a trade was made before the start of this run was over. */
  readonly isBefore: (at: Instant) => boolean
  /** Own state has been read once: from now on what appears is new. */
  readonly reconciled: () => void
  /** Lists what was found. */
  readonly publish: () => void
}

const SINCE = 'orders_since'
/** The venue dates orders and trades in whole seconds, cut. */
const WHOLE_SECOND_MS = 1_000

/**
 * Builds it.
 *
 * @param skewMs  the venue's clock minus ours; null when not known
 */
export function createEarlierActivity(parts: {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly settings: SettingsStore
  readonly skewMs: () => number | null
}): EarlierActivity {
  const { clock, bus, settings } = parts
  let since = readSince()
  let reconciledAt: Instant | null = null
  let found: Order[] = []

  function readSince(): Instant | null {
    const known = Number(settings.read(SINCE) ?? 'NaN')
    return Number.isSafeInteger(known) ? known : null
  }

  /** Surely, whatever was cut off the venue's time. */
  function isEarlierThan(moment: Instant, at: Instant): boolean {
    return at + WHOLE_SECOND_MS <= moment + (parts.skewMs() ?? 0)
  }

  return {
    takes(order, isTraded) {
      if (since === null || isTraded) {
        found.push(order)
        return true
      }
      return order.submittedAt !== null && isEarlierThan(since, order.submittedAt)
    },
    isBefore: (at) => reconciledAt === null || isEarlierThan(reconciledAt, at),
    reconciled() {
      reconciledAt = clock.now()
      if (since !== null) return
      since = reconciledAt
      try {
        settings.write(SINCE, String(since))
      } catch {
        // A disk that refuses is reported elsewhere; the next start lists the same once more.
      }
    },
    publish() {
      const orders = found
      found = []
      if (orders.length > 0) bus.publish('earlier_activity', { orders, at: clock.now() })
    },
  }
}
