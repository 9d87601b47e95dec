/** One acceptable request per operation: the examples of the API documents, and input of tests. */
import { settings } from '#contract/workspace.ts'
import { routes, type Operation, type WireInput } from '#contract/routes.ts'
import { replayExamples } from './replay-examples.ts'

type Example<Name extends Operation> = {
  readonly path: string
  readonly body: WireInput<Name>['body']
}

const MARKET = `pm:0x${'1'.padStart(64, '0')}`
const ORDER = `pm:0x${'1'.padStart(64, '0')}`
/** The notification that the fake begins with, and the first alert that it is given. */
const NOTIFICATION = '01890a5d-ac96-774b-bcce-b302099a8060'
const EXIT = '01890000-0000-7000-8000-e00000000001'
const ALERT = '01890a5d-ac96-774b-bcce-b302099a8061'
/** The first id that the harness gives. */
const TOKEN = '01890a5d-ac96-774b-8cce-000000000001'

/** The same order id is the one that the fake engine gives its first order. */
export const examples: { readonly [Name in Operation]: Example<Name> } = {
  health: { path: '/api/health', body: undefined },
  login: { path: '/api/login', body: { password: 'a long enough password' } },
  readSession: { path: '/api/session', body: undefined },
  logout: { path: '/api/logout', body: {} },
  listSessions: { path: '/api/sessions', body: undefined },
  endSession: { path: `/api/sessions/${'A'.repeat(43)}`, body: { password: 'a long enough password' } },
  endOtherSessions: { path: '/api/sessions', body: { password: 'a long enough password' } },
  listTokens: { path: '/api/tokens', body: undefined },
  createToken: {
    path: '/api/tokens',
    body: {
      name: 'Grid bot',
      scope: 'trade',
      expires_at: '2027-03-01T00:00:00.000Z',
      password: 'a long enough password',
    },
  },
  revokeToken: { path: `/api/tokens/${TOKEN}`, body: undefined },
  readStatus: { path: '/api/status', body: undefined },
  examine: { path: '/api/doctor', body: undefined },
  readMetrics: { path: '/api/metrics', body: undefined },
  readTrading: { path: '/api/trading', body: undefined },
  arm: { path: '/api/trading/arm', body: {} },
  disarm: { path: '/api/trading/safe', body: {} },
  retryCredentials: { path: '/api/credentials/retry', body: {} },
  search: { path: '/api/search?q=event', body: undefined },
  readEvent: { path: '/api/events/pm:1', body: undefined },
  readEventBySlug: { path: '/api/events/by-slug/event-1', body: undefined },
  readMarket: { path: `/api/markets/${MARKET}`, body: undefined },
  listTags: { path: '/api/tags', body: undefined },
  listTeams: { path: '/api/teams', body: undefined },
  listLeagues: { path: '/api/leagues', body: undefined },
  readBook: { path: '/api/books/pm:2', body: undefined },
  listTrades: { path: '/api/trades/pm:2', body: undefined },
  listGames: { path: '/api/games?league=nba&live=true&date=2026-11-20', body: undefined },
  readGame: { path: '/api/games/pm:77', body: undefined },
  readWatchlist: { path: '/api/watchlist', body: undefined },
  writeWatchlist: {
    path: '/api/watchlist',
    body: { lists: [{ name: 'Tonight', outcome_ids: ['pm:2', 'pm:3'] }] },
  },
  readLayout: { path: '/api/layouts/tablet', body: undefined },
  writeLayout: {
    path: '/api/layouts/desktop',
    body: {
      version: 0,
      workspaces: [{ id: 'main', name: 'Main', content: { panels: [['ladder', 1, null]] } }],
      active: 'main',
    },
  },
  undoLayout: { path: '/api/layouts/desktop/undo', body: { version: 1 } },
  readSettings: { path: '/api/settings', body: undefined },
  writeSettings: {
    path: '/api/settings',
    body: {
      ...settings.parse({}),
      polarity: 'mono',
      auto_centre: false,
      quick_sizes: ['1', '2', '3', '4', '5', '6.5'],
      mouse_scheme: 'button',
      click_jump_ticks: 3,
      ladder_columns: ['result'],
      tables: {
        orders: { hidden: ['age'], sort: { column: 'price', descending: true } },
      },
      keys: { cancel_all: ['Ctrl+Shift+Backspace'], buy: ['Shift+b'], combo: [] },
    },
  },
  ...replayExamples,
  readHistory: { path: '/api/history/pm:2?interval=1d', body: undefined },
  placeOrder: {
    path: '/api/orders/place',
    body: {
      client_order_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      outcome_id: 'pm:2',
      side: 'BUY',
      price: '0.5',
      size: '10',
      time_in_force: 'GTC',
      post_only: false,
      evidence: { best_bid: '0.49', best_ask: null, book_seq: 3, book_age_ms: 12 },
    },
  },
  previewOrder: {
    path: '/api/orders/preview',
    body: {
      outcome_id: 'pm:2',
      side: 'BUY',
      price: '0.52',
      size: '10.129',
      time_in_force: 'GTC',
      post_only: false,
    },
  },
  placeBothSides: {
    path: '/api/orders/place-both-sides',
    body: {
      sale: {
        client_order_id: '01890a5d-ac96-774b-bcce-b302099a8061',
        outcome_id: 'pm:2',
        side: 'SELL',
        price: '0.51',
        size: '7',
        time_in_force: 'GTC',
        post_only: false,
      },
      purchase: {
        client_order_id: '01890a5d-ac96-774b-bcce-b302099a8062',
        outcome_id: 'pm:3',
        side: 'BUY',
        price: '0.49',
        size: '13',
        time_in_force: 'GTC',
        post_only: false,
      },
    },
  },
  previewBothSides: {
    path: '/api/orders/preview-both-sides',
    body: {
      sale: {
        outcome_id: 'pm:2',
        side: 'SELL',
        price: '0.51',
        size: '7',
        time_in_force: 'GTC',
        post_only: false,
      },
      purchase: {
        outcome_id: 'pm:3',
        side: 'BUY',
        price: '0.49',
        size: '13',
        time_in_force: 'GTC',
        post_only: false,
      },
    },
  },
  exitPosition: {
    path: '/api/positions/exit',
    body: {
      client_order_id: '01890a5d-ac96-774b-bcce-b302099a8059',
      outcome_id: 'pm:2',
      mode: 'walk',
      size: '7.5',
    },
  },
  hedgePosition: {
    path: '/api/positions/hedge',
    body: { client_order_id: '01890a5d-ac96-774b-bcce-b302099a805a', outcome_id: 'pm:2' },
  },
  flattenPositions: {
    path: '/api/positions/flatten',
    body: {
      legs: [
        {
          client_order_id: '01890a5d-ac96-774b-bcce-b302099a805e',
          outcome_id: 'pm:2',
          worst_price: '0.45',
        },
      ],
    },
  },
  quoteCombo: {
    path: '/api/combos/quote',
    body: {
      client_order_id: '01890a5d-ac96-774b-bcce-b302099a805c',
      legs: ['pm:2', 'pm:4'],
      side: 'BUY',
      size: '10',
    },
  },
  acceptCombo: {
    path: '/api/combos/accept',
    body: {
      client_order_id: '01890a5d-ac96-774b-bcce-b302099a805d',
      rfq_id: 'rfq-1',
      quote_id: 'quote-1',
    },
  },
  dismissCombo: { path: '/api/combos/rfq-1/dismiss', body: {} },
  listComboRfqs: { path: '/api/combos/rfqs', body: undefined },
  listComboPositions: { path: '/api/portfolio/combos', body: undefined },
  listComboActivity: { path: '/api/activity/combos', body: undefined },
  cancelOrders: { path: '/api/orders/cancel', body: { order_ids: [ORDER] } },
  cancelMarket: { path: '/api/orders/cancel-market', body: { market_id: MARKET } },
  cancelAll: { path: '/api/orders/cancel-all', body: {} },
  replaceOrder: {
    path: `/api/orders/${ORDER}/replace`,
    body: {
      client_order_id: '01890a5d-ac96-774b-bcce-b302099a8058',
      price: '0.51',
      size: '10',
      post_only: true,
    },
  },
  listOrders: { path: '/api/orders', body: undefined },
  readOrder: { path: `/api/orders/${ORDER}`, body: undefined },
  readAccount: { path: '/api/account', body: undefined },
  listPositions: { path: '/api/positions?status=open&limit=10', body: undefined },
  listActivity: { path: '/api/activity?kind=trade&combo=false', body: undefined },
  listResolutionPnl: { path: '/api/resolution-pnl?event_id=pm:1', body: undefined },
  readProfit: { path: '/api/profit?interval=all', body: undefined },
  readJournal: { path: '/api/journal?role=maker', body: undefined },
  listRoundTrips: { path: '/api/journal/round-trips', body: undefined },
  listJournalRows: { path: '/api/journal/fills?day=2026-11-20', body: undefined },
  writeJournalNote: {
    path: '/api/journal/note',
    body: { id: `t1 ${ORDER}`, note: 'Bought after the goal', tags: ['late'] },
  },
  exportJournal: { path: '/api/journal/export?what=round_trips&format=csv', body: undefined },
  listProfitParts: { path: '/api/profit/parts?by=event', body: undefined },
  readPnl: { path: '/api/pnl?interval=1d', body: undefined },
  exportActivity: { path: '/api/export/activity.csv', body: undefined },
  listFills: { path: '/api/fills?limit=1', body: undefined },
  readRiskSettings: { path: '/api/settings/risk', body: undefined },
  writeRiskSettings: { path: '/api/settings/risk', body: { limits: { max_open_orders: 5 } } },
  listAudit: { path: '/api/audit?limit=1', body: undefined },
  verifyAudit: { path: '/api/audit/verify', body: undefined },
  exportAudit: { path: '/api/export/audit.csv?kind=intent', body: undefined },
  exportAuditLines: { path: '/api/export/audit.jsonl', body: undefined },
  exportFills: { path: '/api/export/fills.csv', body: undefined },
  listAttachedExits: { path: '/api/exits', body: undefined },
  attachExit: {
    path: '/api/exits',
    body: {
      outcome_id: 'pm:2',
      size: '20',
      legs: {
        target: { price: '0.7' },
        stop: { price: '0.4', slippage_ticks: 2 },
        trailing: { distance: '0.05', slippage_ticks: 2 },
        time: { minutes_before_start: 5 },
      },
    },
  },
  changeAttachedExit: { path: `/api/exits/${EXIT}`, body: { legs: { target: { price: '0.75' } } } },
  removeAttachedExit: { path: `/api/exits/${EXIT}`, body: undefined },
  listAlerts: { path: '/api/alerts', body: undefined },
  createAlert: {
    path: '/api/alerts',
    body: {
      kind: 'price',
      outcome_id: 'pm:2',
      direction: 'above',
      threshold: '0.55',
      repeat: true,
      note: '',
    },
  },
  changeAlert: { path: `/api/alerts/${ALERT}`, body: { state: 'paused' } },
  deleteAlert: { path: `/api/alerts/${ALERT}`, body: undefined },
  listNotifications: { path: '/api/notifications?unread=true&kind=fill&q=won&limit=1', body: undefined },
  readNotifications: { path: '/api/notifications/read', body: { all: true } },
  testNotification: { path: '/api/notifications/test', body: {} },
  reportDelivery: {
    path: `/api/notifications/${NOTIFICATION}/delivery`,
    body: { channel: 'toast', state: 'sent' },
  },
  quoteRepost: { path: `/api/notifications/${NOTIFICATION}/repost`, body: undefined },
  repostOrders: {
    path: `/api/notifications/${NOTIFICATION}/repost`,
    body: {
      orders: [
        {
          order_id: ORDER,
          client_order_id: '01890a5d-ac96-774b-bcce-b302099a80aa',
          price: '0.49',
          size: '10',
        },
      ],
    },
  },
  readNotificationSettings: { path: '/api/settings/notifications', body: undefined },
  writeNotificationSettings: {
    path: '/api/settings/notifications',
    body: { rules: { fill: { chat: false } }, sound_volume: 40 },
  },
  readOpenApi: { path: '/api/openapi.json', body: undefined },
}

export const operations = Object.keys(routes) as Operation[]
