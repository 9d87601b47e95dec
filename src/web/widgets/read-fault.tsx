/** A read that failed: what, since when, the code, and another try. Reads only: a command is never repeated by a button. */
import { useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlertIcon } from 'lucide-react'
import { faultText } from '../platform/api/client.ts'
import type { ApiFault } from '../platform/api/client.ts'
import { showLocal } from '../platform/format/figures.ts'
import { usePage } from '../contexts/contexts.ts'
import { Button } from '../ui/controls.tsx'

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
