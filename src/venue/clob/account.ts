/** Reads of the own account. A list has all its pages or is a fault; a row that is not understood is named beside the rest. */
import { nativeId, type OrderId, type OutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import type { Micros } from '#core/money.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { OrderList, TradeList, UnreadAccountRow, VenueOrder } from '#core/order/account-rows.ts'
import type { AccountIdentity, Balance, ReadFault, VenueAccount } from '#ports/venue-account.ts'
import type { VenueGeoblock } from '#ports/venue-geoblock.ts'
import type { CredentialHolder } from '../auth/credentials.ts'
import { ENDPOINTS, type Endpoint } from '../endpoints.ts'
import { fault, readAs, readJson } from '../faults.ts'
import { fieldsOf } from '../fields.ts'
import { isAbsent, readBaseUnits, readNumber } from '../figures.ts'
import type { Http } from '../http.ts'
import { walkPages, type Page, type Query } from '../pages.ts'
import { deriveCredentials, establishCredentials } from './keys.ts'
import { readKeyListing } from './key-listing.ts'
import { allowancesOf, readStanding, type Spender } from './standing.ts'
import { readTrade } from './trades.ts'
import { readOrder, shown } from './translate.ts'

const FIRST_CURSOR = 'MA=='
const LAST_CURSOR = 'LTE='
const MAX_PAGES = 50
const SIGNATURE_TYPE = '3'

type Rows<T> = { readonly rows: readonly T[]; readonly notUnderstood: readonly UnreadAccountRow[] }

async function readRows<T>(
  http: Http,
  endpoint: Endpoint,
  filters: Query,
  translate: (row: unknown) => Result<T, UnreadAccountRow>,
): Promise<Result<Rows<T>, ReadFault>> {
  const walk = await walkPages(MAX_PAGES, async (cursor) => {
    const json = readJson(
      await http({ endpoint, query: [...filters, ['next_cursor', cursor ?? FIRST_CURSOR]] }),
    )
    return json.ok ? pageOf(json.value) : json
  })
  if (walk.fault !== null) return err(walk.fault)
  const read = walk.rows.map(translate)
  return ok({
    rows: read.flatMap((row) => (row.ok ? [row.value] : [])),
    notUnderstood: read.flatMap((row) => (row.ok ? [] : [row.error])),
  })
}

function pageOf(json: unknown): Result<Page, ReadFault> {
  const fields = fieldsOf(json)
  const rows = fields?.list('data') ?? null
  const next = fields?.raw('next_cursor')
  if (fields === null || rows === null || typeof next !== 'string') {
    return err(fault('unreadable', 'a page without rows and cursor'))
  }
  const count = fields.raw('count')
  const counted = isAbsent(count) ? rows.length : readNumber(count)
  if (rows.length === 0 && counted !== 0) {
    return err(fault('incomplete', `a page without the ${shown(count)} rows that it counts`))
  }
  if (next === '') return err(fault('incomplete', 'a page without a cursor'))
  return ok({ rows, next: next === LAST_CURSOR ? null : next })
}

/** Balance in base units, and the smallest allowance over the exchanges that trade single markets. */
export function readBalance(json: unknown, exchanges: readonly string[]): Result<Balance, ReadFault> {
  const balance = readBaseUnits(fieldsOf(json)?.raw('balance'))
  if (balance === null) return err(fault('unreadable', 'no balance in the answer'))
  let allowance: Micros | null = null
  for (const [spender, amount] of allowancesOf(json) ?? []) {
    if (!exchanges.includes(spender)) continue
    if (amount === null) return ok({ balance, allowance: null })
    if (allowance === null || amount < allowance) allowance = amount
  }
  return ok({ balance, allowance })
}

function balanceQuery(asset: 'COLLATERAL' | OutcomeId): Query {
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
      const filters: Query = after > 0 ? [['after', after.toString()]] : []
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
      const time = readAs(reply, 'time', readNumber)
      if (!time.ok) return time
      const ourMoment = now - (clock.monotonic() - startedAt) / 2
      const venueMoment = time.value > LARGEST_SECONDS ? time.value : time.value * 1000 + HALF_SECOND
      return ok(Math.round(venueMoment - ourMoment))
    },
  }
}

/** The venue sends whole seconds, rounded down: on average half a second is missing. */
const HALF_SECOND = 500
/** Seconds of the year 5138: more are milliseconds. */
const LARGEST_SECONDS = 99_999_999_999
