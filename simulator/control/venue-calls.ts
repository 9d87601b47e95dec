/** The calls that reach into trading: engine modes, things that happen to orders, and open sockets. */
import { z } from 'zod'

import { Refusal, type Route } from '../http-server.ts'
import { addressOfKey } from '../accounts.ts'
import type { Services } from '../listeners.ts'
import type { Simulation } from '../simulation.ts'
import type { BookOrder } from '../types.ts'
import { changing } from './call.ts'

/** Input of the engine call. */
const engineChange = z.strictObject({
  mode: z.enum(['normal', 'restarting', 'post_only', 'cancel_only', 'disabled']),
  for_ms: z.number().int().positive().optional(),
})

/** Prices are steps of 0.0001, sizes micro-shares as text. */
const orderChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('foreign_place'),
    /** API key under which it appears; the wallet's own when left out is that of its first order. */
    owner: z.string().optional(),
    wallet: z.string().optional(),
    token: z.string().regex(/^\d+$/),
    side: z.enum(['BUY', 'SELL']),
    price: z.number().int().min(1).max(9999),
    size: z.string().regex(/^\d{1,15}$/),
  }),
  z.strictObject({ kind: z.literal('foreign_cancel'), order_id: z.string() }),
  z.strictObject({
    kind: z.literal('fill'),
    order_id: z.string(),
    size: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  z.strictObject({ kind: z.literal('expire'), order_id: z.string() }),
  z.strictObject({ kind: z.literal('game_start_cancel'), condition_id: z.string() }),
])

/** Input of the fills call: many at once, for tests that need thousands. */
const manyFills = z.strictObject({
  fills: z
    .array(z.strictObject({ order_id: z.string(), size: z.string().regex(/^\d{1,15}$/) }))
    .min(1)
    .max(1_000),
})

/** Input of the socket call. */
const socketChange = z.strictObject({
  channel: z.enum(['market', 'user', 'sports']),
  action: z.enum(['close', 'reset', 'half_open', 'heal', 'send']),
  code: z.number().int().optional(),
  text: z.string().optional(),
})

/** Calls over the engine, orders and sockets. */
export function venueCalls(simulation: Simulation, { table }: Services): Route[] {
  const { exchange } = simulation
  const { modes } = simulation.venue
  return [
    changing('/engine', engineChange, (body) => {
      modes.set(body.mode, body.for_ms)
      return { mode: modes.mode() }
    }),
    changing('/order', orderChange, (body) => changeOrder(simulation, body)),
    changing('/fills', manyFills, ({ fills }) => ({
      done: fills.filter(({ order_id, size }) => exchange.fill(order_id, BigInt(size))).length,
    })),
    changing('/ws', socketChange, ({ channel, action, code, text }) => ({
      sockets: table[`ws_${channel}`].act?.(action, { code, text }) ?? 0,
    })),
  ]
}

/** Applies one change to an order. */
function changeOrder(simulation: Simulation, change: z.infer<typeof orderChange>): unknown {
  switch (change.kind) {
    case 'foreign_place': {
      const wallet = (change.wallet ?? simulation.accounts.depositWallet).toLowerCase()
      const owner = change.owner ?? ownerOf(simulation, wallet)
      const { token, side, price } = change
      return simulation.exchange.placeForeign({
        owner,
        wallet,
        token,
        side,
        price,
        size: BigInt(change.size),
      })
    }
    case 'game_start_cancel':
      simulation.exchange.clearBook(change.condition_id, 'game started')
      return { done: true }
    case 'foreign_cancel':
    case 'expire':
    case 'fill': {
      const { kind, order_id: id } = change
      const worked =
        kind === 'fill'
          ? simulation.exchange.fill(id, change.size === undefined ? undefined : BigInt(change.size))
          : simulation.exchange.cancelForeign(id, kind === 'expire' ? 'expired' : undefined)
      if (!worked) throw new Refusal(404, `no open order ${id}`)
      return { done: true }
    }
  }
}

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** The key under which a wallet trades: that of its last order, else of its session key's API key. */
function ownerOf({ exchange, accounts, venue }: Simulation, wallet: string): string {
  const orders: BookOrder[] = [...exchange.orders()].filter((order) => order.wallet === wallet)
  const known = orders.at(-1)?.owner
  if (known !== undefined) return known
  if (wallet !== accounts.depositWallet.toLowerCase()) return NOBODY
  return venue.credentials.keysOf(addressOfKey(accounts.sessionKey))[0]?.id ?? NOBODY
}
