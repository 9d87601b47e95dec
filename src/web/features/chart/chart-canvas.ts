/** The drawn chart, loaded only when it is shown. */
import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  LineStyle,
  LineType,
} from 'lightweight-charts'
import { pricesIn } from '../../data/settings/prices.ts'
import type { Prices } from '../../data/settings/prices.ts'
import type { Grip } from '../../actions/drafts/order-drag.ts'
import type { Candle } from './candles.ts'
import { STROKES } from './chart-line.ts'
import type { ChartLine } from './chart-line.ts'
import { gripNear } from './chart-lines.ts'
import { columnText, isJump, isLiveMove } from '../../data/markets/history-line.ts'
import { drawLevels, drawMarks } from './chart-marks.ts'
import type { CanvasState, ChartCalls, Drawn } from './chart-marks.ts'
import { createBase, followColours, readColours, seconds, timeText } from '../../widgets/chart-base.ts'
import type { ChartColours } from '../../widgets/chart-base.ts'

/** A mark of mine with its words and its height, in pixels. */
export type NearGrip = { readonly grip: Grip; readonly text: string; readonly y: number }

export type ChartCanvas = ReturnType<typeof createChartCanvas>

const STYLES = {
  solid: LineStyle.Solid,
  dashed: LineStyle.Dashed,
  dotted: LineStyle.Dotted,
  long: LineStyle.LargeDashed,
  sparse: LineStyle.SparseDotted,
} as const

/** The highest price, in millionths. */
const ONE = 1_000_000

/**
 * Width that the labels at the lines' ends may take, in pixels and as a share: the newest prices are drawn beside
 * them.
 */
const LABELS_WIDTH = 88
const LABELS_SHARE = 0.25

/** In pixels, without any. */
const END_WIDTH = 6

/** Height of a label at the price scale, and from its middle to that of a figure that is free of it, in pixels. */
const LABEL = { height: 16, free: 14 }

/** Where the volume begins, as a share of the height. */
const VOLUME_TOP = 0.85

/** Change of the plot's width, in pixels, from which all of it comes into view again. */
const RESIZED = 24

/** Builds an empty chart that fills the element and follows its size. */
export function createChartCanvas(element: HTMLElement, calls: ChartCalls) {
  const style: CanvasState['style'] = {
    colours: readColours(element),
    decimals: 2,
    prices: pricesIn('price'),
    isAlone: true,
  }
  // Beside the lines the axis has room for what is no price.
  const format = (value: number) =>
    value < 0 || value > ONE ? '' : columnText(value, style.decimals, style.prices)
  let fitted = ''
  let labelled = ''
  const chart = createBase(element, format)
  const drawn = new Map<string, Drawn>()
  const looks = new Map<string, string>()
  const canvas: CanvasState = { chart, drawn, looks, calls, style, format }

  followPointer(canvas)
  const stopColours = followColours(element, chart, (colours) => colour(canvas, colours))
  return {
    /** The whole of the lines comes into view whenever `span` is another text than before, or time has jumped. */
    draw(lines: readonly ChartLine[], places: number, words: Prices, span: string): void {
      if (style.prices !== words) chart.applyOptions({ localization: { priceFormatter: format } })
      style.decimals = places
      style.prices = words
      style.isAlone = lines.length < 2
      for (const [id, one] of drawn) {
        const isVolume = one.volume !== null
        if (lines.some((line) => line.id === id && (line.candles !== undefined) === isVolume)) continue
        chart.removeSeries(one.series)
        if (one.volume !== null) chart.removeSeries(one.volume)
        drawn.delete(id)
        looks.delete(id)
      }
      const hasJumped = lines.some(({ id, points }) => isJump(drawn.get(id)?.line?.points ?? points, points))
      for (const line of lines) drawLine(canvas, line)
      const values = labelledValues(canvas).join(' ')
      // The figures of the scale are kept until its formatter is set.
      if (values !== labelled) {
        chart.applyOptions({
          localization: {
            tickmarksPriceFormatter: (figures: readonly number[]) => freeFigures(canvas, figures),
          },
        })
      }
      labelled = values
      keepRoom(canvas)
      if (hasJumped || span !== fitted) chart.timeScale().fitContent()
      fitted = span
    },
    /** Mark of mine that is dragged from a height in the chart, in pixels; null where none is near. */
    gripAt: (height: number, by?: 'mouse' | 'touch'): NearGrip | null =>
      gripNear(
        [...drawn.values()].flatMap(({ line, series }) =>
          (line?.levels ?? []).flatMap(({ grip, value, text }) => {
            const y = series.priceToCoordinate(value)
            return grip === undefined || grip === null || y === null ? [] : [{ grip, y, text }]
          }),
        ),
        height,
        by,
      ),
    /** Value at a height, in millionths. */
    valueAt: (height: number): number | null =>
      [...drawn.values()][0]?.series.coordinateToPrice(height) ?? null,
    close(): void {
      stopColours()
      chart.remove()
    },
  }
}

