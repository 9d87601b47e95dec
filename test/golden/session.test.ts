/**
 * Every answer and every topic of a session over the simulated venue, compared with test/golden byte for byte.
 * `RENEW_GOLDEN=1` writes the files again; a byte that changes is a decision. `npm run golden`, on a quiet machine: rows that cross
 * on a busy one come in another order.
 */
import { test, type TestContext } from 'node:test'
import type { Wire } from '#test/wire.ts'
import type { Answer, WireInput } from '#contract/routes.ts'
import type { Client } from '../client.ts'
import { comboLegs } from '../combos.ts'
import { openGolden, type Golden } from './golden.ts'
import { PASSWORD, startTerminalProcess } from '../harness.ts'
import { currentBook } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { startQuietVenue, type QuietVenue } from '../reliability/quiet-venue.ts'

/** The noon from which both programs count, so that titles with a date are the same every day. */
const BEGIN = Date.parse('2026-03-02T12:00:00.000Z')

/** The game of the last two events. */
const GAME = 'pm:20031000'
/** Id for a command that is refused. */
const ID = '01920000-0000-7000-8000-ffffffffffff'

const STARTED = [
  'health',
  'readSession',
  'listSessions',
  'readStatus',
  'examine',
  'readTrading',
  'readRiskSettings',
  'readNotificationSettings',
  'readRecordedSpan',
  'verifyAudit',
] as const

/** The change of a list, as far as it is looked at here. */
type Lists = {
  readonly upsert: readonly {
    readonly status?: string
    readonly state?: string
    readonly end?: string | null
    readonly order_ids?: readonly string[]
  }[]
  readonly remove: readonly string[]
}

type Stage = {
  readonly venue: QuietVenue
  readonly client: Client
  readonly golden: Golden
  readonly yes: string
  readonly no: string
  readonly market: string
  readonly order: (change?: Partial<WireInput<'placeOrder'>['body']>) => WireInput<'placeOrder'>['body']
}

/** Ids of the caller's own, the same in every run. */
function createIds(): () => string {
  let count = 0
  return () => `01920000-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`
}

