/**
 * Orders on their way, placed or moved: from the press until the server's answer is known. An intent without an answer
 * is `unknown`, keeps its price locked and is looked up in the audit log; it is never sent again.
 */
import type { Intent } from '../data/account/intent.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type { Side } from '#core/order/order.ts'
import type { Price } from '#core/price.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable } from '../platform/state/store.ts'
import { faultText } from '../platform/api/client.ts'
import type { ApiFault, Client } from '../platform/api/client.ts'
import type {
  AuditRow,
  ExitBody,
  HedgeBody,
  Order,
  PlaceBody,
  PlaceResult,
  ReplaceBody,
  ReplaceResult,
} from '../platform/api/wire.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Prices } from '../data/settings/prices.ts'
import { placedText } from '../words/order-text.ts'
import { auditMessage, rejectMessage } from '../words/reject-text.ts'
import { movedText } from '../data/account/move-text.ts'
import { countOfSales } from './sale.ts'
import type { Move } from '../data/account/intent.ts'

export type IntentsOptions = {
  readonly client: Client
  readonly now: () => number
  readonly after: (ms: number, task: () => void) => void
  /** As the trader reads prices now. */
  readonly prices: () => Prices
  readonly onSettled: (intent: Intent) => void
  /** Open orders as the server knows them: after a reload they alone tell what is unknown. */
  readonly isUnknownAt: (outcomeId: string, side: Side, price: Price) => boolean
}

export type Intents = {
  readonly list: Readable<readonly Intent[]>
  /** Sends once; the same client order id again answers with the outcome of the first. */
  readonly place: (draft: IntentDraft) => Intent
  /** Sends a sale and the purchase that follows it once, in one request. */
  readonly placeBothSides: (sale: IntentDraft, purchase: IntentDraft) => readonly [Intent, Intent]
  /** Sends a replace once. */
  readonly move: (draft: MoveDraft) => Intent
  /** Asks once for an exit or a hedge; price and size are those of the quote that was shown. */
  readonly quoted: (draft: QuotedDraft) => Intent
  /** One leg of a command that was sent already; `answer` is that leg's part of its answer. */
  readonly leg: (draft: Aimed, answer: Promise<Result<PlaceResult, ApiFault>>) => Intent
  /** True if a move of this order is not settled yet. */
  readonly isMoving: (orderId: string) => boolean
  /** An unsettled intent at this price, other than `except`, or an order there whose outcome is unknown. */
  readonly busyAt: (
    outcomeId: string,
    side: Side,
    price: Price,
    except: ClientOrderId | null,
  ) => 'sending' | 'unknown' | null
  readonly find: (id: ClientOrderId) => Intent | null
  /** An order in the order list may end an intent's uncertainty. */
  readonly seen: (order: Order) => void
}

type Aimed = Pick<Intent, 'clientOrderId' | 'outcomeId' | 'outcomeName' | 'side' | 'price' | 'size'>
export type IntentDraft = Aimed & { readonly body: PlaceBody }
export type QuotedDraft = Aimed &
  ({ readonly kind: 'exit'; readonly body: ExitBody } | { readonly kind: 'hedge'; readonly body: HedgeBody })
export type MoveDraft = Aimed & { readonly move: Move; readonly body: ReplaceBody }

const PLACE_TIMEOUT_MS = 20_000
/** Own sales in the way must be proven gone first, which may take half a minute. */
const WAY_OUT_TIMEOUT_MS = 45_000
/** The second waits for the answer to the first. */
const PLACE_BOTH_TIMEOUT_MS = 65_000
/** The old order must be proven gone first, which may take 15 s. */
const MOVE_TIMEOUT_MS = 45_000
/** As a rule the answer comes before the order is seen, or right after it. */
const LATE_MS = 3_000
const KEPT = 50
const LOOK_MS = [1_000, 2_000, 4_000, 8_000] as const
/** Complete looks without a trace, before an intent counts as never received. */
const EMPTY_LOOKS = 4

