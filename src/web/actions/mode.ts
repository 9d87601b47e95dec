/** ARMED and SAFE: going SAFE is sent at every press in every mode, and asked for again until it is known. */
import { faultText } from '../platform/api/client.ts'
import { MODE_GROUP } from '../platform/page/messages.ts'
import type { Acting } from './send.ts'

const GOING = 'Going SAFE'
const AGAIN_MS = 2_000

/** Builds both ways. */
export function createMode({ client, live: { link }, trading, toasts, announcer, after }: Acting) {
  /** Cause of a SAFE that is not known to have arrived; empty for the user's own press. The network may come late after a sleep. */
  let owed: string | null = null
  let sending = 0

  const show = (title: string, text: string, tone: 'warn' | 'danger') =>
    toasts.show({ tone, title, text, sticky: true, group: MODE_GROUP })
  /** The terminal's own word for why it is SAFE may be there by now. */
  const isShown = () => toasts.list.get().some(({ group, title }) => group === MODE_GROUP && title === GOING)

  /** It is SAFE, or was armed by the user since: that counts. */
  function settle(why: string, isSaid: boolean): void {
    if (owed !== null && owed !== '' && isSaid) show('The terminal is SAFE', `${why}: ${owed}.`, 'warn')
    else if (isShown()) toasts.withdraw(MODE_GROUP)
    owed = null
  }

  async function disarm(cause: string): Promise<void> {
    owed = cause
    sending += 1
    const answer = await client.call('disarm', { body: {} })
    sending -= 1
    // Reported SAFE, or armed by the user since: a late answer is older than that.
    if (owed === null) return
    if (answer.ok) {
      settle('Cause', true)
      trading.set(answer.value)
      return
    }
    if (!isShown()) announcer.alert(`${GOING} is not confirmed: the terminal may still be armed`)
    const again = 'It is sent again once the terminal answers.'
    // A terminal that is SAFE is not disarmed again once it is armed elsewhere.
    if (trading.get()?.mode === 'SAFE') owed = null
    show(
      GOING,
      `not confirmed: the terminal may still be ARMED. ${faultText(answer.error)} ${again}`,
      'danger',
    )
    after(AGAIN_MS, retry)
  }

  function retry(): void {
    if (owed === null || sending > 0) return
    if (link.get().state === 'live' && trading.get()?.mode === 'ARMED') void disarm(owed)
  }

  link.subscribe(retry)
  trading.subscribe(() => {
    if (trading.get()?.mode === 'SAFE') settle('Requested', isShown())
    else retry()
  })

  return {
    async arm() {
      const answer = await client.call('arm', { body: {} })
      if (answer.ok) {
        settle('', false)
        trading.set(answer.value)
      }
      return answer
    },
    disarm: () => void disarm(''),
    /** Disarms for a cause, at once and again whenever the terminal reports ARMED, until it is known to be SAFE. */
    disarmFor: (cause: string) => {
      if (sending === 0) void disarm(cause)
      else owed = cause
    },
  }
}
