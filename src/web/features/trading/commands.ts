/** The trader's commands other than placing. Cancels are always sent, in every mode, and report what is known and nothing more. */
import { createStore } from '../../state/store.ts'
import type { Readable, Store } from '../../state/store.ts'
import { faultText } from '../../api/client.ts'
import type { ApiFault, Client } from '../../api/client.ts'
import type { CancelAllResult, CancelResult, Order, TradingState } from '../../api/wire.ts'
import type { ListStore } from '../../live/list-store.ts'
import type { Live } from '../../live/socket.ts'
import type { Announcer } from '../../state/announcer.ts'
import type { Toasts } from '../../state/toasts.ts'
import type { Result } from '#lib/result.ts'
import { openOrders } from '../orders/own-levels.ts'
import type { Intents } from './intents.ts'

export type CancelAllState =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly count: number; readonly late: boolean }
  | { readonly state: 'done'; readonly text: string; readonly clean: boolean }

export type Commands = {
  readonly cancelAll: () => void
  readonly cancelAllState: Readable<CancelAllState>
  readonly cancelOrders: (ids: readonly string[]) => void
  readonly cancelMarket: (target: { readonly market_id: string } | { readonly outcome_id: string }) => void
  readonly arm: () => Promise<Result<TradingState, ApiFault>>
  readonly disarm: (cause?: string) => void
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
}

const LATE_MS = 3_000
const CANCEL_TIMEOUT_MS = 20_000
const SHOWN_MS = 8_000

/** Counts a cancel's result in words: nothing that is not known is claimed. */
export function cancelText(result: CancelResult | CancelAllResult): {
  readonly text: string
  readonly clean: boolean
} {
  const parts: string[] = []
  if (result.cancelled.length > 0) parts.push(`${result.cancelled.length} cancelled`)
  if (result.queued.length > 0) parts.push(`${result.queued.length} queued until the delay ends`)
  if ('in_flight' in result && result.in_flight.length > 0) {
    parts.push(`${result.in_flight.length} in flight, cancelled when seen`)
  }
  if (result.failed.length > 0)
    parts.push(`${result.failed.length} not cancelled: ${result.failed[0]?.message ?? ''}`)
  return {
    text: parts.length === 0 ? 'Nothing was open' : parts.join(', '),
    clean: result.failed.length === 0,
  }
}

/** Builds the commands. */
export function createCommands(options: CommandsOptions): Commands {
  const { client, toasts, announcer } = options
  const cancelAllState = createStore<CancelAllState>({ state: 'idle' })
  let turn = 0

  function finish(mine: number, text: string, clean: boolean): void {
    announcer.alert(`Cancel all: ${text}`)
    toasts.show({
      tone: clean ? 'info' : 'danger',
      title: 'Cancel all',
      text,
      sticky: !clean,
      group: 'cancel_all',
    })
    if (mine !== turn) return
    cancelAllState.set({ state: 'done', text, clean })
    options.after(SHOWN_MS, () => {
      if (mine === turn) cancelAllState.set({ state: 'idle' })
    })
  }

  function cancelAll(): void {
    turn += 1
    const mine = turn
    const sending = options.intents.list.get().filter((intent) => intent.state === 'sending').length
    const count = openOrders(options.orders.get().items).length + sending
    cancelAllState.set({ state: 'sending', count, late: false })
    options.after(LATE_MS, () => {
      if (mine === turn && cancelAllState.get().state === 'sending') {
        cancelAllState.set({ state: 'sending', count, late: true })
        announcer.alert('Cancel all is not confirmed, checking')
      }
    })
    void client.call('cancelAll', { body: {} }, { timeoutMs: CANCEL_TIMEOUT_MS }).then((answer) => {
      if (answer.ok) {
        const { text, clean } = cancelText(answer.value)
        finish(mine, text, clean)
      } else {
        finish(
          mine,
          `not confirmed: ${faultText(answer.error)} Press again; cancelling twice is harmless.`,
          false,
        )
      }
    })
  }

  function told(name: string, answer: Result<CancelResult, ApiFault>): void {
    const { text, clean } = answer.ok
      ? cancelText(answer.value)
      : { text: `not confirmed: ${faultText(answer.error)}`, clean: false }
    announcer.say(`${name}: ${text}`)
    if (!clean) toasts.show({ tone: 'danger', title: name, text, sticky: true })
  }

  return {
    cancelAll,
    cancelAllState,
    cancelOrders(ids) {
      if (ids.length === 0) return
      void client
        .call('cancelOrders', { body: { order_ids: [...ids] } }, { timeoutMs: CANCEL_TIMEOUT_MS })
        .then((answer) => told('Cancel', answer))
    },
    cancelMarket(target) {
      void client
        .call('cancelMarket', { body: target }, { timeoutMs: CANCEL_TIMEOUT_MS })
        .then((answer) => told('Cancel market', answer))
    },
    async arm() {
      const answer = await client.call('arm', { body: {} })
      if (answer.ok) options.trading.set(answer.value)
      return answer
    },
    disarm(cause) {
      void client.call('disarm', { body: {} }).then((answer) => {
        if (answer.ok) options.trading.set(answer.value)
        else
          toasts.show({
            tone: 'danger',
            title: 'Going SAFE',
            text: `not confirmed: ${faultText(answer.error)}`,
            sticky: true,
          })
        if (cause !== undefined) {
          toasts.show({
            tone: 'warn',
            title: 'The terminal is SAFE',
            text: `Cause: ${cause}.`,
            sticky: true,
            group: 'mode',
          })
        }
      })
    },
  }
}
