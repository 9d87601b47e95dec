/** Descriptions of the operations that programs use, for the API documents (API-1, API-6). */
import type { Operation } from '#contract/routes.ts'

const REPEATED =
  'The same `client_order_id` with the same body answers the first result and sends nothing, also after a restart: ask again with it after a timeout. Another body is 409.'
const REFUSED =
  'A refusal by risk or by the venue is no problem but an answer: `result` is `rejected`, `reject.code` says why. `unknown` counts as open until it has been found out.'
const WAY_OUT =
  'Own resting sales whose shares are needed are cancelled first, and only what the venue proves to be gone is sold: the answer may take half a minute.'
const CANCELLED =
  'Works in every mode, also SAFE and with a full disk. Each order is in exactly one list; `queued` ones are sent until the venue takes them.'

export const DESCRIPTIONS: { readonly [Name in Operation]?: string } = {
  placeOrder: `Needs ARMED. A size is rounded down to two decimals; \`evidence\` has the order refused when the book has moved since it was looked at. ${REPEATED} ${REFUSED}`,
  previewOrder:
    'Costs, fee, average and worst price by the current book, what placing would answer in `reject`, and the nearest sizes that the venue takes. Sends nothing.',
  placeBothSides: `A sale of what is held, then a purchase of the other outcome once the sale is accepted; neither where the purchase is known to be refused (\`purchase_not_possible\`). ${REPEATED}`,
  replaceOrder: `Cancels the order, waits for the proof, and places what is left of it at the new price. \`cancelled\` says whether the old one is gone, whatever became of the new one. ${REPEATED}`,
  cancelOrders: `${CANCELLED} Ids that no open order here has go to the venue behind the others, 20 a second for all programs; the rest is in \`failed\` with \`retry_after_ms\`.`,
  cancelMarket: `Every order of a market or of one outcome, those that only the venue knows included. ${CANCELLED}`,
  cancelAll: `Every order of the account. It answers two seconds after the venue at the latest; \`in_flight\` are cancelled when they turn up, \`working_stops\` are attached exits that no cancel ends. ${CANCELLED}`,
  disarm:
    'SAFE: nothing is placed until a person arms on the page. Orders that rest stay; cancel them as well.',
  exitPosition: `Sells what is held of an outcome, quoted here at the current book. ${WAY_OUT} ${REPEATED}`,
  hedgePosition: `Buys the other outcome so that both pay the same. ${WAY_OUT} ${REPEATED}`,
  flattenPositions: `Cancels the orders of the markets, in every mode, then sells each outcome whole. ${WAY_OUT} A repeat answers each leg's first result.`,
  attachExit: `Target, stop, trailing stop or time on a position; one ends the others. Stops are Sesame's own and act only while it runs ARMED. Kept on disk before anything leaves.`,
  changeAttachedExit:
    'All legs as they are to be; a leg that is left out is taken off. The trigger of a moved stop is judged at once.',
  removeAttachedExit:
    'Cancels what rests of it and ends it; a removal by a program is notified. 200 even where the disk refuses the row.',
  listOrders:
    'Open orders, newest first, in pages of `limit` with `next_cursor`; an order that has ended is under its id. The topic `orders` tells changes without asking.',
  readOrder:
    'By the id of the venue; one of an earlier run is asked for there, else taken from the audit log.',
  listFills: 'Newest first. `fee` is null while it is not known, and completed later.',
  listPositions:
    'With marks, profit and what can be sold now. A figure that the venue leaves out is null: not known, never 0. The topic `positions` tells changes.',
  readAccount: 'Cash and value; what is in transit counts once. Null where it is not known.',
  readTrading:
    'SAFE or ARMED, with every reason against arming, and what the venue takes now. The topic `trading` tells changes.',
  readStatus:
    'Host, account, feeds and credentials. `simulated` is true on the bundled venue: ask before you place.',
  readBook:
    'The book as it stands, best first. Trust none while `stale` is true. A program that asks often follows the topic `book:{outcome_id}` instead.',
  search:
    'Open events by words, or by volume without any, in pages. Markets say whether they take orders (`accepting_orders`).',
  listAudit:
    'Rows of the audit log, newest first; `by` of an intent names the program. It is a chain of hashes that `sesame audit verify` checks.',
}
