/**
 * Probe of the page's benchmark inside the page: clocks of frames, tasks, presses and changes of books. It looks
 * after the painting of each frame, by roles, names and `data-` attributes, so that it knows nothing of how a ladder
 * is drawn.
 */
import type { Page } from 'playwright-core'
import { MARKED } from './page-venue.ts'

/** Noted by the page itself, in milliseconds of its own clock. */
export type Noted = {
  readonly frames: readonly number[]
  readonly longTasks: readonly number[]
  /** From the release of the button to the call of fetch with the order. */
  readonly sent: readonly number[]
  /** From the release to the end of the first frame that shows the order as being sent. */
  readonly shown: readonly number[]
  /** From the answer to the order to the end of the first frame that shows it as accepted. */
  readonly answered: readonly number[]
  /** From the start of the navigation to the first ladder with a best bid. */
  readonly usable: number | null
  /** From the key or click before to the first frame with what was waited for. */
  readonly opened: readonly number[]
  /** From a frame of the socket that changes the marked level to the end of the first frame that shows that size or a later one. */
  readonly painted: readonly number[]
  /** The longest event of each interaction, as the browser counts them: from the input to the next paint, in steps of 8 ms. */
  readonly interactions: readonly number[]
  /** Time of the largest contentful paint so far, and the sum of the layout shifts. */
  readonly largest: number
  readonly shifts: number
  /** Frames of the socket that changed a book. */
  readonly messages: number
  /** From each return of a hidden tab to the end of the first frame with a live ladder that shows all that was received before. */
  readonly returned: readonly number[]
}

/** Runs before anything else of the page; `window.bench` returns its records and clears them. `window.benchTimes`: so many changes for one. */
export const PROBE = `(() => {
  const noted = { frames: [], longTasks: [], sent: [], shown: [], answered: [], usable: null, opened: [], painted: [],
    largest: 0, shifts: 0, messages: 0, returned: [] }
  const interactions = new Map()
  const marked = { cell: null, waiting: [], last: 0 }
  let last = 0
  let released = 0
  let answered = 0
  let isAwaiting = false
  let isUnanswered = false
  let acted = 0
  let wanted = null
  let returned = 0
  let heardBefore = 0
  const observe = (type, take, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe('longtask', ({ duration }) => noted.longTasks.push(duration))
  observe('largest-contentful-paint', ({ startTime }) => { noted.largest = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) noted.shifts += value })
  observe('event', ({ interactionId, duration }) => {
    if (interactionId > 0) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
  }, { durationThreshold: 16 })
  addEventListener('pointerup', (event) => { released = event.timeStamp; acted = event.timeStamp; isAwaiting = true }, true)
  addEventListener('keydown', (event) => { acted = event.timeStamp }, true)
  document.addEventListener('visibilitychange', () => {
    returned = document.hidden ? 0 : performance.now()
    heardBefore = marked.last
  })
  const ask = window.fetch
  window.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const isOrder = init?.method === 'POST' && /\\/api\\/orders\\/place$/.test(url)
    if (isOrder) noted.sent.push(performance.now() - released)
    const answer = await ask(input, init)
    if (isOrder) { answered = performance.now(); isUnanswered = true }
    return answer
  }
  const Inner = window.WebSocket
  window.WebSocket = class extends Inner {
    #added = new Map()
    set onmessage(listener) { this.addEventListener('message', listener) }
    addEventListener(type, listener, options) {
      if (type !== 'message') return super.addEventListener(type, listener, options)
      super.addEventListener(type, (event) => {
        const isBook = event.data.startsWith('{"topic":"book:')
        if (isBook) noted.messages += 1
        const found = isBook ? ${MARKED.pattern}.exec(event.data) : null
        if (found !== null) {
          marked.last = Number(found[1])
          if (!document.hidden) marked.waiting.push({ size: marked.last, at: performance.now() })
        }
        if ((window.benchTimes ?? 1) > 1 && event.data.startsWith('{"topic"')) this.#repeat(event, listener)
        else listener(event)
      }, options)
    }
    #repeat(event, listener) {
      const frame = JSON.parse(event.data)
      const added = this.#added.get(frame.topic) ?? 0
      listener({ data: JSON.stringify({ ...frame, seq: frame.seq + added }) })
      if (frame.type !== 'delta' || !frame.topic.startsWith('book:')) return
      const sides = ['bids', 'asks'].filter((side) => frame.data[side] !== undefined)
      for (let time = 1; time < window.benchTimes; time += 1) {
        const data = { book_seq: frame.data.book_seq }
        const isLast = time === window.benchTimes - 1
        for (const side of sides)
          data[side] = frame.data[side].map(([price, size]) => [price, size === '0' || isLast ? size : String(Number(size) + time)])
        noted.messages += 1
        listener({ data: JSON.stringify({ ...frame, data, seq: frame.seq + added + time }) })
      }
      this.#added.set(frame.topic, added + window.benchTimes - 1)
    }
  }
  const sizeShown = () => {
    if (marked.cell?.isConnected !== true || !marked.cell.getAttribute('aria-label')?.startsWith('Buy at ${MARKED.price}')) {
      marked.cell = [...document.querySelectorAll('[role="gridcell"][aria-label^="Buy at ${MARKED.price}"]')]
        .find((cell) => sizeOf(cell) >= ${MARKED.from}) ?? null
    }
    return marked.cell === null ? 0 : sizeOf(marked.cell)
  }
  const sizeOf = (cell) => Number((cell.getAttribute('aria-label').split('size ')[1] ?? '').replace(/\\D/g, ''))
  const channel = new MessageChannel()
  channel.port1.onmessage = () => look(performance.now())
  const look = (now) => {
    if (noted.usable === null && document.querySelector('.ladder-row[data-place="best_bid"]') !== null) noted.usable = now
    if (isAwaiting || isUnanswered) {
      const foot = [...document.querySelectorAll('.ladder-foot')].map(({ textContent }) => textContent).join()
      if (isAwaiting && /sending|accepted/.test(foot)) { isAwaiting = false; noted.shown.push(now - released) }
      if (isUnanswered && /accepted|resting|filled/.test(foot)) { isUnanswered = false; noted.answered.push(now - answered) }
    }
    if (wanted !== null && document.querySelector(wanted) !== null) { wanted = null; noted.opened.push(now - acted) }
    if (marked.waiting.length > 0 || returned > 0) {
      const size = sizeShown()
      const at = marked.waiting.findLastIndex((one) => one.size === size)
      for (const one of marked.waiting.splice(0, at + 1)) noted.painted.push(now - one.at)
      if (returned > 0 && size >= heardBefore && document.querySelector('.ladder[data-selected]:not([data-stale])') !== null) {
        noted.returned.push(now - returned)
        returned = 0
      }
    }
  }
  const frame = (at) => {
    if (last > 0) noted.frames.push(at - last)
    last = at
    channel.port2.postMessage(null)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.bench = {
    take() {
      const taken = { ...structuredClone(noted), interactions: [...interactions.values()] }
      for (const list of Object.values(noted)) if (Array.isArray(list)) list.length = 0
      noted.messages = 0
      interactions.clear()
      marked.waiting.length = 0
      last = 0
      return taken
    },
    await(selector) { wanted = selector },
  }
})()`

/** Notes of the page since the last call. */
export function take(page: Page): Promise<Noted> {
  return page.evaluate(() => (globalThis as unknown as { bench: { take: () => Noted } }).bench.take())
}
