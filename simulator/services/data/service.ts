/** The data service, version 2: positions, activity, profit line, combo positions, trades, value and status. */
import type { Parts } from '../../parts.ts'
import { get, ok } from '../../answers.ts'
import type { Route, VenueRequest } from '../../http-server.ts'
import type { PriceSamples } from '../clob/price-samples.ts'
import type { DataBook, Position } from './book.ts'
import { FIDELITIES, INTERVALS, pnlPoints } from './pnl.ts'
import {
  BadDataParameter,
  choice,
  conditionParameter,
  dataError,
  page,
  requiredWallet,
  timeParameter,
  walletParameter,
} from './query.ts'
import { activityRow, isShown, positionRow, rounded, seconds, statusOf, type DataRow } from './rows.ts'

/** Rows of combo positions and their activity, from the combos service. */
type ComboRows = {
  positions(wallet: string, statuses: readonly string[]): readonly DataRow[]
  activity(wallet: string): readonly DataRow[]
}

type DataDeps = Pick<Parts, 'world' | 'exchange' | 'clock' | 'faults'> & {
  readonly book: DataBook
  readonly combos: ComboRows
  readonly samples: PriceSamples
}

/** How far the indexer is behind, by what is read. A fill shows here later than on the user channel. */
const LAGS = { positions: 2000, activity: 4000, trades: 8000 } as const
/** The real service caches answers for 5 to 300 seconds; a rule sets it. */
const CACHED_MS = 3_000
const MAX_CACHED = 500
const MAX_TRADES_PAGE_SIZE = 1000

type Sorter = (row: DataRow) => number

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
      try {
        return ok(
          bend(
            deps,
            request,
            cached(request, () => answer(request.query, request)),
          ),
        )
      } catch (error) {
        if (error instanceof BadDataParameter) return dataError(error)
        throw error
      }
    })
  }

  function positions(query: URLSearchParams, request: VenueRequest): unknown {
    const wallet = walletParameter(query)
    const condition = conditionParameter(query)
    if (wallet === undefined && condition === undefined) {
      throw new BadDataParameter("required query param 'user' or 'condition' not provided", 'user')
    }
    const when = at('positions', request)
    const status = choice(
      query,
      'status',
      ['OPEN', 'REDEEMABLE', 'CLOSED', 'MERGEABLE', 'REDEEMABLE_LOST'],
      'OPEN',
    )
    const wallets =
      wallet === undefined ? [...new Set(book.all(when).map((entry) => entry.wallet))] : [wallet]
    const rows = wallets
      .flatMap((each) => book.positions(each, when))
      .filter((position) => hasStatus(position, status, clock.now()))
      .map((position) => positionRow(deps, position, clock.now()))
      .filter((row) => (condition === undefined || row['condition_id'] === condition) && matches(query, row))
    return page(query, sorted(query, rows))
  }

  function activity(query: URLSearchParams, request: VenueRequest): unknown {
    const wallet = requiredWallet(query)
    const types = query.getAll('type')
    const side = choice(query, 'side', ['', 'BUY', 'SELL'], '')
    const condition = conditionParameter(query)
    const start = timeParameter(query, 'start')
    const end = timeParameter(query, 'end')
    const withoutCash = query.get('exclude_deposits_withdrawals') === 'true'
    const rows = book
      .entries(wallet, at('activity', request))
      .filter(isShown)
      .map((entry) => activityRow(world, entry))
      .filter(
        (row) =>
          (types.length === 0 || types.includes(String(row['type']))) &&
          (side === '' || row['side'] === side) &&
          (condition === undefined || row['condition_id'] === condition) &&
          (start === undefined || Number(row['timestamp']) >= start) &&
          (end === undefined || Number(row['timestamp']) <= end) &&
          !(withoutCash && (row['type'] === 'DEPOSIT' || row['type'] === 'WITHDRAWAL')),
      )
    const ascending = choice(query, 'sort_direction', ['ASC', 'DESC'], 'DESC') === 'ASC'
    return page(query, ascending ? rows : rows.toReversed())
  }

  function trades(query: URLSearchParams, request: VenueRequest): unknown {
    const wallet = walletParameter(query)
    const condition = conditionParameter(query)
    const event = query.get('event')
    const when = at('trades', request)
    const entries = wallet === undefined ? book.all(when) : book.entries(wallet, when)
    const takerOnly = query.get('taker_only') !== 'false'
    const rows = entries
      .filter(isShown)
      .filter((entry) => entry.kind === 'fill' && (!takerOnly || entry.role === 'taker'))
      .filter(
        (entry) =>
          event === null || ('token' in entry && world.marketOfToken(entry.token)?.event.id === event),
      )
      .map((entry) => {
        const { type: _, usdc_size: __, ...row } = activityRow(world, entry)
        return row
      })
      .filter((row) => condition === undefined || row['condition_id'] === condition)
    return page(query, rows.toReversed(), MAX_TRADES_PAGE_SIZE)
  }

  function userPnl(query: URLSearchParams, request: VenueRequest): unknown {
    const wallet = requiredWallet(query)
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

  function value(query: URLSearchParams, request: VenueRequest): unknown {
    const wallet = requiredWallet(query)
    const rows = book
      .positions(wallet, at('positions', request))
      .filter((position) => statusOf(position, clock.now()) !== 'CLOSED')
      .map((position) => Number(positionRow(deps, position, clock.now())['current_value']))
    return { data: { proxy_wallet: wallet, value: rounded(rows.reduce((sum, each) => sum + each, 0)) } }
  }

  const comboPositions = (query: URLSearchParams): unknown =>
    page(query, deps.combos.positions(requiredWallet(query), query.getAll('status')))
  const comboActivity = (query: URLSearchParams): unknown =>
    page(query, deps.combos.activity(requiredWallet(query)))

  return [
    read('/v2/positions', positions),
    read('/v2/activity', activity),
    read('/v2/user-pnl', userPnl),
    read('/v2/trades', trades),
    read('/v2/value', value),
    read('/v2/status', () => ({
      data: { indexed_at: seconds(clock.now() - LAGS.positions), lag_seconds: LAGS.positions / 1000 },
    })),
    read('/v2/user-stats', (query) => ({
      data: {
        proxy_wallet: requiredWallet(query),
        trades: book.entries(requiredWallet(query), clock.now()).length,
      },
    })),
    read('/v2/positions/combos', comboPositions),
    read('/v2/activity/combos', comboActivity),
    read('/v1/positions/combos', (query) => renamed(comboPositions(query), 'combos')),
    read('/v1/activity/combos', (query) => renamed(comboActivity(query), 'activity')),
  ]
}

