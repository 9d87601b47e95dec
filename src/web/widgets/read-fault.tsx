/** A read that failed: what, since when, the code, and another try. Reads only: a command is never repeated by a button. */
import { useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlertIcon } from 'lucide-react'
import { faultText } from '../platform/api/client.ts'
import type { ApiFault } from '../platform/api/client.ts'
import { showLocal } from '../platform/format/figures.ts'
import { usePage } from '../contexts/contexts.ts'
import { Button } from '../ui/controls.tsx'
import { useTouch } from '../platform/page/screen-class.ts'
import { useStore } from '../platform/state/hooks.ts'
import { missingText } from '../words/portfolio-text.ts'

/** Nothing without a fault. What was read before may stay below it. */
export function ReadFault({ read }: { readonly read: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  return read.error && <Shown fault={read.error.fault} onAgain={() => void read.refetch()} />
}

function Shown({ fault, onAgain }: { readonly fault: ApiFault; readonly onAgain: () => void }) {
  const { now } = usePage()
  const [since] = useState(now)
  return (
    <p className="fault">
      <TriangleAlertIcon /> {faultText(fault)}{' '}
      <small>
        {fault.kind === 'problem' && <code>{fault.problem.code}</code>} since {showLocal(since, true)}
      </small>{' '}
      <Button onClick={onAgain}>Try again</Button>
    </p>
  )
}

/**
 * Text of an empty list: that it is empty, unless it only could not be read. @param unread the text for that case,
 * where the page says elsewhere what is missing
 */
export function useEmptyText(words: string, unread?: string): string {
  const missing = missingText(useStore(usePage().status))
  return missing === null ? words : (unread ?? `${missing.what} ${missing.how}`)
}

/** How to place an order from where the trader is. */
export function useHowToOrder(): string {
  return useTouch()
    ? 'Tap a price on the ladder, or its Ticket button.'
    : 'Click a price on a ladder, or use the ticket.'
}