function add(canvas: CanvasState, line: ChartLine): Drawn {
  const { chart } = canvas
  const isCandles = line.candles !== undefined
  const series: Drawn['series'] = isCandles
    ? chart.addSeries(CandlestickSeries, { ...candleLook(canvas), priceLineVisible: false })
    : chart.addSeries(LineSeries, {
        ...lookOf(canvas, line),
        lineType: LineType.WithSteps,
        priceLineVisible: false,
        crosshairMarkerRadius: 3,
      })
  const volume = isCandles
    ? chart.addSeries(HistogramSeries, {
        priceScaleId: '',
        color: canvas.style.colours.text,
        priceLineVisible: false,
        lastValueVisible: false,
      })
    : null
  volume?.priceScale().applyOptions({ scaleMargins: { top: VOLUME_TOP, bottom: 0 } })
  return { series, volume, marks: createSeriesMarkers(series, []), levels: new Map(), line: null }
}

function lookOf(canvas: CanvasState, line: ChartLine) {
  const stroke = STROKES[line.look % STROKES.length] ?? STROKES[0]
  return {
    color:
      canvas.style.colours.lines[line.look % canvas.style.colours.lines.length] ?? canvas.style.colours.text,
    lineStyle: STYLES[stroke.style],
    lineWidth: stroke.width,
    priceFormat: {
      type: 'custom' as const,
      formatter: canvas.format,
      minMove: 10 ** (6 - canvas.style.decimals),
    },
  }
}

function candleLook({ style }: CanvasState) {
  const { buy, sell } = style.colours
  return { upColor: buy, wickUpColor: buy, downColor: sell, wickDownColor: sell, borderVisible: false }
}

function drawLine(canvas: CanvasState, line: ChartLine): void {
  const one = canvas.drawn.get(line.id) ?? add(canvas, line)
  canvas.drawn.set(line.id, one)
  const before = one.line
  one.line = line
  const look = `${line.look} ${canvas.style.decimals}`
  if (one.volume === null && canvas.looks.get(line.id) !== look) one.series.applyOptions(lookOf(canvas, line))
  canvas.looks.set(line.id, look)
  if (line.candles !== undefined) {
    one.series.setData(line.candles.map((candle) => ({ ...candle, time: seconds(candle.at) })))
    one.volume?.setData(
      line.candles.flatMap(({ at, volume }) => (volume > 0 ? [{ time: seconds(at), value: volume }] : [])),
    )
  } else if (before === null || !isLiveMove(before.points, line.points)) {
    one.series.setData(line.points.map(({ at, value }) => ({ time: seconds(at), value })))
  } else {
    const last = line.points.at(-1)
    if (last !== undefined && last !== before.points.at(-1)) {
      one.series.update({ time: seconds(last.at), value: last.value })
    }
  }
  if (before?.marks !== line.marks || before.points[0] !== line.points[0]) drawMarks(canvas, one, line)
  if (before?.levels !== line.levels) drawLevels(canvas, one, line)
}

