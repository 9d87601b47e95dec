/** A browser window for panels: the page's own styles and looks, and keys that go to the page. */
import { joinFrames } from '../platform/page/frames.ts'
import type { Box } from './layout/tree.ts'

/** An empty document of our own, so that it is laid out by the same rules and under the same policy. */
const ADDRESS = '/window.html'
/** Room for a bar of controls in one line. */
const MIN_WIDTH = 420
const LOOK_MS = 25
const PATIENCE_MS = 10_000

/** Opens it; null if the browser does not. Needs a press of the user, or permission for pop-ups. */
export function openWindow(name: string, box: Box): Window | null {
  const width = Math.max(box.width, MIN_WIDTH)
  const size = `popup,left=${box.x},top=${box.y},width=${width},height=${box.height}`
  return window.open(ADDRESS, `sesame ${name}`, size)
}

/**
 * Furnishes a window once it has loaded.
 *
 * @param onBody   gets the element for the panels
 * @param onClose  called when the user has closed or reloaded it
 * @returns        what releases and closes it
 */
export function furnish(
  opened: Window,
  onBody: (body: HTMLElement) => void,
  onClose: () => void,
): () => void {
  const undo: (() => void)[] = []
  let left = PATIENCE_MS / LOOK_MS
  const timer = window.setInterval(() => {
    left -= 1
    if (opened.closed || left <= 0) {
      window.clearInterval(timer)
      onClose()
      return
    }
    if (opened.location.pathname !== ADDRESS || opened.document.readyState !== 'complete') return
    window.clearInterval(timer)
    undo.push(sendKeys(opened), joinFrames(opened))
    const leave = (): void => onClose()
    opened.addEventListener('pagehide', leave)
    undo.push(() => opened.removeEventListener('pagehide', leave))
    // Nothing can be laid out or scrolled back before the styles are there.
    let isLeft = false
    const looks = copyLooks(opened.document, () => {
      if (!isLeft) onBody(opened.document.body)
    })
    undo.push(() => {
      isLeft = true
      looks()
    })
  }, LOOK_MS)
  return () => {
    window.clearInterval(timer)
    for (const one of undo) one()
    opened.close()
  }
}

/** Style sheets, theme and title follow those of the page. */
function copyLooks(there: Document, onReady: () => void): () => void {
  const known = new Set<string>()
  let waiting = 0
  function arrived(): void {
    waiting -= 1
    if (waiting === 0) onReady()
  }
  function copy(): void {
    for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (known.has(sheet.href)) continue
      known.add(sheet.href)
      const link = there.createElement('link')
      link.rel = 'stylesheet'
      link.href = sheet.href
      waiting += 1
      link.addEventListener('load', arrived)
      link.addEventListener('error', arrived)
      there.head.append(link)
    }
    for (const { name, value } of document.documentElement.attributes) {
      if (name.startsWith('data-')) there.documentElement.setAttribute(name, value)
    }
    there.title = document.title
  }
  copy()
  const observer = new MutationObserver(copy)
  observer.observe(document.documentElement, { attributes: true })
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}

/**
 * Keys of the window reach the page twice, like its own: before any panel or menu has them, for keys that
 * work everywhere and for the second key of two, and then those that no panel took.
 */
function sendKeys(opened: Window): () => void {
  function onCapture(down: KeyboardEvent): void {
    // What does not bubble reaches only the capture listeners of the page.
    if (tellPage(down, false)) return
    down.preventDefault()
    down.stopImmediatePropagation()
  }
  function onKeyDown(down: KeyboardEvent): void {
    if (down.defaultPrevented) return
    // A held Enter presses a button once, as on the page.
    if (down.key === 'Enter' && down.repeat) {
      down.preventDefault()
      return
    }
    if (isField(down.target) && !down.ctrlKey && !down.altKey && !down.metaKey) return
    if (!tellPage(down, true)) down.preventDefault()
  }
  opened.addEventListener('keydown', onCapture, { capture: true })
  opened.addEventListener('keydown', onKeyDown)
  return () => {
    opened.removeEventListener('keydown', onCapture, { capture: true })
    opened.removeEventListener('keydown', onKeyDown)
  }
}

/** False when the page took the key. */
function tellPage(down: KeyboardEvent, bubbles: boolean): boolean {
  const { key, code, ctrlKey, altKey, metaKey, shiftKey, repeat } = down
  return document.body.dispatchEvent(
    new KeyboardEvent('keydown', {
      key,
      code,
      ctrlKey,
      altKey,
      metaKey,
      shiftKey,
      repeat,
      bubbles,
      cancelable: true,
    }),
  )
}

function isField(target: EventTarget | null): boolean {
  return (
    target !== null && 'tagName' in target && ['INPUT', 'TEXTAREA', 'SELECT'].includes(String(target.tagName))
  )
}
