/**
 * The drawn chart, loaded only when it is shown. Its own attribution mark would put a style element into the page,
 * which the page's policy forbids: the attribution is beside the chart instead (docs/dev/decisions).
 */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  LineStyle,
  LineType,
} from 'lightweight-charts'
import type { IChartApi, IPriceLine, Time } from 'lightweight-charts'
import { pricesIn } from '../../data/settings/prices.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { followDrags } from './chart-drag.ts'
import type { Candle } from './candles.ts'
import type { ChartLine, MovedLine } from './chart-line.ts'
import { columnText, isJump, isLiveMove } from '../../data/markets/history-line.ts'
import { drawLevels, drawMarks } from './chart-marks.ts'
import type { CanvasState, ChartCalls, ChartColours, Drawn } from './chart-marks.ts'
import { seconds, timeText } from './chart-times.ts'
import { STROKES } from './strokes.ts'

export type ChartCanvas = {
  /** The whole of the lines comes into view whenever `span` is another text than before, or time has jumped. */
  readonly draw: (lines: readonly ChartLine[], decimals: number, prices: Prices, span: string) => void
  readonly colour: (colours: ChartColours) => void
  readonly close: () => void
}

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

/** Where the volume begins, as a share of the height. */
const VOLUME_TOP = 0.85

/** Change of the plot's width, in pixels, from which all of it comes into view again. */
const RESIZED = 24

/** Builds an empty chart that fills the element and follows its size. */
export function createChartCanvas(element: HTMLElement, first: ChartColours, calls: ChartCalls): ChartCanvas {
  const style: CanvasState['style'] = {
    colours: first,
    decimals: 2,
    prices: pricesIn('price'),
    isAlone: true,
  }
  // Beside the lines the axis has room for what is no price.
  const format = (value: number) =>
    value < 0 || value > ONE ? '' : columnText(value, style.decimals, style.prices)
  let fitted = ''
  const chart: IChartApi = createChart(element, {
    autoSize: true,
    layout: { attributionLogo: false, background: { color: 'transparent' } },
    localization: {
      priceFormatter: format,
      timeFormatter: (time: Time) => timeText(time, true),
    },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.16 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      // A whole span fits, whatever the width: 2,500 points into 250 pixels.
      minBarSpacing: 0.1,
      tickMarkFormatter: (time: Time, kind: number) => timeText(time, kind < 3 ? 'day' : false),
    },
    crosshair: { vertLine: { labelVisible: true }, horzLine: { labelVisible: true } },
    handleScroll: { vertTouchDrag: false },
  })
  const drawn = new Map<string, Drawn>()
  const looks = new Map<string, string>()
  const canvas: CanvasState = { chart, drawn, looks, calls, style, format }

  followPointer(canvas)
  const stopDrags = followOrderDrags(canvas, element)
  colour(canvas, first)
  return {
    draw(lines, places, words, span) {
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
      keepRoom(canvas)
      if (hasJumped || span !== fitted) chart.timeScale().fitContent()
      fitted = span
    },
    colour: (colours) => colour(canvas, colours),
    close() {
      stopDrags()
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
  canvas.chart.applyOptions({
    layout: { textColor: next.text, fontFamily: next.font, fontSize: 11 },
    grid: { vertLines: { color: next.grid }, horzLines: { color: next.grid } },
  })
  for (const one of canvas.drawn.values()) {
    if (one.line === null) continue
    one.series.applyOptions(one.volume === null ? lookOf(canvas, one.line) : candleLook(canvas))
    one.volume?.applyOptions({ color: next.text })
    drawMarks(canvas, one, one.line)
    drawLevels(canvas, one, one.line)
  }
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

/** Moves the line of an order that is dragged; answers what ends it. */
function followOrderDrags(canvas: CanvasState, element: HTMLElement): () => void {
  let aimed: { readonly line: IPriceLine; readonly value: number; readonly one: Drawn } | null = null
  return followDrags<{ readonly one: Drawn; readonly moves: MovedLine }>(element, {
    lines: () =>
      [...canvas.drawn.values()].flatMap((one) =>
        (one.line?.levels ?? []).flatMap(({ moves, value }) => {
          const y = one.series.priceToCoordinate(value)
          return moves === undefined || moves === null || y === null ? [] : [{ line: { one, moves }, y }]
        }),
      ),
    aim({ one, moves }, y) {
      const value = one.series.coordinateToPrice(y)
      const target = value === null ? null : canvas.calls.aim(moves, value)
      if (target === null) return false
      const options = {
        price: target.value,
        title: target.text,
        color: canvas.style.colours.text,
        lineStyle: LineStyle.Solid,
        lineWidth: 2 as const,
        axisLabelVisible: true,
      }
      if (aimed === null) aimed = { line: one.series.createPriceLine(options), value: target.value, one }
      else {
        aimed.line.applyOptions(options)
        aimed = { ...aimed, value: target.value }
      }
      return true
    },
    end({ moves }, isDropped) {
      const target = aimed
      aimed = null
      if (target === null) return
      if ([...canvas.drawn.values()].includes(target.one)) target.one.series.removePriceLine(target.line)
      if (isDropped) canvas.calls.onDrop(moves, target.value)
    },
  })
}

/** The label is on the lines themselves; the legend has the whole name. */
function shortName(name: string): string {
  return name.length > 12 ? `${name.slice(0, 11)}\u2026` : name
}
