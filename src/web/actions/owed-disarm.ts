/**
 * Going SAFE automatically after a sleep: the network is often not up yet. A disarm without an answer is asked again
 * until the terminal is known to be SAFE; the page does not say SAFE before that.
 */
import type { Result } from '#lib/result.ts'
import { faultText } from '../platform/api/client.ts'
import type { ApiFault, TradingState } from '../platform/api/client.ts'
import type { Link } from '../platform/live/socket.ts'
import { MODE_GROUP } from '../platform/page/messages.ts'
import type { Announcer, Toasts } from '../platform/page/messages.ts'
import type { Readable, Store } from '../platform/state/store.ts'

export type OwedDisarm = {
  /** Asks at once, and again whenever the terminal reports ARMED, until it is SAFE. */
  readonly owe: (cause: string) => void
  /** The user has armed since: that counts. */
  readonly forgive: () => void
}

export type OwedDisarmOptions = {
  readonly call: () => Promise<Result<TradingState, ApiFault>>
  readonly link: Readable<Link>
  readonly trading: Store<TradingState | null>
  readonly toasts: Pick<Toasts, 'list' | 'show' | 'withdraw'>
  readonly announcer: Pick<Announcer, 'alert'>
  readonly after: (ms: number, task: () => void) => void
}

const AGAIN_MS = 2_000
const GOING = 'Going SAFE'

/** Builds it; nothing is owed at first. */
export function createOwedDisarm(options: OwedDisarmOptions): OwedDisarm {
  const { link, trading, toasts } = options
  let owed: string | null = null
  let isSending = false

  function tell(title: string, text: string, tone: 'warn' | 'danger'): void {
    toasts.show({ tone, title, text, sticky: true, group: MODE_GROUP })
  }

  /** The terminal's own word for why it is SAFE may stand there by now. */
  const isShown = () => toasts.list.get().some(({ group, title }) => group === MODE_GROUP && title === GOING)

  async function send(): Promise<void> {
    isSending = true
    const answer = await options.call()
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
    owe(cause) {
      owed = cause
      if (!isSending) void send()
    },
    forgive() {
      owed = null
      if (isShown()) toasts.withdraw(MODE_GROUP)
    },
  }
}
