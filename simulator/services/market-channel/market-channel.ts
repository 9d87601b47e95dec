// The market channel: books at first, then changes of both outcomes, trades with whole books after them, tick changes
// sent twice. A subscriber receives each change of its assets exactly once, in the order in which it happened.
import { z } from 'zod'

import type { Parts } from '../../parts.ts'
import { jsonOf } from '../../answers.ts'
import { priceText } from '../../text.ts'
import { createSocketService, type SocketService, type VenueSocket } from '../../socket-server.ts'
import type { ExchangeEvent, LevelChange, ListedMarket } from '../../types.ts'
import { bookSummary, type BookSummary } from '../clob/book-summary.ts'
import {
  bestBidAsk,
  initialBook,
  lastTradePrice,
  laterBook,
  marketResolved,
  newMarket,
  priceChange,
  tickSizeChange,
} from './frames.ts'
import type { MarketRows } from './frames.ts'

type MarketChannelDeps = Pick<Parts, 'exchange' | 'clock' | 'faults' | 'log'> & {
  readonly path?: string | undefined
  /** The catalog's data of a market. */
  readonly rowsOf: (market: ListedMarket) => MarketRows
}

type Subscriber = {
  readonly socket: VenueSocket
  readonly assets: Set<string>
  /** Hears best_bid_ask, new_market and market_resolved. */
  custom: boolean
}

type Channel = Pick<Parts, 'exchange' | 'faults'> & {
  readonly subscribers: Map<number, Subscriber>
  readonly byAsset: Map<string, Set<Subscriber>>
  /** Markets in which something was traded since their levels were sent. */
  readonly traded: Set<string>
  readonly lastBest: Map<string, string>
}

const MAX_WITH_DUMP = 500

const firstFrame = z.object({
  type: z.string().optional(),
  operation: z.string().optional(),
  assets_ids: z.array(z.string()).max(20_000),
  initial_dump: z.boolean().optional(),
  custom_feature_enabled: z.boolean().optional(),
})

/** Builds the channel; it does not listen yet. */
export function createMarketChannel(deps: MarketChannelDeps): SocketService {
  const { exchange, faults } = deps
  const subscribers = new Map<number, Subscriber>()
  const byAsset = new Map<string, Set<Subscriber>>()
  const traded = new Set<string>()
  const lastBest = new Map<string, string>()
  const channel: Channel = { exchange, faults, subscribers, byAsset, traded, lastBest }

  exchange.subscribe((event: ExchangeEvent) => {
    const { market, at } = event
    switch (event.type) {
      case 'levels':
        levels(channel, market, event.changes, at)
        return
      case 'trade': {
        traded.add(market.conditionId)
        const listening = byAsset.get(event.trade.token)
        if (listening === undefined) return
        const text = JSON.stringify(lastTradePrice(event.trade, at))
        for (const { socket } of listening) socket.send(text, event.trade.token)
        return
      }
      case 'tick':
        for (const token of market.tokens) {
          tellTick(
            channel,
            token,
            tickSizeChange(market, token, priceText(event.from), priceText(event.to), at),
            true,
          )
        }
        return
      case 'resolved':
        if (isSuppressed(channel, market)) return
        toCustom(listeners(channel, market.tokens), () =>
          marketResolved(market, event.winner, deps.rowsOf(market), at),
        )
        return
      case 'listed':
        toCustom(subscribers.values(), () => newMarket(market, deps.rowsOf(market), at))
        return
      case 'dropped':
        traded.delete(market.conditionId)
        for (const token of market.tokens) lastBest.delete(token)
        return
      default:
    }
  })

  return createSocketService({
    service: 'ws_market',
    faults,
    log: deps.log,
    clock: deps.clock,
    path: deps.path,
    textPing: { ask: 'PING', answer: 'PONG' },
    opened: (socket) => void subscribers.set(socket.id, { socket, assets: new Set(), custom: false }),
    received: (socket, text) => received(channel, socket, text),
    closed(socket) {
      const subscriber = subscribers.get(socket.id)
      subscribers.delete(socket.id)
      if (subscriber !== undefined) drop(channel, subscriber, subscriber.assets)
    },
  })
}

function summaryOf({ exchange }: Channel, token: string): BookSummary | null {
  const market = exchange.marketOfToken(token)
  return market === undefined || market.closed ? null : bookSummary(exchange, market, token)
}

function add({ byAsset }: Channel, subscriber: Subscriber, tokens: readonly string[]): readonly string[] {
  const added = tokens.filter((token) => !subscriber.assets.has(token))
  for (const token of added) {
    subscriber.assets.add(token)
    const listeners = byAsset.get(token) ?? new Set()
    byAsset.set(token, listeners.add(subscriber))
  }
  return [...new Set(added)]
}

function drop({ byAsset }: Channel, subscriber: Subscriber, tokens: Iterable<string>): void {
  for (const token of tokens) {
    subscriber.assets.delete(token)
    const listeners = byAsset.get(token)
    listeners?.delete(subscriber)
    if (listeners?.size === 0) byAsset.delete(token)
  }
}

