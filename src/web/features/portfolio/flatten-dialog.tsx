/** Flat in everything: one summary of what is cancelled, sold and cannot be sold, one press to send, and the answer leg by leg. */
import { useEffect, useState } from 'react'
import type { ClientOrderId } from '#core/ids.ts'
import { addMicros } from '#core/money.ts'
import { placeText, showAmount, showCents, writtenAmount } from '../../platform/format/figures.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, usePage, useTrading } from '../../contexts/contexts.ts'
import { refusedText } from '../../actions/outcome.ts'
import { EARLIEST_MS } from '../../actions/confirm.ts'
import type { FlattenPlan } from '../../actions/drafts/flatten-plan.ts'
import { Dialog } from '../../widgets/dialog.tsx'
import { TicketResult } from '../../widgets/ticket-result.tsx'
import { Button, Fact } from '../../ui/controls.tsx'

/** Shown while mounted. */
export function FlattenDialog() {
  const { dialog } = usePage()
  return (
    <Dialog title="Flatten all" onClose={() => dialog.set(null)}>
      <Flatten />
    </Dialog>
  )
}

type Sent = { readonly plan: FlattenPlan; readonly ids: readonly ClientOrderId[] }

function Flatten() {
  const { announcer, dialog } = usePage()
  const { flatten, trading } = useTrading()
  const [isRipe, setRipe] = useState(false)
  // The press that opened it, held or doubled, is no confirmation (PAGE-5).
  useEffect(() => {
    const timer = window.setTimeout(() => setRipe(true), EARLIEST_MS)
    return () => window.clearTimeout(timer)
  }, [])
  const [sent, setSent] = useState<Sent | null>(null)
  const isArmed = useSelected(trading, (state) => state?.mode === 'ARMED')
  useStore(useAccount().positions)
  useStore(useAccount().orders)
  const plan = sent?.plan ?? flatten.plan(null)
  const { legs, coming, orders, unsellable } = plan
  const isEmpty = legs.length + coming.length + orders === 0

  function send(): void {
    if (isEmpty || !isRipe) return
    const result = flatten.send(flatten.press(plan))
    const why = refusedText(result)
    if (why === '') {
      setSent({ plan, ids: result.intents.map(({ clientOrderId }) => clientOrderId) })
      announcer.report(`Flatten all: sent, ${legs.length} position${legs.length === 1 ? '' : 's'}`)
      return
    }
    announcer.report(`Flatten all: ${why}`)
    dialog.set('arm')
  }

  return (
    <div className="position-view grid gap-10">
      <p className="soft">
        {orders === 0
          ? 'No open orders. Sells'
          : `Cancels ${orders} order${orders === 1 ? '' : 's'}, then sells`}{' '}
        each position at the bids, at these limits or better.
      </p>
      {legs.length > 0 && (
        <dl className="facts usual">
          {legs.map(({ position, terms }, at) => (
            <div key={position.outcomeId}>
              <dt>
                {writtenAmount(position.size)} {position.outcomeName}{' '}
                <span className="dim">{placeText(position)}</span>
              </dt>
              <dd>
                <b>{showAmount(terms.size, 0)}</b> for about <b>{showCents(terms.about)}</b>, at least{' '}
                <b>{showCents(terms.cash)}</b>
                {sent !== null && <TicketResult clientOrderId={sent.ids[at] ?? null} />}
              </dd>
            </div>
          ))}
          <Fact name="Together">
            about <b>{showCents(addMicros(...legs.map(({ terms }) => terms.about)))}</b>, at least{' '}
            <b>{showCents(addMicros(...legs.map(({ terms }) => terms.cash)))}</b>, before fees
          </Fact>
        </dl>
      )}
      {unsellable.length > 0 && (
        <>
          <p>Not sold:</p>
          <ul>
            {unsellable.map(({ name, why }) => (
              <li key={`${name} ${why}`}>
                {name}: <span className="soft">{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {isEmpty && <p>No position to sell and no open orders.</p>}
      <div className="dialog-foot">
        <Button className="button" onClick={() => dialog.set(null)}>
          Close
        </Button>
        {sent === null && !isEmpty && (
          <Button
            className={`button ${isArmed ? 'sell' : ''}`}
            data-first-focus=""
            aria-disabled={!isRipe}
            onKeyDown={(down) => {
              if (down.repeat) down.preventDefault()
            }}
            onClick={send}
          >
            {isArmed ? `Cancel orders, sell ${legs.length}` : 'Cancel orders, then arm to sell'}
          </Button>
        )}
      </div>
    </div>
  )
}
