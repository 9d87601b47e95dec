/**
 * A press on its way: sent once, looked up in the audit log where its answer is missing, never sent again. Only a proof ends it:
 * an answer, an order in the list, rows of the audit log, or their lasting absence (INV-05). Pure steps first, then the sending.
 */
import type { Aimed, Intent, Move, Sent } from '../data/account/intent.ts'
import type { Prices } from '../data/settings/prices.ts'
import type { Settings } from '../data/settings/settings.ts'
import type { ClientOrderId } from '#core/ids.ts'
import type {
  ApiFault,
  Client,
  Order,
  PlaceResult,
  Position,
  ReplaceResult,
  TradingState,
} from '../platform/api/client.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Frame } from '../platform/page/frame.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import { createStore } from '../platform/state/store.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { auditFinding, codeOf, outcomeText } from './outcome.ts'
import type { Answer, Kind, Proof } from './outcome.ts'

export type Answered = Result<Answer, ApiFault>

export type Step =
  /** `early`: the order as it was listed before the answer was late. */
  | { readonly at: 'sending'; readonly early: Order | null }
  /** Looked up; `empty` counts complete looks without a trace. */
  | { readonly at: 'unknown'; readonly turn: number; readonly empty: number }
  | { readonly at: 'accepted' | 'rejected' }

export type SendEvent =
  | { readonly kind: 'answered'; readonly answer: Answered }
  | { readonly kind: 'listed'; readonly order: Order; readonly isLate: boolean }
  /** The answer is late. */
  | { readonly kind: 'late' }
  /** Traces of it in the audit log or its list; null when they could not be read. */
  | { readonly kind: 'looked'; readonly found: Found }

export type Found = 'accepted' | 'rejected' | 'nothing' | 'no_rows' | null

export type Next = {
  readonly step: Step
  /** News of the outcome; null where there is none. */
  readonly proof: Proof | null
  /** Wait for a late answer, or look into the audit log after so long. */
  readonly wait: { readonly until: 'late' } | { readonly until: 'look'; readonly ms: number } | null
}

const LOOK_MS = [1_000, 2_000, 4_000, 8_000] as const
/** Complete looks without a trace, before a press counts as never received. */
const EMPTY_LOOKS = 4

/** Where every press begins, as its one request leaves. */
export const SENDING: Step = { at: 'sending', early: null }

/** One step; `isMove` for a replacement, whose new order is listed while the old one may still be open. */
export function nextStep(step: Step, event: SendEvent, isMove: boolean): Next {
  switch (event.kind) {
    case 'answered':
      return step.at === 'sending' ? answered(event.answer) : stay(step)
    case 'listed':
      if (step.at === 'sending' && !isMove && !event.isLate) {
        const wait = step.early === null ? ({ until: 'late' } as const) : null
        return { step: { at: 'sending', early: event.order }, proof: null, wait }
      }
      return listed(step, event.order, isMove)
    case 'late':
      return step.at === 'sending' && step.early !== null ? listed(step, step.early, isMove) : stay(step)
    case 'looked':
      return step.at === 'unknown' ? looked(step, event.found) : stay(step)
  }
}

function answered(answer: Answered): Next {
  // A terminal that failed inside may have sent it.
  if (!answer.ok && answer.error.kind === 'problem' && answer.error.problem.status !== 500) {
    return ended('rejected', { by: 'fault', fault: answer.error })
  }
  if (!answer.ok) return unknown(0, 0, { by: 'fault', fault: answer.error })
  const proof = { by: 'answer', result: answer.value } as const
  return answer.value.result === 'unknown' ? unknown(0, 0, proof) : ended(answer.value.result, proof)
}

/** An answer may take the venue's time-out, but of a refusal it alone has the reason. */
function listed(step: Step, order: Order, isMove: boolean): Next {
  const isOpen = step.at === 'sending' || step.at === 'unknown'
  if (!isOpen || order.status === 'unknown' || order.status === 'pending') return stay(step)
  const isGone = order.status === 'rejected'
  if (step.at === 'sending' && (isGone || isMove)) return stay(step)
  return ended(isGone ? 'rejected' : 'accepted', { by: 'list', order })
}

function looked({ turn, empty }: Extract<Step, { readonly at: 'unknown' }>, found: Found): Next {
  if (found === 'accepted' || found === 'rejected') return ended(found, { by: 'look' })
  const seen = found === 'no_rows' ? empty + 1 : empty
  if (seen >= EMPTY_LOOKS) return ended('rejected', { by: 'absence' })
  return unknown(turn + 1, seen, null)
}