async function begin(context: TestContext): Promise<Stage> {
  const offset = BEGIN - Date.now()
  const host = { now: () => Date.now() + offset, monotonic: () => performance.now() }
  const venue = await startQuietVenue(context, { seed: 'golden', host, firstEvents: 18 })
  // The venue's own lists stay as they are first read: when they are read again is no matter of the session.
  await venue.control('/faults', {
    name: 'data.cache',
    args: { ms: 600_000 },
    match: { path: '/v2/positions' },
  })
  await venue.placeForeign('BUY', 4_400, 2_000)
  await venue.placeForeign('SELL', 4_600, 2_000)
  const shifted = `const now = Date.now; const D = Date; globalThis.Date = class extends D { constructor(...a) { a.length === 0 ? super(D.now()) : super(...a) } }; D.now = globalThis.Date.now = () => now() + ${offset}`
  const terminal = await startTerminalProcess(context, {
    simulator: venue,
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}` },
  })
  const client = terminal.client()
  const [yes = '', no = ''] = venue.market.tokens.map((token) => `pm:${token}`)
  const known = await venue.control('/markets')
  const keeps = new Set(JSON.stringify(known).match(/0x[0-9a-f]{40,}|\d{60,}/g))
  const nextId = createIds()
  await currentBook(client, yes, 1)
  await currentBook(client, no, 1)
  return {
    venue,
    client,
    golden: await openGolden(terminal.client, keeps),
    yes,
    no,
    market: `pm:${venue.market.conditionId}`,
    order: (change) => ({
      client_order_id: nextId(),
      outcome_id: yes,
      side: 'BUY',
      price: '0.43',
      size: '10',
      time_in_force: 'GTC',
      post_only: false,
      ...change,
    }),
  }
}

test(
  'every answer and every message is as the golden files have it',
  { timeout: 180_000 },
  async (context) => {
    const stage = await begin(context)
    const { golden } = stage
    if (process.env['RENEW_GOLDEN'] !== undefined) context.after(() => golden.compare())
    await recordStart(stage)
    await recordMarkets(stage)
    await recordRefusals(stage)
    for (const topic of topicsOf(stage)) await golden.snapshot('topics', topic)
    await recordOrders(stage)
    await recordEndings(stage)
    await recordExits(stage)
    await recordWaysOut(stage)
    await recordAlerts(stage)
    await recordCombos(stage)
    await recordSettings(stage)
    await recordLists(stage)
    golden.compare()
  },
)

function topicsOf({ yes }: Stage): readonly string[] {
  const named =
    'status trading feeds account positions resolution_pnl orders fills combo_rfqs combo_positions exits alerts'
  return [...named.split(' '), 'notifications', `book:${yes}`, `trades:${yes}`, `game:${GAME}`]
}

/** A terminal that has read everything and is SAFE. */
async function recordStart({ golden }: Stage): Promise<void> {
  await golden.rest('start', 'listPositions', { query: { limit: '1' } }, (list: Answer<'listPositions'>) => {
    return list.complete && list.items.every(({ venue, stale }) => venue !== null && !stale)
  })
  await golden.rest('start', 'readAccount', {}, (account: Answer<'readAccount'>) => {
    return account.combo_cost_basis !== null && account.venue !== null
  })
  for (const name of STARTED) await golden.rest('start', name)
  await golden.rest('start', 'readSettings')
}

async function recordMarkets({ golden, yes, market, client }: Stage): Promise<void> {
  const { items } = await client.ok('search', { query: { q: 'recession', limit: '1' } })
  const event_id = items[0]?.id ?? ''
  const slug = items[0]?.slug ?? ''
  const params = { outcome_id: yes }
  await golden.rest('markets', 'search', { query: { q: 'Herons player props', limit: '1' } })
  await golden.rest('markets', 'readEvent', { params: { event_id } })
  await golden.rest('markets', 'readEventBySlug', { params: { slug } })
  await golden.rest('markets', 'readMarket', { params: { market_id: market } })
  await golden.rest('markets', 'readBook', { params })
  await golden.rest('markets', 'readHistory', { params, query: { interval: '1h', fidelity: '20' } })
  await golden.rest('markets', 'listTrades', { params })
  await golden.rest(
    'markets',
    'readGame',
    { params: { game_id: GAME } },
    (game: Wire['Game']) => game.score !== null,
  )
  for (const name of ['listTags', 'listTeams', 'listLeagues', 'listGames'] as const)
    await golden.rest('markets', name, { query: { limit: '2' } })
}

/** Problem documents, and orders that are refused. */
async function recordRefusals({ golden, order, yes }: Stage): Promise<void> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const place = '/api/orders/place'
  await golden.raw('refusals', '/api/nothing', { method: 'GET' })
  await golden.raw('refusals', '/api/orders', { method: 'PUT' })
  await golden.raw('refusals', '/api/orders?limit=0&more=1', { method: 'GET' })
  await golden.raw('refusals', '/api/orders?cursor=none', { method: 'GET' })
  await golden.raw('refusals', '/api/session', { method: 'GET', headers: { cookie: '' } })
  await golden.raw('refusals', place, { ...post, headers: { ...post.headers, 'x-csrf-token': '' } })
  await golden.raw('refusals', place, { ...post, body: '{' })
  await golden.raw('refusals', place, { ...post, headers: { 'content-type': 'text/plain' }, body: '{}' })
  await golden.raw('refusals', place, {
    ...post,
    body: JSON.stringify({ side: 'buy', price: '0.50', size: 1 }),
  })
  await golden.rest('refusals', 'readEvent', { params: { event_id: 'pm:1' } })
  await golden.rest('refusals', 'readBook', { params: { outcome_id: 'pm:1' } })
  await golden.rest('refusals', 'readOrder', { params: { order_id: `pm:0x${'ab'.repeat(32)}` } })
  await golden.rest('refusals', 'cancelOrders', { body: { order_ids: [`pm:0x${'ab'.repeat(32)}`] } })
  await golden.rest('refusals', 'placeOrder', { body: order() })
  await golden.rest('refusals', 'arm', { body: {} }, (_, status) => status === 200)
  for (const change of [
    { price: '0.4399' },
    { price: '1' },
    { size: '0.01' },
    { size: '5000' },
    { price: '0.6' },
    { outcome_id: 'pm:123456789' },
    { time_in_force: 'FOK', post_only: true },
    { time_in_force: 'GTD' },
    { price: '0.46', post_only: true },
  ] as const)
    await golden.rest('refusals', 'placeOrder', { body: order(change) })
  const { client_order_id: _, ...preview } = order({ price: '0.7', size: '3000' })
  await golden.rest('refusals', 'previewOrder', { body: preview })
  await golden.rest('refusals', 'exitPosition', {
    body: { client_order_id: ID, outcome_id: yes, mode: 'walk', worst_price: '0.9' },
  })
}

/** Orders that rest, move, fill in parts and take. */
async function recordOrders({ golden, order, venue, yes, client }: Stage): Promise<void> {
  const { client_order_id: _, ...resting } = order()
  await golden.rest('orders', 'previewOrder', { body: resting })
  await golden.rest('orders', 'previewOrder', {
    body: { ...resting, price: '0.46', size: '20', time_in_force: 'FAK' },
  })
  const first = order({
    post_only: true,
    evidence: { best_bid: '0.44', best_ask: '0.46', book_seq: 1, book_age_ms: 5 },
  })
  const placed: Answer<'placeOrder'> = await golden.rest('orders', 'placeOrder', { body: first })
  await golden.rest('orders', 'placeOrder', { body: first })
  await golden.rest('orders', 'placeOrder', { body: { ...first, size: '11' } })
  await golden.changes('orders', 'orders', hasOrder('live'))
  await golden.changes('orders', `book:${yes}`, (book: Partial<Wire['Book']>) => book.bids !== undefined)
  const moved: Answer<'replaceOrder'> = await golden.rest('orders', 'replaceOrder', {
    params: { order_id: placed.order?.id ?? '' },
    body: { client_order_id: order().client_order_id, price: '0.42', size: '12', post_only: true },
  })
  await golden.changes(
    'orders',
    'orders',
    (change: Lists) => change.upsert.length === 2 && change.upsert.some(({ status }) => status === 'live'),
  )
  await golden.rest('orders', 'listOrders')
  await golden.rest('orders', 'cancelOrders', { body: { order_ids: [moved.order?.id ?? ''] } })
  await golden.changes('orders', 'orders', hasOrder('cancelled'))

  const partly: Answer<'placeOrder'> = await golden.rest('orders', 'placeOrder', {
    body: order({ price: '0.45', size: '30' }),
  })
  const id = partly.order?.id ?? ''
  await fillAtVenue(venue, id, 10)
  await golden.changes('orders', 'orders', hasOrder('partially_filled'))
  await golden.changes('orders', 'fills', areConfirmed)
  await fillAtVenue(venue, id, 20)
  await golden.changes('orders', 'orders', hasOrder('filled'))
  await golden.changes('orders', 'fills', areConfirmed)
  await golden.rest('orders', 'placeOrder', {
    body: order({ price: '0.46', size: '20', time_in_force: 'FAK' }),
  })
  await golden.changes('orders', 'fills', areConfirmed)
  await golden.changes('orders', 'orders', hasOrder('filled'))
  await golden.rest('orders', 'listFills', {}, (list: Answer<'listFills'>) =>
    list.items.every(({ status }) => status === 'confirmed'),
  )
  await golden.rest('orders', 'readOrder', { params: { order_id: id } })
  await settle(client, yes, '300')
  await golden.changes('orders', 'positions', (change: Lists) => change.upsert.length > 0)
  await golden.changes('orders', `trades:${yes}`, (change: Lists) => change.upsert.length === 3)
}

/** Orders whose answer is lost, which are delayed, reversed, or end by their time or a Cancel All. */
async function recordEndings({ golden, order, venue, client, market }: Stage): Promise<void> {
  const once = { times: 1 }
  await venue.control('/faults', {
    name: 'order.reject',
    args: { text: 'not enough balance / allowance' },
    when: once,
  })
  await golden.rest('endings', 'placeOrder', { body: order() })
  await venue.control('/faults', { name: 'order.accept_then_reset', when: once })
  await golden.rest('endings', 'placeOrder', { body: order({ price: '0.41' }) })
  await golden.changes('endings', 'orders', hasOrder('live'))
  await venue.control('/faults', { name: 'order.delayed', args: { s: 3 }, when: once })
  const delayed: Answer<'placeOrder'> = await golden.rest('endings', 'placeOrder', {
    body: order({ price: '0.4' }),
  })
  await golden.changes('endings', 'orders', hasOrder('delayed'))
  await golden.rest('endings', 'cancelOrders', { body: { order_ids: [delayed.order?.id ?? ''] } })
  await golden.changes('endings', 'orders', hasOrder('cancelled'))
  await golden.rest('endings', 'placeOrder', {
    body: order({
      price: '0.4',
      time_in_force: 'GTD',
      expires_at: new Date(BEGIN + 3_600_000).toISOString(),
    }),
  })
  await golden.changes('endings', 'orders', hasOrder('live'))
  await golden.rest('endings', 'cancelMarket', { body: { market_id: market } })
  await golden.changes('endings', 'orders', (change: Lists) => change.remove.length === 2)
  await golden.rest('endings', 'placeOrder', { body: order({ price: '0.4' }) })
  await golden.rest('endings', 'listOrders', {}, isLive)
  await golden.rest('endings', 'cancelAll', { body: {} })
  await golden.changes('endings', 'orders', (change: Lists) => change.remove.length === 1)
  await client.ok('readTrading')
}

/** Targets and stops, alone and with an entry. */
async function recordExits({ golden, order, yes, client }: Stage): Promise<void> {
  const legs = { target: { price: '0.6' }, stop: { price: '0.2', slippage_ticks: 5 } }
  await golden.rest('exits', 'attachExit', { body: { outcome_id: yes, size: '9999', legs } })
  const made: Answer<'attachExit'> = await golden.rest('exits', 'attachExit', {
    body: { outcome_id: yes, size: '50', legs },
  })
  await golden.changes('exits', 'exits', ({ upsert }: Lists) =>
    upsert.some((exit) => exit.order_ids?.length === 1),
  )
  await golden.rest('exits', 'listOrders', {}, isLive)
  const params = { exit_id: made.id }
  await golden.rest('exits', 'changeAttachedExit', {
    params,
    body: { legs: { trailing: { distance: '0.1', slippage_ticks: 5 } } },
  })
  await golden.changes('exits', 'exits', hasState('active'))
  await golden.rest('exits', 'removeAttachedExit', { params })
  await golden.changes('exits', 'exits', hasState('cancelled'))
  await golden.rest('exits', 'placeOrder', { body: order({ price: '0.41', exits: legs }) })
  await golden.changes('exits', 'exits', hasState('waiting'))
  await golden.rest('exits', 'listAttachedExits')
  await golden.rest('exits', 'cancelAll', { body: {} })
  await golden.rest('exits', 'listOrders', {}, (list: Answer<'listOrders'>) => list.items.length === 0)
  const { items } = await client.ok('listAttachedExits')
  await golden.rest('exits', 'removeAttachedExit', { params: { exit_id: items[0]?.id ?? '' } })
  // Its row is written behind the answer, and comes before those of what follows.
  await waitFor('the removal to be in the audit log', async () => {
    const [newest] = (await client.ok('listAudit', { query: { limit: '1' } })).items
    return newest?.details['event'] === 'removed'
  })
}

/** Leaving and hedging what is held. */
async function recordWaysOut({ golden, order, client, yes, no }: Stage): Promise<void> {
  const id = (): string => order().client_order_id
  await golden.rest('ways-out', 'exitPosition', {
    body: { client_order_id: id(), outcome_id: yes, mode: 'walk', size: '50' },
  })
  await settle(client, yes, '250')
  await golden.rest('ways-out', 'exitPosition', {
    body: { client_order_id: id(), outcome_id: yes, mode: 'join', size: '20' },
  })
  const sale = order({
    side: 'SELL',
    price: '0.44',
    size: '230',
  }) as WireInput<'placeBothSides'>['body']['sale']
  const purchase = order({
    outcome_id: no,
    price: '0.56',
    size: '10',
  }) as WireInput<'placeBothSides'>['body']['purchase']
  const { client_order_id: _, ...soldFirst } = sale
  const { client_order_id: __, ...boughtThen } = purchase
  await golden.rest('ways-out', 'previewBothSides', { body: { sale: soldFirst, purchase: boughtThen } })
  await nextSecond()
  await golden.rest('ways-out', 'hedgePosition', { body: { client_order_id: id(), outcome_id: yes } })
  await nextSecond()
  await golden.rest('ways-out', 'flattenPositions', {
    body: { legs: [{ client_order_id: id(), outcome_id: yes }] },
  })
}

/** Alerts that wait, fire and end, and what is notified of. */
async function recordAlerts({ golden, venue, yes }: Stage): Promise<void> {
  const price = { kind: 'price', outcome_id: yes, direction: 'above', threshold: '0.449' } as const
  const made: Answer<'createAlert'> = await golden.rest('alerts', 'createAlert', { body: price })
  await golden.rest('alerts', 'createAlert', {
    body: { ...price, kind: 'spread', threshold: '0.5', note: 'wide', repeat: true },
  })
  await golden.rest('alerts', 'createAlert', { body: { kind: 'score', game_id: GAME, threshold: '999' } })
  await golden.rest('alerts', 'createAlert', { body: { kind: 'game_end', game_id: GAME } })
  await golden.rest('alerts', 'createAlert', { body: { ...price, threshold: '0.4499' } })
  await golden.rest('alerts', 'listAlerts', {}, (list: Answer<'listAlerts'>) =>
    list.items.every((alert) => alert.kind !== 'price' || alert.armed_at !== null),
  )
  await golden.changes('alerts', 'alerts', (change: Lists) => change.upsert.length === 4)
  golden.skip('notifications')
  await venue.placeForeign('BUY', 4_490, 50)
  await golden.changes('alerts', 'alerts', hasState('fired'))
  await golden.changes('alerts', 'notifications', () => true)
  const list: Answer<'listNotifications'> = await golden.rest('alerts', 'listNotifications', {
    query: { limit: '200' },
  })
  const params = { notification_id: list.items[0]?.id ?? '' }
  await golden.rest('alerts', 'reportDelivery', { params, body: { channel: 'toast', state: 'sent' } })
  await golden.rest('alerts', 'readNotifications', { body: { all: true } })
  await golden.rest('alerts', 'quoteRepost', { params })
  await golden.rest('alerts', 'changeAlert', {
    params: { alert_id: made.id },
    body: { state: 'active', threshold: '0.5' },
  })
  await golden.rest('alerts', 'deleteAlert', { params: { alert_id: made.id } })
}

/** Quotes that are accepted, dismissed and refused. */
async function recordCombos({ golden, client, order }: Stage): Promise<void> {
  const [first, second] = await comboLegs(client)
  const legs = [first.outcomeId, second.outcomeId]
  const body = (): WireInput<'quoteCombo'>['body'] => ({
    client_order_id: order().client_order_id,
    legs,
    side: 'BUY',
    size: '25',
  })
  await golden.rest('combos', 'quoteCombo', { body: { ...body(), legs: [legs[0] ?? '', 'pm:1'] } })
  const dismissed: Answer<'quoteCombo'> = await golden.rest('combos', 'quoteCombo', { body: body() })
  await golden.rest('combos', 'dismissCombo', { params: { rfq_id: dismissed.quote?.rfq_id ?? '' }, body: {} })
  const { quote }: Answer<'quoteCombo'> = await golden.rest('combos', 'quoteCombo', { body: body() })
  await golden.rest('combos', 'acceptCombo', {
    body: {
      client_order_id: order().client_order_id,
      rfq_id: quote?.rfq_id ?? '',
      quote_id: quote?.quote_id ?? '',
    },
  })
  await golden.changes('combos', 'combo_rfqs', hasState('filled'))
  await golden.rest('combos', 'listComboRfqs')
  await golden.rest(
    'combos',
    'listComboPositions',
    {},
    (list: Answer<'listComboPositions'>) => list.items.length === 1,
  )
  await golden.changes('combos', 'combo_positions', () => true)
  await golden.rest(
    'combos',
    'listComboActivity',
    {},
    (list: Answer<'listComboActivity'>) => list.items.length === 1,
  )
}

/** Limits, rules, watchlists, layouts and tokens. */
async function recordSettings({ golden, yes }: Stage): Promise<void> {
  await golden.rest('settings', 'writeRiskSettings', {
    body: { limits: { max_order_notional: '200', max_open_orders: 50 } },
  })
  await golden.rest('settings', 'writeRiskSettings', { body: { limits: { max_order_notional: '600' } } })
  await golden.rest('settings', 'writeNotificationSettings', {
    body: { rules: { fill: { sound: false } }, sound_volume: 10 },
  })
  await golden.rest('settings', 'writeWatchlist', {
    body: { lists: [{ name: 'First', outcome_ids: [yes] }] },
  })
  await golden.rest('settings', 'readWatchlist')
  await golden.rest('settings', 'writeLayout', {
    params: { screen_class: 'desktop' },
    body: { version: 0, workspaces: [{ id: 'a', name: 'One', content: {} }], active: 'a' },
  })
  await golden.rest('settings', 'readLayout', { params: { screen_class: 'desktop' } })
  const made: Answer<'createToken'> = await golden.rest('settings', 'createToken', {
    body: {
      name: 'Bot',
      scope: 'read',
      expires_at: new Date(BEGIN + 86_400_000).toISOString(),
      password: PASSWORD,
    },
  })
  await golden.rest('settings', 'listTokens')
  await golden.rest('settings', 'revokeToken', { params: { token_id: made.id } })
  await golden.rest('settings', 'disarm', { body: {} })
  await golden.changes('settings', 'trading', ({ mode }: { readonly mode: string }) => mode === 'SAFE')
  await golden.changes('settings', 'status', ({ mode }: { readonly mode: string }) => mode === 'SAFE')
}

/** Lists over all that was done. */
async function recordLists({ golden, client }: Stage): Promise<void> {
  for (const name of ['listPositions', 'listResolutionPnl'] as const) await golden.rest('lists', name)
  // A sale is settled some time after its fill.
  await golden.rest('lists', 'readProfit', {}, ({ points }: Answer<'readProfit'>) =>
    points.every(({ settled, total }) => settled === total),
  )
  for (const name of ['listProfitParts', 'readJournal', 'readAccount'] as const)
    await golden.rest('lists', name)
  for (const name of ['listRoundTrips', 'listJournalRows', 'listActivity'] as const)
    await golden.rest('lists', name, { query: { limit: '3' } })
  await golden.rest('lists', 'readPnl', { query: { interval: 'today' } })
  await golden.rest('lists', 'listAudit', { query: { limit: '14' } })
  for (const path of ['export/fills.csv', 'export/audit.csv?kind=intent', 'journal/export?what=round_trips'])
    await golden.raw('lists', `/api/${path}`, { method: 'GET' })
  await client.ok('logout', { body: {} })
  await golden.rest('lists', 'readAccount')
}

function isLive({ items }: Answer<'listOrders'>): boolean {
  return items.length === 1 && items[0]?.status === 'live'
}

function hasOrder(wanted: string): (change: Lists) => boolean {
  return ({ upsert }) => upsert.at(-1)?.status === wanted
}

function areConfirmed({ upsert }: Lists): boolean {
  return upsert.length > 0 && upsert.every(({ status }) => status === 'confirmed')
}

function hasState(wanted: string): (change: Lists) => boolean {
  return ({ upsert }) => upsert.some(({ state }) => state === wanted)
}

async function fillAtVenue(venue: QuietVenue, id: string, shares: number): Promise<void> {
  await venue.control('/fills', {
    fills: [{ order_id: id.slice('pm:'.length), size: String(shares * 1_000_000) }],
  })
}

/** The venue tells fills apart by the second. */
async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1_000)
  await waitFor('the next second', () => Math.floor(Date.now() / 1_000) > second)
}

/** Waits until so much is held and nothing of it settles. */
async function settle(client: Client, outcomeId: string, size: string): Promise<void> {
  await waitFor(`a settled position of ${size}`, async () => {
    const { items } = await client.ok('listPositions')
    const held = items.find((one) => one.outcome_id === outcomeId)
    return held?.size === size && held.settling_size === '0'
  })
}
