/** The loss limit: how it is measured, and while it is locked why, until when, and the way to open it. */
import { useState } from 'react'
import type { FormEvent } from 'react'
import { lockText } from '#core/loss-limit.ts'
import { faultText } from '../../platform/api/client.ts'
import type { LossLimit } from '../../platform/api/client.ts'
import { showUtc } from '../../platform/format/figures.ts'
import { useNow } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { PASSWORD, Panel, TextField } from '../../ui/controls.tsx'
import { LOSS_LOCKED } from '../../words/why-not.ts'

function onLockText(action: LossLimit['onLock']): string {
  const cancelled = action.startsWith('cancel') ? ', resting ones cancelled' : ''
  const safe = action.endsWith('safe') ? ', and the terminal goes SAFE' : ''
  return `orders that add risk are refused${cancelled}${safe}`
}

export function LossLimitPanel(props: {
  readonly loss: LossLimit
  readonly onChange: (next: LossLimit) => void
}) {
  const { lock, positions, measuredFrom, onLock } = props.loss
  const notes = [
    measuredFrom === null ? 'the day is not measured yet' : `measured from ${showUtc(measuredFrom)} UTC`,
    ...(positions === null ? ['positions are still being read'] : positionNotes(positions)),
  ]
  return (
    <Panel title="Loss limit">
      <div className="setting-lines">
        {lock === null ? (
          <p className="soft">
            Open. When it is reached, {onLockText(onLock)}, until 00:00 UTC; nothing is sold.
          </p>
        ) : (
          <Locked lock={lock} onChange={props.onChange} />
        )}
        <p className="dim">Realised, and what the bids would bring now: {notes.join('; ')}.</p>
      </div>
    </Panel>
  )
}

function positionNotes(positions: NonNullable<LossLimit['positions']>): readonly string[] {
  const { byLastBid, withoutPrice, withoutCost } = positions
  return [
    ...(byLastBid > 0 ? [`${byLastBid} positions by their last bids`] : []),
    ...(withoutPrice > 0 ? [`${withoutPrice} without a price, so the loss is unknown`] : []),
    ...(withoutCost > 0 ? [`${withoutCost} of unknown cost, not counted`] : []),
  ]
}

function Locked(props: {
  readonly lock: NonNullable<LossLimit['lock']>
  readonly onChange: (next: LossLimit) => void
}) {
  const { lock } = props
  const { client, announcer } = usePage()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const isEarly = useNow() < lock.from

  async function unlock(event: FormEvent): Promise<void> {
    event.preventDefault()
    const answer = await client.call('unlockLossLimit', { body: { password } })
    if (!answer.ok) return setFault(faultText(answer.error))
    announcer.report('The loss limit is open again')
    props.onChange(answer.value)
  }

  return (
    <>
      <p className="danger strong">
        Locked since {showUtc(lock.at)} UTC: {lockText(lock)}.
      </p>
      <p>
        {LOSS_LOCKED.meanwhile} It opens at 00:00 UTC, or with the password
        {isEarly ? ` from ${showUtc(lock.from)} UTC` : ''}; losses up to then no longer count.
      </p>
      <form className="limit-form row wraps gap-8" onSubmit={(event) => void unlock(event)}>
        <TextField label="Password (needed to unlock)" {...PASSWORD} value={password} onType={setPassword} />
        <button type="submit" className="button primary small" disabled={isEarly || password === ''}>
          Unlock
        </button>
        <span className="danger">{fault}</span>
      </form>
    </>
  )
}
