/** The place of the drawn chart: loads it, hands it lines, and gives it the colours of the theme. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { priceDecimals } from '#core/price.ts'
import type { TickSize } from '#core/price.ts'
import { usePrices } from '../../format/use-prices.ts'
import type { ChartCanvas, ChartColours, ChartLine } from './chart-canvas.ts'
import { STROKES } from './strokes.ts'

/** Draws the lines; for assistive technology it is one picture described by the summary. */
export function Drawing(props: {
  readonly lines: readonly ChartLine[]
  readonly tick: TickSize
  /** Another scope is another span of time: the whole of it is shown. */
  readonly scope: string
  readonly summary: string
  /** An Alt click at a price, in millionths. */
  readonly onPick: (value: number) => void
}) {
  const { lines, tick, scope, summary, onPick } = props
  const prices = usePrices()
  const pick = useEffectEvent(onPick)
  const element = useRef<HTMLDivElement | null>(null)
  const [canvas, setCanvas] = useState<ChartCanvas | null>(null)

  useEffect(() => {
    let isGone = false
    let made: ChartCanvas | null = null
    void import('./chart-canvas.ts').then(({ createChartCanvas }) => {
      if (isGone || element.current === null) return
      made = createChartCanvas(element.current, readColours(), (value) => pick(value))
      setCanvas(made)
    })
    const looks = new MutationObserver(() => made?.colour(readColours()))
    looks.observe(document.documentElement, {
      attributeFilter: ['data-theme', 'data-polarity', 'data-contrast'],
    })
    return () => {
      isGone = true
      looks.disconnect()
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

  return <div ref={element} className="chart-canvas" role="img" aria-label={`Price chart. ${summary}`} />
}

function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    text: of('--text-2'),
    grid: of('--bg-3'),
    buy: of('--pos'),
    sell: of('--neg'),
    font: getComputedStyle(document.body).fontFamily,
    lines: STROKES.map((_, at) => of(`--series-${at + 1}`)),
  }
}
