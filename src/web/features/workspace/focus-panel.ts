/** Going from panel to panel by a key. */

/** Focuses the next or the previous panel in sight, its ladder's prices if it has one; goes round at the ends. */
export function focusPanel(by: 1 | -1): void {
  const panels = [
    ...document.querySelectorAll<HTMLElement>('.dock-group:not([hidden]) .panel-host:not([hidden])'),
  ]
  if (panels.length === 0) return
  const now = panels.findIndex((panel) => panel.contains(document.activeElement))
  const at = now < 0 ? (by === 1 ? 0 : panels.length - 1) : (now + by + panels.length) % panels.length
  const panel = panels[at]
  const grid = panel?.querySelector<HTMLElement>('[role="grid"][tabindex="0"]')
  ;(grid ?? panel)?.focus()
}
