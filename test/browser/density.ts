/** How much of the page is in sight, in how many looks: rows, targets, weights and sizes of type, and cut numbers. */
import type { Page } from 'playwright-core'

export type Density = {
  readonly targets: number
  /** Words that have a letter. */
  readonly words: number
  readonly weights: readonly string[]
  readonly sizes: readonly string[]
  /** How often the page says SIMULATED and SAFE. */
  readonly said: readonly [simulated: number, safe: number]
  /** Rows wholly in sight. */
  readonly outcomes: number
  /** Rows of a ladder that it has room for. */
  readonly prices: number
  /** Height of the chart's drawing, in CSS pixels; 0 without one. */
  readonly plot: number
  /** Cells of figures that show a part of their text. */
  readonly cut: readonly string[]
}

const MEASURE = `(() => {
  const seen = (element) => {
    const { width, height, top, bottom, left, right } = element.getBoundingClientRect()
    return width > 1 && height > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth &&
      getComputedStyle(element).visibility !== 'hidden'
  }
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen)
  const whole = (row, box) => {
    const [inner, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()]
    return inner.height > 0 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
  }
  const texts = all('body *').filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  const looks = (name) => [...new Set(texts.map((one) => getComputedStyle(one)[name]))].sort()
  const words = document.body.innerText
  const rows = (selector, frame) =>
    all(selector).filter((row) => row.closest(frame) !== null && whole(row, row.closest(frame))).length
  const grid = all('.ladder-grid')[0]
  return {
    targets: all('button, a, input, select, textarea, summary, [tabindex]').length,
    words: texts.flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === 3).flatMap((node) => node.data.match(/\\S*[a-z]\\S*/gi) ?? [])).length,
    weights: looks('fontWeight'),
    sizes: looks('fontSize'),
    said: [words.split('SIMULATED').length - 1, words.split(/\\bSAFE\\b/).length - 1],
    outcomes: rows('.outcome-line', '.panel-body'),
    prices: grid === undefined ? 0 : grid.clientHeight / grid.querySelector('.ladder-row').offsetHeight,
    plot: all('.chart-canvas, [class*=chart-frame]')[0]?.clientHeight ?? 0,
    cut: all('.num, .tile b, .ladder-cell')
      .filter((one) => /\\d/.test(one.textContent) && one.closest('.cut') === null)
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
      .map((one) => one.className + ': ' + one.textContent.trim().slice(0, 40)),
  }
})()`

/** Measures what is in sight now. */
export async function densityOf(page: Page): Promise<Density> {
  return await page.evaluate(MEASURE)
}
