/** ARMED and SAFE: going SAFE is sent in every mode, and asked for again until it is known where nobody pressed. */
import { MODE_GROUP } from '../platform/page/messages.ts'
import { disarmFault } from './outcome.ts'
import type { Acting } from './send.ts'

const GOING_SAFE = 'going_safe'
const GOING = 'Going SAFE'
const AGAIN_MS = 2_000

/** Builds both ways. */
export function createMode({ client, live: { link }, trading, toasts, announcer, after }: Acting) {
  /** Cause of an automatic disarm that is not known to have arrived: the network is often not up yet after a sleep. */
  let owed: string | null = null
  let isSending = false

  const show = (title: string, text: string, tone: 'warn' | 'danger', group = MODE_GROUP) =>
    toasts.show({ tone, title, text, sticky: true, group })
  /** The terminal's own word for why it is SAFE may stand there by now. */
  const isShown = () => toasts.list.get().some(({ group, title }) => group === MODE_GROUP && title === GOING)

  async function send(): Promise<void> {
    isSending = true
    const answer = await client.call('disarm', { body: {} })
    isSending = false
    const cause = owed
    // Reported SAFE, or armed by the user since: a late answer is older than that.
    if (cause === null) return
    if (answer.ok) {
      owed = null
      trading.set(answer.value)
      show('The terminal is SAFE', `Cause: ${cause}.`, 'warn')
    } else {
      if (!isShown()) announcer.alert(`${GOING} is not confirmed: the terminal may still be armed`)
      show(GOING, disarmFault(answer.error, true), 'danger')
      after(AGAIN_MS, again)
    }
  }

  function again(): void {
    if (owed === null || isSending) return
    if (link.get().state === 'live' && trading.get()?.mode === 'ARMED') void send()
  }

  link.subscribe(again)
  trading.subscribe(() => {
    if (trading.get()?.mode !== 'SAFE') {
      again()
      return
    }
    toasts.withdraw(GOING_SAFE)
    if (owed !== null && isShown()) show('The terminal is SAFE', `Asked for: ${owed}.`, 'warn')
    owed = null
  })

  return {
    async arm() {
      const answer = await client.call('arm', { body: {} })
      if (answer.ok) {
        // The user has armed since: that counts.
        owed = null
        if (isShown()) toasts.withdraw(MODE_GROUP)
        trading.set(answer.value)
      }
      return answer
    },
    disarm: () => {
      void client.call('disarm', { body: {} }).then((answer) => {
        if (answer.ok) trading.set(answer.value)
        else show(GOING, disarmFault(answer.error, false), 'danger', GOING_SAFE)
      })
    },
    /** Disarms for a cause, at once and again whenever the terminal reports ARMED, until it is known to be SAFE. */
    disarmFor: (cause: string) => {
      owed = cause
      if (!isSending) void send()
    },
  }
}
