/**
 * Which explanation is shown. An element that has more to say than it shows carries it as `aria-description`, or
 * as `data-tip` where it is no more than its own label or text; there is no component for each of them, as ladders and tables
 * have thousands. The mouse rests on it, a key goes to it, a finger holds it or taps what nothing else happens to (WCAG 1.4.13).
 */

/** The shown tip: `text` for `anchor`. */
export type Tip = { readonly anchor: Element; readonly text: string }

const SOURCES = ['aria-description', 'data-tip', 'aria-label'] as const
const TIP = '[aria-description], [data-tip]'
const ACTS = 'a[href], button, input, select, textarea, summary, label, [role="gridcell"], [tabindex="0"]'
const PARTS = '.panel, [role="dialog"], header, footer, main'
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta'])
const REST_MS = 500
/** Time to move from the element onto the explanation. */
const LEAVE_MS = 200
/** A finger that moves further scrolls. */
const STILL_PX = 10

/** The explanation of an element; null where it has none that is not seen already. */
export function tipOf(element: Element): string | null {
  const own = element.getAttribute('data-tip')
  if (own === null) return element.getAttribute('aria-description') || null
  if (own !== '') return own
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  const isCut = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1
  return isCut ? element.textContent : null
}

/** Listens in a window; `show` gets each change, null for none. Returns how to end it. */
export function listenForTips(view: Window & typeof globalThis, show: (tip: Tip | null) => void): () => void {
  let shown: Tip | null = null
  let isByKeys = false
  let isKeyLast = false
  let timer: number | undefined
  /** Element under the mouse, and the place where a finger is down. */
  let aimed: Element | null = null
  let touched: { readonly x: number; readonly y: number; readonly on: Element } | null = null
  const changes = new view.MutationObserver(() => set(shown?.anchor ?? null, isByKeys))
  /** A pending tip comes all the same. */
  const removals = new view.MutationObserver(() => {
    if (shown !== null && !shown.anchor.isConnected) put(null)
  })

  function set(anchor: Element | null, byKeys: boolean): void {
    view.clearTimeout(timer)
    const text = anchor === null || !anchor.isConnected ? null : tipOf(anchor)
    isByKeys = byKeys && text !== null
    if (shown !== null || text !== null) put(anchor === null || text === null ? null : { anchor, text })
  }
  function put(tip: Tip | null): void {
    for (const observer of [changes, removals]) observer.disconnect()
    shown = tip
    if (tip !== null) {
      changes.observe(tip.anchor, { attributeFilter: [...SOURCES] })
      removals.observe(view.document, { childList: true, subtree: true })
    }
    show(tip)
  }
  function wait(anchor: Element | null, ms: number, byKeys = false): void {
    view.clearTimeout(timer)
    isByKeys = byKeys
    timer = view.setTimeout(() => set(anchor, byKeys), ms)
  }
  const hide = (): void => set(null, false)

  const listeners = {
    pointerover({ target, pointerType, movementX, movementY }: PointerEvent) {
      if (pointerType === 'touch') return
      const over = isInTip(target) ? (shown?.anchor ?? null) : sourceOf(target)
      // Rows that move under a resting mouse take no key's explanation away.
      if (over === aimed || (isByKeys && (over === null || (movementX === 0 && movementY === 0)))) return
      aimed = over
      if (over !== null && over === shown?.anchor) view.clearTimeout(timer)
      else wait(over, shown === null ? REST_MS : LEAVE_MS)
    },
    pointerdown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
      isKeyLast = false
      stepped = null
      if (isInTip(target)) return
      hide()
      const on = sourceOf(target)
      if (pointerType !== 'touch' || on === null) return
      touched = { x, y, on }
      wait(on, REST_MS)
    },
    pointermove({ clientX, clientY }: PointerEvent) {
      if (touched === null || Math.hypot(clientX - touched.x, clientY - touched.y) <= STILL_PX) return
      touched = null
      hide()
    },
    pointerup() {
      const on = touched?.on ?? null
      touched = null
      if (on === null || shown !== null) return
      // A control does what it is for: only one that rests is read.
      set(on.closest(ACTS) === null || on.closest('[aria-disabled="true"]') !== null ? on : null, false)
    },
    pointercancel() {
      touched = null
      if (shown === null) hide()
    },
    focusin({ target }: FocusEvent) {
      stepped = null
      if (isByKeys && target !== shown?.anchor) hide()
      if (isKeyLast && sourceOf(target) === target) wait(target as Element | null, REST_MS, true)
    },
    focusout() {
      if (isByKeys || isKeyLast) hide()
    },
    keydown(down: KeyboardEvent) {
      if (MODIFIERS.has(down.key)) return
      isKeyLast = down.key === 'Tab' || down.key.startsWith('Arrow')
      if (shown === null) {
        if (isByKeys) hide()
        return
      }
      // A tip called up by a key is closed by a key; for a resting mouse Escape keeps its meaning.
      if (down.key === 'Escape' && isByKeys) {
        down.preventDefault()
        down.stopPropagation()
      }
      hide()
    },
    scroll({ target }: Event) {
      if (shown !== null && (target as Node).contains(shown.anchor)) hide()
    },
    blur({ target }: Event) {
      if (target === view) hide()
    },
  } as const
  const all = Object.entries(listeners) as readonly (readonly [string, EventListener])[]
  for (const [type, listener] of all) view.addEventListener(type, listener, true)
  stepper = (anchor) => wait(anchor, LEAVE_MS, true)
  return () => {
    view.clearTimeout(timer)
    for (const observer of [changes, removals]) observer.disconnect()
    stepper = null
    for (const [type, listener] of all) view.removeEventListener(type, listener, true)
  }
}

let stepper: ((anchor: Element) => void) | null = null
/** Where the keys have come to, until the focus goes elsewhere. */
let stepped: Element | null = null

/** Shows the next explanation of the part of the page that has the focus, or with -1 the one before: also of what is no stop of Tab. */
export function stepTip(by: 1 | -1): void {
  const at = stepped?.isConnected === true ? stepped : (document.activeElement ?? document.body)
  const part = at.closest(PARTS) ?? document.body
  const places = [...part.querySelectorAll(TIP)].filter(
    (one) => one !== at && one.getClientRects().length > 0 && tipOf(one) !== null,
  )
  const isAfter = (one: Element): boolean =>
    (at.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const next =
    by === 1
      ? (places.find(isAfter) ?? places[0])
      : (places.findLast((one) => !isAfter(one)) ?? places.at(-1))
  if (next === undefined) return
  stepped = next
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  stepper?.(next)
}

function sourceOf(target: EventTarget | null): Element | null {
  return target !== null && 'closest' in target ? (target as Element).closest(TIP) : null
}

function isInTip(target: EventTarget | null): boolean {
  return target !== null && 'closest' in target && (target as Element).closest('[role="tooltip"]') !== null
}
