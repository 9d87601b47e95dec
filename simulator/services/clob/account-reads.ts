// Reads of a key's own account: open orders, trades, balances, session signers; with the `orders.` and `trade.`
// faults that make such reads lag, repeat or end wrongly.
import { get, ok } from '../../answers.ts'
import type { ApiKey } from '../../auth/credentials.ts'
import type { FiredFault } from '../../faults/types.ts'
import { signedKey } from '../../auth/signed-key.ts'
import { Refusal, type Route, type VenueAnswer, type VenueRequest } from '../../http-server.ts'
import type { BookOrder, Trade } from '../../types.ts'
import { orderRow, tookPart, tradeRow, withLongFigures, withoutFigures } from './account-rows.ts'
import { cursorAt, FIRST_CURSOR, offsetOf, pageOf } from './answers.ts'
import type { ClobParts } from './parts.ts'

const UNLIMITED = (2n ** 256n - 1n).toString()
const OTHER_WALLET = `0x${'5a'.repeat(20)}`
const PAST_END = 'next item should be greater than or equal to 0'

/** The routes of account reads. */
export function accountReads(deps: ClobParts): readonly Route[] {
  const own = (
    path: string,
    act: (deps: ClobParts, request: VenueRequest, key: ApiKey) => VenueAnswer,
  ): Route => get(path, (request) => act(deps, request, signedKey(deps, request)))

  return [
    own('/data/orders', openOrders),
    get('/data/order/:id', (request, { id = '' }) => {
      const [order] = orderOf(deps, signedKey(deps, request), id.toLowerCase())
      if (order === undefined) throw new Refusal(404, 'Order not found')
      return ok(orderRow(order, deps.exchange.marketOfToken(order.token)))
    }),
    own('/data/trades', trades),
    own('/balance-allowance', (_, request, key) => {
      const held = balance(deps, request, key)
      const contracts = Object.values(deps.profile.contracts)
      return ok({
        balance: held.toString(),
        allowances: Object.fromEntries(contracts.map((contract) => [contract, UNLIMITED])),
      })
    }),
    own('/balance-allowance/update', (_, request, key) => {
      balance(deps, request, key)
      return ok('')
    }),
    own('/v1/user/session-signers', sessionSigners),
  ]
}

function ordersSeen(
  { exchange, clock }: ClobParts,
  key: ApiKey,
  fault: FiredFault | null,
): readonly BookOrder[] {
  const open = exchange.openOrders(key.id)
  if (fault?.name === 'orders.stale_snapshot') {
    const at = clock.now() - fault.number('ms', 5_000)
    return [...exchange.orders()]
      .filter(({ owner, createdAt }) => owner === key.id && createdAt <= at)
      .filter(({ endedAt }) => endedAt === null || endedAt > at)
      .map((order) => (order.endedAt === null ? order : { ...order, status: 'LIVE' }))
  }
  if (fault?.name === 'orders.eventual') {
    const since = clock.now() - fault.number('ms', 2_000)
    return open.filter((order) => order.createdAt <= since)
  }
  return open
}

function openOrders(deps: ClobParts, request: VenueRequest, key: ApiKey): VenueAnswer {
  const { query } = request
  const offset = offsetOf(query.get('next_cursor'))
  if (offset === null) throw new Refusal(400, PAST_END)
  const asked = (name: string): string => query.get(name)?.toLowerCase() ?? ''
  const [id, market, asset] = [asked('id'), asked('market'), asked('asset_id')]
  if (![id, market].every((value) => /^(0x[0-9a-f]{64})?$/.test(value)) || !/^\d{0,78}$/.test(asset)) {
    throw new Refusal(400, 'invalid order params payload')
  }
  const fault = deps.faults.first(request.subject, 'orders.')
  if (fault !== null) request.entry.faults.push(fault.called)
  const known = id === '' ? ordersSeen(deps, key, fault) : orderOf(deps, key, id)
  const rows = known
    .filter((order) => fits(asset, order.token))
    .map((order) => ({ order, market: deps.exchange.marketOfToken(order.token) }))
    .filter((entry) => fits(market, entry.market?.conditionId))
    .map((entry) => withWord(fault, orderRow(entry.order, entry.market)))
  return faultyPage(deps, fault, rows, offset, query.get('next_cursor') ?? FIRST_CURSOR)
}

/** An order that has ended, called by another word. */
function withWord(fault: FiredFault | null, row: ReturnType<typeof orderRow>): ReturnType<typeof orderRow> {
  const hasEnded = row['status'] !== 'LIVE' && row['status'] !== 'DELAYED'
  return fault?.name === 'orders.ended_as' && hasEnded
    ? { ...row, status: fault.text('status', 'MATCHED') }
    : row
}

function orderOf({ exchange }: ClobParts, key: ApiKey, id: string): readonly BookOrder[] {
  const order = exchange.order(id)
  return order?.owner === key.id ? [order] : []
}

function faultyPage(
  { pageSize }: ClobParts,
  fault: FiredFault | null,
  rows: readonly Readonly<Record<string, unknown>>[],
  offset: number,
  cursor: string,
): VenueAnswer {
  const page = pageOf(rows, offset, pageSize)
  switch (fault?.name) {
    case 'orders.repeated_cursor':
      return ok({ ...page, next_cursor: cursor === '' ? FIRST_CURSOR : cursor })
    case 'orders.endless_cursor':
      return ok({ ...page, next_cursor: cursorAt(offset + pageSize) })
    case 'orders.duplicate_rows':
      return ok({ ...page, data: [...page.data, ...page.data], count: 2 * page.count })
    case 'orders.long_figures':
      return ok({ ...page, data: page.data.map(withLongFigures) })
    case 'orders.unmappable_row':
      return ok({
        ...page,
        data: [...page.data, { id: 7, status: null, price: 'NaN' }],
        count: page.count + 1,
      })
    default:
      return ok(page)
  }
}

