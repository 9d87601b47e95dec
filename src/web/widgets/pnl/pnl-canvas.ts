/** The drawn P&L, loaded only when it is shown: the first line over areas of profit and of loss, the others by their patterns. */
import { BaselineSeries, LineSeries, LineStyle, LineType } from 'lightweight-charts'
import type { AutoscaleInfo } from 'lightweight-charts'
import { micros } from '#core/money.ts'
import { showCents } from '../../platform/format/figures.ts'
import { createBase, followColours, seconds, timeText } from '../chart-base.ts'
import { valueAt } from './pnl-scale.ts'
import type { PnlLine } from './pnl-scale.ts'

/** Evenly in time, as the chart's own axis counts points. */
const MOMENTS = 300
const LEAST_MS = 60_000

const format = (value: number) => showCents(micros(BigInt(Math.round(value))), true)

/** Zero always lies within. */
function withZero(original: () => AutoscaleInfo | null): AutoscaleInfo | null {
  const range = original()?.priceRange
  if (range === null || range === undefined) return null
  return { priceRange: { minValue: Math.min(0, range.minValue), maxValue: Math.max(0, range.maxValue) } }
}

/** Draws the lines; answers how to end that. `onRead` gets the values under the pointer, empty away from it. */
export function drawPnl(
  element: HTMLElement,
  lines: readonly PnlLine[],
  onRead: (text: string) => void,
): () => void {
  const chart = createBase(element, format)
  chart.applyOptions({ handleScroll: false, handleScale: false })
  const times = lines.flatMap(({ points }) => points.map(({ at }) => at))
  const begin = Math.min(...times)
  const span = Math.max(LEAST_MS, Math.max(...times) - begin)
  const moments = [
    ...new Set(
      Array.from({ length: MOMENTS }, (_, at) => seconds(begin + (span * at) / (MOMENTS - 1) + 999)),
    ),
  ]
  const common = {
    lineType: LineType.WithSteps,
    priceLineVisible: false,
    lastValueVisible: false,
    priceFormat: { type: 'custom', formatter: format, minMove: 10_000 },
    autoscaleInfoProvider: withZero,
  } as const
  const series = lines.map((line, at) => {
    const one = chart.addSeries(at === 0 ? BaselineSeries : LineSeries, {
      ...common,
      lineStyle: line.dash === undefined ? LineStyle.Solid : STYLES[line.dash],
      lineWidth: at === 0 ? 2 : 1,
    })
    one.setData(
      moments.flatMap((time) => {
        const value = valueAt(line.points, time * 1_000)
        return value === null ? [] : [{ time, value: Number(value) }]
      }),
    )
    return one
  })
  chart.timeScale().fitContent()
  chart.subscribeCrosshairMove(({ time }) => {
    const values = lines.map(({ name, points }) => {
      const value = typeof time === 'number' ? valueAt(points, time * 1_000) : null
      return `${name} ${showCents(value, true)}`
    })
    onRead(time === undefined ? '' : `${timeText(time, true)}  ${values.join('  ')}`)
  })
  const stopColours = followColours(element, chart, ({ text, strong, buyFill, sellFill }) => {
    for (const [at, one] of series.entries()) {
      one.applyOptions(
        at > 0
          ? { color: text }
          : {
              topLineColor: strong,
              bottomLineColor: strong,
              topFillColor1: buyFill,
              topFillColor2: buyFill,
              bottomFillColor1: sellFill,
              bottomFillColor2: sellFill,
            },
      )
    }
  })
  return () => {
    stopColours()
    chart.remove()
  }
}

const STYLES = { '2 3': LineStyle.Dotted, '7 4': LineStyle.Dashed } as const
