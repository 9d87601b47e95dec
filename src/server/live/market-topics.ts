/** The topics of one book, its last trades and one game. */
import { game } from '#contract/records/games.ts'
import { trade } from '#contract/records/books.ts'
import type { Trade } from '#core/book/book.ts'
import { parseGameId, parseOutcomeId, type GameId, type OutcomeId } from '#core/ids.ts'
import type { Engine } from '#engine/engine.ts'
import { bookDelta, bookWhole } from './book-frames.ts'
import { listOf, wholeTopic, type Topic } from './topic.ts'

/** Source of these topics: an engine, or a replay. */
export type Markets = {
  readonly books: Pick<Engine['books'], 'hold' | 'view' | 'trades'>
  readonly catalog: Pick<Engine['catalog'], 'outcome'>
  readonly games: Pick<Engine['games'], 'game'>
}

/** Opens `book:ID`, `trades:ID` or `game:ID`; null for any other name, and for an id that is not known. */
export function openMarketTopic(markets: Markets, name: string): Topic | null {
  const [kind, id = ''] = name.split(/:(.*)/s)
  if (kind === 'game') {
    const gameId = parseGameId(id)
    return gameId === null ? null : openGame(markets, gameId)
  }
  const outcomeId = parseOutcomeId(id)
  if (outcomeId === null) return null
  if (kind === 'book') return openBook(markets, outcomeId)
  return kind === 'trades' ? openTrades(markets, outcomeId) : null
}

function openBook({ books, catalog }: Markets, outcomeId: OutcomeId): Topic | null {
  if (catalog.outcome(outcomeId) === null) return null
  const release = books.hold(outcomeId)
  const first = books.view(outcomeId)
  if (first === null) {
    release()
    return null
  }
  let sent = first
  return {
    snapshot: () => JSON.stringify(bookWhole(sent)),
    advance() {
      const now = books.view(outcomeId) ?? sent
      const delta = bookDelta(sent, now)
      sent = now
      return delta === null ? null : JSON.stringify(delta)
    },
    close: release,
  }
}

function openTrades({ books }: Markets, outcomeId: OutcomeId): Topic | null {
  const first = books.trades(outcomeId)
  if (first === null) return null
  const release = books.hold(outcomeId)
  let sent = first
  return {
    snapshot: () => listOf(trade, sent),
    advance() {
      const now = books.trades(outcomeId) ?? sent
      if (now === sent) return null
      const [added, gone] = [without(now, sent), without(sent, now)]
      sent = now
      return listOf(
        trade,
        added,
        gone.map(({ number }) => String(number)),
      )
    },
    close: release,
  }
}

function openGame({ games }: Markets, gameId: GameId): Topic | null {
  const known = games.game(gameId)
  if (known === null) return null
  return wholeTopic(game, () => games.game(gameId) ?? known)
}

/** The trades of the first list that are not in the second. */
function without(trades: readonly Trade[], others: readonly Trade[]): readonly Trade[] {
  const known = new Set(others)
  return trades.filter((trade) => !known.has(trade))
}
