/** Reads of the data service, version 2. A list reports whether it is complete; a row missing from an incomplete list proves nothing. */
import type { PositionStatus } from '#core/position/position.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { createWalkProgress } from '#lib/walk-progress.ts'
import type { Log } from '#ports/log.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type {
  ActivityQuery,
  ActivityPage,
  DataList,
  DataPosition,
  PnlInterval,
  PnlPoint,
  UnreadDataRow,
  VenueData,
} from '#ports/venue-data.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { errorText } from '../bodies.ts'
import { fault, readJson } from '../faults.ts'
import { rowKey } from '../row-key.ts'
import type { Http } from '../http.ts'
import { createNewWords } from '../new-words.ts'
import { activityFromWire, pnlPointFromWire, positionFromWire } from './translate.ts'
import { dataPage, pnlAnswer } from './wire.ts'

const MAX_PAGES = 20
const PAGE_ROWS = '500'
const MAX_ACTIVITY_ROWS = 500

/** Points an hour to a day apart: at most 168 of them but for `all`. */
const FIDELITY: Readonly<Record<PnlInterval, string>> = { '1d': '1h', '1w': '1h', '1m': '12h', all: '1d' }

type Query = readonly (readonly [name: string, value: string])[]

type Page = { readonly rows: readonly unknown[]; readonly nextCursor: string | null }

/** Rows and cursor of an envelope; one that promises more without a cursor is no envelope (VEN-11). */
export function readEnvelope(
  json: unknown,
): Result<Page, { readonly problem: string; readonly rows: readonly unknown[] }> {
  const read = dataPage.safeParse(json)
  if (!read.success) return err({ problem: 'an answer without rows and paging', rows: [] })
  const rows = read.data.data ?? []
  const cursor = read.data.pagination.next_cursor ?? ''
  if (read.data.pagination.has_more !== true) return ok({ rows, nextCursor: null })
  return cursor === ''
    ? err({ problem: 'more rows without a cursor', rows })
    : ok({ rows, nextCursor: cursor })
}

/** The data port of one wallet. */
export function createData(parts: {
  /** Limited already. */
  readonly http: Http
  readonly log: Log
  /** Null: every read is refused. */
  readonly wallet: string | null
}): VenueData {
  const { http, wallet } = parts
  const onNewStatus = createNewWords(parts.log, 'data.new_position_status')
  const onNewKind = createNewWords(parts.log, 'data.new_activity_kind')

  function user(): Result<Query, ReadFault> {
    return wallet === null ? err(fault('no_credentials', 'no wallet')) : ok([['user', wallet.toLowerCase()]])
  }

  async function allPositions(query: Query): Promise<Result<DataList<DataPosition>, ReadFault>> {
    const rows = new Map<string, DataPosition>()
    const progress = createWalkProgress()
    const notUnderstood: UnreadDataRow[] = []
    let cursor: string | null = null

    function add(page: readonly unknown[]): void {
      for (const row of page) {
        const position = positionFromWire(row, onNewStatus)
        if (!position.ok) notUnderstood.push(position.error)
        else if (!rows.has(position.value.outcomeId)) rows.set(position.value.outcomeId, position.value)
      }
    }

    function end(problem: string | null): Result<DataList<DataPosition>, ReadFault> {
      return ok({ rows: [...rows.values()], complete: problem === null, problem, notUnderstood })
    }

    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const asked: Query = cursor === null ? query : [...query, ['cursor', cursor]]
      const json = readJson(await http({ endpoint: ENDPOINTS.positions, query: asked }))
      if (!json.ok) return pages === 0 ? json : end(`page ${pages + 1}: ${json.error.detail}`)
      const page = readEnvelope(json.value)
      add(page.ok ? page.value.rows : page.error.rows)
      if (!page.ok) return end(page.error.problem)
      cursor = page.value.nextCursor
      if (cursor === null) return end(null)
      const stuck = progress.page(page.value.rows.map(rowKey), cursor)
      if (stuck !== null) return end(stuck)
    }
    return end(`more than ${MAX_PAGES} pages`)
  }

  return {
    async positions(status: PositionStatus) {
      const query = user()
      if (!query.ok) return query
      const read = await allPositions([
        ...query.value,
        ['status', status.toUpperCase()],
        ['limit', PAGE_ROWS],
      ])
      // A list of open positions brings redeemable ones along.
      return read.ok
        ? ok({ ...read.value, rows: read.value.rows.filter((row) => row.status === status) })
        : read
    },
    async activity(page) {
      const query = user()
      if (!query.ok) return query
      const reply = await http({
        endpoint: ENDPOINTS.activity,
        query: [...query.value, ...activityQuery(page)],
      })
      if (reply.kind === 'answered' && reply.status === 400 && /cursor/i.test(errorText(reply.json))) {
        return err({ kind: 'bad_cursor' })
      }
      const json = readJson(reply)
      if (!json.ok) return json
      const read = readEnvelope(json.value)
      if (!read.ok) return err(fault('incomplete', read.error.problem))
      return ok(readActivity(read.value, onNewKind))
    },
    async pnl(interval) {
      const query = user()
      if (!query.ok) return query
      const json = readJson(
        await http({
          endpoint: ENDPOINTS.userPnl,
          query: [...query.value, ['interval', interval], ['fidelity', FIDELITY[interval]]],
        }),
      )
      if (!json.ok) return json
      const line = pnlFromWire(json.value)
      return line === null ? err(fault('unreadable', 'the answer is no profit line')) : ok(line)
    },
  }
}

function activityQuery({ limit, cursor }: ActivityQuery): Query {
  return [
    ['limit', Math.min(limit, MAX_ACTIVITY_ROWS).toString()],
    ['exclude_deposits_withdrawals', 'false'],
    ...(cursor === null ? [] : [['cursor', cursor] as const]),
  ]
}

/** Rows have no id: what is the same in every field is the same row (venue reference 4.3). */
function readActivity(page: Page, onNewKind: (word: string) => void): ActivityPage {
  const read = page.rows.map((row) => activityFromWire(row, onNewKind))
  const known = read.flatMap((row) => (row.ok ? row.value : []))
  return {
    rows: [...new Map(known.map((row) => [row.id, row])).values()],
    nextCursor: page.nextCursor,
    notUnderstood: read.flatMap((row) => (row.ok ? [] : row.error)),
  }
}

/** A profit line, oldest first, one point for each moment; null when it is none. */
export function pnlFromWire(
  json: unknown,
): { readonly points: readonly PnlPoint[]; readonly unread: number } | null {
  const read = pnlAnswer.safeParse(json)
  if (!read.success) return null
  const rows = read.data.data?.points ?? []
  const known = rows.map(pnlPointFromWire).filter((point) => point !== null)
  const points = [...new Map(known.map((point) => [point.at, point])).values()]
  return { points: points.toSorted((a, b) => a.at - b.at), unread: rows.length - known.length }
}
