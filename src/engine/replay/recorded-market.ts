/** Best prices and trades of a recorded span, read out of the records by the books' own machine. */
import type { OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Level, Trade } from '#core/book/book.ts'
import type { OutcomePlace } from '../markets/catalog-index.ts'
import type { ReadRecordedFrame, RecordingSource, Span } from './contract.ts'
import { createReplayMachines, type ReplayMachines } from './replay-machines.ts'

type Place = { readonly at: Instant; readonly outcomeId: OutcomeId; readonly place: OutcomePlace | null }

/** Whenever one of them changed; null for an empty side. */
export type RecordedTop = Place & {
  readonly bid: Level | null
  readonly ask: Level | null
  /** True if the book was live. */
  readonly isLive: boolean
}

export type RecordedTrade = Place & Pick<Trade, 'price' | 'size' | 'side'>

export type RecordedMarket = {
  readonly tops: readonly RecordedTop[]
  readonly trades: readonly RecordedTrade[]
}

/** Question about a span. */
export type MarketQuestion = Span & {
  readonly what: 'book_tops' | 'trades'
  /** Null: of all that were followed. */
  readonly outcomeIds: readonly OutcomeId[] | null
}

/** Rows of one answer: it is held in memory. */
const MAX_ROWS = 200_000

/** Reads the span, in turns as its blocks come from disk; `too_many`: more rows than one answer may have. */
export async function readRecordedMarket(
  parts: { readonly source: RecordingSource; readonly readFrame: ReadRecordedFrame },
  question: MarketQuestion,
  most = MAX_ROWS,
): Promise<RecordedMarket | 'too_many'> {
  const machines = createReplayMachines(parts.readFrame)
  const touched = new Set<OutcomeId>()
  machines.bus.subscribe('book', ({ outcomeId }) => {
    if (question.outcomeIds?.includes(outcomeId) ?? true) touched.add(outcomeId)
  })
  const rows = createRows(machines, question)
  for await (const batch of parts.source.records(question.from, question.to)) {
    for (const record of batch) {
      if (record.at > question.to) return rows.begun()
      if (record.at >= question.from) rows.begun()
      machines.apply(record)
      for (const outcomeId of touched) rows.look(outcomeId, record.at)
      touched.clear()
    }
    if (rows.made.tops.length + rows.made.trades.length > most) return 'too_many'
  }
  return rows.begun()
}

function createRows(machines: ReplayMachines, { from, what }: MarketQuestion) {
  const made: { readonly tops: RecordedTop[]; readonly trades: RecordedTrade[] } = { tops: [], trades: [] }
  const lastTops = new Map<OutcomeId, string>()
  /** As they stood when the span began. */
  const before = new Map<OutcomeId, RecordedTop>()
  const lastTrades = new Map<OutcomeId, number>()

  function lookAtTop(outcomeId: OutcomeId, at: Instant): void {
    const book = machines.book(outcomeId)
    if (book === null) return
    const bid = book.bids[0] ?? null
    const ask = book.asks[0] ?? null
    const isLive = book.staleReason === null
    const text = `${bid?.join(' ') ?? ''}|${ask?.join(' ') ?? ''}|${isLive}`
    if (lastTops.get(outcomeId) === text) return
    lastTops.set(outcomeId, text)
    const top = { at: Math.max(at, from), outcomeId, place: machines.outcome(outcomeId), bid, ask, isLive }
    if (at < from) before.set(outcomeId, top)
    else made.tops.push(top)
  }

  function lookAtTrades(outcomeId: OutcomeId): void {
    const known = lastTrades.get(outcomeId)
    const fresh = (machines.trades(outcomeId) ?? []).filter(({ number }) => number > (known ?? 0))
    const [newest] = fresh
    if (newest === undefined) return
    lastTrades.set(outcomeId, newest.number)
    for (const { at, price, size, side } of fresh.toReversed()) {
      if (at < from) continue
      made.trades.push({ at, outcomeId, place: machines.outcome(outcomeId), price, size, side })
    }
  }

  return {
    made,
    begun(): RecordedMarket {
      made.tops.push(...before.values())
      before.clear()
      return made
    },
    look(outcomeId: OutcomeId, at: Instant): void {
      if (what === 'book_tops') lookAtTop(outcomeId, at)
      else lookAtTrades(outcomeId)
    },
  }
}