function colour(canvas: CanvasState, next: ChartColours): void {
  canvas.style.colours = next
  for (const one of canvas.drawn.values()) {
    if (one.line === null) continue
    one.series.applyOptions(one.volume === null ? lookOf(canvas, one.line) : candleLook(canvas))
    one.volume?.applyOptions({ color: next.text })
    drawMarks(canvas, one, one.line)
    drawLevels(canvas, one, one.line)
  }
}

/** Values with a label at the price scale, the newest price of the first line first. */
function labelledValues({ drawn }: CanvasState): readonly number[] {
  return [...drawn.values()].flatMap(({ line }) => [
    ...(line?.points.slice(-1) ?? []).map(({ value }) => value),
    ...(line?.levels ?? []).map(({ value }) => value),
  ])
}

/** Figures of the price scale; none where a label lies, which makes way for others upwards above the newest price, downwards below. */
function freeFigures(canvas: CanvasState, figures: readonly number[]): string[] {
  const [head] = canvas.drawn.values()
  const heightOf = (value: number): number => head?.series.priceToCoordinate(value) ?? Number.NaN
  const [centre = 0, ...others] = labelledValues(canvas).map(heightOf)
  const labels = [centre]
  for (const way of [-1, 1]) {
    let last = centre
    for (const height of others.map((one) => way * one).toSorted((a, b) => a - b)) {
      if (height < way * centre || (way > 0 && height === centre)) continue
      last = Math.max(way * last + LABEL.height, height) * way
      labels.push(last)
    }
  }
  // Labels that fill half of the scale are moved away from its ends as well: none of its figures is sure to be free.
  const isFull = 2 * labels.length * LABEL.height > canvas.chart.paneSize().height
  return figures.map((value) =>
    isFull || labels.some((label) => Math.abs(label - heightOf(value)) < LABEL.free)
      ? ''
      : canvas.format(value),
  )
}

/** A point in words; of a candle all four prices. */
function readingOf({ format }: CanvasState, point: object): string | null {
  if ('value' in point) return format(Number(point.value))
  const { open, high, low, close } = point as Partial<Candle>
  const parts = [open, high, low, close].map((value) => (value === undefined ? '' : format(value)))
  return close === undefined ? null : `O ${parts[0]} H ${parts[1]} L ${parts[2]} C ${parts[3]}`
}

function followPointer(canvas: CanvasState): void {
  canvas.chart.subscribeClick(({ point, sourceEvent }) => {
    const [head] = canvas.drawn.values()
    if (sourceEvent?.altKey !== true || point === undefined) return
    const value = head?.series.coordinateToPrice(point.y) ?? null
    if (value !== null) canvas.calls.onPick(value)
  })
  canvas.chart.subscribeCrosshairMove(({ time, seriesData }) => {
    const read = [...canvas.drawn.values()].flatMap(({ line, series }) => {
      const point = seriesData.get(series)
      const value = point === undefined ? null : readingOf(canvas, point)
      return line === null || value === null
        ? []
        : [canvas.style.isAlone ? value : `${shortName(line.name)} ${value}`]
    })
    canvas.calls.onRead(
      time === undefined || read.length === 0 ? '' : `${timeText(time, true)}  ${read.join('  ')}`,
    )
  })

  let fitted = 0
  canvas.chart.timeScale().subscribeSizeChange((width) => {
    keepRoom(canvas)
    // Digits that come and go at the axis move nothing.
    if (Math.abs(width - fitted) > RESIZED) {
      fitted = width
      canvas.chart.timeScale().fitContent()
    }
  })
}

/** Room at the right end for the words of levels, only while there are any. */
function keepRoom({ chart, drawn }: CanvasState): void {
  const hasWords = [...drawn.values()].some(({ levels }) => levels.size > 0)
  const share = Math.round(chart.timeScale().width() * LABELS_SHARE)
  const rightOffsetPixels = hasWords ? Math.min(LABELS_WIDTH, share) : END_WIDTH
  if (chart.timeScale().options().rightOffsetPixels === rightOffsetPixels) return
  chart.applyOptions({ timeScale: { rightOffsetPixels } })
}

/** The label is on the lines themselves; the legend has the whole name. */
function shortName(name: string): string {
  return name.length > 12 ? `${name.slice(0, 11)}\u2026` : name
}
