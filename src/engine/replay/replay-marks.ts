/** The points of a replay that its scrubber marks: own fills and orders, goals, and where nothing was recorded. */
import type { GameId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Game } from '#core/market/game.ts'
import type { Mark } from '#core/recording/records.ts'
import type { ReplayMark, Span } from './contract.ts'

const MOST_MARKS = 2_000

/**
 * True if a replay uses the mark and can: its writer is not trusted, and an unreadable one hides no other. Rows and
 * the ends of segments are not used.
 */
export function isOfReplay(mark: Mark): boolean {
  const { kind, at, ...rest } = mark
  if (!Number.isSafeInteger(at)) return false
  switch (kind) {
    case 'order':
    case 'fill':
    case 'exit':
    case 'game':
    case 'trading':
    case 'account': {
      const body = (rest as Readonly<Record<string, unknown>>)[kind]
      return typeof body === 'object' && body !== null
    }
    case 'gap':
      return Number.isSafeInteger(mark.since)
    case 'opened':
    case 'closed':
      return true
    default:
      return false
  }
}

/** Marks of a recording within a span, oldest first. Beyond two thousand the orders go first. */
export function replayMarks(marks: readonly Mark[], { from, to }: Span): readonly ReplayMark[] {
  const found: ReplayMark[] = []
  const ordersSeen = new Set<string>()
  const fillsSeen = new Set<string>()
  const games = new Map<GameId, Game>()
  const closed = new Map<number, number>()
  for (const mark of marks) {
    const made = isOfReplay(mark) ? markOf(mark, { ordersSeen, fillsSeen, games, closed }) : null
    if (made !== null && made.until >= from && made.at <= to) found.push(made)
  }
  if (found.length <= MOST_MARKS) return found
  return found.filter(({ kind }) => kind !== 'order').slice(0, MOST_MARKS)
}

type Seen = {
  readonly ordersSeen: Set<string>
  readonly fillsSeen: Set<string>
  readonly games: Map<GameId, Game>
  /** Connections of the market channel to when they were lost. */
  readonly closed: Map<number, number>
}

function markOf(mark: Mark, { ordersSeen, fillsSeen, games, closed }: Seen): ReplayMark | null {
  const { at } = mark
  switch (mark.kind) {
    case 'fill': {
      const key = `${mark.fill.tradeId} ${mark.fill.orderId}`
      if (fillsSeen.has(key)) return null
      fillsSeen.add(key)
      const text = mark.fill.side === 'BUY' ? 'Own fill, bought' : 'Own fill, sold'
      return { kind: 'fill', at, until: at, text, outcomeId: mark.fill.outcomeId }
    }
    case 'order': {
      const { id, side, outcomeId } = mark.order
      if (id === null || ordersSeen.has(id)) return null
      ordersSeen.add(id)
      return { kind: 'order', at, until: at, text: side === 'BUY' ? 'Own buy' : 'Own sale', outcomeId }
    }
    case 'game': {
      const before = games.get(mark.game.id)
      games.set(mark.game.id, mark.game)
      return goalOf(mark.game, before, at)
    }
    case 'gap':
      return { kind: 'gap', at: mark.since, until: at, text: 'Not recorded', outcomeId: null }
    case 'closed':
      if (mark.channel === 'market') closed.set(mark.connection, at)
      return null
    case 'opened': {
      const since = mark.channel === 'market' ? closed.get(mark.connection) : undefined
      closed.delete(mark.connection)
      return since === undefined
        ? null
        : { kind: 'gap', at: since, until: at, text: 'Market feed lost', outcomeId: null }
    }
    default:
      return null
  }
}

function goalOf({ score, home, away }: Game, before: Game | undefined, at: number): ReplayMark | null {
  if (score === null || before === undefined || before.score === null) return null
  if (score.home === before.score.home && score.away === before.score.away) return null
  const text = `${home ?? 'Home'} ${score.home}\u2013${score.away} ${away ?? 'Away'}`
  return { kind: 'goal', at, until: at, text, outcomeId: null }
}

/** The own fill next after an instant. */
export function fillAfter(marks: readonly ReplayMark[], at: Instant): ReplayMark | undefined {
  return marks.find((mark) => mark.kind === 'fill' && mark.at > at)
}

/** The own fill last before an instant, and by more than so many milliseconds. */
export function fillBefore(marks: readonly ReplayMark[], at: Instant, by: number): ReplayMark | undefined {
  return marks.findLast((mark) => mark.kind === 'fill' && mark.at < at - by)
}
