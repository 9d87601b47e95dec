/** Descriptions of the operations that programs use, for the API documents (API-1, API-6). */
import type { Operation } from '#contract/routes.ts'

const REPEATED =
  'Repeating the same `client_order_id` and body answers the first result and sends nothing, even after a restart: repeat it after a timeout. Another body is 409.'
const REFUSED =
  'A refusal by risk or the venue is a 200: `result` is `rejected`, `reject.code` says why. `unknown` counts as open until resolved.'
const WAY_OUT =
  'Own resting sells whose shares are needed are cancelled first, and nothing is sold until the venue proves them gone: the answer may take half a minute.'
const CANCELLED =
  'Works in every mode, also SAFE and with a full disk. Each order is in exactly one list; `queued` ones are sent until the venue takes them.'

export const DESCRIPTIONS: Readonly<Record<Operation, string>> = {
  placeOrder: `Needs ARMED. A size is rounded down to two decimals; \`evidence\` refuses the order if the book has moved since. ${REPEATED} ${REFUSED}`,
  placeOrders: `1 to 15 orders in one request to the venue, each with its own id and its own result. Orders that would be refused alone are refused, the others sent; if those together exceed a limit, the cash or what the venue takes at once, none is. No answer leaves all of them \`unknown\`. A sale here cancels no open sells first. ${REPEATED}`,
  previewOrder:
    'Costs, fee, average and worst price by the current book, what placing would answer in `reject`, and the nearest sizes that the venue takes. Sends nothing.',
  placeBothSides: `Sells the shares held, then buys the other outcome once the sale is accepted; neither if the buy is known to be refused (\`purchase_not_possible\`). ${REPEATED}`,
  replaceOrder: `Cancels the order, waits for the proof, and places what is left of it at the new price. \`cancelled\` says whether the old one is gone, whatever the new one's result. ${REPEATED}`,
  cancelOrders: `${CANCELLED} Ids that no open order here has go to the venue behind the others, 20 a second for all programs; the rest is in \`failed\` with \`retry_after_ms\`.`,
  cancelMarket: `Every order of a market or of one outcome, those that only the venue knows included. ${CANCELLED}`,
  cancelAll: `Every order of the account. It answers two seconds after the venue at the latest; \`in_flight\` are cancelled when they turn up, \`working_stops\` are attached exits that no cancel ends. ${CANCELLED}`,
  disarm: 'SAFE: nothing is placed until a person arms. Resting orders stay: cancel them too.',
  exitPosition: `Sells a position, quoted at the current book. ${WAY_OUT} ${REPEATED}`,
  hedgePosition: `Buys the other outcome so that both pay the same. ${WAY_OUT} ${REPEATED}`,
  flattenPositions: `Cancels the orders of the markets, in every mode, then sells each outcome whole. ${WAY_OUT} A repeat answers each leg's first result.`,
  attachExit: `Targets, stop, trailing stop or time on a position; one ends the others. Stops are Sesame's own and act only while it runs ARMED. On disk before anything is sent. With \`entry\` there is no position yet: it buys once, by a limit, when the bid is there, and the same \`client_order_id\` with the same legs answers the same exit.`,
  changeAttachedExit: 'All legs: an omitted one is removed. A moved stop is checked at once.',
  removeAttachedExit:
    'Cancels its resting orders and ends it; a removal by a program is notified. 200 even if the disk refuses the row.',
  readExitTemplates:
    'Legs in ticks from the price of an order. Page and terminal turn them into the same prices: targets, stop and break-even count from its limit.',
  writeExitTemplates: 'All of them, and the one that is offered first for games and for other markets.',
  listOrders:
    'Open orders, newest first, in pages of `limit` with `next_cursor`; an order that has ended is under its id. Changes: topic `orders`.',
  readOrder: 'By its id, also from earlier runs.',
  listFills: 'Newest first. `fee` is null while it is not known, and completed later.',
  listPositions:
    'With marks, profit and sellable size. A figure the venue leaves out is null: unknown, never 0. Changes: topic `positions`.',
  readAccount: 'Cash and value; amounts in transit count once. Null: unknown.',
  readTrading: 'With every reason against arming, and what the venue takes now. The topic: `trading`.',
  readStatus:
    'Host, account, feeds and credentials. `simulated` is true on the bundled venue: ask before you place.',
  readBook:
    'The book as it stands, best first. Trust none while `stale` is true. A program that asks often follows the topic `book:{outcome_id}` instead.',
  search:
    'Open events by words, or by volume without any, in pages. Markets say whether they take orders (`accepting_orders`).',
  listAudit:
    'Rows of the audit log, newest first; `by` of an intent names the program. It is a chain of hashes that `sesame audit verify` checks.',
  previewBothSides: 'Both orders with their costs, the purchase as if the sale were accepted. Sends nothing.',
  arm: 'For a person at the page. A 409 `cannot_arm` has every reason in `reasons`.',
  health: 'For watchdogs, without a login. `degraded`: the status says why.',
  examine: 'What `sesame doctor` prints: each finding with its state and its cure. Changes nothing.',
  retryCredentials: 'Answers with the status after the attempt, whether it succeeded or not.',
  readEvent: 'By its id, with all its markets and outcomes; asked of the venue where the catalog lacks it.',
  readEventBySlug: "By the last part of the venue's address of it, with all its markets and outcomes.",
  readMarket: 'By its id, with both outcomes and the best prices of books that are followed.',
  listTags: 'Tags of the catalog, to search by.',
  listTeams: 'Teams of the catalog, with league and record.',
  listLeagues: 'Leagues of the catalog; `ordering` says which team the venue names first.',
  readHistory: 'From the venue. `fidelity` is the step in minutes: at least 5 for 1w, 10 for 1m.',
  listTrades: 'Of all traders, as the feed brought them. Live: the topic `trades:{outcome_id}`.',
  listGames: 'Of the sports feed and the catalog. A score is null while none is known.',
  readGame: 'Changes: topic `game:{game_id}`.',
  listAlerts: 'Those that have fired too. `blocked_reason` says why one cannot be judged now.',
  createAlert: 'On a price, a spread, a score, or the start or end of a game. It notifies and never trades.',
  changeAlert: 'What is left out stays. A new threshold or direction starts over.',
  deleteAlert: 'Its notifications stay.',
  listNotifications: 'By words, kind and market. `unread_count` counts all, whatever is asked for.',
  readNotifications: 'These ids, or all.',
  testNotification: 'Needs a chat bot in the settings of the environment.',
  reportDelivery: 'For pages: toasts, sounds and desktop messages appear once, on the first page.',
  quoteRepost: 'Each order with the current book, and in `reason` why it cannot be placed again.',
  repostOrders: `Needs ARMED. An order may be smaller than it was, never larger. ${REFUSED}`,
  readNotificationSettings: 'Which kinds go to which channels, and those that always do (`locked`).',
  writeNotificationSettings: 'A rule that is left out stays. A `locked` one cannot be cleared.',
  listAttachedExits: 'With state, `pause` and what each has sold. Changes: topic `exits`.',
  readWatchlist: 'All lists, in the order of the page.',
  writeWatchlist: 'All lists: an omitted one is deleted.',
  readLayout: 'One layout per screen class, for all browsers.',
  writeLayout: '`version` is the one that it replaces. The answer has the next.',
  readSettings: "The page's own, the same in every browser.",
  writeSettings: 'The answer has them all.',
  readRecordedSpan: 'Null where nothing is recorded.',
  openReplay: 'Own fills, orders and scores come as marks; the books follow on its socket.',
  readReplay: 'State, marks and events as far as it has come.',
  commandReplay: 'The answer has the instant that it has reached.',
  endReplay: 'Its socket closes; the recording stays.',
  readReplayPrices: 'For a chart. `complete` is false while the recording is being read.',
  makeReport: 'For a diagnosis elsewhere: unpacked into a data directory, a terminal replays it.',
  listResolutionPnl: 'Over all markets of an event. Changes: topic `resolution_pnl`.',
  listActivity: 'Trades, splits, merges, payouts and transfers, wherever made. A page may be short.',
  readPnl: "The venue's figure, from zero at the begin of the interval. readProfit is the terminal's own.",
  readProfit: "From the terminal's ledger, step by step; `settled` leaves out what is not final.",
  listProfitParts: 'Their sums are those of the whole, which `total` has.',
  readJournal: 'Profit, slippage, marks and latencies with counts, means and intervals of 95 %.',
  listRoundTrips: 'From the first share to the last, with prices, fees, note and tags.',
  listJournalRows: 'Prices at press and fill, marks behind it, latencies. Null is what was not seen.',
  writeJournalNote: 'On disk before it answers.',
  exportJournal: 'Filters as those of the lists. Null is an empty cell: what was not seen.',
  exportActivity: 'Twenty pages of the venue at most. A file that ends early says so in its last line.',
  exportAudit: 'Filters as those of the list. A file that ends early says so in its last line.',
  exportAuditLines: 'As `sesame audit export` writes them.',
  exportFills: 'All that the terminal knows. A fee that is not known is empty, never 0.',
  verifyAudit: 'Reads every row. `first_bad_seq` is the first that is not as it was.',
  quoteCombo: 'Works in SAFE too. A quote lives for seconds: count `expires_in_ms` down from its arrival.',
  acceptCombo: `Needs ARMED. Sends the acceptance within the limits of combos. ${REFUSED}`,
  dismissCombo: 'The venue is not notified: the quote expires.',
  listComboRfqs: 'With their quotes and states. Changes: topic `combo_rfqs`.',
  listComboPositions: 'From the venue, with their legs; `ended` ones are in no exposure.',
  listComboActivity: '`complete` is false where the venue has older rows.',
  readRiskSettings: 'Limits, the ceilings of the environment, defaults, and what is used now.',
  writeRiskSettings: 'Lowering is free. None beyond its ceiling: 422 `above_ceiling`.',
  readLossLimit:
    'Realised P&L, plus positions at the current bids. At a limit the lock refuses new risk with `loss_limit`; closing, hedging, exits and cancels work.',
  unlockLossLimit:
    'Refused in the first ten minutes: 429 `rate_limited`. Losses up to then no longer count. At 00:00 UTC it opens without it.',
  login: 'Sets the cookie and gives the token for X-CSRF-Token. Guesses are limited by address.',
  readSession: 'With the token for X-CSRF-Token. 403 without a session.',
  logout: 'Its sockets close at once, the terminal goes SAFE, and the cookie is cleared.',
  listSessions: 'Each with its last use and how many pages are connected.',
  endSession: 'Its sockets close at once, and the terminal goes SAFE.',
  endOtherSessions: 'Their sockets close at once, and the terminal goes SAFE.',
  listTokens: 'Scope, expiry, last use and connections; tokens themselves are not stored.',
  createToken: 'Only this answer shows it. You are notified.',
  revokeToken: 'Its sockets close at once. Its exits stay.',
  readOpenApi: 'The same as docs/reference/openapi.json, with the name of this installation’s cookie.',
}
