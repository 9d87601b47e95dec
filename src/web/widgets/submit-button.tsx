/** The button that sends. Large orders take a second press on the same place, which says what it confirms. */
import { useEffect, useState } from 'react'
import type { Side } from '#core/order/order.ts'
import { EARLIEST_MS, LATEST_MS } from '../actions/confirm.ts'
import type { Pending } from '../actions/confirm.ts'
import { tip } from '../ui/controls.tsx'
import styles from './receipt.module.css'

type SubmitProps = {
  readonly side: Side
  readonly text: string
  /** The order's cash as text: what the second press confirms. Empty while it is not known. */
  readonly cash: string
  /** Cost or proceeds; empty while they are not known. */
  readonly cashText: string
  /** The order that waits for its second press, if it is this one. */
  readonly pending: Pending | null
  /** Why nothing can be sent now; null when it can. */
  readonly locked: string | null
  readonly onEnd?: () => void
}

/** Shown while the terminal is armed. */
export function SubmitButton({ side, text, cash, cashText, pending, locked, onEnd }: SubmitProps) {
  const [ripeAt, setRipeAt] = useState<number | null>(null)
  const at = pending?.at ?? null
  useEffect(() => {
    if (at === null) return undefined
    const ripe = window.setTimeout(() => setRipeAt(at), EARLIEST_MS)
    const end = window.setTimeout(() => onEnd?.(), LATEST_MS)
    return () => {
      window.clearTimeout(ripe)
      window.clearTimeout(end)
    }
  }, [at, onEnd])
  const isRipe = at !== null && ripeAt === at
  return (
    <button
      type="submit"
      className={`button submit ${side.toLowerCase()}`}
      data-first-focus=""
      // Switched off while its own order is on its way, it would lose the focus.
      aria-disabled={locked !== null}
      onClick={(press) => {
        if (locked !== null) press.preventDefault()
      }}
      {...tip(locked ?? undefined)}
      data-confirm={isRipe ? '' : undefined}
    >
      {isRipe ? (
        `Confirm ${cash}`
      ) : (
        <>
          <span>{text}</span> {cashText !== '' && <span className={styles.submitCash}>{cashText}</span>}
        </>
      )}
    </button>
  )
}
