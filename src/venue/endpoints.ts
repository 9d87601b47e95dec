/** Every HTTP call that the adapter makes: where it goes, how it is signed, and how long it may take. */
import type { Budget } from './signer-limits.ts'

export type ChannelName =
  | 'orders'
  | 'cancels'
  | 'cancel_all'
  | 'heartbeat'
  | 'account'
  | 'market'
  | 'catalog'
  | 'data'
  | 'combo_quotes'
  | 'combos'
  | 'geoblock'

export type Endpoint = {
  readonly channel: ChannelName
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly auth: 'none' | 'l1' | 'l2'
  /** Which of the signer's buckets at the venue it takes from; default: none. */
  readonly budget?: Budget
  /** How long it may wait for a connection; default: the whole call. */
  readonly connectMs?: number
  /** From the first byte written to the last one read. */
  readonly answerMs: number
  /** The whole call, waiting for a connection included. */
  readonly wholeMs: number
  /** Requests that the venue documents for ten seconds, where something may ask for many. */
  readonly perTenSeconds?: number
  readonly gzip: boolean
  /** Largest answer, decompressed. */
  readonly capBytes: number
}

const MIB = 1024 * 1024
const read = { method: 'GET', answerMs: 10_000, wholeMs: 10_000, gzip: false, capBytes: 32 * MIB } as const
const cancel = {
  channel: 'cancels',
  budget: 'cancels',
  method: 'DELETE',
  auth: 'l2',
  answerMs: 5_000,
  wholeMs: 5_000,
  gzip: false,
  capBytes: 32 * MIB,
} as const
const account = { ...read, channel: 'account', auth: 'l2' } as const
const market = { ...read, channel: 'market', auth: 'none' } as const
const catalog = { ...read, channel: 'catalog', auth: 'none', gzip: true, capBytes: 64 * MIB } as const

const data = { ...read, channel: 'data', auth: 'none', gzip: true } as const

const combo = { channel: 'combos', auth: 'l2', gzip: false, capBytes: MIB } as const

const place = {
  channel: 'orders',
  budget: 'orders',
  method: 'POST',
  auth: 'l2',
  connectMs: 3_000,
  answerMs: 10_000,
  wholeMs: 15_000,
  gzip: false,
  capBytes: 32 * MIB,
} as const

export const ENDPOINTS = {
  placeOrder: { ...place, path: '/order' },
  placeOrders: { ...place, path: '/orders' },
  cancelOrder: { ...cancel, path: '/order' },
  cancelOrders: { ...cancel, path: '/orders' },
  // On connections of their own: they never wait behind cancels of single orders.
  cancelAll: { ...cancel, channel: 'cancel_all', path: '/cancel-all' },
  cancelMarket: { ...cancel, channel: 'cancel_all', path: '/cancel-market-orders' },
  heartbeat: {
    channel: 'heartbeat',
    method: 'POST',
    path: '/v1/heartbeats',
    auth: 'l2',
    // With the pause after it, a beat without an answer is followed by the next within 2 s.
    answerMs: 1_500,
    wholeMs: 1_500,
    gzip: false,
    capBytes: MIB,
  },
  createKey: { ...read, channel: 'account', method: 'POST', path: '/auth/api-key', auth: 'l1' },
  deriveKey: { ...read, channel: 'account', path: '/auth/derive-api-key', auth: 'l1' },
  openOrders: { ...account, path: '/data/orders', perTenSeconds: 500 },
  order: { ...account, path: '/data/order/' },
  trades: { ...account, path: '/data/trades', perTenSeconds: 500 },
  balance: { ...account, path: '/balance-allowance' },
  refreshBalance: { ...account, path: '/balance-allowance/update' },
  closedOnly: { ...account, path: '/auth/ban-status/closed-only' },
  sessionSigners: { ...account, path: '/v1/user/session-signers' },
  time: { ...market, path: '/time' },
  /** Keeps a connection open: gives it back soon whatever the venue does. */
  warm: { ...market, path: '/time', answerMs: 2_000, wholeMs: 5_000 },
  book: { ...market, path: '/book', perTenSeconds: 1_500 },
  marketInfo: { ...market, path: '/clob-markets/', perTenSeconds: 1_000 },
  history: { ...market, path: '/prices-history', perTenSeconds: 1_000 },
  events: { ...catalog, path: '/events/keyset', perTenSeconds: 500 },
  event: { ...catalog, path: '/events/', perTenSeconds: 500 },
  eventBySlug: { ...catalog, path: '/events/slug/', perTenSeconds: 500 },
  markets: { ...catalog, path: '/markets/keyset', perTenSeconds: 300 },
  publicSearch: { ...catalog, path: '/public-search', perTenSeconds: 350 },
  tags: { ...catalog, path: '/tags', perTenSeconds: 200 },
  teams: { ...catalog, path: '/teams', perTenSeconds: 900 },
  sports: { ...catalog, path: '/sports' },
  positions: { ...data, path: '/v2/positions' },
  activity: { ...data, path: '/v2/activity' },
  userPnl: { ...data, path: '/v2/user-pnl' },
  comboPositions: { ...data, path: '/v2/positions/combos' },
  comboActivity: { ...data, path: '/v2/activity/combos' },
  // The auction alone takes a while; a channel of its own, so that its rate limit holds back nothing else.
  comboQuote: {
    ...combo,
    channel: 'combo_quotes',
    method: 'POST',
    path: '/v1/requester/rfq/requests',
    answerMs: 20_000,
    wholeMs: 23_000,
  },
  comboRequests: {
    ...combo,
    method: 'POST',
    path: '/v1/requester/rfq/requests/',
    answerMs: 10_000,
    wholeMs: 15_000,
  },
  comboStatus: {
    ...combo,
    method: 'GET',
    path: '/v1/requester/rfq/requests/',
    answerMs: 5_000,
    wholeMs: 5_000,
  },
  geoblock: { ...read, channel: 'geoblock', path: '', auth: 'none', capBytes: MIB },
} as const satisfies Record<string, Endpoint>
