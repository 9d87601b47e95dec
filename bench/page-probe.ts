/** What the page's benchmark puts into the page: clocks of frames, long tasks and presses, and the peer to compare with. */

/** Noted by the page itself, in milliseconds of its own clock. */
export type Noted = {
  readonly frames: readonly number[]
  readonly longTasks: readonly number[]
  /** From the release of the button to the call of fetch with the order. */
  readonly sent: readonly number[]
  /** From the release to the first frame that shows the order as being sent. */
  readonly shown: readonly number[]
  /** From the start of the navigation to the first ladder with a best bid. */
  readonly usable: number | null
  /** From the key or click before to the first frame with what was waited for. */
  readonly opened: readonly number[]
}

/** Runs before anything else of the page; `window.bench` answers and forgets. */
export const PROBE = `(() => {
  const noted = { frames: [], longTasks: [], sent: [], shown: [], usable: null, opened: [] }
  let last = 0
  let released = 0
  let isAwaiting = false
  let acted = 0
  let wanted = null
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longTasks.push(duration)
  }).observe({ type: 'longtask' })
  addEventListener('pointerup', (event) => { released = event.timeStamp; acted = event.timeStamp; isAwaiting = true }, true)
  addEventListener('keydown', (event) => { acted = event.timeStamp }, true)
  const ask = window.fetch
  window.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (init?.method === 'POST' && /\\/api\\/orders\\/place$/.test(url)) noted.sent.push(performance.now() - released)
    return ask(input, init)
  }
  const afterPaint = (action) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => action(performance.now())
    channel.port2.postMessage(null)
  }
  const frame = (at) => {
    if (last > 0) noted.frames.push(at - last)
    last = at
    if (noted.usable === null && document.querySelector('.ladder-row[data-place="best_bid"]') !== null)
      afterPaint((now) => { noted.usable ??= now })
    if (isAwaiting && [...document.querySelectorAll('.ladder-foot')].some((foot) => /sending|accepted/.test(foot.textContent))) {
      isAwaiting = false
      afterPaint((now) => noted.shown.push(now - released))
    }
    if (wanted !== null && document.querySelector(wanted) !== null) {
      wanted = null
      afterPaint((now) => noted.opened.push(now - acted))
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.bench = {
    take() {
      const taken = structuredClone(noted)
      for (const list of ['frames', 'longTasks', 'sent', 'shown', 'opened']) noted[list].length = 0
      last = 0
      return taken
    },
    await(selector) { wanted = selector },
  }
})()`

/** The least that a page can do with the same figures: as many rows, the same share of them written by hand. */
export function peerPage(ladders: number, rows: number, changed: number): string {
  return `<!doctype html><style>
    body { margin: 0; background: #111; color: #ddd; font: 12px monospace; display: flex; gap: 8px }
    .ladder { width: 320px; height: ${rows * 22}px; position: relative; contain: strict; overflow: hidden }
    .row { position: absolute; width: 100%; height: 22px; display: grid; grid-template-columns: 1fr 2fr 1fr 2fr 1fr }
    .row > div { background: linear-gradient(#264, #264) no-repeat 0 / calc(var(--size, 0) * 1%) 100% }
  </style><body><script>
    const cells = []
    for (let ladder = 0; ladder < ${ladders}; ladder += 1) {
      const box = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'ladder' }))
      for (let row = 0; row < ${rows}; row += 1) {
        const line = box.appendChild(Object.assign(document.createElement('div'), { className: 'row' }))
        line.style.transform = 'translateY(' + row * 22 + 'px)'
        const made = Array.from({ length: 5 }, () => line.appendChild(document.createElement('div')))
        made[2].textContent = (row / 100).toFixed(2)
        cells.push(made[row < ${rows} / 2 ? 3 : 1].appendChild(document.createTextNode('0')))
      }
    }
    setInterval(() => requestAnimationFrame(() => {
      for (let ladder = 0; ladder < ${ladders}; ladder += 1)
        for (let change = 0; change < ${changed}; change += 1) {
          const cell = cells[ladder * ${rows} + Math.floor(Math.random() * ${rows})]
          const size = Math.floor(Math.random() * 900)
          cell.data = String(size)
          cell.parentNode.style.setProperty('--size', size / 9)
        }
    }), 100)
  </script>`
}
