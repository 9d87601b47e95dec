/**
 * The base of a drawn chart: an empty one that fills its element, and the colours of the theme. Its own attribution mark would put
 * a style element into the page, which the page's policy forbids: the attribution is beside the chart instead.
 */
import { createChart } from 'lightweight-charts'
import type { IChartApi, Time, UTCTimestamp } from 'lightweight-charts'

const LINES = 8

/** `format` writes a value at the axis. */
export function createBase(element: HTMLElement, format: (value: number) => string): IChartApi {
  return createChart(element, {
    autoSize: true,
    layout: { attributionLogo: false, background: { color: 'transparent' } },
    localization: { priceFormatter: format, timeFormatter: (time: Time) => timeText(time, true) },
    rightPriceScale: {
      borderVisible: false,
      entireTextOnly: true,
      scaleMargins: { top: 0.12, bottom: 0.16 },
    },
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
}

/** Colours the chart now and at each change of the theme; answers how to end that. `colour` does the rest of it. */
export function followColours(
  element: HTMLElement,
  chart: IChartApi,
  colour: (colours: ChartColours) => void,
): () => void {
  const apply = (): void => {
    const colours = readColours(element)
    chart.applyOptions({
      layout: { textColor: colours.text, fontFamily: colours.font, fontSize: 11 },
      grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    })
    colour(colours)
  }
  apply()
  const looks = new MutationObserver(apply)
  looks.observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-polarity', 'data-contrast'],
  })
  return () => looks.disconnect()
}

/** The tokens as colours of the theme, which only a property of an element can tell. */
export function readColours(element: HTMLElement) {
  const of = (name: string): string => {
    element.style.color = `var(${name})`
    return getComputedStyle(element).color
  }
  return {
    text: of('--text-2'),
    strong: of('--text-1'),
    grid: of('--bg-3'),
    buy: of('--pos'),
    sell: of('--neg'),
    buyFill: of('--pos-fill'),
    sellFill: of('--neg-fill'),
    font: getComputedStyle(document.body).fontFamily,
    lines: Array.from({ length: LINES }, (_, at) => of(`--series-${at + 1}`)),
  }
}

/** Milliseconds as the chart's time. */
export function seconds(at: number): UTCTimestamp {
  return Math.floor(at / 1_000) as UTCTimestamp
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const CLOCK_WITH_SECONDS = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** A time of the chart as text: the clock, with seconds where it is no whole minute, with the day before it, or the day alone. */
export function timeText(time: Time, form: boolean | 'day'): string {
  if (typeof time !== 'number') return ''
  const at = time * 1_000
  if (form === 'day') return DAY.format(at)
  const clock = (time % 60 === 0 ? CLOCK : CLOCK_WITH_SECONDS).format(at)
  return form ? `${DAY.format(at)} ${clock}` : clock
}

export type ChartColours = ReturnType<typeof readColours>
