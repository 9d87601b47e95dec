/** Reads of the own account. A list has all its pages or is a fault; a row that is not understood is named beside the rest. */
import { nativeId, type OrderId, type OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { createWalkProgress } from '#lib/walk-progress.ts'
import type { Clock } from '#ports/clock.ts'
import type {
  AccountIdentity,
  Balance,
  OrderList,
  ReadFault,
  TradeList,
  UnreadAccountRow,
  VenueAccount,
  VenueOrder,
} from '#ports/venue-account.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'
import type { CredentialHolder } from '../auth/credentials.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import { fault, readJson } from '../faults.ts'
import { rowKey } from '../row-key.ts'
import { figure, isAbsent, readBaseUnits, readNumber } from '../figures.ts'
import type { Http } from '../http.ts'
import { deriveCredentials, establishCredentials } from './keys.ts'
import { readKeyListing } from './key-listing.ts'
import { readStanding, type Spender } from './standing.ts'
import { readTrade } from './trades.ts'
import { readOrder, shown } from './translate.ts'
import { balanceAnswer, page } from './wire.ts'

const FIRST_CURSOR = 'MA=='
const LAST_CURSOR = 'LTE='
const MAX_PAGES = 50
const SIGNATURE_TYPE = '3'

type Rows<T> = { readonly rows: readonly T[]; readonly notUnderstood: readonly UnreadAccountRow[] }

async function readRows<T>(
  http: Http,
  endpoint: Endpoint,
  filters: readonly (readonly [string, string])[],
  translate: (row: unknown) => Result<T, UnreadAccountRow>,
): Promise<Result<Rows<T>, ReadFault>> {
  const rows: T[] = []
  const notUnderstood: UnreadAccountRow[] = []
  const progress = createWalkProgress()
  let cursor = FIRST_CURSOR
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const json = readJson(await http({ endpoint, query: [...filters, ['next_cursor', cursor]] }))
    if (!json.ok) return json
    const read = page.safeParse(json.value)
    if (!read.success) return err(fault('unreadable', 'a page without rows and cursor'))
    const { data, count } = read.data
    const counted = isAbsent(count) ? data.length : readNumber(count)
    if (data.length === 0 && counted !== 0) {
      return err(fault('incomplete', `a page without the ${shown(count)} rows that it counts`))
    }
    for (const row of data) {
      const translated = translate(row)
      if (translated.ok) rows.push(translated.value)
      else notUnderstood.push(translated.error)
    }
    cursor = read.data.next_cursor
    if (cursor === LAST_CURSOR) return ok({ rows, notUnderstood })
    const stuck = cursor === '' ? 'a page without a cursor' : progress.page(data.map(rowKey), cursor)
    if (stuck !== null) return err(fault('incomplete', stuck))
  }
  return err(fault('incomplete', `more than ${MAX_PAGES} pages`))
}

/** Balance in base units, and the smallest allowance over the exchanges that trade single markets. */
function readBalance(json: unknown, exchanges: readonly string[]): Result<Balance, ReadFault> {
  const read = balanceAnswer.safeParse(json)
  const balance = read.success ? readBaseUnits(read.data.balance) : null
  if (!read.success || balance === null) return err(fault('unreadable', 'no balance in the answer'))
  let allowance: Micros | null = null
  for (const [spender, text] of Object.entries(read.data.allowances ?? {})) {
    if (!exchanges.includes(spender.toLowerCase())) continue
    const amount = readBaseUnits(text)
    if (amount === null) return ok({ balance, allowance: null })
    if (allowance === null || amount < allowance) allowance = amount
  }
  return ok({ balance, allowance })
}

function balanceQuery(asset: 'COLLATERAL' | OutcomeId): readonly (readonly [string, string])[] {
  return asset === 'COLLATERAL'
    ? [
        ['asset_type', 'COLLATERAL'],
        ['signature_type', SIGNATURE_TYPE],
      ]
    : [
        ['asset_type', 'CONDITIONAL'],
        ['signature_type', SIGNATURE_TYPE],
        ['token_id', nativeId(asset)],
      ]
}

