/** What has changed under a ladder for good: another tick size, with the rows laid anew, or a result. */
import { useEffect, useRef, useState } from 'react'
import { formatTickSize } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import { showLocal } from '../../format/times.ts'
import { useTerminal } from '../../terminal-context.ts'

/** The strip above the grid; it is there only when there is something to say, and a change of tick until it is dismissed. */
export function LadderNotice({
  tick,
  resolved,
}: {
  readonly tick: TickSize | null
  readonly resolved: string
}) {
  const { announcer, now } = useTerminal()
  const before = useRef(tick)
  const [told, setTold] = useState('')
  useEffect(() => {
    const old = before.current
    if (tick === null || old === tick) return
    before.current = tick
    if (old === null) return
    const text = `Tick size ${formatTickSize(old)} is now ${formatTickSize(tick)}: rows laid anew ${showLocal(now(), true)}`
    setTold(text)
    announcer.alert(text)
  }, [tick, announcer, now])
  if (resolved === '' && told === '') return null
  return (
    <p className="ladder-notice">
      <span className="cut" title={resolved || told}>
        {resolved || told}
      </span>
      {resolved === '' && (
        <button type="button" className="button small" onClick={() => setTold('')}>
          OK
        </button>
      )}
    </p>
  )
}
