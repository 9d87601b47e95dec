/** Result of the last exit or hedge of a position, shown where it was pressed. */
import { useEffect, useState } from 'react'
import { useSelected } from '../platform/state/hooks.ts'
import { usePage, useTrading } from '../contexts/contexts.ts'
import { wayOutOf } from '../data/account/intent.ts'
import type { Intent } from '../data/account/intent.ts'

export type ShownResult = { readonly word: string; readonly text: string }

const RESULT_MS = 3_000

const WORDS: Record<Intent['state'], string> = {
  sending: 'Sending\u2026',
  accepted: 'Sent',
  rejected: 'Refused',
  unknown: 'Unknown',
}

/** While it is on its way, and for some seconds after it; null before and then. */
export function useExitResult(outcomeId: string, mode: 'walk' | 'hedge'): ShownResult | null {
  const wayOut = wayOutOf(outcomeId, mode)
  const intent = useSelected(
    useTrading().intents.list,
    (list) => list.find((one) => one.wayOut === wayOut) ?? null,
  )
  const id = intent?.clientOrderId ?? null
  const { now } = usePage()
  // A view drawn later, as the line without a position, shows a recent result.
  const [over, setOver] = useState(() => (intent !== null && now() - intent.at < RESULT_MS ? null : id))
  const isSettled = intent?.state === 'accepted' || intent?.state === 'rejected'
  useEffect(() => {
    if (!isSettled || over === id) return undefined
    const timer = window.setTimeout(() => setOver(id), RESULT_MS)
    return () => window.clearTimeout(timer)
  }, [isSettled, id, over])
  if (intent === null || over === id) return null
  return { word: WORDS[intent.state], text: intent.text }
}