/** Builds the list of intents over the API client. */
export function createIntents(options: IntentsOptions): Intents {
  const list = createStore<readonly Intent[]>([])
  /** Orders from the list that came before their answer was late. */
  const early = new Map<ClientOrderId, Order>()

  function find(id: string): Intent | null {
    return list.get().find((intent) => intent.clientOrderId === id) ?? null
  }

  function change(id: ClientOrderId, fields: Partial<Intent>): void {
    list.update((old) =>
      old.map((intent) => (intent.clientOrderId === id ? { ...intent, ...fields } : intent)),
    )
    const changed = find(id)
    if (changed !== null) options.onSettled(changed)
  }

  function settle(id: ClientOrderId, move: Move | null, result: PlaceResult | ReplaceResult): void {
    const moved = move === null || !('cancelled' in result) ? null : movedText(move, result, options.prices())
    const first = firstText(result.cancelledFirst ?? [])
    if (result.result === 'accepted') {
      change(id, {
        state: 'accepted',
        order: result.order,
        text: moved ?? `${placedText(result.order)}${first}`,
      })
    } else if (result.result === 'rejected') {
      change(id, {
        state: 'rejected',
        code: result.reject?.code ?? null,
        text:
          moved ??
          `${result.reject === null ? 'Refused.' : rejectMessage(result.reject, options.prices())}${first}`,
      })
    } else {
      change(id, {
        state: 'unknown',
        order: result.order,
        text: moved ?? 'Unknown: checking with the venue',
      })
      look(id, 0, 0)
    }
  }

  function start(
    draft: Aimed,
    move: Move | null,
    send: () => Promise<Result<PlaceResult | ReplaceResult, ApiFault>>,
  ): Intent {
    const id = draft.clientOrderId
    const known = find(id)
    if (known !== null) return known
    const { outcomeId, outcomeName, side, price, size } = draft
    const intent: Intent = {
      clientOrderId: id,
      outcomeId,
      outcomeName,
      side,
      price,
      size,
      move,
      at: options.now(),
      state: 'sending',
      text: '',
      code: null,
      order: null,
    }
    // On its way before anybody draws it: the listeners of the list are many.
    const sent = send()
    list.update((old) => [intent, ...old].slice(0, KEPT))
    void sent.then((answer) => {
      // The list of orders already has its outcome.
      if (find(id)?.state === 'accepted') return
      if (answer.ok) {
        settle(id, move, answer.value)
      } else if (answer.error.kind === 'problem') {
        change(id, { state: 'rejected', code: answer.error.problem.code, text: faultText(answer.error) })
      } else {
        change(id, { state: 'unknown', text: `${faultText(answer.error)} Checking the audit log.` })
        look(id, 0, 0)
      }
    })
    return intent
  }

  /** Asks the audit log for the outcome of an intent that has no answer, more and more slowly. */
  function look(id: ClientOrderId, turn: number, empty: number): void {
    options.after(LOOK_MS[Math.min(turn, LOOK_MS.length - 1)] ?? 8_000, () => {
      const intent = find(id)
      if (intent?.state !== 'unknown') return
      void options.client.call('listAudit', { query: { client_order_id: id, limit: 50 } }).then((answer) => {
        if (find(id)?.state !== 'unknown') return
        const rows = answer.ok ? answer.value.items : null
        const isEmpty = rows?.length === 0
        const found = rows === null ? null : findingOf(rows, options.prices())
        if (found !== null) {
          change(id, found)
        } else if (isEmpty && empty + 1 >= EMPTY_LOOKS) {
          change(id, { state: 'rejected', text: 'never reached the terminal' })
        } else {
          look(id, turn + 1, isEmpty ? empty + 1 : empty)
        }
      })
    })
  }

  function takeEarly(id: ClientOrderId): void {
    const [intent, order] = [find(id), early.get(id)]
    early.delete(id)
    if (intent !== null && order !== undefined) settleBy(intent, order)
  }

  /** By the list of orders: an answer may take the venue's time-out, but of a refusal it alone has the reason. */
  function settleBy(intent: Intent, order: Order): void {
    if (!isOnItsWay(intent) || order.status === 'unknown' || order.status === 'pending') return
    const isGone = order.status === 'rejected'
    if (intent.state === 'sending' && (isGone || intent.move !== null)) return
    change(intent.clientOrderId, {
      state: isGone ? 'rejected' : 'accepted',
      order,
      text: isGone ? 'not at the venue' : `found at the venue: ${placedText(order)}`,
    })
  }

  return {
    list,
    find,
    place: (draft) => start(draft, null, () => sendPlace(options.client, draft)),
    placeBothSides: (sale, purchase) => startBothSides(options.client, start, sale, purchase),
    move: (draft) =>
      start(draft, draft.move, () =>
        options.client.call(
          'replaceOrder',
          { params: { order_id: draft.move.orderId }, body: draft.body },
          { timeoutMs: MOVE_TIMEOUT_MS },
        ),
      ),
    quoted: (draft) => start(draft, null, () => sendQuoted(options.client, draft)),
    leg: (draft, answer) => start(draft, null, () => answer),
    isMoving: (orderId) =>
      list.get().some((intent) => intent.move?.orderId === orderId && isOnItsWay(intent)),
    busyAt(outcomeId, side, price, except) {
      for (const intent of list.get()) {
        if (intent.clientOrderId === except) continue
        if (intent.outcomeId !== outcomeId || intent.side !== side || intent.price !== price) continue
        if (intent.state === 'sending' || intent.state === 'unknown') return intent.state
      }
      return options.isUnknownAt(outcomeId, side, price) ? 'unknown' : null
    },
    seen(order) {
      const intent = order.clientOrderId === null ? null : find(order.clientOrderId)
      if (intent === null) return
      const { clientOrderId: id, state, move } = intent
      const earlyMs = intent.at + LATE_MS - options.now()
      if (state === 'sending' && move === null && earlyMs > 0) {
        // There may be no further message: the last one counts once the answer is late.
        if (!early.has(id)) options.after(earlyMs, () => takeEarly(id))
        early.set(id, order)
      } else settleBy(intent, order)
    },
  }
}

