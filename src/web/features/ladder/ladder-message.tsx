/** Lasting changes under a ladder: a new tick size, with the rows laid out again, or a result. */
import { useEffect, useRef, useState } from 'react'
import type { TickSize } from '#core/price.ts'
import { usePage } from '../../contexts/page.ts'
import { tickText } from './ladder-message-text.ts'
import styles from './ladder.module.css'
import { Button } from '../../ui/button.tsx'

/**
 * The strip over the grid's column titles, so that no row moves when it comes and goes; a change of tick stays until it is
 * dismissed.
 */
export function LadderMessage({
  tick,
  resolved,
}: {
  readonly tick: TickSize | null
  readonly resolved: string
}) {
  const { announcer, now } = usePage()
  const before = useRef(tick)
  const [message, setMessage] = useState('')
  useEffect(() => {
    const text = tickText(before.current, tick, now())
    if (tick !== null) before.current = tick
    if (text === null) return
    setMessage(text)
    announcer.alert(text)
  }, [tick, announcer, now])
  if (resolved === '' && message === '') return null
  return (
    <div className={styles.ladderMessage}>
      <p>
        <span className="cut" data-tip="">
          {resolved || message}
        </span>
        {resolved === '' && <Button onClick={() => setMessage('')}>OK</Button>}
      </p>
    </div>
  )
}
