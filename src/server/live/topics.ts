/**
 * What each topic says. A snapshot is always a state that later deltas continue: applying them to it gives what the
 * engine holds.
 */
import type { ListDelta } from '#contract/live.ts'
import type { Trade } from '#core/book/book.ts'
import { parseGameId, parseOutcomeId } from '#core/ids.ts'
import type { GameId, OutcomeId } from '#core/ids.ts'
import { isOpen } from '#core/order/order.ts'
import type { Fill, Order } from '#core/order/order.ts'
import type { Engine } from '#engine/engine.ts'
import type { Clock } from '#ports/clock.ts'
import { accountView } from '../views/account.ts'
import { bookDelta, bookSnapshot } from '../views/books.ts'
import { gameView, tradeView } from '../views/games.ts'
import { fillKey, fillView, newestFillsFirst, orderView } from '../views/orders.ts'
import { positionView } from '../views/positions.ts'
import { feedView, statusView, tradingView } from '../views/status.ts'
import { openComboTopic } from './combo-topics.ts'
import { createNoticeTopics } from './notice-topics.ts'
import type { Topic } from './topic.ts'

const FILLS_IN_SNAPSHOT = 200

export type Topics = {
  /** Null for a topic that does not exist, such as the book of an unknown outcome. */
  open(name: string): Topic | null
  stop(): void
}