function walletsOf({ wallets }: ClobParts, key: ApiKey): readonly string[] {
  const deposit = wallets.walletOf(key.address, 3)
  return deposit === null ? [key.address] : [key.address, deposit]
}

function trades(deps: ClobParts, request: VenueRequest, key: ApiKey): VenueAnswer {
  const { query } = request
  const offset = offsetOf(query.get('next_cursor'))
  if (offset === null) throw new Refusal(400, PAST_END)
  const asked = (name: string): string => query.get(name)?.toLowerCase() ?? ''
  const [before, after] = [asked('before'), asked('after')]
  if (![before, after].every((value) => /^\d{0,12}$/.test(value))) {
    throw new Refusal(400, 'Invalid trade params payload')
  }
  const hidden = deps.faults.first(request.subject, 'trade.missing_rest')
  const visibleUntil = hidden === null ? Infinity : deps.clock.now() - hidden.number('ms', 5_000)
  const empty = deps.faults.first(request.subject, 'trade.empty_figures')
  const wholeUntil = empty === null ? Infinity : deps.clock.now() - empty.number('ms', 3_000)
  const wanted = (trade: Trade): boolean =>
    tookPart(trade, key.id) &&
    trade.matchedAt <= visibleUntil &&
    fits(asked('id'), trade.id) &&
    fits(asked('market'), trade.conditionId) &&
    concerns(trade, key, asked('asset_id')) &&
    fits(asked('maker_address'), ownWallet(trade, key)) &&
    (before === '' || trade.matchedAt < Number(before) * 1000) &&
    (after === '' || trade.matchedAt > Number(after) * 1000)
  const rows = walletsOf(deps, key)
    .flatMap((wallet) => deps.exchange.trades(wallet))
    .filter(wanted)
    .sort((left, right) => right.matchedAt - left.matchedAt)
    .map((trade) =>
      trade.matchedAt > wholeUntil ? withoutFigures(tradeRow(trade, key)) : tradeRow(trade, key),
    )
  const isOther = deps.faults.first(request.subject, 'trade.other_protocol') !== null
  return ok(pageOf(isOther ? rows.map(ofOtherProtocol) : rows, offset, deps.pageSize))
}

function balance({ exchange, wallets }: ClobParts, { query }: VenueRequest, key: ApiKey): bigint {
  const kind = query.get('asset_type')
  const type = query.get('signature_type') ?? '0'
  const token = query.get('token_id') ?? ''
  if (kind !== 'COLLATERAL' && kind !== 'CONDITIONAL') throw new Refusal(400, 'Invalid asset type')
  if (!/^[0-3]$/.test(type)) throw new Refusal(400, 'Invalid signature_type')
  if (kind === 'CONDITIONAL' && exchange.marketOfToken(token) === undefined)
    throw new Refusal(400, 'assetId invalid')
  const wallet = wallets.walletOf(key.address, Number(type))
  if (wallet === null) return 0n
  const moved = kind === 'COLLATERAL' ? exchange.cash(wallet) : exchange.shares(wallet, token)
  const held = exchange
    .unsettled(wallet)
    .reduce(
      (sum, trade) => sum - (kind === 'COLLATERAL' ? trade.cash : trade.token === token ? trade.shares : 0n),
      moved,
    )
  return held < 0n ? 0n : held
}

function sessionSigners(
  { clock, faults, wallets }: ClobParts,
  request: VenueRequest,
  key: ApiKey,
): VenueAnswer {
  const wallet = wallets.depositWallet(wallets.walletOf(key.address, 3) ?? '')
  const scopes = faults.first(request.subject, 'auth.scopes')?.args['list']
  const expires = faults.first(request.subject, 'auth.expires_in')
  const until = expires === null ? null : Math.floor((clock.now() + expires.number('ms', 86_400_000)) / 1000)
  const other = faults.first(request.subject, 'auth.other_wallet')
  const isRevoked = faults.first(request.subject, 'auth.revoked') !== null
  const sessions = (wallet?.sessions ?? []).filter(({ address }) => !isRevoked || address !== key.address)
  return ok({
    wallet: other?.text('wallet', OTHER_WALLET) ?? wallet?.address ?? key.address,
    signers: sessions.map((session) => ({
      address: session.address,
      scopes: Array.isArray(scopes) ? scopes : session.scopes,
      valid_until: until ?? session.validUntil,
    })),
  })
}

/** A row as one of a market of the other protocol version, whose condition has 62 digits. */
function ofOtherProtocol(row: unknown): unknown {
  const { market } = row as { readonly market: string }
  return { ...(row as object), market: market.slice(0, 64) }
}

function fits(wanted: string, actual: string | undefined): boolean {
  return wanted === '' || wanted === actual
}

/** True if the trade is in an asset, from the key's own side. */
function concerns(trade: Trade, key: ApiKey, asset: string): boolean {
  if (asset === '') return true
  if (trade.takerOwner === key.id) return trade.token === asset
  return trade.makers.some((maker) => maker.owner === key.id && maker.token === asset)
}

function ownWallet(trade: Trade, key: ApiKey): string {
  if (trade.takerOwner === key.id) return trade.takerWallet
  return trade.makers.find((maker) => maker.owner === key.id)?.wallet ?? ''
}
