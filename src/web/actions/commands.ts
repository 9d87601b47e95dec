/** The trader's commands other than placing. Cancels are always sent, in every mode, and report what is known and nothing more. */
import { createStore } from '../platform/state/store.ts'
import type { Readable, Store } from '../platform/state/store.ts'
import { faultText } from '../platform/api/client.ts'
import type {
  ApiFault,
  CancelAllResult,
  CancelResult,
  Client,
  Order,
  TradingState,
} from '../platform/api/client.ts'
import type { ListStore } from '../platform/live/list-store.ts'
import type { Live } from '../platform/live/socket.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import { MODE_GROUP } from '../platform/page/messages.ts'
import type { Result } from '#lib/result.ts'
import type { Side } from '#core/order/order.ts'
import { openOrders } from '../data/account/own-levels.ts'
import { cancelText, stopsText } from '../words/cancel-text.ts'
import type { CancelAllState, CancelText } from '../words/cancel-text.ts'
import { faultOutcome } from './outcome.ts'
import type { Intents } from './send.ts'
import { writtenAmount } from '../platform/format/figures.ts'

export type Commands = ReturnType<typeof createCommands>

export type CommandsOptions = {
  readonly client: Client
  readonly live: Live
  readonly trading: Store<TradingState | null>
  readonly intents: Intents
  readonly toasts: Toasts
  readonly announcer: Announcer
  readonly orders: ListStore<Order>
  readonly after: (ms: number, task: () => void) => void
  readonly now: () => number
}

const LATE_MS = 3_000
const CANCEL_TIMEOUT_MS = 20_000
const SHOWN_MS = 8_000
const GOING_SAFE = 'going_safe'
const ALL = 'Cancel all'
const STOPS = 'working_stops'

type WorkingStops = CancelAllResult['workingStops']

/** Builds the commands. */
export function createCommands(options: CommandsOptions) {
  const { client, toasts, announcer } = options
  const owedDisarm = createOwedDisarm(options)
  const cancelAllState = createStore<CancelAllState>({ state: 'idle' })
  let turn = 0
  let turnOfWarning = 0
  options.trading.subscribe(() => {
    if (options.trading.get()?.mode === 'SAFE') toasts.withdraw(GOING_SAFE)
  })

  /** Says what may still be open, until the last of it has ended. `ids` are the orders that it is about; null for all that are open. */
  function warn(title: string, text: string, ids: readonly (string | null)[] | null): void {
    turnOfWarning += 1
    const group = title === ALL ? 'cancel_all' : `${title} ${turnOfWarning}`
    toasts.show({ tone: 'danger', title, text, sticky: true, group })
    const ownTurn = turn
    const open = () =>
      openOrders(options.orders.get().items).filter(
        ({ id, clientOrderId: clientId }) => ids === null || ids.includes(id) || ids.includes(clientId),
      )
    const waiting = new Set(open().map(({ id, clientOrderId: clientId }) => id ?? clientId))
    if (waiting.size === 0) return
    const stop = options.orders.subscribe(() => {
      if (open().some(({ id, clientOrderId: clientId }) => waiting.has(id ?? clientId))) return
      stop()
      // A later Cancel All has a message of its own.
      if (title !== ALL || ownTurn === turn) toasts.withdraw(group)
    })
  }

  function textOf(result: CancelResult): CancelText {
    const { items } = options.orders.get()
    const statusOf = (id: string) =>
      items.find((order) => order.id === id || order.clientOrderId === id)?.status ?? null
    return cancelText(result, { now: options.now(), statusOf })
  }

  function finish(ownTurn: number, { text, clean }: CancelText, after: CancelAllState): void {
    announcer.alert(`Cancel all: ${text}`, 'cancel_all')
    if (clean) toasts.show({ tone: 'info', title: ALL, text, group: 'cancel_all' })
    else warn(ALL, text, null)
    if (ownTurn !== turn) return
    cancelAllState.set(after)
    options.after(SHOWN_MS, () => {
      if (ownTurn === turn) cancelAllState.set({ state: 'idle' })
    })
  }

  /** Stops that may sell though nothing rests any more. */
  function offerToEnd(stops: WorkingStops): void {
    if (stops.length === 0) {
      toasts.withdraw(STOPS)
      return
    }
    const names = stops.map(
      (stop) => `${writtenAmount(stop.covered)} ${stop.outcomeName} (${stop.marketTitle})`,
    )
    toasts.show({
      tone: 'warn',
      title: stopsText(stops.length),
      text: `They rest nowhere, so Cancel all leaves them: ${names.join(', ')} may be sold later.`,
      sticky: true,
      group: STOPS,
      action: { label: stops.length === 1 ? 'End it' : 'End them', run: () => void endStops(stops) },
    })
  }

  async function endStops(stops: WorkingStops): Promise<void> {
    const answers = await Promise.all(
      stops.map(({ exitId }) => client.call('removeAttachedExit', { params: { exitId: exitId } })),
    )
    const failed = answers.flatMap((answer) => (answer.ok ? [] : [faultOutcome('exit', answer.error)]))
    const ended = answers.length - failed.length
    const words = `${ended === 1 ? '1 stop' : `${ended} stops`} ended`
    announcer.report([words, ...failed.slice(0, 1)].join('; not ended: '))
  }

  function cancelAll(): void {
    turn += 1
    const ownTurn = turn
    const sending = options.intents.list.get().filter((intent) => intent.state === 'sending').length
    const count = openOrders(options.orders.get().items).length + sending
    cancelAllState.set({ state: 'sending', count, late: false })
    options.after(LATE_MS, () => {
      if (ownTurn === turn && cancelAllState.get().state === 'sending') {
        cancelAllState.set({ state: 'sending', count, late: true })
        announcer.alert('Cancel all is not confirmed, checking', 'cancel_all')
      }
    })
    void client.call('cancelAll', { body: {} }, { timeoutMs: CANCEL_TIMEOUT_MS }).then((answer) => {
      if (answer.ok) {
        const summary = textOf(answer.value)
        finish(ownTurn, summary, { state: 'done', ...summary })
        offerToEnd(answer.value.workingStops)
      } else {
        const text = faultOutcome('cancelAll', answer.error)
        finish(ownTurn, { text, clean: false }, { state: 'unconfirmed' })
      }
    })
  }

  function report(name: string, answer: Result<CancelResult, ApiFault>, ids: readonly string[] | null): void {
    const { text, clean } = answer.ok
      ? textOf(answer.value)
      : { text: faultOutcome('cancel', answer.error), clean: false }
    announcer.report(`${name}: ${text}`)
    if (!clean) warn(name, text, answer.ok ? answer.value.failed.map(({ id }) => id) : ids)
  }

  function cancelOrders(ids: readonly string[]): void {
    if (ids.length === 0) return
    void client
      .call('cancelOrders', { body: { orderIds: [...ids] } }, { timeoutMs: CANCEL_TIMEOUT_MS })
      .then((answer) => report('Cancel', answer, ids))
  }

  return {
    cancelAll,
    cancelAllState: cancelAllState as Readable<CancelAllState>,
    cancelOrders,
    /** Tells what became of a cancel that was a part of another command. */
    reportCancel: (name: string, answer: Result<CancelResult, ApiFault>) => report(name, answer, null),
    /** Every open order of one side, in all markets. */
    cancelSide(side: Side) {
      const open = openOrders(options.orders.get().items).filter((order) => order.side === side)
      cancelOrders(open.flatMap((order) => order.id ?? order.clientOrderId ?? []))
    },
    cancelMarket(target: { readonly marketId: string } | { readonly outcomeId: string }) {
      void client
        .call('cancelMarket', { body: target }, { timeoutMs: CANCEL_TIMEOUT_MS })
        .then((answer) => report('Cancel market', answer, null))
    },
    async arm() {
      const answer = await client.call('arm', { body: {} })
      if (answer.ok) {
        owedDisarm.forgive()
        options.trading.set(answer.value)
      }
      return answer
    },
    disarm: () => {
      void client.call('disarm', { body: {} }).then((answer) => {
        if (answer.ok) options.trading.set(answer.value)
        else
          toasts.show({
            tone: 'danger',
            title: 'Going SAFE',
            text: faultOutcome('disarm', answer.error),
            sticky: true,
            group: GOING_SAFE,
          })
      })
    },
    /** Disarms automatically for a cause; asks again until the terminal is known to be SAFE. */
    disarmFor: owedDisarm.owe,
  }
}

