/** The place of the drawn P&L. */
import { useEffect, useRef } from 'react'
import type { PnlLine } from './pnl-scale.ts'

/** For assistive technology one picture described by the summary; the table has the values. */
export function PnlDrawing({
  lines,
  summary,
}: {
  /** The first one over areas of profit and of loss. */
  readonly lines: readonly PnlLine[]
  readonly summary: string
}) {
  const element = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    let isGone = false
    let close = (): void => undefined
    void import('./pnl-canvas.ts').then(({ drawPnl }) => {
      if (isGone || element.current === null || lines.every(({ points }) => points.length === 0)) return
      close = drawPnl(element.current, lines, (text) => {
        if (readout.current !== null) readout.current.textContent = text
      })
    })
    return () => {
      isGone = true
      close()
    }
  }, [lines])
  return (
    <div className="pnl-drawing">
      <div ref={element} className="cover" role="img" aria-label={summary} />
      <p ref={readout} className="chart-readout" aria-hidden="true" />
    </div>
  )
}