type Sent = Promise<Result<PlaceResult, ApiFault>>

function sendPlace(client: Client, { body }: IntentDraft): Sent {
  const timeoutMs = body.cancels_sales === true ? WAY_OUT_TIMEOUT_MS : PLACE_TIMEOUT_MS
  return client.call('placeOrder', { body }, { timeoutMs })
}

function sendQuoted(client: Client, draft: QuotedDraft): Sent {
  const how = { timeoutMs: WAY_OUT_TIMEOUT_MS }
  return draft.kind === 'exit'
    ? client.call('exitPosition', { body: draft.body }, how)
    : client.call('hedgePosition', { body: draft.body }, how)
}

/** Orders that it cancelled as well: said with the result. */
function firstText(ids: readonly string[]): string {
  return ids.length === 0 ? '' : ` \u2013 ${countOfSales(ids)} cancelled first`
}

/** The intents of a sale and of the purchase after it: one request, of which each has its part of the answer. */
function startBothSides(
  client: Client,
  start: (draft: Aimed, move: null, send: () => Promise<Result<PlaceResult, ApiFault>>) => Intent,
  sale: IntentDraft,
  purchase: IntentDraft,
): readonly [Intent, Intent] {
  let sent: ReturnType<typeof send> | null = null
  const send = () =>
    client.call(
      'placeBothSides',
      { body: { sale: { ...sale.body, side: 'SELL' }, purchase: { ...purchase.body, side: 'BUY' } } },
      { timeoutMs: PLACE_BOTH_TIMEOUT_MS },
    )
  const part = (draft: IntentDraft, which: 'sale' | 'purchase') =>
    start(draft, null, async () => {
      sent ??= send()
      const answer = await sent
      return answer.ok ? ok(answer.value[which]) : answer
    })
  return [part(sale, 'sale'), part(purchase, 'purchase')]
}

/** True if the outcome is not known yet. */
export function isOnItsWay(intent: Intent): boolean {
  return intent.state === 'sending' || intent.state === 'unknown'
}

/** Result proven by an intent's audit rows; null while they prove nothing. */
function findingOf(rows: readonly AuditRow[], prices: Prices): Pick<Intent, 'state' | 'text'> | null {
  const last =
    rows.find((row) => row.kind === 'reconcile') ??
    rows.find((row) => row.kind === 'response') ??
    rows.find((row) => row.kind === 'decision')
  const result = last?.details['result']
  if (result === 'accepted') return { state: 'accepted', text: 'at the venue, see its timeline' }
  if (result !== 'rejected' && result !== 'refused') return null
  return {
    state: 'rejected',
    text: auditMessage(last?.details ?? {}, prices) ?? 'refused, see the audit log',
  }
}
