// The user channel: a key proves itself in its first frame, then receives its own orders and trades as they happen.
// Nothing is replayed: what happened without a subscriber is only in the REST reads.
import { z } from 'zod'

import type { Parts } from '../../parts.ts'
import { jsonOf } from '../../answers.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import { secondsOf } from '../../text.ts'
import { createSocketService, type SocketService, type VenueSocket } from '../../socket-server.ts'
import type { BookOrder, ExchangeEvent, ListedMarket, Trade } from '../../types.ts'
import { orderFields, tradeFields, withoutFigures } from '../clob/account-rows.ts'

type UserChannelDeps = Pick<Parts, 'exchange' | 'clock' | 'credentials' | 'faults' | 'log'> & {
  readonly path?: string | undefined
}

type Listener = {
  readonly socket: VenueSocket
  key: ApiKey | null
  /** Condition ids; null for all. */
  markets: Set<string> | null
  stopWaiting: () => void
}

const SUBSCRIBE_WITHIN_MS = 10_000
const POLICY = 1008

const firstFrame = z.object({
  type: z.string(),
  auth: z.object({ apiKey: z.string(), secret: z.string(), passphrase: z.string() }),
  markets: z.array(z.string()).nullish(),
})
const laterFrame = z.object({ operation: z.enum(['subscribe', 'unsubscribe']), markets: z.array(z.string()) })

/** Builds the channel; it does not listen yet. */
export function createUserChannel(deps: UserChannelDeps): SocketService {
  const { credentials, faults, log } = deps
  const listeners = new Map<number, Listener>()

  function received(socket: VenueSocket, text: string): void {
    const listener = listeners.get(socket.id)
    if (listener === undefined) return
    const json = jsonOf(text)
    if (listener.key !== null) {
      const later = laterFrame.safeParse(json)
      if (later.success) changeMarkets(listener, later.data)
      else socket.send('INVALID OPERATION')
      return
    }
    const first = firstFrame.safeParse(json)
    const auth = first.data?.auth
    const key = auth === undefined ? null : credentials.byParts(auth.apiKey, auth.secret, auth.passphrase)
    if (key === null) {
      log.violation('ws_user', 'bad_channel_auth', first.success ? 'unknown credentials' : 'malformed frame')
      socket.close(POLICY, 'Unauthorized')
      return
    }
    listener.stopWaiting()
    listener.key = key
    const markets = first.data?.markets ?? []
    listener.markets = markets.length === 0 ? null : new Set(markets.map((id) => id.toLowerCase()))
  }

  function changeMarkets(listener: Listener, frame: z.infer<typeof laterFrame>): void {
    const ids = frame.markets.map((id) => id.toLowerCase())
    for (const id of ids) {
      if (frame.operation === 'subscribe') listener.markets?.add(id)
      else listener.markets?.delete(id)
    }
  }

  function listening(owner: string, market: ListedMarket): readonly Listener[] {
    return [...listeners.values()].filter(
      ({ key, markets }) => key?.id === owner && (markets === null || markets.has(market.conditionId)),
    )
  }

  function tellOrder(event: Extract<ExchangeEvent, { type: 'order' }>): void {
    const receivers = listening(event.order.owner, event.market)
    if (receivers.length === 0) return
    const text = JSON.stringify(orderFrame(event.order, event.market, event.change, event.at))
    for (const { socket } of receivers) socket.send(text, event.order.token)
  }

  function tellTrade(trade: Trade, market: ListedMarket, at: number): void {
    const owners = new Set([trade.takerOwner, ...trade.makers.map((maker) => maker.owner)])
    for (const owner of owners) {
      const receivers = listening(owner, market)
      if (receivers.length === 0) continue
      const frame = tradeFrame(trade, owner, at)
      const subject = { service: 'ws_user', method: 'WS', asset: trade.token } as const
      const isEmpty = trade.status === 'MATCHED' && faults.first(subject, 'trade.empty_figures') !== null
      const text = JSON.stringify(isEmpty ? withoutFigures(frame) : frame)
      for (const { socket } of receivers) socket.send(text, trade.token)
    }
  }

  deps.exchange.subscribe((event) => {
    if (listeners.size === 0) return
    if (event.type === 'order') tellOrder(event)
    else if (event.type === 'trade' || event.type === 'trade_status') {
      tellTrade(event.trade, event.market, event.at)
    }
  })

  return createSocketService({
    service: 'ws_user',
    faults,
    log,
    clock: deps.clock,
    path: deps.path,
    textPing: { ask: 'PING', answer: 'PONG' },
    opened(socket) {
      const stopWaiting = deps.clock.after(SUBSCRIBE_WITHIN_MS, () => socket.close(POLICY, 'not subscribed'))
      listeners.set(socket.id, { socket, key: null, markets: null, stopWaiting })
    },
    received,
    closed(socket) {
      listeners.get(socket.id)?.stopWaiting()
      listeners.delete(socket.id)
    },
  })
}

/** An order's frame. One that was killed on arrival has the reason in its status and no outcome or figures. */
function orderFrame(order: BookOrder, market: ListedMarket, type: string, at: number): object {
  const isKilled = type === 'CANCELLATION' && order.type === 'FOK' && order.filled === 0n
  return {
    ...orderFields(order, market),
    associate_trades: order.trades.length === 0 ? null : order.trades,
    created_at: String(secondsOf(order.createdAt)),
    event_type: 'order',
    order_owner: order.owner,
    timestamp: String(at),
    type,
    ...(isKilled
      ? { created_at: '', outcome: '', size_matched: '', status: `CANCELED_${order.endReason}` }
      : {}),
  }
}

/** A trade's frame for one key; owner and address are the taker's, whoever receives it. */
function tradeFrame(trade: Trade, receiver: string, at: number): Readonly<Record<string, unknown>> {
  return {
    ...tradeFields(trade, receiver),
    event_type: 'trade',
    timestamp: String(at),
    trade_owner: trade.takerOwner,
    type: 'TRADE',
  }
}
