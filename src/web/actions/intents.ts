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
import type {
  ApiFault,
  Client,
  ExitBody,
  HedgeBody,
  Order,
  PlaceBody,
  PlaceResult,
  ReplaceBody,
} from '../platform/api/client.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import type { Prices } from '../data/settings/prices.ts'
import { auditFinding, codeOf, outcomeText } from './outcome.ts'
import { nextStep, SENDING } from './send.ts'
import type { Answered, SendEvent, Step } from './send.ts'
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

/** Builds the list of intents over the API client. */
export function createIntents(options: IntentsOptions): Intents {
  const list = createStore<readonly Intent[]>([])
  const steps = new Map<ClientOrderId, Step>()

  function find(id: string): Intent | null {
    return list.get().find((intent) => intent.clientOrderId === id) ?? null
  }

  /** Takes a step; `text` where its proof does not say enough. */
  function take(id: ClientOrderId, event: SendEvent, text: string | null = null): void {
    const [intent, step] = [find(id), steps.get(id)]
    if (intent === null || step === undefined) return
    const { step: next, proof, wait } = nextStep(step, event, intent.move !== null)
    steps.set(id, next)
    if (proof !== null) {
      const changed: Intent = {
        ...intent,
        state: next.at,
        text: text ?? outcomeText(proof, intent.move, options.prices()),
        code: codeOf(proof),
        order: proof.by === 'answer' ? proof.result.order : proof.by === 'list' ? proof.order : intent.order,
      }
      list.update((old) => old.map((one) => (one.clientOrderId === id ? changed : one)))
      options.onSettled(changed)
    }
    // There may be no further message: the last one counts once the answer is late.
    if (wait?.until === 'late') {
      options.after(intent.at + LATE_MS - options.now(), () => take(id, { kind: 'late' }))
    } else if (wait !== null) options.after(wait.ms, () => void look(id))
  }

  /** Asks the audit log for the outcome of an intent that has no answer, more and more slowly. */
  async function look(id: ClientOrderId): Promise<void> {
    if (find(id)?.state !== 'unknown') return
    const answer = await options.client.call('listAudit', { query: { clientOrderId: id, limit: 50 } })
    const rows = answer.ok ? answer.value.items : null
    const finding = auditFinding(rows ?? [], options.prices())
    const found = rows === null ? null : (finding?.found ?? (rows.length === 0 ? 'no_rows' : 'nothing'))
    take(id, { kind: 'looked', found }, finding?.text)
  }

  function start(draft: Aimed, move: Move | null, send: () => Promise<Answered>): Intent {
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
    steps.set(id, SENDING)
    list.update((old) => [intent, ...old].slice(0, KEPT))
    for (const old of steps.keys()) if (find(old) === null) steps.delete(old)
    void sent.then((answer) => take(id, { kind: 'answered', answer }))
    return intent
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
          { params: { orderId: draft.move.orderId }, body: draft.body },
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
      const isLate = options.now() >= intent.at + LATE_MS
      take(intent.clientOrderId, { kind: 'listed', order, isLate })
    },
  }
}

type Sent = Promise<Result<PlaceResult, ApiFault>>

function sendPlace(client: Client, { body }: IntentDraft): Sent {
  const timeoutMs = body.cancelsSales === true ? WAY_OUT_TIMEOUT_MS : PLACE_TIMEOUT_MS
  return client.call('placeOrder', { body }, { timeoutMs })
}

function sendQuoted(client: Client, draft: QuotedDraft): Sent {
  const how = { timeoutMs: WAY_OUT_TIMEOUT_MS }
  return draft.kind === 'exit'
    ? client.call('exitPosition', { body: draft.body }, how)
    : client.call('hedgePosition', { body: draft.body }, how)
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
