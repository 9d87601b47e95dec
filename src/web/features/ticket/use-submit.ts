/** Press on the ticket's button. */
import { useCallback, useState } from 'react'
import type { FormEvent } from 'react'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { usePage, useTrading } from '../../contexts/contexts.ts'
import { useReadOnly } from '../../widgets/mode-chip.tsx'
import type { Result } from '#lib/result.ts'
import type { Aim } from '../../actions/sale.ts'
import { needsConfirm, pressConfirm } from '../../actions/confirm.ts'
import { refusalText, refusedText } from '../../actions/outcome.ts'
import type { Pending } from '../../actions/confirm.ts'
import { endOf } from '../../data/markets/draft.ts'
import type { Draft } from '../../data/markets/draft.ts'
import type { Outcome } from '../../platform/api/client.ts'
import type { Ticket } from './use-ticket.ts'

const NO_SCROLL_MS = Number.POSITIVE_INFINITY

/** The orders that were sent last; named where they are not just one of the ticket's own outcome. */
export type SentOrders = { readonly ids: readonly string[]; readonly areNamed: boolean }
const NOTHING_SENT: SentOrders = { ids: [], areNamed: false }

/**
 * Sends the ticket's order, once it is confirmed where it has to be, and changes its draft.
 *
 * @param send  in place of the path of an order
 */
export function useSubmit(
  outcome: Outcome,
  ticket: Ticket,
  send?: (aim: Aim) => Promise<Result<undefined, string>>,
) {
  const { dialog, now } = usePage()
  const { clicks, attachedExits, draft: draftStore, trading } = useTrading()
  const mode = useSelected(trading, (state) => state?.mode ?? 'SAFE')
  const isReadOnly = useReadOnly()
  const quickNotional = useStore(useTrading().quickNotional)
  const { tick, draft, checked, limits, aim, bracket, barred, cash } = ticket
  const { problem } = checked
  const [refusal, setRefusal] = useState('')
  const [sent, setSent] = useState<SentOrders>(NOTHING_SENT)
  const [waiting, setWaiting] = useState<Pending | null>(null)
  const endWaiting = useCallback(() => setWaiting(null), [])
  const wantedExits = useStore(attachedExits.draft)
  const exits = [wantedExits, bracket?.template]
  const orderKey = JSON.stringify({ ...draft, outcome: outcome.id, filledIn: 0, exits })
  const pending = waiting?.key === orderKey ? waiting : null

  /** The refused order, or the one waiting to be confirmed, is no longer this one. */
  function change(part: Partial<Draft>): void {
    setRefusal('')
    setWaiting(null)
    draftStore.set({ ...draft, ...part })
  }

  const refuse = (why: string) => setRefusal(refusalText(why))

  function submit(submitted: FormEvent): void {
    submitted.preventDefault()
    if (mode !== 'ARMED') {
      if (!isReadOnly) dialog.set('arm')
      return
    }
    if (aim === null || problem !== null) {
      setRefusal(problem?.text ?? 'Enter the price of the other end first.')
      return
    }
    if (barred !== null) {
      refuse(barred)
      return
    }
    if (cash !== null && needsConfirm(cash, quickNotional, limits?.maxOrderNotional ?? null)) {
      const pressed = pressConfirm(pending, orderKey, now())
      setWaiting(pressed.pending)
      if (!pressed.send) return
    }
    if (send !== undefined) {
      setRefusal('')
      void send(aim).then((answer) => !answer.ok && refuse(answer.error))
      return
    }
    const press = clicks.press(aim)
    const ends = checked.ends === null ? null : endOf(checked.ends, now())
    const result = clicks.release(
      press,
      { timeInForce: draft.timeInForce, postOnly: draft.postOnly, expiresAt: ends },
      tick,
      NO_SCROLL_MS,
    )
    const why = refusedText(result)
    if (why !== '') refuse(why)
    else {
      setRefusal('')
      setSent({ ids: result.intents.map((intent) => intent.clientOrderId), areNamed: aim.other !== null })
    }
  }

  return { mode, submit, change, refusal, sent, pending, endWaiting } as const
}