const AGAIN_MS = 2_000
const GOING = 'Going SAFE'

type OwedDisarmOptions = Pick<CommandsOptions, 'trading' | 'after'> & {
  readonly client: Pick<Client, 'call'>
  readonly live: Pick<Live, 'link'>
  readonly toasts: Pick<Toasts, 'list' | 'show' | 'withdraw'>
  readonly announcer: Pick<Announcer, 'alert'>
}

/**
 * Going SAFE automatically after a sleep: the network is often not up yet. A disarm without an answer is asked again
 * until the terminal is known to be SAFE; the page does not say SAFE before that.
 */
export function createOwedDisarm(options: OwedDisarmOptions) {
  const { trading, toasts } = options
  const { link } = options.live
  let owed: string | null = null
  let isSending = false

  function tell(title: string, text: string, tone: 'warn' | 'danger'): void {
    toasts.show({ tone, title, text, sticky: true, group: MODE_GROUP })
  }

  /** The terminal's own word for why it is SAFE may stand there by now. */
  const isShown = () => toasts.list.get().some(({ group, title }) => group === MODE_GROUP && title === GOING)

  async function send(): Promise<void> {
    isSending = true
    const answer = await options.client.call('disarm', { body: {} })
    isSending = false
    const cause = owed
    // Reported SAFE, or armed by the user since: a late answer is older than that.
    if (cause === null) return
    if (answer.ok) {
      owed = null
      trading.set(answer.value)
      tell('The terminal is SAFE', `Cause: ${cause}.`, 'warn')
    } else {
      const text = `not confirmed: the terminal may still be ARMED. ${faultText(answer.error)} Disarming is sent again once the terminal answers.`
      if (!isShown()) options.announcer.alert(`${GOING} is not confirmed: the terminal may still be armed`)
      tell(GOING, text, 'danger')
      options.after(AGAIN_MS, again)
    }
  }

  function again(): void {
    if (owed === null || isSending) return
    if (link.get().state === 'live' && trading.get()?.mode === 'ARMED') void send()
  }

  link.subscribe(again)
  trading.subscribe(() => {
    if (owed !== null && trading.get()?.mode === 'SAFE') {
      const cause = owed
      owed = null
      if (isShown()) tell('The terminal is SAFE', `Asked for: ${cause}.`, 'warn')
    } else again()
  })

  return {
    /** Asks at once, and again whenever the terminal reports ARMED, until it is SAFE. */
    owe: (cause: string) => {
      owed = cause
      if (!isSending) void send()
    },
    /** The user has armed since: that counts. */
    forgive() {
      owed = null
      if (isShown()) toasts.withdraw(MODE_GROUP)
    },
  }
}
