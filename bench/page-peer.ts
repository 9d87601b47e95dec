/** A bare page with the same figures, to compare the real one with. */

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
    const foot = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'ladder-foot' }))
    addEventListener('pointerdown', () => { foot.textContent = '' })
    addEventListener('pointerup', () => {
      fetch('/api/orders/place', { method: 'POST' }).catch(() => {})
      foot.textContent = 'sending'
    })
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