/** @param changed  told the name of a topic that may have something new to say, open or not */
export function createTopics(engine: Engine, clock: Clock, changed: (name: string) => void): Topics {
  const { bus, books, games, orders, portfolio, catalog } = engine
  const notices = createNoticeTopics(engine, clock, changed)
  /** What the open topic has yet to tell; null while nobody follows it. */
  let newOrders: Map<string, Order> | null = null
  let newFills: Map<string, Fill> | null = null
  let newPositions: Set<OutcomeId> | null = null

  const unsubscribe = [
    bus.subscribe('book', ({ outcomeId }) => {
      changed(`book:${outcomeId}`)
      changed(`trades:${outcomeId}`)
    }),
    bus.subscribe('order', (order) => {
      if (order.id === null || newOrders === null) return
      newOrders.set(order.id, order)
      changed('orders')
    }),
    bus.subscribe('fill', (fill) => {
      if (newFills === null) return
      newFills.set(fillKey(fill), fill)
      changed('fills')
    }),
    bus.subscribe('position', ({ outcomeId }) => {
      changed('account')
      if (newPositions === null) return
      if (outcomeId !== null) newPositions.add(outcomeId)
      changed('positions')
    }),
    bus.subscribe('game', ({ gameId }) => changed(`game:${gameId}`)),
    bus.subscribe('trading', () => changed('trading')),
    bus.subscribe('status', () => {
      changed('status')
      changed('account')
    }),
    bus.subscribe('feeds', () => changed('feeds')),
    bus.subscribe('combo_rfq', () => changed('combo_rfqs')),
    bus.subscribe('combo_positions', () => changed('combo_positions')),
  ]

  function openBook(outcomeId: OutcomeId): Topic | null {
    if (catalog.outcome(outcomeId) === null) return null
    const release = books.hold(outcomeId)
    const first = books.view(outcomeId)
    if (first === null) {
      release()
      return null
    }
    let sent = first
    return {
      snapshot: () => JSON.stringify(bookSnapshot(sent)),
      advance() {
        const now = books.view(outcomeId) ?? sent
        const delta = bookDelta(sent, now)
        sent = now
        return delta === null ? null : JSON.stringify(delta)
      },
      close: release,
    }
  }

  function openTrades(outcomeId: OutcomeId): Topic | null {
    const first = books.trades(outcomeId)
    if (first === null) return null
    const release = books.hold(outcomeId)
    let sent = first
    return {
      snapshot: () => listText(sent.map(tradeView)),
      advance() {
        const now = books.trades(outcomeId) ?? sent
        if (now === sent) return null
        const [added, gone] = [without(now, sent), without(sent, now)]
        sent = now
        return listText(
          added.map(tradeView),
          gone.map(({ number }) => String(number)),
        )
      },
      close: release,
    }
  }

  function openGame(gameId: GameId): Topic | null {
    const known = games.game(gameId)
    if (known === null) return null
    return wholeTopic(() => gameView(games.game(gameId) ?? known), JSON.stringify)
  }

  function openOf(name: string): Topic | null {
    const [kind, id = ''] = name.split(/:(.*)/s)
    if (kind === 'game') {
      const gameId = parseGameId(id)
      return gameId === null ? null : openGame(gameId)
    }
    const outcomeId = parseOutcomeId(id)
    if (outcomeId === null) return null
    if (kind === 'book') return openBook(outcomeId)
    return kind === 'trades' ? openTrades(outcomeId) : null
  }

  function openOrders(): Topic {
    newOrders = new Map()
    return {
      snapshot: () =>
        listText(
          orders
            .open()
            .filter((order) => order.id !== null)
            .map((order) => orderView(order, catalog)),
        ),
      advance() {
        const changes = [...(newOrders?.values() ?? [])]
        newOrders?.clear()
        if (changes.length === 0) return null
        return listText(
          changes.map((order) => orderView(order, catalog)),
          changes.flatMap((order) => (order.id === null || isOpen(order.status) ? [] : [order.id])),
        )
      },
      close() {
        newOrders = null
      },
    }
  }

  function openFills(): Topic {
    newFills = new Map()
    return {
      snapshot: () =>
        listText(
          newestFillsFirst(orders.fills())
            .slice(0, FILLS_IN_SNAPSHOT)
            .map((fill) => fillView(fill, orders, catalog)),
        ),
      advance() {
        const changes = [...(newFills?.values() ?? [])]
        newFills?.clear()
        return changes.length === 0 ? null : listText(changes.map((fill) => fillView(fill, orders, catalog)))
      },
      close() {
        newFills = null
      },
    }
  }

  /** Open and redeemable ones; one that is closed is in `upsert` and `remove`. */
  function openPositions(): Topic {
    newPositions = new Set()
    return {
      snapshot: () =>
        portfolio.isReading()
          ? null
          : listText(
              [...portfolio.positions('open').outcomeIds, ...portfolio.positions('redeemable').outcomeIds]
                .flatMap((id) => portfolio.position(id) ?? [])
                .map((position) => positionView(position, catalog)),
            ),
      advance() {
        const ids = [...(newPositions ?? [])]
        newPositions?.clear()
        if (ids.length === 0 || portfolio.isReading()) return null
        const held = ids.map((id) => ({ id, position: portfolio.position(id) }))
        return listText(
          held.flatMap(({ position }) => (position === null ? [] : [positionView(position, catalog)])),
          held.flatMap(({ id, position }) => (position === null || position.status === 'closed' ? [id] : [])),
        )
      },
      close() {
        newPositions = null
      },
    }
  }

  function openAccount(): Topic {
    const read = (): ReturnType<typeof accountView> | null =>
      engine.status.read().credentials.state === 'ready' && portfolio.hasWallet() && !portfolio.isReading()
        ? accountView(portfolio.account())
        : null
    // The time alone is no news.
    return wholeTopic(read, (account) => JSON.stringify(account && { ...account, as_of: '' }))
  }

  return {
    open(name) {
      switch (name) {
        case 'status':
          // The server's time alone is no news.
          return wholeTopic(
            () => statusView(engine.status.read(), clock.now()),
            (status) => JSON.stringify({ ...status, time: '' }),
          )
        case 'trading':
          return wholeTopic(() => tradingView(engine.trading.state()), JSON.stringify)
        case 'feeds':
          return wholeTopic(() => engine.status.read().feeds.map(feedView), JSON.stringify)
        case 'account':
          return openAccount()
        case 'positions':
          return openPositions()
        case 'orders':
          return openOrders()
        case 'fills':
          return openFills()
        case 'alerts':
          return notices.openAlerts()
        case 'notifications':
          return notices.openNotifications()
        case 'combo_rfqs':
        case 'combo_positions':
          return openComboTopic(engine, name)
        default:
          return openOf(name)
      }
    },
    stop() {
      for (const end of unsubscribe) end()
      notices.stop()
    },
  }
}

/** A topic whose every change is the whole value again. */
function wholeTopic<Value>(read: () => Value, newsOf: (value: Value) => string): Topic {
  /** What every tab holds; null once a snapshot has given one of them something newer. */
  let sent: string | null = newsOf(read())
  return {
    snapshot() {
      const value = read()
      if (newsOf(value) !== sent) sent = null
      return JSON.stringify(value)
    },
    advance() {
      const value = read()
      const news = newsOf(value)
      if (news === sent) return null
      sent = news
      return JSON.stringify(value)
    },
    close: () => undefined,
  }
}

/** The trades of the first list that are not in the second. */
function without(trades: readonly Trade[], others: readonly Trade[]): readonly Trade[] {
  const known = new Set(others)
  return trades.filter((trade) => !known.has(trade))
}

function listText(upsert: readonly unknown[], remove: readonly string[] = []): string {
  return JSON.stringify({ upsert, remove } satisfies ListDelta<unknown>)
}
