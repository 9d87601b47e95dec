/** ARMED and SAFE: going SAFE is sent in every mode, and asked for again until it is known where nobody pressed. */
import type { Client, TradingState } from '../platform/api/client.ts'
import type { Live } from '../platform/live/socket.ts'
import { MODE_GROUP } from '../platform/page/messages.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import type { Store } from '../platform/state/store.ts'
import { disarmFault } from './outcome.ts'

type ModeOptions = {
  readonly client: Pick<Client, 'call'>
  readonly live: Pick<Live, 'link'>
  readonly trading: Store<TradingState | null>
  readonly toasts: Pick<Toasts, 'list' | 'show' | 'withdraw'>
  readonly announcer: Pick<Announcer, 'alert'>
  readonly after: (ms: number, task: () => void) => void
}

const GOING_SAFE = 'going_safe'
const GOING = 'Going SAFE'
const AGAIN_MS = 2_000

/** Builds both ways. */
export function createMode(options: ModeOptions) {
  const { client, toasts, trading } = options
  const owed = createOwedDisarm(options)
  trading.subscribe(() => {
    if (trading.get()?.mode === 'SAFE') toasts.withdraw(GOING_SAFE)
  })
  return {
    async arm() {
      const answer = await client.call('arm', { body: {} })
      if (answer.ok) {
        owed.forgive()
        trading.set(answer.value)
      }
      return answer
    },
    disarm: () => {
      void client.call('disarm', { body: {} }).then((answer) => {
        if (answer.ok) {
          trading.set(answer.value)
          return
        }
        const text = disarmFault(answer.error, false)
        toasts.show({ tone: 'danger', title: GOING, text, sticky: true, group: GOING_SAFE })
      })
    },
    /** Disarms automatically for a cause; asks again until the terminal is known to be SAFE. */
    disarmFor: owed.owe,
  }
}

/**
 * Going SAFE automatically after a sleep: the network is often not up yet. A disarm without an answer is asked again
 * until the terminal is known to be SAFE; the page does not say SAFE before that.
 */
export function createOwedDisarm(options: ModeOptions) {
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
      if (!isShown()) options.announcer.alert(`${GOING} is not confirmed: the terminal may still be armed`)
      tell(GOING, disarmFault(answer.error, true), 'danger')
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