function dump(channel: Channel, subscriber: Subscriber, tokens: readonly string[]): void {
  if (subscriber.assets.size > MAX_WITH_DUMP) return
  const books = tokens.flatMap((token) => {
    const muted = channel.faults.first({ service: 'ws_market', asset: token }, 'ws.no_dump') !== null
    const summary = muted ? null : summaryOf(channel, token)
    return summary === null ? [] : [initialBook(summary)]
  })
  subscriber.socket.send(JSON.stringify(books), tokens.length === 1 ? tokens[0] : undefined)
}

function received(channel: Channel, socket: VenueSocket, text: string): void {
  const parsed = firstFrame.safeParse(jsonOf(text))
  if (!parsed.success) {
    socket.send('INVALID OPERATION')
    return
  }
  const { type, operation, assets_ids, initial_dump, custom_feature_enabled } = parsed.data
  const known = channel.subscribers.get(socket.id)
  if (known === undefined) return
  if (operation === 'unsubscribe') {
    drop(channel, known, assets_ids)
    return
  }
  const isFirst = type?.toLowerCase() === 'market'
  if (!isFirst && operation !== 'subscribe') {
    socket.send('INVALID OPERATION')
    return
  }
  known.custom = custom_feature_enabled ?? known.custom
  const added = add(channel, known, assets_ids)
  if (added.length === 0 && !isFirst) return
  const isUnasked = (): boolean =>
    isFirst || channel.faults.first({ service: 'ws_market' }, 'ws.dump_unasked') !== null
  if (initial_dump ?? isUnasked()) dump(channel, known, added)
}

/** Everyone who holds any of the tokens, once each. */
function listeners({ byAsset }: Channel, tokens: readonly string[]): ReadonlySet<Subscriber> {
  const found = tokens.flatMap((token) => [...(byAsset.get(token) ?? [])])
  return new Set(found)
}

function levels(channel: Channel, market: ListedMarket, changes: readonly LevelChange[], at: number): void {
  const listening = listeners(channel, market.tokens)
  const wasTraded = channel.traded.delete(market.conditionId)
  if (listening.size === 0) return
  const summaries = market.tokens.map((token) => bookSummary(channel.exchange, market, token))
  const hashes = new Map(summaries.map((summary) => [summary.asset_id, summary.hash]))
  const text = JSON.stringify(priceChange(market, changes, hashes, at))
  for (const { socket } of listening) socket.send(text, market.tokens)
  if (wasTraded && !market.closed) {
    for (const summary of summaries) {
      const book = JSON.stringify(laterBook(summary))
      for (const { socket, assets } of listening) {
        if (assets.has(summary.asset_id)) socket.send(book, summary.asset_id)
      }
    }
  }
  tellBest(channel, market, changes, at)
  if (channel.faults.any('ws.tick_change')) tellFalseTick(channel, market, at)
}

function tellBest(
  { byAsset, lastBest }: Channel,
  market: ListedMarket,
  changes: readonly LevelChange[],
  at: number,
): void {
  for (const token of market.tokens) {
    const change = changes.findLast((candidate) => candidate.token === token)
    if (change === undefined) continue
    const best = `${change.bestBid} ${change.bestAsk}`
    if (lastBest.get(token) === best) continue
    lastBest.set(token, best)
    const text = JSON.stringify(bestBidAsk(market, change, at))
    for (const { socket, custom } of byAsset.get(token) ?? []) if (custom) socket.send(text, token)
  }
}

function tellTick({ byAsset }: Channel, token: string, frame: object, twice: boolean): void {
  const text = JSON.stringify(frame)
  for (const { socket } of byAsset.get(token) ?? []) {
    socket.send(text, token)
    if (twice) socket.send(text, token)
  }
}

/** `ws.tick_change` sends a change of tick that did not happen. */
function tellFalseTick(channel: Channel, market: ListedMarket, at: number): void {
  for (const token of market.tokens) {
    const fault = channel.faults.first({ service: 'ws_market', asset: token }, 'ws.tick_change')
    if (fault === null) continue
    const frame = tickSizeChange(market, token, fault.text('old', '0.01'), fault.text('new', '0.001'), at)
    tellTick(channel, token, frame, fault.flag('twice', true))
  }
}

/** `ws.resolved` keeps the frame of a resolution back. */
function isSuppressed({ faults }: Channel, market: ListedMarket): boolean {
  const fault = faults.first({ service: 'ws_market', asset: market.tokens }, 'ws.resolved')
  return fault !== null && !fault.flag('with_frame', false)
}

function toCustom(targets: Iterable<Subscriber>, frame: () => object): void {
  let text: string | null = null
  for (const { socket, custom } of targets) {
    if (!custom) continue
    text ??= JSON.stringify(frame())
    socket.send(text)
  }
}