function unknown(turn: number, empty: number, proof: Proof | null): Next {
  const ms = LOOK_MS[Math.min(turn, LOOK_MS.length - 1)] ?? 8_000
  return { step: { at: 'unknown', turn, empty }, proof, wait: { until: 'look', ms } }
}

function ended(at: 'accepted' | 'rejected', proof: Proof): Next {
  return { step: { at }, proof, wait: null }
}

function stay(step: Step): Next {
  return { step, proof: null, wait: null }
}

/** Parts of the page over which actions are built. */
export type Acting = {
  readonly client: Client
  readonly now: () => number
  readonly after: (ms: number, task: () => void) => void
  /** As the trader reads prices now. */
  readonly prices: () => Prices
  readonly mint: () => ClientOrderId
  readonly intents: Intents
  readonly live: Live
  readonly frame: Frame
  readonly trading: Store<TradingState | null>
  readonly settings: Readable<Settings>
  readonly orders: ListStore<Order>
  readonly positions: ListStore<Position>
  readonly toasts: Toasts
  readonly announcer: Announcer
}

type Sending = Pick<Acting, 'client' | 'now' | 'after' | 'prices'>

/** News of a press: its state, the outcome in words, and the code of a refusal. */
export type News = {
  readonly at: Step['at']
  readonly text: string
  readonly code: string | null
  readonly proof: Proof
}

type Looked = { readonly found: Found; readonly text?: string | undefined }

/** A press on its way, and how its end becomes known. */
type Pressed = {
  /** Its client order id, where it has one. */
  readonly id: string
  readonly kind: Kind
  readonly move?: Move | null
  readonly request: () => Promise<Answered>
  /** Where a missing answer is looked up; the audit log, by its client order id, where this is left out. */
  readonly look?: () => Found
  readonly tell: (news: News) => void
}

/** As a rule the answer comes before the order is seen, or right after it. */
const LATE_MS = 3_000

/** Takes the steps of every press. */
function createFollow({ client, now, after, prices }: Sending) {
  const all = new Map<string, Pressed & { readonly sentAt: number; step: Step }>()

  /** `text` where the proof does not say enough. */
  function take(id: string, event: SendEvent, text: string | null = null): void {
    const one = all.get(id)
    if (one === undefined) return
    const { kind, move = null } = one
    const { step, proof, wait } = nextStep(one.step, event, kind === 'move')
    one.step = step
    if (step.at === 'accepted' || step.at === 'rejected') all.delete(id)
    if (proof !== null) {
      const said = text ?? outcomeText(kind, proof, { move, prices: prices() })
      one.tell({ at: step.at, text: said, code: codeOf(proof), proof })
    }
    // There may be no further message: the last one counts once the answer is late.
    if (wait?.until === 'late') after(one.sentAt + LATE_MS - now(), () => take(id, { kind: 'late' }))
    else if (wait !== null) after(wait.ms, () => void look(id))
  }

  /** Looks for the outcome of a press that has no answer, more and more slowly. */
  async function look(id: string): Promise<void> {
    const one = all.get(id)
    if (one === undefined) return
    const { found, text }: Looked =
      one.look === undefined ? await lookIntoAudit(id as ClientOrderId) : { found: one.look() }
    take(id, { kind: 'looked', found }, text)
  }

  async function lookIntoAudit(id: ClientOrderId): Promise<Looked> {
    const answer = await client.call('listAudit', { query: { clientOrderId: id, limit: 50 } })
    if (!answer.ok) return { found: null }
    const { items } = answer.value
    return auditFinding(items, prices()) ?? { found: items.length === 0 ? 'no_rows' : 'nothing' }
  }

  return {
    /** Sends now, and tells each news until the end is proven; answers the first. */
    follow: (pressed: Pressed): Promise<News> =>
      new Promise((resolve) => {
        const tell = (news: News) => {
          pressed.tell(news)
          resolve(news)
        }
        all.set(pressed.id, { ...pressed, tell, sentAt: now(), step: SENDING })
        void pressed.request().then((answer) => take(pressed.id, { kind: 'answered', answer }))
      }),
    /** An order in the order list may end a press's uncertainty. */
    seen: (order: Order): void => {
      const id = order.clientOrderId ?? ''
      take(id, { kind: 'listed', order, isLate: now() >= (all.get(id)?.sentAt ?? 0) + LATE_MS })
    },
  }
}

