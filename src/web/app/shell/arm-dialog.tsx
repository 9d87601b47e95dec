/** Arming: the conditions as a checklist, each with its state and its remedy, and one button. */
import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { ZapIcon } from 'lucide-react'
import { faultText } from '../../platform/api/client.ts'
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage, useTrading } from '../../contexts/contexts.ts'
import { Checks } from '../../widgets/checks.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { armChecks } from '../../words/arm-reasons.ts'
import { RetryCredentials } from '../../widgets/retry-credentials.tsx'
import { Button, Fact, tip } from '../../ui/controls.tsx'
import { showAmount } from '../../platform/format/figures.ts'

export function ArmDialog() {
  const { dialog } = usePage()
  return (
    <Dialog title="Arm the terminal" onClose={() => dialog.set(null)}>
      <ArmForm />
    </Dialog>
  )
}

function ArmForm() {
  const { client, dialog, announcer } = usePage()
  const { commands } = useTrading()
  const trading = useStore(useTrading().trading)
  const status = useStore(usePage().status)
  const risk = useQuery(readOf(client, 'readRiskSettings', {}))
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const checks = armChecks(trading?.reasons ?? null, status, trading?.safeAfter)
  const canArm = checks.every((check) => check.ok)
  const mode = trading?.mode

  useEffect(() => {
    if (mode === 'ARMED') dialog.set(null)
  }, [mode, dialog])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!canArm || isBusy) return
    setBusy(true)
    const answer = await commands.arm()
    setBusy(false)
    if (answer.ok) return
    setFault(faultText(answer.error))
    announcer.alert(`Not armed. ${faultText(answer.error)}`)
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Checks checks={checks} />
      <RetryCredentials />
      <dl className="facts usual">
        <Fact name="Wallet" className="mono cut" {...tip(status?.credentials.walletAddress ?? '')}>
          {status?.credentials.walletAddress ?? 'none'}
        </Fact>
        <Fact name="Limits in force">
          {risk.data === undefined
            ? '\u2026'
            : `order ${showAmount(risk.data.limits.maxOrderNotional, 0)}, position ${showAmount(risk.data.limits.maxPositionNotional, 0)}, day ${showAmount(risk.data.limits.maxDailyNotional, 0)}, ${risk.data.limits.maxOpenOrders} open orders`}
        </Fact>
        <Fact name="Dead-man heartbeat">{status?.heartbeat.enabled === true ? 'on' : 'off'}</Fact>
        <Fact name="Auto-disarm">
          after {Math.round((trading?.idleTimeoutMs ?? 1_800_000) / 60_000)} min without a command
        </Fact>
      </dl>
      <p id="arm-fault" className="danger">
        {fault}
      </p>
      <div className="dialog-foot">
        <Button className="button" onClick={() => dialog.set(null)}>
          Stay SAFE
        </Button>
        <button type="submit" className="button arm" disabled={!canArm || isBusy} data-first-focus="">
          <ZapIcon fill="currentColor" />
          {isBusy ? 'Arming\u2026' : 'Arm'}
        </button>
      </div>
    </form>
  )
}
