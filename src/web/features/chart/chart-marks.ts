/** State of a drawn chart, and the marks on its lines: fills, start and end of the game, and levels of price. */
import { LineStyle } from 'lightweight-charts'
import type { IChartApi, IPriceLine, ISeriesApi, ISeriesMarkersPluginApi, Time } from 'lightweight-charts'
import type { Prices } from '../../data/settings/prices.ts'
import type { ChartLevel, ChartLine, ChartMark } from './chart-line.ts'
import type { ChartColours } from '../../widgets/chart-base.ts'
import { seconds } from '../../widgets/chart-base.ts'

export type ChartCalls = {
  /** An Alt click: where on the price axis of the first line, in millionths. */
  readonly onPick: (value: number) => void
  /** Text under the crosshair; empty away from it. */
  readonly onRead: (text: string) => void
}

const LEVEL_STYLES = {
  BUY: LineStyle.Dashed,
  SELL: LineStyle.Dashed,
  EXIT: LineStyle.LargeDashed,
  PLANNED: LineStyle.SparseDotted,
  ALERT: LineStyle.Dotted,
  ENTRY: LineStyle.SparseDotted,
  AIM: LineStyle.Solid,
} as const

/** The newest marks are kept: thousands slow the drawing down. */
const MAX_MARKS = 500

export type Drawn = {
  readonly series: ISeriesApi<'Line' | 'Candlestick'>
  /** Beside candles. */
  readonly volume: ISeriesApi<'Histogram'> | null
  readonly marks: ISeriesMarkersPluginApi<Time>
  readonly levels: Map<string, IPriceLine>
  line: ChartLine | null
}

type Style = { colours: ChartColours; decimals: number; prices: Prices; isAlone: boolean }

export type CanvasState = {
  readonly chart: IChartApi
  readonly drawn: Map<string, Drawn>
  /** Last setting of each line: to set it again draws the whole canvas. */
  readonly looks: Map<string, string>
  readonly calls: ChartCalls
  readonly style: Style
  readonly format: (value: number) => string
}

export function drawMarks(canvas: CanvasState, one: Drawn, line: ChartLine): void {
  const [start] = line.points
  const end = line.points.at(-1)
  one.marks.setMarkers(
    line.marks
      .filter(({ at }) => start !== undefined && end !== undefined && at >= start.at && at <= end.at)
      .slice(-MAX_MARKS)
      .map(({ at, kind, text }) => ({ ...markLook(canvas.style.colours, kind), time: seconds(at), text })),
  )
}

function markLook({ buy, sell, text }: ChartColours, kind: ChartMark['kind']) {
  if (kind === 'game') return { position: 'aboveBar', shape: 'circle', color: text } as const
  return kind === 'BUY'
    ? ({ position: 'belowBar', shape: 'arrowUp', color: buy } as const)
    : ({ position: 'aboveBar', shape: 'arrowDown', color: sell } as const)
}

function levelColour(colours: ChartColours, side: ChartLevel['side']): string {
  if (side === 'BUY') return colours.buy
  return side === 'SELL' ? colours.sell : colours.text
}

export function drawLevels(canvas: CanvasState, one: Drawn, line: ChartLine): void {
  const wanted = new Map(line.levels.map((level) => [level.id, level]))
  for (const [id, priceLine] of one.levels) {
    if (!wanted.has(id)) {
      one.series.removePriceLine(priceLine)
      one.levels.delete(id)
    }
  }
  for (const level of line.levels) {
    const options = {
      price: level.value,
      color: levelColour(canvas.style.colours, level.side),
      lineStyle: LEVEL_STYLES[level.side],
      lineWidth: level.side === 'AIM' ? (2 as const) : (1 as const),
      axisLabelVisible: true,
      title: level.text,
    }
    const known = one.levels.get(level.id)
    if (known === undefined) one.levels.set(level.id, one.series.createPriceLine(options))
    else known.applyOptions(options)
  }
}
