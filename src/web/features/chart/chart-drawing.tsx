/** The place of the drawn chart: loads it, and hands it lines. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import { usePrices } from '../../contexts/contexts.ts'
import type { ChartCanvas } from './chart-canvas.ts'
import type { ChartCalls } from './chart-marks.ts'
import type { ChartLine, MovedLine } from './chart-line.ts'
import styles from './chart.module.css'

/** Draws the lines; for assistive technology it is one picture described by the summary. */
export function Drawing(props: {
  readonly lines: readonly ChartLine[]
  readonly tick: TickSize
  /** A changed scope is a changed span of time: the whole of it is shown. */
  readonly scope: string
  readonly summary: string
  readonly calls: Omit<ChartCalls, 'onRead'>
}) {
  const { lines, tick, scope, summary, calls } = props
  const prices = usePrices()
  const pick = useEffectEvent((value: number) => calls.onPick(value))
  const aim = useEffectEvent((line: MovedLine, value: number) => calls.aim(line, value))
  const drop = useEffectEvent((line: MovedLine, value: number) => calls.onDrop(line, value))
  const readout = useRef<HTMLParagraphElement | null>(null)
  const element = useRef<HTMLDivElement | null>(null)
  const [canvas, setCanvas] = useState<ChartCanvas | null>(null)

  useEffect(() => {
    let isGone = false
    let made: ChartCanvas | null = null
    void import('./chart-canvas.ts').then(({ createChartCanvas }) => {
      if (isGone || element.current === null) return
      made = createChartCanvas(element.current, {
        onPick: (value) => pick(value),
        aim: (line, value) => aim(line, value),
        onDrop: (line, value) => drop(line, value),
        // Written past React: it changes with every move of the pointer.
        onRead: (text) => {
          if (readout.current !== null) readout.current.textContent = text
        },
      })
      setCanvas(made)
    })
    return () => {
      isGone = true
      made?.close()
      setCanvas(null)
    }
  }, [])

  const isComplete = lines.length > 0 && lines.every((line) => line.points.length > 0)
  const span = `${scope} ${lines.map((line) => line.id).join(' ')} ${isComplete}`
  useEffect(() => {
    if (canvas === null) return
    canvas.draw(lines, priceDecimals(tick), prices, span)
  }, [canvas, lines, tick, prices, span])

  return (
    <div className={`stack ${styles.chartFrame}`}>
      <div
        ref={element}
        className={`fills slim clipped ${styles.chartCanvas}`}
        role="img"
        aria-label={`Price chart. ${summary}`}
      />
      <p ref={readout} className="chart-readout" aria-hidden="true" />
    </div>
  )
}
