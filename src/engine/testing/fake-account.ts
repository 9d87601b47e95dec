/** The account, user-feed and geoblock ports of the fake venue. */
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadFault, VenueAccount } from '#ports/venue-account.ts'
import type { UserFeed } from '#ports/venue-feeds.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'
import type { FakeWorld } from './fake-orders.ts'

const BLIND: Result<never, ReadFault> = err({ kind: 'unavailable', detail: 'blind', retryAfterMs: null })

/** Reads of the one account; each is counted by its kind. */
export function accountPort(world: FakeWorld): VenueAccount {
  const { knobs } = world

  function read<T>(kind: string, answer: () => T): Promise<Result<T, ReadFault>> {
    knobs.reads.set(kind, (knobs.reads.get(kind) ?? 0) + 1)
    return Promise.resolve(knobs.isBlind ? BLIND : ok(answer()))
  }

  return {
    identity: {
      walletAddress: '0xwallet',
      signerAddress: '0xsigner',
      hasKey: true,
      hasConfiguredCredentials: false,
    },
    establishCredentials: () => knobs.establish(),
    deriveCredentials: () => knobs.establish(),
    hasCredentials: () => true,
    dropCredentials: () => {},
    openOrders: () =>
      read('orders', () => ({ orders: world.live(), notUnderstood: knobs.ordersNotUnderstood })),
    order: (id) => read('order', () => knobs.orders.get(id) ?? null),
    trades: (since) =>
      read('trades', () => ({
        trades: [...knobs.trades.values()].filter(({ at }) => at >= since),
        notUnderstood: knobs.tradesNotUnderstood,
      })),
    balance: (asset) =>
      read('balance', () => ({
        balance: asset === 'COLLATERAL' ? knobs.balance : knobs.shares,
        allowance: null,
      })),
    refreshBalance: () => read('refresh', () => null),
    standing: () => read('standing', () => ({ closedOnly: false, missingApprovals: [] })),
    async keyListing() {
      const listing = await knobs.keyListing
      return read('signer', () => listing)
    },
    clockSkew: () => read('time', () => knobs.skewMs),
  }
}

/** A user feed that is connected from its start. */
export function userFeedPort(world: FakeWorld): UserFeed {
  const { knobs } = world
  return {
    start(listener) {
      world.listener = listener
      listener({ type: 'connected' })
    },
    reconnect() {
      world.reconnects += 1
      world.listener?.({ type: 'connected' })
    },
    status: () => ({
      state: knobs.feedState,
      connections: 1,
      subscriptions: 1,
      lastMessageAt: null,
      reconnects: world.reconnects,
      unreadable: knobs.unreadable,
      detail: null,
    }),
    stop() {
      world.listener = null
    },
  }
}

/** Answers what `blocked` says; null is no answer. */
export function geoblockPort({ knobs }: FakeWorld): VenueGeoblock {
  return {
    check: () =>
      Promise.resolve(
        knobs.blocked === null
          ? { kind: 'failed', error: 'no answer' }
          : { kind: 'answered', blocked: knobs.blocked },
      ),
  }
}
