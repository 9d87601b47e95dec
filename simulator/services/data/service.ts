/** The data service, version 2: positions, activity and profit line, and those of combos. */
import type { Parts } from '../../parts.ts'
import { get, ok } from '../../answers.ts'
import type { Route, VenueRequest } from '../../http-server.ts'
import { secondsOf } from '../../text.ts'
import type { Holdings } from '../combos/holdings.ts'
import type { PriceSamples } from '../clob/price-samples.ts'
import type { DataBook, Position } from './book.ts'
import { FIDELITIES, INTERVALS, pnlPoints } from './pnl.ts'
import { choice, conditionParameter, page, walletOf } from './query.ts'
import { activityRow, isShown, positionRow, statusOf, type DataRow } from './rows.ts'

type DataDeps = Pick<Parts, 'world' | 'exchange' | 'clock' | 'faults'> & {
  readonly book: DataBook
  readonly holdings: Pick<Holdings, 'rows' | 'activity'>
  readonly samples: PriceSamples
}

/** How far the indexer is behind, by what is read. A fill shows here later than on the user channel. */
const LAGS = { positions: 2000, activity: 4000 } as const
/** The real service caches answers for 5 to 300 seconds; a rule sets it. */
const CACHED_MS = 3_000
const MAX_CACHED = 500

/** Routes of the service. See VEN-11. */
export function dataRoutes(deps: DataDeps): readonly Route[] {
  const { book, world, clock } = deps

  function at(kind: keyof typeof LAGS, request: VenueRequest): number {
    const lag = deps.faults.first(request.subject, 'data.lag')?.number('ms', LAGS[kind]) ?? LAGS[kind]
    return clock.now() - lag
  }

  const cache = new Map<string, { readonly at: number; readonly answer: unknown }>()

  /** The same question within seconds has the same answer. */
  function cached(request: VenueRequest, work: () => unknown): unknown {
    const ms = deps.faults.first(request.subject, 'data.cache')?.number('ms', CACHED_MS) ?? CACHED_MS
    const key = `${request.path}?${request.query.toString()}`
    const known = cache.get(key)
    const age = clock.now() - (known?.at ?? 0)
    if (known !== undefined && age >= 0 && age < ms) return known.answer
    const answer = work()
    cache.delete(key)
    cache.set(key, { at: clock.now(), answer })
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    return answer
  }

  function read(path: string, answer: (query: URLSearchParams, request: VenueRequest) => unknown): Route {
    return get(path, (request) => {
      const answered = cached(request, () => answer(request.query, request))
      return ok(bend(deps, request, answered))
    })
  }

  function positions(query: URLSearchParams, request: VenueRequest): unknown {
    const status = choice(query, 'status', ['OPEN', 'REDEEMABLE', 'CLOSED'], 'OPEN')
    const now = clock.now()
    const rows = book
      .positions(walletOf(query), at('positions', request))
      .filter((position) => hasStatus(position, status, now))
      .map((position) => positionRow(deps, position, now))
    return page(
      query,
      rows.toSorted((one, other) => Number(other['current_value']) - Number(one['current_value'])),
    )
  }

  function activity(query: URLSearchParams, request: VenueRequest): unknown {
    const types = query.getAll('type')
    const side = choice(query, 'side', ['', 'BUY', 'SELL'], '')
    const condition = conditionParameter(query)
    const withoutCash = query.get('exclude_deposits_withdrawals') === 'true'
    const rows = book
      .entries(walletOf(query), at('activity', request))
      .filter(isShown)
      .map((entry) => activityRow(world, entry))
      .filter(
        (row) =>
          (types.length === 0 || types.includes(String(row['type']))) &&
          (side === '' || row['side'] === side) &&
          (condition === undefined || row['condition_id'] === condition) &&
          !(withoutCash && (row['type'] === 'DEPOSIT' || row['type'] === 'WITHDRAWAL')),
      )
    return page(query, rows.toReversed())
  }

  function userPnl(query: URLSearchParams, request: VenueRequest): unknown {
    const wallet = walletOf(query)
    const interval = choice(query, 'interval', Object.keys(INTERVALS), 'max')
    const fidelity = choice(query, 'fidelity', Object.keys(FIDELITIES), '1d')
    const now = clock.now()
    const known = pnlPoints(deps, book.entries(wallet, now), now, interval, fidelity)
    const isNull = deps.faults.first(request.subject, 'data.null_pnl') !== null
    const points = isNull
      ? known.map((point) => ({ ...point, economic_pnl: null, settled_pnl: null }))
      : known
    return { data: { proxy_wallet: wallet, interval, fidelity, source_fidelity: '1h', points } }
  }

  return [
    read('/v2/positions', positions),
    read('/v2/activity', activity),
    read('/v2/user-pnl', userPnl),
    read('/v2/positions/combos', (query) =>
      page(query, deps.holdings.rows(walletOf(query), query.getAll('status'))),
    ),
    read('/v2/activity/combos', (query) => page(query, deps.holdings.activity(walletOf(query)))),
  ]
}