export function refused(text: string): Sent {
  return { intents: [], refusals: [text] }
}

/** An order as it leaves the page. */
export type Outgoing = Aimed &
  Pick<Intent, 'clientOrderId' | 'wayOut' | 'together'> & { readonly move?: Move }

export type Intents = ReturnType<typeof createIntents>

const KEPT = 50
const LEFT_OUT = { result: 'unknown', order: null, reject: null, replayed: false } as const

/** Builds the list of orders on their way, placed or moved, over the API client. */
export function createIntents(
  options: Sending & {
    readonly onSettled: (intent: Intent) => void
    /** Open orders as the server knows them: after a reload they alone tell what is unknown. */
    readonly orders: () => readonly Order[]
  },
) {
  const list = createStore<readonly Intent[]>([])
  const { follow, seen } = createFollow(options)
  const find = (id: string) => list.get().find((intent) => intent.clientOrderId === id) ?? null

  function tell(id: ClientOrderId, { at, text, code, proof }: News): void {
    const intent = find(id)
    if (intent === null) return
    const answered = proof.by === 'answer' && 'order' in proof.result ? proof.result.order : intent.order
    const order = proof.by === 'list' ? proof.order : answered
    const changed: Intent = { ...intent, state: at, text, code, order }
    list.update((old) => old.map((one) => (one === intent ? changed : one)))
    options.onSettled(changed)
  }

  return {
    list: list as Readable<readonly Intent[]>,
    find,
    follow,
    /** An order of the order list: it is kept with its press, for longer than the list has it. */
    seen(order: Order): void {
      seen(order)
      if (find(order.clientOrderId ?? '') === null) return
      list.update((old) =>
        old.map((one) => (one.clientOrderId === order.clientOrderId ? { ...one, order } : one)),
      )
    },
    /**
     * Sends the orders of one request once; the same client order ids again answer with the outcome of the first.
     *
     * @param part  an order's part of the answer; one that is left out proves nothing, and is looked up
     */
    send<Whole>(
      orders: readonly Outgoing[],
      request: () => Promise<Result<Whole, ApiFault>>,
      part: (answer: Whole, order: Outgoing) => PlaceResult | ReplaceResult | null | undefined,
    ): readonly Intent[] {
      let sent: ReturnType<typeof request> | null = null
      return orders.map((order) => {
        const { clientOrderId: id, move = null } = order
        const known = find(id)
        if (known !== null) return known
        const at = options.now()
        const intent: Intent = { ...order, move, at, state: 'sending', text: '', code: null, order: null }
        // On its way before anybody draws it: the listeners of the list are many.
        sent ??= request()
        const answer = sent.then((all) =>
          all.ok ? ok(part(all.value, order) ?? { ...LEFT_OUT, clientOrderId: id }) : all,
        )
        void follow({
          id,
          kind: move === null ? 'order' : 'move',
          move,
          request: () => answer,
          tell: (news) => tell(id, news),
        })
        list.update((old) => [intent, ...old.filter((one, nth) => nth < KEPT || isOnItsWay(one))])
        return intent
      })
    },
    /** True if a move of this order is not settled yet. */
    isMoving: (orderId: string): boolean =>
      list.get().some((intent) => intent.move?.orderId === orderId && isOnItsWay(intent)),
    /** An unsettled intent at this price, other than `except`, or an order there whose outcome is unknown. */
    busyAt(target: Pick<Aimed, 'outcomeId' | 'side' | 'price'>, except: ClientOrderId | null) {
      const isThere = ({ outcomeId, side, price }: typeof target): boolean =>
        outcomeId === target.outcomeId && side === target.side && price === target.price
      const busy = list
        .get()
        .find((intent) => isOnItsWay(intent) && intent.clientOrderId !== except && isThere(intent))
      if (busy?.state === 'sending' || busy?.state === 'unknown') return busy.state
      const isUnknown = options.orders().some((order) => order.status === 'unknown' && isThere(order))
      return isUnknown ? ('unknown' as const) : null
    },
  }
}

/** True if the outcome is not known yet. */
export function isOnItsWay(intent: Intent): boolean {
  return intent.state === 'sending' || intent.state === 'unknown'
}
