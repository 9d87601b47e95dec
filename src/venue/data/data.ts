/** Reads of the data service, version 2. A list reports whether it is complete; a row missing from an incomplete list proves nothing. */
import type { PositionStatus } from '#core/position/position.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type {
  ActivityQuery,
  ActivityPage,
  DataList,
  DataPosition,
  PnlInterval,
  PnlPoint,
  VenueData,
} from '#ports/venue-data.ts'
import { ENDPOINTS } from '../endpoints.ts'
import { errorText } from '../bodies.ts'
import { fault, readAs, readJson } from '../faults.ts'
import { fieldsOf } from '../fields.ts'
import type { Http } from '../http.ts'
import { createNewWords } from '../new-words.ts'
import { dataPage, walkDataPages, type Page, type Query } from '../pages.ts'
import { activityFromWire, pnlPointFromWire, positionFromWire } from './translate.ts'

const MAX_PAGES = 20
const PAGE_ROWS = '500'
const MAX_ACTIVITY_ROWS = 500

/** Points an hour to a day apart: at most 168 of them but for `all`. */
const FIDELITY: Readonly<Record<PnlInterval, string>> = { '1d': '1h', '1w': '1h', '1m': '12h', all: '1d' }

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
    const walk = await walkDataPages(http, ENDPOINTS.positions, query, MAX_PAGES)
    if (walk.fault !== null && walk.pages === 0) return err(walk.fault)
    const read = walk.rows.map((row) => positionFromWire(row, onNewStatus))
    const rows = new Map<string, DataPosition>()
    for (const row of read)
      if (row.ok && !rows.has(row.value.outcomeId)) rows.set(row.value.outcomeId, row.value)
    return ok({
      rows: [...rows.values()],
      complete: walk.fault === null,
      problem: walk.fault?.detail ?? null,
      notUnderstood: read.flatMap((row) => (row.ok ? [] : [row.error])),
    })
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
      const read = dataPage(json.value)
      if (read.problem !== undefined) return err(fault('incomplete', read.problem))
      return ok(readActivity(read, onNewKind))
    },
    async pnl(interval) {
      const query = user()
      if (!query.ok) return query
      const reply = await http({
        endpoint: ENDPOINTS.userPnl,
        query: [...query.value, ['interval', interval], ['fidelity', FIDELITY[interval]]],
      })
      return readAs(reply, 'profit line', pnlFromWire)
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
    nextCursor: page.next,
    notUnderstood: read.flatMap((row) => (row.ok ? [] : row.error)),
  }
}

/** A profit line, oldest first, one point for each moment; null when it is none. */
export function pnlFromWire(
  json: unknown,
): { readonly points: readonly PnlPoint[]; readonly unread: number } | null {
  const data = fieldsOf(json)?.raw('data')
  // `{"data": null}` is a wallet without a line.
  const rows = data === null ? [] : (fieldsOf(data)?.list('points') ?? null)
  if (rows === null) return null
  const known = rows.map(pnlPointFromWire).filter((point) => point !== null)
  const points = [...new Map(known.map((point) => [point.at, point])).values()]
  return { points: points.toSorted((a, b) => a.at - b.at), unread: rows.length - known.length }
}