/** Asking for OPEN also brings REDEEMABLE rows, as observed. */
function hasStatus(position: Position, wanted: string, now: number): boolean {
  const status = statusOf(position, now)
  if (wanted === 'OPEN') return status !== 'CLOSED'
  if (wanted === 'REDEEMABLE_LOST') return status === 'REDEEMABLE' && position.redeemed?.cash === 0n
  if (wanted === 'MERGEABLE') return status === 'OPEN'
  return status === wanted
}

function matches(query: URLSearchParams, row: DataRow): boolean {
  const title = query.get('title')
  const event = query.get('event')
  if (title !== null && !String(row['title']).toLowerCase().includes(title.toLowerCase())) return false
  return event === null || row['event_id'] === event || row['event_slug'] === event
}

function sorted(query: URLSearchParams, rows: readonly DataRow[]): readonly DataRow[] {
  const by: Readonly<Record<string, Sorter>> = {
    CURRENT_VALUE: (row) => Number(row['current_value']),
    TOKENS: (row) => Number(row['current_size']),
    UNREALIZED_PNL: (row) => Number(row['unrealized_pnl']),
    REALIZED_PNL: (row) => Number(row['realized_pnl']),
    TOTAL_PNL: (row) => Number(row['total_pnl']),
    TIMESTAMP: (row) => Number(row['last_event_at']),
  }
  const name = choice(query, 'sort_by', Object.keys(by), 'CURRENT_VALUE')
  const direction = choice(query, 'sort_direction', ['ASC', 'DESC'], 'DESC') === 'ASC' ? 1 : -1
  const value = by[name] ?? (() => 0)
  return rows.toSorted((one, other) => direction * (value(one) - value(other)))
}

function renamed(answer: unknown, name: string): unknown {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return answer
  const { data, ...rest } = answer
  return { [name]: data, ...rest }
}

/** The `data.` faults: an envelope that promises more without a cursor, rows twice, too strange or of no known form. */
function bend({ faults, clock }: DataDeps, request: VenueRequest, answer: unknown): unknown {
  const fault = faults.first(
    request.subject,
    'data.bad_has_more',
    'data.duplicate_rows',
    'data.unmappable_row',
    'data.strange_rows',
    'data.odd_positions',
    'data.empty_figures',
    'data.empty',
  )
  if (fault === null || typeof answer !== 'object' || answer === null || !('data' in answer)) return answer
  if (fault.name === 'data.bad_has_more') {
    return { ...answer, pagination: { limit: 500, offset: 0, has_more: true, next_cursor: null } }
  }
  if (!Array.isArray(answer.data)) return answer
  const rows: unknown[] = answer.data
  if (fault.name === 'data.empty') return { ...answer, data: [] }
  if (fault.name === 'data.strange_rows') return { ...answer, data: rows.map(strange) }
  if (fault.name === 'data.odd_positions') return { ...answer, data: [...rows, ...oddPositions(rows[0])] }
  if (fault.name === 'data.empty_figures') {
    const since = seconds(clock.now() - fault.number('ms', 10_000))
    return { ...answer, data: rows.map((row) => withoutFigures(row, since)) }
  }
  return {
    ...answer,
    data: fault.name === 'data.duplicate_rows' ? [...rows, ...rows] : [{ surprise: true }, ...rows],
  }
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