/** The account port over the order-book service. */
export function createAccount(parts: {
  readonly http: Http
  readonly clock: Clock
  readonly holder: CredentialHolder
  readonly identity: AccountIdentity
  /** Contracts that need an approval. */
  readonly spenders: readonly Spender[]
  readonly geoblock: VenueGeoblock
}): VenueAccount {
  const { http, clock, holder, identity, spenders } = parts
  const exchanges = spenders.flatMap(({ address, isExchange }) => (isExchange ? address : []))

  async function isPlaceBlocked(): Promise<boolean> {
    const answer = await parts.geoblock.check()
    return answer.kind === 'answered' && answer.blocked
  }

  return {
    identity,
    establishCredentials: () => establishCredentials(http, holder, isPlaceBlocked),
    deriveCredentials: () => deriveCredentials(http, holder),
    hasCredentials: () => holder.current() !== null,
    dropCredentials: () => {
      holder.drop()
    },
    async openOrders(): Promise<Result<OrderList, ReadFault>> {
      const read = await readRows(http, ENDPOINTS.openOrders, [], readOrder)
      if (!read.ok) return read
      const { rows, notUnderstood } = read.value
      return ok({ orders: [...new Map(rows.map((order) => [order.id, order])).values()], notUnderstood })
    },
    async order(id: OrderId): Promise<Result<VenueOrder | null, ReadFault>> {
      const read = await readRows(http, ENDPOINTS.openOrders, [['id', nativeId(id)]], readOrder)
      if (!read.ok) return read
      const found = read.value.rows.find((order) => order.id === id)
      const [unread] = read.value.notUnderstood
      if (found !== undefined || unread === undefined) return ok(found ?? null)
      return err({ ...fault('incomplete', `an order that is not understood: ${unread.reason}`), row: unread })
    },
    async trades(since: Instant): Promise<Result<TradeList, ReadFault>> {
      const after = Math.floor(since / 1000) - 1
      const filters: readonly (readonly [string, string])[] = after > 0 ? [['after', after.toString()]] : []
      const read = await readRows(http, ENDPOINTS.trades, filters, readTrade)
      if (!read.ok) return read
      return ok({ trades: read.value.rows, notUnderstood: read.value.notUnderstood })
    },
    async balance(asset) {
      const json = readJson(await http({ endpoint: ENDPOINTS.balance, query: balanceQuery(asset) }))
      return json.ok ? readBalance(json.value, exchanges) : json
    },
    async refreshBalance(asset) {
      const reply = await http({ endpoint: ENDPOINTS.refreshBalance, query: balanceQuery(asset) })
      if (reply.kind === 'answered' && reply.status === 200) return ok(null)
      const json = readJson(reply)
      return json.ok ? ok(null) : json
    },
    keyListing: () => readKeyListing(http, identity),
    standing: (outcomeId) => readStanding(http, spenders, SIGNATURE_TYPE, outcomeId),
    async clockSkew() {
      const startedAt = clock.monotonic()
      const reply = await http({ endpoint: ENDPOINTS.time })
      const now = clock.now()
      const json = readJson(reply)
      if (!json.ok) return json
      const time = readNumber(figure().parse(json.value))
      if (time === null) return err(fault('unreadable', 'the answer holds no time'))
      const ourMoment = now - (clock.monotonic() - startedAt) / 2
      const venueMoment = time > LARGEST_SECONDS ? time : time * 1000 + HALF_SECOND
      return ok(Math.round(venueMoment - ourMoment))
    },
  }
}

/** The venue sends whole seconds, rounded down: on average half a second is missing. */
const HALF_SECOND = 500
/** Seconds of the year 5138: more are milliseconds. */
const LARGEST_SECONDS = 99_999_999_999