/** Asking for OPEN also brings REDEEMABLE rows, as observed. */
function hasStatus(position: Position, wanted: string, now: number): boolean {
  const status = statusOf(position, now)
  return wanted === 'OPEN' ? status !== 'CLOSED' : status === wanted
}

/** Rows that a fault makes of those of an answer; `since` in seconds. */
const BENT: Readonly<Record<string, (rows: readonly unknown[], since: number) => readonly unknown[]>> = {
  'data.duplicate_rows': (rows) => [...rows, ...rows],
  'data.unmappable_row': (rows) => [{ surprise: true }, ...rows],
  'data.strange_rows': (rows) => rows.map(strange),
  'data.odd_positions': (rows) => [...rows, ...oddPositions(rows[0])],
  'data.empty_figures': (rows, since) => rows.map((row) => withoutFigures(row, since)),
  'data.empty': () => [],
}

/** The `data.` faults: an envelope that promises more without a cursor, rows twice, too strange or of no known form. */
function bend({ faults, clock }: DataDeps, request: VenueRequest, answer: unknown): unknown {
  const fault = faults.first(request.subject, 'data.bad_has_more', ...Object.keys(BENT))
  if (fault === null || typeof answer !== 'object' || answer === null || !('data' in answer)) return answer
  if (fault.name === 'data.bad_has_more') {
    return { ...answer, pagination: { limit: 500, offset: 0, has_more: true, next_cursor: null } }
  }
  if (!Array.isArray(answer.data)) return answer
  const since = secondsOf(clock.now() - fault.number('ms', 10_000))
  return { ...answer, data: BENT[fault.name]?.(answer.data, since) }
}

const OPTIONAL = ['title', 'outcome', 'event_slug', 'opposite_token_id', 'first_entry_at', 'unrealized_pnl']

/** The row as a later version of the service may send it: unknown words, fields missing and added. */
function strange(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  const kept = Object.entries(row).filter(([name]) => !OPTIONAL.includes(name))
  const words = 'type' in row ? { type: 'AIRDROP' } : { status: 'FROZEN' }
  return { ...Object.fromEntries(kept), ...words, added: { deep: [1] } }
}

const FIGURES = [
  'current_size',
  'avg_price',
  'entry_cost_usdc',
  'total_cost_usdc',
  'current_price',
  'size',
  'price',
]

/** A row of a moment ago, whose figures are not there yet. */
function withoutFigures(row: unknown, since: number): unknown {
  const isNew = isRow(row) && Number(row['last_event_at'] ?? row['timestamp']) > since
  if (!isNew) return row
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, FIGURES.includes(name) ? null : value]),
  )
}

/** Positions like `row` that an account may show all the same: owed, of a market nobody knows, of the other protocol. */
function oddPositions(row: unknown): readonly DataRow[] {
  if (!isRow(row) || !('current_size' in row)) return []
  const unknown = { token_id: '9'.repeat(77), condition_id: `0x${'9'.repeat(64)}` }
  return [
    { ...row, token_id: '8'.repeat(77), current_size: -5, current_value: -2.5 },
    { ...row, ...unknown, slug: 'nobody-knows-it', event_slug: '', event_id: '' },
    { ...row, token_id: '7'.repeat(77), condition_id: String(row['condition_id']).slice(0, 64) },
  ]
}

function isRow(row: unknown): row is DataRow {
  return typeof row === 'object' && row !== null
}
