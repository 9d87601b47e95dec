/** The `catalog.` faults: answers that lie, loop, leave out or carry text that a reader must not trust. */
import TEXTS from './hostile.json' with { type: 'json' }
import type { Faults } from '../../faults/faults.ts'
import type { FaultSubject, FiredFault } from '../../faults/types.ts'
import { gameTime } from '../../text.ts'

type Row = Record<string, unknown>

/** Text that a page must show as text and nothing else. */
const HOSTILE: Readonly<Record<string, string>> = TEXTS

/** The answer of one catalog read, with every `catalog.` rule that fires applied. */
export function bentAnswer(faults: Faults, subject: FaultSubject, answer: unknown): unknown {
  if (!faults.any('catalog.') || typeof answer !== 'object' || answer === null) return answer
  return faults.all(subject, 'catalog.').reduce(applied, answer)
}

function applied(answer: object, fault: FiredFault): object {
  const eachMarket = (fields: Row): object => mapMarkets(answer, (market) => ({ ...market, ...fields }))
  switch (fault.name) {
    case 'catalog.other_protocol': {
      const match = fault.text('slug', '')
      return mapMarkets(answer, (market) =>
        match === '' || market['slug'] === match
          ? ofOtherProtocol(market, fault.flag('tokens', false))
          : market,
      )
    }
    case 'catalog.hostile_text':
      return hostile(answer, HOSTILE[fault.text('set', 'html')] ?? fault.text('text', HOSTILE['html'] ?? ''))
    case 'catalog.game_start':
      return eachMarket({ gameStartTime: gameTime(fault.number('at', 0)), clearBookOnStart: true })
    case 'catalog.renamed':
      return mapMarkets(
        mapEvents(answer, (events) =>
          events.map((event) => ({ ...event, title: `${text(event['title'])} (new)` })),
        ),
        (market) => ({ ...market, question: `${text(market['question'])} (new)` }),
      )
    case 'catalog.closed':
      return eachMarket({ closed: true, acceptingOrders: false })
    case 'catalog.moved':
      return mapEvents(answer, (events) => [...events.slice(1), ...events.slice(0, 2)])
    default:
      return answer
  }
}

/** A market of the other protocol version: a condition of 62 digits, shares by position ids only by default. */
function ofOtherProtocol({ clobTokenIds, ...market }: Row, keepsTokens: boolean): Row {
  return {
    ...market,
    ...(keepsTokens ? { clobTokenIds } : {}),
    version: 'v2',
    conditionId: String(market['conditionId']).slice(0, 64),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function mapEvents(answer: object, change: (events: Row[]) => Row[]): object {
  return 'events' in answer && Array.isArray(answer.events)
    ? { ...answer, events: change(answer.events as Row[]) }
    : answer
}

function mapMarkets(answer: object, change: (market: Row) => Row): object {
  const within = (event: Row): Row =>
    Array.isArray(event['markets']) ? { ...event, markets: (event['markets'] as Row[]).map(change) } : event
  if ('markets' in answer) return within(answer)
  return mapEvents(answer, (events) => events.map(within))
}

function hostile(answer: object, text: string): object {
  const event = (row: Row): Row => ({ ...row, title: text, description: text })
  const market = (row: Row): Row => ({
    ...row,
    question: text,
    groupItemTitle: text,
    outcomes: JSON.stringify([text, `${text} `]),
  })
  const changed = mapMarkets(answer, market)
  return 'title' in changed ? event(changed) : mapEvents(changed, (events) => events.map(event))
}
