/** Asks the venue for credentials again, ahead of the time at which the terminal would. */
import { useState } from 'react'
import { faultText } from '../platform/api/client.ts'
import { useStore } from '../platform/state/hooks.ts'
import { usePage } from '../contexts/contexts.ts'
import { canRetry } from '../words/arm-reasons.ts'
import { Button } from '../ui/controls.tsx'

/** The button, while there is something to ask for. */
export function RetryCredentials() {
  const { client, announcer } = usePage()
  const status = useStore(usePage().status)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')

  async function retry(): Promise<void> {
    setBusy(true)
    const answer = await client.call('retryCredentials', { body: {} })
    setBusy(false)
    setSaid(answer.ok ? '' : faultText(answer.error))
    announcer.say(
      answer.ok ? `Venue credentials: ${answer.value.credentials.state}.` : faultText(answer.error),
    )
  }

  if (!isBusy && !canRetry(status)) return null
  return (
    <p className="soft">
      <Button disabled={isBusy} onClick={() => void retry()}>
        {isBusy ? 'Asking\u2026' : 'Try the credentials again'}
      </Button>{' '}
      {said}
    </p>
  )
}
