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
import type { Result } from '#lib/result.ts'
import type { Side } from '#core/order/order.ts'
import { openOrders } from '../data/account/own-levels.ts'
import { cancelText, stopsText } from '../words/cancel-text.ts'
import type { CancelAllState, CancelText } from '../words/cancel-text.ts'
import type { Intents } from './intents.ts'
import { createOwedDisarm } from './owed-disarm.ts'
import { writtenAmount } from '../platform/format/figures.ts'

export type Commands = {
  readonly cancelAll: () => void
  readonly cancelAllState: Readable<CancelAllState>
  readonly cancelOrders: (ids: readonly string[]) => void
  /** Every open order of one side, in all markets. */
  readonly cancelSide: (side: Side) => void
  readonly cancelMarket: (target: { readonly marketId: string } | { readonly outcomeId: string }) => void
  /** Tells what became of a cancel that was a part of another command. */
  readonly reportCancel: (name: string, answer: Result<CancelResult, ApiFault>) => void
  readonly arm: () => Promise<Result<TradingState, ApiFault>>
  readonly disarm: () => void
  /** Disarms automatically for a cause; asks again until the terminal is known to be SAFE. */
  readonly disarmFor: (cause: string) => void
}

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
export function createCommands(options: CommandsOptions): Commands {
  const { client, toasts, announcer } = options
  const owedDisarm = createOwedDisarm({
    call: () => client.call('disarm', { body: {} }),
    link: options.live.link,
    trading: options.trading,
    toasts,
    announcer,
    after: options.after,
  })
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
    const failed = answers.flatMap((answer) => (answer.ok ? [] : [faultText(answer.error)]))
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
        const text = `not confirmed: ${faultText(answer.error)} Press again; cancelling twice is harmless.`
        finish(ownTurn, { text, clean: false }, { state: 'unconfirmed' })
      }
    })
  }

  function report(name: string, answer: Result<CancelResult, ApiFault>, ids: readonly string[] | null): void {
    const { text, clean } = answer.ok
      ? textOf(answer.value)
      : { text: `not confirmed: ${faultText(answer.error)}`, clean: false }
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
    cancelAllState,
    cancelOrders,
    reportCancel: (name, answer) => report(name, answer, null),
    cancelSide(side) {
      const open = openOrders(options.orders.get().items).filter((order) => order.side === side)
      cancelOrders(open.flatMap((order) => order.id ?? order.clientOrderId ?? []))
    },
    cancelMarket(target) {
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
    disarm() {
      void client.call('disarm', { body: {} }).then((answer) => {
        if (answer.ok) options.trading.set(answer.value)
        else
          toasts.show({
            tone: 'danger',
            title: 'Going SAFE',
            text: `not confirmed: ${faultText(answer.error)}`,
            sticky: true,
            group: GOING_SAFE,
          })
      })
    },
    disarmFor: owedDisarm.owe,
  }
}
