/**
 * How the page's memory grows: the heap after a forced collection once a minute, the line through all of them but the first two, and
 * what that would be per change and after eight hours. `times` gives each change of a book several times, with other sizes: it
 * equals so many hours of books and ladders, not of orders, notifications and views.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { take } from './page-probe.ts'
import { printFigure } from './page-stage.ts'

const WARM_MINUTES = 2
const CHANGES_PER_SECOND = 10
const HOURS = 8
const ROOM_MIB = 250

/** Watches for so many minutes after the warm ones. */
export async function watchHeap(page: Page, cdp: CDPSession, minutes: number, times: number): Promise<void> {
  await page.evaluate((wanted) => Object.assign(globalThis, { benchTimes: wanted }), times)
  const ladders = await page.getByRole('grid').count()
  const points: { readonly messages: number; readonly heap: number }[] = []
  let messages = 0
  for (let minute = 1; minute <= WARM_MINUTES + minutes; minute += 1) {
    await pause(60_000)
    messages += (await take(page)).messages
    const heap = await heapOf(cdp)
    console.log(`minute ${minute}: heap ${heap.toFixed(2)} MiB, ${messages} changes of books`)
    if (minute >= WARM_MINUTES) points.push({ messages, heap })
  }
  const slope = slopeOf(points)
  const hours = ladders * CHANGES_PER_SECOND * 3_600
  const last = points.at(-1)?.heap ?? Number.NaN
  const seen = messages / hours
  console.log(
    `${messages} changes are ${seen.toFixed(2)} hours of ${ladders} ladders at ${CHANGES_PER_SECOND} a second`,
  )
  printFigure('growth of the heap, bytes a change', slope * 2 ** 20, (5 * 2 ** 20) / hours)
  printFigure('growth of the heap, MiB an hour of changes', slope * hours, 5)
  printFigure(
    `heap after ${HOURS} hours on that line, MiB`,
    last + Math.max(0, slope) * hours * HOURS,
    ROOM_MIB,
  )
}

/** Slope of the straight line with the least squares. */
function slopeOf(points: readonly { readonly messages: number; readonly heap: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  const x = mean(points.map((one) => one.messages))
  const y = mean(points.map((one) => one.heap))
  const across = points.reduce((sum, one) => sum + (one.messages - x) ** 2, 0)
  return points.reduce((sum, one) => sum + (one.messages - x) * (one.heap - y), 0) / across
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
